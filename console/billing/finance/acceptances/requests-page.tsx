import { Link } from '@tanstack/react-router'
import { acceptanceBillApi } from '#console/billing/finance/finance-api.ts'
import { createEnterpriseColumn } from '#console/people/enterprises/enterprise-link.tsx'
import { createDecidedByColumn, createProposedByColumn } from '#console/platform/components/dual-control.tsx'
import { type Column, customColumn, numberColumn, proseColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { tabsFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { createListQueue } from '#console/platform/components/next-case/case-queue.ts'
import { ListDecisionProgress } from '#console/platform/components/next-case/queue-bar.tsx'
import { useListRun } from '#console/platform/components/next-case/use-list-run.ts'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { acceptanceRequestLifecycle } from '#contract/money/statements/acceptance-lifecycle.ts'
import type { ListedAcceptanceRequest } from '#contract/money/statements/console-acceptance-api.ts'
import { formatMoney, sum } from '#contract/platform/core/money.ts'
import { DecideAcceptanceRequestForm } from './acceptance-actions.tsx'
import { AcceptancesTabs } from './acceptances-nav.tsx'

const fields = { state: tabsFilter('状态', acceptanceRequestLifecycle.states) }
const queue = createListQueue('/acceptance_requests', {
  fields,
  rows: (input, options) => acceptanceBillApi.requests(input, options),
  waiting: ['WAIT'],
  queryKey: ['finance', 'acceptance', 'requests'],
})
const tones: Record<ListedAcceptanceRequest['state'], TagTone> = { WAIT: 'wait', DONE: 'good', REFUSED: 'over' }

function Decide({ row: { enterpriseId, id, kind, own, state } }: { row: ListedAcceptanceRequest }) {
  const { decided } = useListRun(queue)
  if (state !== 'WAIT') return '—'
  return <DecideAcceptanceRequestForm enterpriseId={enterpriseId} id={id} own={own} kind={kind} onDecided={() => decided(id)} />
}

const columns: Column<ListedAcceptanceRequest>[] = [
  customColumn({
    title: '票据',
    value: ({ enterpriseId, billId, billNo, acceptor }) => (
      <span className="two-lines">
        <Link to="/acceptance" search={{ enterpriseId, id: billId }} className="num">
          {billNo}
        </Link>
        <small>{acceptor}</small>
      </span>
    ),
  }),
  createEnterpriseColumn(),
  customColumn({ title: '申请', width: 112, value: ({ kindLabel }) => kindLabel }),
  numberColumn({
    title: '票面金额',
    width: 132,
    value: ({ amount, fee, discount }) => (
      <span className="two-lines">
        <b>{formatMoney(amount)}</b>
        {fee + discount > 0 && <small>{discount > 0 ? `费用 ${formatMoney(sum([fee, discount]))}` : `手续费 ${formatMoney(fee)}`}</small>}
      </span>
    ),
  }),
  customColumn({
    title: '到账 / 扣款日',
    width: 128,
    value: ({ valueDay, maturityDay }) => (
      <span className="two-lines">
        <b className="num">{valueDay}</b>
        <small>
          <span className="num">{maturityDay}</span> 到期
        </small>
      </span>
    ),
  }),
  proseColumn({ title: '原因', value: ({ reason }) => reason }),
  createProposedByColumn(),
  createDecidedByColumn(),
  customColumn({ title: '状态', width: 96, value: ({ state, label }) => <Tag tone={tones[state]}>{label}</Tag> }),
  customColumn({
    title: '操作',
    width: 132,
    value: (row) => <Decide row={row} />,
  }),
]

/** 票据申请: what two people of finance say of a bill: paid without a line of the bank, bought for less than agreed, taken back by the bank. */
export function Page() {
  const run = useListRun(queue)
  return (
    <ListPage
      title="票据申请"
      note="例外兑付、超约定贴现与付追索款，由一人在票据详情提出、另一位财务人员同意后入账；申请人可以撤回。"
      queryKey={['finance', 'acceptance', 'requests']}
      fields={fields}
      list={(input, options) => acceptanceBillApi.requests(input, options)}
      exportRows={(input) => exportApi.acceptanceRequests(input)}
      columns={columns}
      rowKey={({ id }) => id}
      width={1240}
      above={
        <>
          <AcceptancesTabs />
          <ListDecisionProgress {...run} />
        </>
      }
      empty="还没有票据申请"
      next="在票据详情提出例外兑付、超约定贴现或付追索款后，由另一位财务在这里处理"
    />
  )
}
