import { Button, Form } from 'antd'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { AmountField } from '#console/platform/components/forms/fields.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { parseAmountOrThrow } from '#console/platform/components/forms/rule.ts'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import type { BankLine } from '#contract/billing/bank/shapes.ts'
import { consoleVoucherEndpoints, type VoucherReviewCase } from '#contract/billing/bank/voucher-api.ts'
import { BankLineChoice, BankLineOption } from './line-choice.tsx'
import { RejectVoucherDrawer } from './reject-drawer.tsx'
import {
  formatApproveVoucherQuestion,
  MANUAL_LINE_CHOICE,
  toApproveVoucherInput,
  type VoucherDecisionFormValues,
  withChosenBankLine,
} from './voucher-view.ts'
import { invalidatedByVoucher, voucherApi } from './vouchers-api.ts'

interface Props {
  opened: VoucherReviewCase
  /** Called after the decision, to go on to the next voucher. */
  decided: () => Promise<unknown>
}

/** The decision on a voucher: the amount that the reviewer reads, the bank line, and the buttons. */
export function VoucherDecisionPanel({ opened, decided }: Props) {
  const { reason: why } = usePermission(consoleVoucherEndpoints.approve)
  const rejecting = useDrawer<VoucherReviewCase>()
  const reject = (
    <Button danger aria-keyshortcuts="R" onClick={() => rejecting.show(opened)}>
      驳回
    </Button>
  )
  return (
    <Panel title={opened.state === 'SECOND' ? '复核' : '审核'}>
      {why !== undefined && <p className="why-grey">{why}</p>}
      {why === undefined && opened.mine && <div className="decide-foot">{reject}</div>}
      {why === undefined && !opened.mine && <Approving opened={opened} decided={decided} reject={reject} />}
      {rejecting.subject && <RejectVoucherDrawer opened={rejecting.subject} open={rejecting.open} close={rejecting.close} done={decided} />}
    </Panel>
  )
}

function Approving({ opened, decided, reject }: Props & { reject: ReactNode }) {
  const confirm = useConfirm()
  const [form] = Form.useForm<VoucherDecisionFormValues>()
  const [found, setFound] = useState<readonly BankLine[]>([])
  // Another search does not hide the line that is chosen: it would be approved without being seen.
  const showFound = useCallback(
    (lines: readonly BankLine[]) => setFound((before) => withChosenBankLine(lines, before, form.getFieldValue('line'))),
    [form],
  )
  const second = opened.state === 'SECOND'
  useEffect(() => {
    // On a wide screen the amount field has the focus. On a phone the keyboard would hide the picture. The page must not scroll in either
    // case.
    if (window.matchMedia('(pointer: fine)').matches) form.getFieldInstance('amount')?.focus({ preventScroll: true })
  }, [form])
  const approve = useApiMutation(voucherApi.approve, {
    invalidates: invalidatedByVoucher,
    successMessage: ({ done }) => (done ? '已确认到账' : '初审已通过，等待另一位财务人员复核'),
    afterSuccess: decided,
  })
  const lineOf = ({ line, reference }: VoucherDecisionFormValues) =>
    line === MANUAL_LINE_CHOICE ? reference : [...opened.lines, ...found].find(({ id }) => id === line || second)
  const openConfirm = (given: VoucherDecisionFormValues) =>
    confirm({
      title: second ? '复核通过？' : '确认到账？',
      content: formatApproveVoucherQuestion(opened, parseAmountOrThrow(given.amount ?? ''), lineOf(given)),
      okText: second ? '复核通过' : '确认到账',
      run: () => approve.mutateAsync(toApproveVoucherInput(opened, given)),
    })
  return (
    <Form<VoucherDecisionFormValues>
      form={form}
      name="decision"
      layout="vertical"
      validateTrigger="onChange"
      onFinish={openConfirm}
      scrollToFirstError={{ focus: true }}
    >
      <AmountField name="amount" label="到账金额（按图片与银行流水录入）" rule={consoleVoucherEndpoints.approve.input.shape.amount} />
      {second ? <Chosen lines={opened.lines} /> : <BankLineChoice lines={opened.lines} found={found} setFound={showFound} />}
      <div className="decide-foot">
        <Button type="primary" htmlType="submit" aria-keyshortcuts="A" loading={approve.isPending}>
          {second ? '复核通过' : '确认到账'}
        </Button>
        {reject}
      </div>
    </Form>
  )
}

/** The line that the first person chose. The second person checks it. */
const Chosen = ({ lines }: { lines: readonly BankLine[] }) => (
  <Form.Item label="初审选定的银行流水">
    {lines.map((line) => (
      <BankLineOption key={line.id} line={line} />
    ))}
  </Form.Item>
)
