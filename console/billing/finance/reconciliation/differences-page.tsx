import { Link } from '@tanstack/react-router'
import { Checkbox, Form, Input, Radio } from 'antd'
import { invalidatedByFinanceDecision, reconciliationApi } from '#console/billing/finance/finance-api.ts'
import { type DrawerState, FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { type Column, customColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { choiceFilter, dayFilter, tabsFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { createListQueue } from '#console/platform/components/next-case/case-queue.ts'
import { ListDecisionProgress } from '#console/platform/components/next-case/queue-bar.tsx'
import { RowDecisionButton } from '#console/platform/components/next-case/row-decision-button.tsx'
import { useListRun } from '#console/platform/components/next-case/use-list-run.ts'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import {
  type ReconciliationDifferenceState,
  reconciliationDifferenceCauses,
  reconciliationDifferenceLifecycle,
} from '#contract/billing/finance/difference-lifecycle.ts'
import { consoleReconciliationEndpoints, type ReconciliationDifferenceRow } from '#contract/billing/finance/reconciliation-api.ts'
import { onlinePaymentChannels } from '#contract/money/payments/api.ts'
import { Day } from '#contract/platform/core/fields.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { ReconciliationTabs } from './recon-nav.tsx'
import '#console/billing/finance/components/finance.css'

const fields = {
  state: tabsFilter('状态', reconciliationDifferenceLifecycle.states),
  day: dayFilter('日期', Day),
  channel: choiceFilter('渠道', onlinePaymentChannels),
}
const queue = createListQueue('/differences', {
  fields,
  rows: (input, options) => reconciliationApi.differences(input, options),
  waiting: ['OPEN'],
  queryKey: ['finance', 'recon', 'differences'],
})
const tones: Record<ReconciliationDifferenceState, TagTone> = { OPEN: 'bad', EXPLAINED: 'way', CLOSED: 'over', GONE: 'good' }

const Movement = ({ row: { channel, kind, outNo, reference, payment } }: { row: ReconciliationDifferenceRow }) => (
  <span className="two-lines break-all">
    <span>
      {onlinePaymentChannels[channel].label} {kind === 'pay' ? '收款' : '退款'}
    </span>
    {payment ? (
      <Link to="/payment" search={payment} className="num">
        {outNo}
      </Link>
    ) : (
      <small className="num">{outNo}</small>
    )}
    <small className="num">{reference}</small>
  </span>
)

const Decision = ({ row: { cause, note, decidedBy, decidedAt } }: { row: ReconciliationDifferenceRow }) =>
  cause === null ? (
    '—'
  ) : (
    <span className="two-lines">
      <span>{reconciliationDifferenceCauses[cause].label}</span>
      <small>{note}</small>
      <small>
        {decidedBy} <span className="num">{decidedAt && formatShanghaiTimeToMinute(decidedAt)}</span>
      </small>
    </span>
  )

/** 对账差异: each with the amounts of the sides, and the explanation. */
export function Page() {
  const drawer = useDrawer<ReconciliationDifferenceRow>()
  const { decided, ...run } = useListRun(queue)
  const { reason: why } = usePermission(consoleReconciliationEndpoints.answer)
  const columns: Column<ReconciliationDifferenceRow>[] = [
    customColumn({ title: '日期', width: 104, value: (row) => <span className="num">{row.day}</span> }),
    customColumn({ title: '款项', width: 232, value: (row) => <Movement row={row} /> }),
    moneyColumn({ title: '机构账单', width: 96, value: ({ bill }) => bill }),
    moneyColumn({ title: '支付记录', width: 96, value: ({ ours }) => ours }),
    moneyColumn({ title: '账簿', width: 96, value: ({ books }) => books }),
    customColumn({ title: '差异', value: ({ reason }) => reason }),
    customColumn({ title: '原因', width: 170, value: (row) => <Decision row={row} /> }),
    customColumn({
      title: '状态',
      width: 84,
      value: ({ state }) => <Tag tone={tones[state]}>{reconciliationDifferenceLifecycle.states[state].label}</Tag>,
    }),
    customColumn({
      title: '操作',
      width: 84,
      value: (row) =>
        row.state === 'OPEN' || row.state === 'EXPLAINED' ? (
          <RowDecisionButton letter="A" denied={why} decide={() => drawer.show(row)}>
            答复
          </RowDecisionButton>
        ) : (
          '—'
        ),
    }),
  ]
  return (
    <>
      <ListPage
        title="对账差异"
        note="重跑后金额不变的保留答复；金额变了会重新待处理；三方一致了自动标为已一致。"
        queryKey={['finance', 'recon', 'differences']}
        fields={fields}
        list={(input, options) => reconciliationApi.differences(input, options)}
        columns={columns}
        rowKey={({ id }) => id}
        width={1150}
        above={
          <>
            <ReconciliationTabs />
            <ListDecisionProgress {...run} />
          </>
        }
        exportRows={(input) => reconciliationApi.export(input)}
        empty="没有差异"
        next="每天上午对账，三方不一致的逐笔列在这里"
      />
      {drawer.subject && <Answer {...drawer} subject={drawer.subject} decided={decided} />}
    </>
  )
}

const NOTE = consoleReconciliationEndpoints.answer.input.shape.note
type Cause = keyof typeof reconciliationDifferenceCauses

interface AnswerProps extends DrawerState<ReconciliationDifferenceRow> {
  subject: ReconciliationDifferenceRow
  decided: (id: string) => void
}

function Answer({ subject, open, close, decided }: AnswerProps) {
  const answer = useApiMutation(reconciliationApi.answer, {
    invalidates: invalidatedByFinanceDecision,
    successMessage: '已记录',
    close,
    afterSuccess: (_, { id }) => decided(id),
  })
  const causes = (Object.keys(reconciliationDifferenceCauses) as Cause[]).map((value) => ({
    value,
    label: reconciliationDifferenceCauses[value].label,
  }))
  return (
    <FormDrawer<{ cause: Cause; note: string; close?: boolean }>
      title="答复对账差异"
      open={open}
      close={close}
      busy={answer.isPending}
      initial={subject.cause === null ? {} : { cause: subject.cause, note: subject.note ?? '' }}
      submit={({ cause, note, close: over = false }) => answer.mutate({ id: subject.id, cause, note, close: over })}
      submitText="保存"
    >
      <p className="drawer-lead">
        {subject.day} {onlinePaymentChannels[subject.channel].label}：{subject.reason}
      </p>
      <Form.Item name="cause" label="原因" rules={[{ required: true, message: '请选择原因' }]}>
        <Radio.Group className="reason-list" options={causes} />
      </Form.Item>
      <Form.Item name="note" label="说明" required rules={[toFormRule(NOTE)]}>
        <Input.TextArea rows={3} showCount maxLength={200} />
      </Form.Item>
      <Form.Item name="close" valuePropName="checked">
        <Checkbox>已处理完，关闭这条差异</Checkbox>
      </Form.Item>
    </FormDrawer>
  )
}
