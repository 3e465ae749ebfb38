import { creditAccountApi, invalidatedByFinanceDecision } from '#console/billing/finance/finance-api.ts'
import { createEnterpriseColumn } from '#console/people/enterprises/enterprise-link.tsx'
import { ApproveAndRejectButtons, createDecidedByColumn, createProposedByColumn } from '#console/platform/components/dual-control.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { type Column, customColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { tabsFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { createListQueue } from '#console/platform/components/next-case/case-queue.ts'
import { ListDecisionProgress } from '#console/platform/components/next-case/queue-bar.tsx'
import { useListRun } from '#console/platform/components/next-case/use-list-run.ts'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { type CreditLimitRequestRow, consoleCreditAccountEndpoints, creditLimitKinds } from '#contract/billing/finance/credit-api.ts'
import { creditLimitRequestLifecycle } from '#contract/money/credit/limit-request-lifecycle.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { CreditTabs } from './credit-nav.tsx'

const fields = { state: tabsFilter('状态', creditLimitRequestLifecycle.states) }
const queue = createListQueue('/limit_requests', {
  fields,
  rows: (input, options) => creditAccountApi.limitRequests(input, options),
  waiting: ['WAIT'],
  queryKey: ['finance', 'credit', 'requests'],
})
const tones: Record<CreditLimitRequestRow['state'], TagTone> = { WAIT: 'wait', DONE: 'good', REFUSED: 'bad', REPLACED: 'over' }

function Decide({ row: { enterpriseId, id, limit, own, state, enterpriseName, kind } }: { row: CreditLimitRequestRow }) {
  const confirm = useConfirm()
  const { reason: why } = usePermission(consoleCreditAccountEndpoints.decideLimit)
  const { decided } = useListRun(queue)
  const effects = { invalidates: invalidatedByFinanceDecision, onSuccess: () => decided(id) }
  const approve = useApiMutation(creditAccountApi.decideLimit, { ...effects, successMessage: '额度已生效' })
  const refuse = useApiMutation(creditAccountApi.decideLimit, { ...effects, successMessage: own ? '已撤回' : '已驳回' })
  if (state !== 'WAIT') return '—'
  const openConfirm = () =>
    confirm({
      title: `同意 ${enterpriseName ?? '该企业'} 的${creditLimitKinds[kind]} ${formatMoney(limit)}？`,
      content: '同意后立即生效。',
      okText: '同意',
      run: () => approve.mutateAsync({ enterpriseId, id, approve: true }),
    })
  return (
    <ApproveAndRejectButtons
      own={own}
      denied={why}
      subject={`${enterpriseName ?? '该企业'} 的${creditLimitKinds[kind]} ${formatMoney(limit)}`}
      approve={openConfirm}
      reject={() => refuse.mutateAsync({ enterpriseId, id, approve: false })}
    />
  )
}

const Limit = ({ row: { limit, kind, endDay, current } }: { row: CreditLimitRequestRow }) => (
  <span className="two-lines">
    <span>
      {creditLimitKinds[kind]} <b className="num">{formatMoney(limit)}</b>
      {endDay && <span className="num"> 至 {endDay}</span>}
    </span>
    <small>
      现为 <span className="num">{formatMoney(current)}</span>
    </small>
  </span>
)

const columns: Column<CreditLimitRequestRow>[] = [
  createEnterpriseColumn(),
  customColumn({ title: '额度', width: 240, value: (row) => <Limit row={row} /> }),
  customColumn({ title: '原因', value: ({ reason }) => reason }),
  createProposedByColumn(),
  createDecidedByColumn(),
  customColumn({
    title: '状态',
    width: 120,
    value: ({ state }) => <Tag tone={tones[state]}>{creditLimitRequestLifecycle.states[state].label}</Tag>,
  }),
  customColumn({ title: '操作', width: 150, value: (row) => <Decide row={row} /> }),
]

/** 额度确认: limits above a million, which one person proposes and another approves. */
export function Page() {
  const run = useListRun(queue)
  return (
    <ListPage
      title="额度确认"
      note="提高到 ¥1,000,000.00 以上的额度由一人提出、另一人同意；之后对同一额度的任何设定取代前一个申请。"
      queryKey={['finance', 'credit', 'requests']}
      fields={fields}
      list={(input, options) => creditAccountApi.limitRequests(input, options)}
      exportRows={(input) => exportApi.limitRequests(input)}
      columns={columns}
      rowKey={({ id }) => id}
      width={1120}
      above={
        <>
          <CreditTabs />
          <ListDecisionProgress {...run} />
        </>
      }
      empty="还没有须第二人确认的额度"
      next="大额调整提出后在这里等另一位财务确认"
    />
  )
}
