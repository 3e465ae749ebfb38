import { AccountManagerFilterPicker } from '#console/people/account-managers/manager-picker.tsx'
import { createEnterpriseColumn } from '#console/people/enterprises/enterprise-link.tsx'
import { EnterpriseFilterPicker } from '#console/people/enterprises/enterprise-picker.tsx'
import { type Column, countColumn, customColumn, instantColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { CaseLink } from '#console/platform/components/next-case/case-link.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import type { ConsoleOrderProposalRow } from '#contract/orders/order-proposals/shapes.ts'
import { proposalFilters, proposalQueue } from './proposal-queue.ts'
import { proposalApi, toProposalStatus } from './proposals-api.ts'

const columns: Column<ConsoleOrderProposalRow>[] = [
  customColumn({
    title: '单号',
    width: 196,
    value: (row) => (
      <CaseLink queue={proposalQueue} row={row} className="num">
        {row.proposalNo}
      </CaseLink>
    ),
  }),
  createEnterpriseColumn(),
  customColumn({ title: '首行商品', value: ({ firstGoods }) => firstGoods }),
  countColumn({ title: '行数', value: ({ lineCount }) => lineCount, width: 72 }),
  customColumn({ title: '请谁确认', width: 96, value: ({ buyerName }) => buyerName }),
  customColumn({ title: '准备人', width: 96, value: ({ preparedBy }) => preparedBy }),
  instantColumn({ title: '发出时间', value: ({ createdAt }) => createdAt }),
  customColumn({ title: '有效至', width: 108, value: ({ validUntil }) => <span className="num">{validUntil}</span> }),
  customColumn({ title: '状态', width: 124, value: (row) => <StatusCell row={row} /> }),
]

function StatusCell({ row: { state } }: { row: ConsoleOrderProposalRow }) {
  const { label, tone } = toProposalStatus(state)
  return <Tag tone={tone}>{label}</Tag>
}

/** 代客下单: what staff have prepared for companies, the newest first. A new one begins at the company. */
export function Page() {
  return (
    <ListPage
      title="代客下单"
      note="商品由客服代为准备，买家本人确认后才下单；在企业详情里新建。"
      queryKey={['proposal', 'list']}
      fields={proposalFilters}
      pickers={{ enterpriseId: EnterpriseFilterPicker, manager: AccountManagerFilterPicker }}
      list={(input, options) => proposalApi.list(input, options)}
      columns={columns}
      rowKey={({ id }) => id}
      width={1180}
      exportRows={(input) => exportApi.orderProposals(input)}
      exportDetails={{ what: '明细', ask: (input) => exportApi.orderProposalLines(input) }}
      empty="还没有代客下单"
      next="客户来电时，在企业详情里点“代客下单”"
    />
  )
}
