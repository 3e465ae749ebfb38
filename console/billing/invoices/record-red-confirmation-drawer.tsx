import { Form, Input } from 'antd'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { consoleInvoiceEndpoints } from '#contract/billing/invoices/console-api.ts'
import type { ConsoleInvoice, ConsoleInvoiceIssuance } from '#contract/billing/invoices/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { invalidatedByInvoice, invoiceApi } from './invoices-api.ts'

interface Props {
  opened: ConsoleInvoice
  red: ConsoleInvoiceIssuance
  open: boolean
  close: () => void
}

/** 登记确认单: records the number of a 红字信息确认单 that the tax bureau shows as confirmed, or as needing no confirmation. */
export function RecordRedConfirmationDrawer({ opened: { enterpriseId, id }, red, open, close }: Props) {
  const enter = useApiMutation(
    (typed: { confirmationNumber: string }) => invoiceApi.enterRedConfirmation({ enterpriseId, id, issueId: red.id, ...typed }),
    { invalidates: invalidatedByInvoice, successMessage: '已登记', onSuccess: close },
  )
  return (
    <FormDrawer<{ confirmationNumber: string }>
      title="登记红字信息确认单"
      open={open}
      close={close}
      busy={enter.isPending}
      initial={{}}
      submit={(typed) => enter.mutate(typed)}
      submitText="登记"
    >
      <p className="drawer-lead">
        红冲金额 {formatMoney(red.amount)}。购方未抵扣的，在税务平台由我方申请即可；已抵扣的，购方须在 72 小时内确认。确认之后再登记编号。
      </p>
      <Form.Item
        name="confirmationNumber"
        label="确认单编号"
        required
        rules={[toFormRule(consoleInvoiceEndpoints.enterRedConfirmation.input.shape.confirmationNumber)]}
      >
        <Input className="num" inputMode="numeric" autoComplete="off" maxLength={20} autoFocus />
      </Form.Item>
    </FormDrawer>
  )
}
