import { Form, Input } from 'antd'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { consoleInvoiceEndpoints } from '#contract/billing/invoices/console-api.ts'
import { isRedConfirmationGranted } from '#contract/billing/invoices/invoice-lifecycle.ts'
import { type ConsoleInvoice, type ConsoleInvoiceIssuance, INVOICE_REASON_LENGTH_MAX } from '#contract/billing/invoices/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { invalidatedByInvoice, invoiceApi } from './invoices-api.ts'

interface Props {
  opened: ConsoleInvoice
  red: ConsoleInvoiceIssuance
  open: boolean
  close: () => void
}

interface Typed {
  confirmationNumber: string
  correctionReason?: string
}

const { confirmationNumber: ConfirmationNumber, correctionReason: CorrectionReason } =
  consoleInvoiceEndpoints.enterRedConfirmation.input.shape

/**
 * 登记确认单: records the number of a 红字信息确认单 that the tax bureau shows as confirmed, or as needing no confirmation; or corrects the number
 * that was typed before.
 */
export function RecordRedConfirmationDrawer({ opened: { enterpriseId, id }, red, open, close }: Props) {
  const before = red.confirmation !== null && isRedConfirmationGranted(red.confirmation.state) ? red.confirmation.number : null
  const enter = useApiMutation((typed: Typed) => invoiceApi.enterRedConfirmation({ enterpriseId, id, issueId: red.id, ...typed }), {
    invalidates: invalidatedByInvoice,
    successMessage: before === null ? '已登记' : '已更正',
    close,
  })
  return (
    <FormDrawer<Typed>
      title={before === null ? '登记红字信息确认单' : '更正红字信息确认单编号'}
      open={open}
      close={close}
      busy={enter.isPending}
      initial={{}}
      submit={(typed) => enter.mutate(typed)}
      submitText={before === null ? '登记' : '更正'}
    >
      <p className="drawer-lead">
        红冲金额 {formatMoney(red.amount)}。
        {before === null ? (
          '购方未抵扣的，在税务平台由我方申请即可；已抵扣的，购方须在 72 小时内确认。确认之后再登记编号。'
        ) : (
          <>
            已登记 <span className="num">{before}</span>，红字发票还没有开出。
          </>
        )}
      </p>
      <Form.Item name="confirmationNumber" label="确认单编号" required rules={[toFormRule(ConfirmationNumber)]}>
        <Input className="num" inputMode="numeric" autoComplete="off" maxLength={20} autoFocus />
      </Form.Item>
      {before !== null && (
        <Form.Item
          name="correctionReason"
          label="更正原因"
          required
          rules={[{ required: true, message: '请填写原因' }, toFormRule(CorrectionReason)]}
        >
          <Input autoComplete="off" maxLength={INVOICE_REASON_LENGTH_MAX} placeholder="如：抄错一位" />
        </Form.Item>
      )}
    </FormDrawer>
  )
}
