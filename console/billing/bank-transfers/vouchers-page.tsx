import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { transferPurposeLabels } from '#console/billing/bank/bank-view.ts'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { type Column, customColumn, EMPTY_CELL, instantColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { CaseLink } from '#console/platform/components/next-case/case-link.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import type { VoucherReviewRow } from '#contract/billing/bank/voucher-api.ts'
import { formatCount } from '#ui/format.ts'
import { toVoucherFilters, voucherQueue } from './voucher-queue.ts'
import { isVoucherOpen, toVoucherStateFilter, toVoucherStateTone } from './voucher-view.ts'
import { voucherCountQuery } from './vouchers-api.ts'

const columns: Column<VoucherReviewRow>[] = [
  customColumn({ title: '企业', value: (row) => <Company row={row} /> }),
  customColumn({ title: '用途', width: 300, value: (row) => <Use row={row} /> }),
  moneyColumn({ title: '应付金额', value: ({ amount }) => amount }),
  instantColumn({ title: '提交时间', value: ({ submittedAt }) => submittedAt }),
  customColumn({ title: '状态', width: 104, value: ({ state, label }) => <Tag tone={toVoucherStateTone(state)}>{label}</Tag> }),
  customColumn({ title: '处理人', width: 140, value: (row) => <By row={row} /> }),
  customColumn({ title: '操作', width: 88, value: (row) => <Open row={row} /> }),
]

function Company({ row }: { row: VoucherReviewRow }) {
  return (
    <Link to="/enterprise" search={{ enterpriseId: row.enterpriseId }}>
      {formatEnterpriseName({ name: row.enterpriseName })}
    </Link>
  )
}

const ORDERS_SHOWN = 2

const Use = ({ row: { purpose, title, no, orderNos, remarkCode } }: { row: VoucherReviewRow }) => (
  <div className="two-lines">
    <span>{title}</span>
    <small>
      {transferPurposeLabels[purpose].label} · 附言 <span className="num">{remarkCode}</span> · 第 <span className="num">{no}</span> 次提交
    </small>
    {orderNos.length > 0 && (
      <small>
        订单 <span className="num">{orderNos.slice(0, ORDERS_SHOWN).join('、')}</span>
        {orderNos.length > ORDERS_SHOWN && ` 等 ${formatCount(orderNos.length)} 单`}
      </small>
    )}
  </div>
)

function By({ row: { firstBy, decidedBy } }: { row: VoucherReviewRow }) {
  if (firstBy === null && decidedBy === null) return EMPTY_CELL
  return (
    <div className="two-lines">
      {firstBy !== null && <span>初审 {firstBy}</span>}
      {decidedBy !== null && <span>{firstBy === null ? decidedBy : `复核 ${decidedBy}`}</span>}
    </div>
  )
}

function Open({ row }: { row: VoucherReviewRow }) {
  const { state, title } = row
  const verb = isVoucherOpen(state) ? (state === 'SECOND' ? '复核' : '审核') : '查看'
  return (
    <CaseLink queue={voucherQueue} row={row} label={`${verb} ${formatEnterpriseName({ name: row.enterpriseName })} ${title}`}>
      {verb}
    </CaseLink>
  )
}

/** 付款凭证: the pictures that buyers have submitted to prove a transfer, the oldest waiting one first. */
export function Page() {
  const [review, second] = [useQuery(voucherCountQuery('REVIEW')).data, useQuery(voucherCountQuery('SECOND')).data]
  const all = useSearch({ strict: false }).state === 'ALL'
  return (
    <ListPage
      title="付款凭证"
      note="最早提交的在前。确认到账前请与银行流水核对；打开图片会逐次记入审计。"
      queryKey={['voucher']}
      fields={toVoucherFilters({ review, second })}
      list={voucherQueue.rows}
      exportRows={({ state, ...input }) => exportApi.vouchers({ ...input, ...toVoucherStateFilter(state) })}
      columns={columns}
      rowKey={({ id }) => id}
      width={1140}
      empty={all ? '还没有凭证' : '没有待审核的凭证'}
      next={`买家转账后上传付款凭证，就会出现在这里${all ? '' : '；其他状态请看上方标签'}`}
    />
  )
}
