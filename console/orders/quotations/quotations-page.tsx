import { AccountManagerFilterPicker } from '#console/people/account-managers/manager-picker.tsx'
import { createEnterpriseColumn } from '#console/people/enterprises/enterprise-link.tsx'
import { EnterpriseFilterPicker } from '#console/people/enterprises/enterprise-picker.tsx'
import {
  type Column,
  countColumn,
  customColumn,
  EMPTY_CELL,
  instantColumn,
  moneyColumn,
} from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { CaseLink } from '#console/platform/components/next-case/case-link.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import type { ConsoleQuotationRow } from '#contract/orders/quotations/shapes.ts'
import { quotationCaseQueue, quotationFilters } from './quotation-queue.ts'
import { toQuotationStatus } from './quotation-view.ts'
import { quotationApi } from './quotations-api.ts'

const columns: Column<ConsoleQuotationRow>[] = [
  customColumn({
    title: '询价单',
    width: 196,
    value: (row) => (
      <CaseLink queue={quotationCaseQueue} row={row} className="num">
        {row.quotationNo}
      </CaseLink>
    ),
  }),
  createEnterpriseColumn(),
  customColumn({
    title: '商品',
    value: ({ title, firstGoods }) => (
      <div className="two-lines">
        <span>{title === '' ? firstGoods : title}</span>
        {title !== '' && <small>{firstGoods}</small>}
      </div>
    ),
  }),
  countColumn({ title: '行数', value: ({ lineCount }) => lineCount, width: 72 }),
  instantColumn({
    title: '等待始于',
    value: ({ state, waitsSince, unansweredSince }) => (state === 'REQUESTED' ? waitsSince : (unansweredSince ?? waitsSince)),
  }),
  moneyColumn({ title: '报价合计', value: ({ offeredAmount }) => offeredAmount, width: 128 }),
  customColumn({
    title: '有效至',
    width: 108,
    value: ({ validUntil, state, endedCount }) =>
      validUntil === null ? (
        EMPTY_CELL
      ) : (
        <div className="two-lines">
          <span className="num">{validUntil}</span>
          {state === 'QUOTED' && endedCount > 0 && <small>{endedCount} 种已到期</small>}
        </div>
      ),
  }),
  customColumn({ title: '状态', width: 132, value: (row) => <StatusCell row={row} /> }),
]

function StatusCell({ row: { state, hasUnread, unansweredSince } }: { row: ConsoleQuotationRow }) {
  const { label, tone } = toQuotationStatus(state)
  return (
    <span className="tags">
      <Tag tone={tone}>{label}</Tag>
      {hasUnread ? <Tag tone="wait">新留言</Tag> : unansweredSince !== null && <Tag tone="wait">待回复</Tag>}
    </span>
  )
}

/** 询价: what buyers ask prices for; those that wait for an offer or an answer, the oldest first, or all, the newest first. */
export function Page() {
  return (
    <ListPage
      title="询价"
      note="待报价和留言待回复的，等得最久的在前；报价只用于按这张报价单下的订单。"
      queryKey={['quotation', 'list']}
      fields={quotationFilters}
      pickers={{ enterpriseId: EnterpriseFilterPicker, manager: AccountManagerFilterPicker }}
      list={(input, options) => quotationApi.list(input, options)}
      columns={columns}
      rowKey={({ id }) => id}
      width={1156}
      exportRows={(input) => exportApi.quotations(input)}
      exportDetails={{ what: '明细', ask: (input) => exportApi.quotationLines(input) }}
      empty="还没有询价"
      next="买家在购物车、商品详情或常购清单里询价后，在这里报价"
    />
  )
}
