import { Form, Input } from 'antd'
import type * as z from 'zod/mini'
import { AmountField, ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { parseAmount, parseAmountOrThrow, toFormRule } from '#console/platform/components/forms/rule.ts'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import { formatMoney, subtractFen } from '#contract/platform/core/money.ts'
import { bankApi, invalidatedByBankLineAssignment } from './bank-api.ts'

export type BankLineDetail = z.output<typeof consoleBankEndpoints.line.output>

interface Props {
  line: BankLineDetail
  open: boolean
  close: () => void
  /** Called when nothing of the line is left, to go on to the next one. */
  decided: () => unknown
}

const { shape } = consoleBankEndpoints.giveBack.input
const REASON_MAX = 200

/** Records that unclaimed money was sent back to its payer. */
export function RecordBankLineRefundDrawer({ line, open, close, decided }: Props) {
  const { id: lineId, rest, payerName } = line
  const confirm = useConfirm()
  const recordReturn = useApiMutation(bankApi.giveBack, {
    invalidates: invalidatedByBankLineAssignment,
    successMessage: '已登记退回',
    close,
    afterSuccess: (_, { amount }) => (amount === rest ? decided() : undefined),
  })
  const openConfirm = ({ amount, reference, reason }: { amount: string; reference: string; reason: string }) => {
    const sent = parseAmountOrThrow(amount)
    confirm({
      title: '登记退回付款人？',
      content: `退回 ${payerName || '付款人'} ${formatMoney(sent)}，银行流水号 ${reference.trim()}；该流水还剩 ${formatMoney(subtractFen(rest, sent))}。登记后不能撤销。`,
      okText: '登记退回',
      grave: true,
      run: () => recordReturn.mutateAsync({ lineId, rest, amount: sent, reference: reference.trim(), reason }),
    })
  }
  return (
    <FormDrawer
      title="退回付款人"
      open={open}
      close={close}
      busy={recordReturn.isPending}
      initial={{}}
      submit={openConfirm}
      submitText="登记退回"
      grave
    >
      <p className="drawer-lead">
        先在银行把款退回 {payerName || '付款人'}，再登记。该流水未用余额 <b className="num">{formatMoney(rest)}</b>。
      </p>
      <AmountField
        name="amount"
        label="退回金额"
        rule={shape.amount}
        focus
        against={(text) => ((parseAmount(text) ?? 0) > rest ? `超过未用余额 ${formatMoney(rest)}` : undefined)}
      />
      <Form.Item name="reference" label="退款的银行流水号" required rules={[toFormRule(shape.reference)]}>
        <Input autoComplete="off" className="num" />
      </Form.Item>
      <ReasonField max={REASON_MAX} />
    </FormDrawer>
  )
}

/** Deletes a line that was typed by mistake. */
export function VoidManualBankLineDrawer({ line, open, close, decided }: Props) {
  const confirm = useConfirm()
  const voidLine = useApiMutation(bankApi.voidLine, {
    invalidates: invalidatedByBankLineAssignment,
    successMessage: '登记已作废',
    close,
    afterSuccess: decided,
  })
  const openConfirm = ({ reason }: { reason: string }) =>
    confirm({
      title: '作废这条登记？',
      content: `${line.payerName || '未填户名'} ${formatMoney(line.amount)}，流水号 ${line.reference}，将从待查款项中减去。`,
      okText: '作废登记',
      grave: true,
      run: () => voidLine.mutateAsync({ lineId: line.id, reason }),
    })
  return (
    <FormDrawer
      title="作废登记"
      open={open}
      close={close}
      busy={voidLine.isPending}
      initial={{}}
      submit={openConfirm}
      submitText="作废"
      grave
    >
      <p className="drawer-lead">只用于登记有误、尚未使用的流水。</p>
      <ReasonField max={REASON_MAX} focus />
    </FormDrawer>
  )
}
