import { Link } from '@tanstack/react-router'
import { OwnAccountOfRow } from '#console/billing/own-accounts/own-account-field.tsx'
import { ApproveAndRejectButtons, createDecidedByColumn, createProposedByColumn } from '#console/platform/components/dual-control.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { type Column, customColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { tabsFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { createListQueue } from '#console/platform/components/next-case/case-queue.ts'
import { ListDecisionProgress } from '#console/platform/components/next-case/queue-bar.tsx'
import { useListRun } from '#console/platform/components/next-case/use-list-run.ts'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleValueDayEndpoints, type ValueDayRequest } from '#contract/billing/bank/value-day-api.ts'
import { valueDayRequestLifecycle } from '#contract/billing/bank/value-day-lifecycle.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { BankTabs } from './bank-tabs.tsx'
import { invalidatedByValueDay, valueDayApi } from './value-days-api.ts'

const fields = { state: tabsFilter('状态', valueDayRequestLifecycle.states) }
const queue = createListQueue('/value_days', {
  fields,
  rows: (input, options) => valueDayApi.requests(input, options),
  waiting: ['WAIT'],
  queryKey: ['value-day', 'requests'],
})
const tones: Record<ValueDayRequest['state'], TagTone> = { WAIT: 'wait', DONE: 'good', REFUSED: 'over' }

function Decide({ row: { id, own, state, day, typedDay, payerName, amount } }: { row: ValueDayRequest }) {
  const confirm = useConfirm()
  const { reason: why } = usePermission(consoleValueDayEndpoints.decide)
  const { decided } = useListRun(queue)
  const effects = { invalidates: invalidatedByValueDay, onSuccess: () => decided(id) }
  const approve = useApiMutation(valueDayApi.decide, {
    ...effects,
    successMessage: typedDay === null ? '流水已登记' : '起息日已更正',
  })
  const refuse = useApiMutation(valueDayApi.decide, { ...effects, successMessage: own ? '已撤回' : '已驳回' })
  if (state !== 'WAIT') return '—'
  const ask = () =>
    confirm({
      title: `同意 ${payerName || '未填户名'} ${formatMoney(amount)} 于 ${day} 到账？`,
      content:
        typedDay === null
          ? '同意后登记这条流水，进入待查款项，由财务认领。'
          : `同意后到账日期由 ${typedDay} 更正为 ${day}，多收的逾期利息立即冲回，不能撤回。`,
      okText: '同意',
      grave: typedDay !== null,
      run: () => approve.mutateAsync({ id, approve: true }),
    })
  return (
    <ApproveAndRejectButtons
      own={own}
      denied={why}
      subject={`${payerName || '未填户名'} ${formatMoney(amount)} 于 ${day} 到账的申请`}
      approve={ask}
      reject={() => refuse.mutateAsync({ id, approve: false })}
    />
  )
}

const Days = ({ row: { day, typedDay } }: { row: ValueDayRequest }) => (
  <span className="two-lines">
    <b className="num">{day}</b>
    {typedDay !== null && (
      <small>
        登记为 <span className="num">{typedDay}</span>
      </small>
    )}
  </span>
)

const Line = ({ row: { lineId, payerName, reference, account } }: { row: ValueDayRequest }) => (
  <span className="two-lines">
    {lineId === null ? (
      <span>{payerName || '未填户名'}</span>
    ) : (
      <Link to="/bank_line" search={{ lineId }}>
        {payerName || '未填户名'}
      </Link>
    )}
    <small className="num">{reference}</small>
    <OwnAccountOfRow account={account} />
  </span>
)

const columns: Column<ValueDayRequest>[] = [
  customColumn({ title: '付款人', value: (row) => <Line row={row} /> }),
  moneyColumn({ title: '金额', value: ({ amount }) => amount }),
  customColumn({ title: '到账日期', width: 140, value: (row) => <Days row={row} /> }),
  customColumn({ title: '原因', value: ({ reason }) => reason }),
  createProposedByColumn(),
  createDecidedByColumn(),
  customColumn({
    title: '状态',
    width: 96,
    value: ({ state }) => <Tag tone={tones[state]}>{valueDayRequestLifecycle.states[state].label}</Tag>,
  }),
  customColumn({ title: '操作', width: 132, value: (row) => <Decide row={row} /> }),
]

/** 起息日申请: days that lie too far back for one person. */
export function Page() {
  const run = useListRun(queue)
  return (
    <ListPage
      title="起息日申请"
      note="到账日期早于 3 天前的登记，以及对账单给出的更早日期（流水已使用），由另一位财务人员同意后生效。"
      queryKey={['value-day', 'requests']}
      fields={fields}
      list={(input, options) => valueDayApi.requests(input, options)}
      exportRows={(input) => exportApi.valueDayRequests(input)}
      columns={columns}
      rowKey={({ id }) => id}
      width={1120}
      above={
        <>
          <BankTabs />
          <ListDecisionProgress {...run} />
        </>
      }
      empty="还没有起息日申请"
      next="在“登记流水”中填写 3 天前的到账日期和原因后，由另一位财务在这里同意"
    />
  )
}
