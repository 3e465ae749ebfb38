import { Link } from '@tanstack/react-router'
import { invalidatedByFinanceDecision, waiverOrWriteOffApi } from '#console/billing/finance/finance-api.ts'
import { createEnterpriseColumn } from '#console/people/enterprises/enterprise-link.tsx'
import { ApproveAndRejectButtons, createDecidedByColumn, createProposedByColumn } from '#console/platform/components/dual-control.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { type Column, customColumn, numberColumn, proseColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { tabsFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { createListQueue } from '#console/platform/components/next-case/case-queue.ts'
import { ListDecisionProgress } from '#console/platform/components/next-case/queue-bar.tsx'
import { useListRun } from '#console/platform/components/next-case/use-list-run.ts'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleWaiverOrWriteOffEndpoints, waiverOrWriteOffKinds } from '#contract/money/statements/console-api.ts'
import { waiverOrWriteOffRequestLifecycle } from '#contract/money/statements/statement-lifecycle.ts'
import type { OutputOf } from '#contract/platform/core/endpoint.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { StatementsTabs } from './statements-nav.tsx'

type Row = OutputOf<typeof consoleWaiverOrWriteOffEndpoints.list>['dataList'][number]
const fields = { state: tabsFilter('状态', waiverOrWriteOffRequestLifecycle.states) }
const queue = createListQueue('/finance_requests', {
  fields,
  rows: (input, options) => waiverOrWriteOffApi.list(input, options),
  waiting: ['WAIT'],
  queryKey: ['finance', 'request'],
})
const tones: Record<Row['state'], TagTone> = { WAIT: 'wait', DONE: 'good', REFUSED: 'over' }

const effects: Record<Row['kind'], string> = {
  waiveInterest: '同意后立即入账，不能撤回。',
  writeOff: '同意后立即入账，不能撤回；账款转入核销债权，仍可追偿，企业还清前不能再赊销。',
  forgive: '同意后不再追偿，不能撤回。',
}

function Decide({ row: { enterpriseId, id, own, state, kind, amount } }: { row: Row }) {
  const confirm = useConfirm()
  const { reason: denied } = usePermission(consoleWaiverOrWriteOffEndpoints.decide)
  const { decided } = useListRun(queue)
  const decide = useApiMutation(waiverOrWriteOffApi.decide, {
    invalidates: invalidatedByFinanceDecision,
    successMessage: '已处理',
    onSuccess: () => decided(id),
  })
  const subject = `${waiverOrWriteOffKinds[kind].label} ${formatMoney(amount)}`
  if (state !== 'WAIT') return '—'
  const decideTo = (approve: boolean) => decide.mutateAsync({ enterpriseId, id, approve })
  const ask = () => confirm({ title: `同意${subject}？`, content: effects[kind], okText: '同意', grave: true, run: () => decideTo(true) })
  return <ApproveAndRejectButtons own={own} denied={denied} subject={subject} approve={ask} reject={() => decideTo(false)} />
}

const columns: Column<Row>[] = [
  createEnterpriseColumn(),
  customColumn({ title: '类型', width: 96, value: ({ kind }) => waiverOrWriteOffKinds[kind].label }),
  customColumn({
    title: '账单',
    width: 92,
    value: ({ enterpriseId, month }) =>
      month === null ? (
        '—'
      ) : (
        <Link to="/statement" search={{ enterpriseId, month }} className="num">
          {month}
        </Link>
      ),
  }),
  numberColumn({
    title: '金额',
    width: 140,
    value: ({ amount, interest }) => (
      <span className="two-lines">
        <b>{formatMoney(amount)}</b>
        {interest > 0 && <small>另利息 {formatMoney(interest)}</small>}
      </span>
    ),
  }),
  proseColumn({ title: '原因', value: ({ reason }) => reason }),
  createProposedByColumn(),
  createDecidedByColumn(),
  customColumn({
    title: '状态',
    width: 116,
    value: ({ state }) => <Tag tone={tones[state]}>{waiverOrWriteOffRequestLifecycle.states[state].label}</Tag>,
  }),
  customColumn({ title: '操作', width: 132, value: (row) => <Decide row={row} /> }),
]

/** 减免与核销: one person of finance proposes, another one decides. */
export function Page() {
  const run = useListRun(queue)
  return (
    <ListPage
      title="减免与核销"
      note="在账单详情或核销债权中提出；由另一位财务人员同意或驳回，申请人可以撤回自己的申请。"
      queryKey={['finance', 'request']}
      fields={fields}
      list={(input, options) => waiverOrWriteOffApi.list(input, options)}
      exportRows={(input) => exportApi.financeRequests(input)}
      columns={columns}
      rowKey={({ id }) => id}
      width={1120}
      above={
        <>
          <StatementsTabs />
          <ListDecisionProgress {...run} />
        </>
      }
      empty="还没有减免或核销申请"
      next="在账单详情申请减免利息或核销后，由另一位财务在这里处理"
    />
  )
}
