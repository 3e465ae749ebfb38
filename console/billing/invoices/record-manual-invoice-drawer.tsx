import { Form, Input } from 'antd'
import { useState } from 'react'
import { DayField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useNow } from '#console/platform/components/use-now.ts'
import { consoleInvoiceEndpoints, INVOICE_FILE_BYTES_MAX } from '#contract/billing/invoices/console-api.ts'
import type { ConsoleInvoice, ConsoleInvoiceIssuance } from '#contract/billing/invoices/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { invalidatedByInvoice, invoiceApi } from './invoices-api.ts'

interface Props {
  opened: ConsoleInvoice
  /** The red letter that was issued; undefined: the invoice itself. */
  red?: ConsoleInvoiceIssuance
  open: boolean
  close: () => void
  decided: () => unknown
}

interface Typed {
  number: string
  issuedDay: string
}

const MEGABYTE = 1024 * 1024

/** 登记手工发票: records an invoice from the tax bureau or on paper, with its file. */
export function RecordManualInvoiceDrawer({ opened: { enterpriseId, id, amount }, red, open, close, decided }: Props) {
  const [file, setFile] = useState<File>()
  const today = toShanghaiDay(useNow())
  const enter = useApiMutation(
    (typed: Typed) => {
      const given = { enterpriseId, id, ...typed }
      const options = { file: file ?? new File([], '') }
      return red ? invoiceApi.enterRed({ ...given, issueId: red.id }, options) : invoiceApi.enter(given, options)
    },
    { invalidates: invalidatedByInvoice, successMessage: '已登记', close, afterSuccess: decided },
  )
  return (
    <FormDrawer<Typed>
      title={red ? '登记红字发票' : '登记手工发票'}
      open={open}
      close={close}
      busy={enter.isPending}
      initial={{ issuedDay: today }}
      submit={(typed) => enter.mutate(typed)}
      submitText="登记"
    >
      <p className="drawer-lead">
        {red ? `红冲金额 ${formatMoney(red.amount)}` : `价税合计 ${formatMoney(amount)}`}，应与开出的发票一致。登记后买家可以下载。
      </p>
      <Form.Item name="number" label="发票号码" required rules={[toFormRule(consoleInvoiceEndpoints.enter.input.shape.number)]}>
        <Input className="num" inputMode="numeric" autoComplete="off" maxLength={20} autoFocus />
      </Form.Item>
      <DayField name="issuedDay" label="开票日期" max={today} />
      <Form.Item
        label="发票文件"
        htmlFor="invoice-file"
        required
        extra={`PDF、OFD 或 XML，不超过 ${INVOICE_FILE_BYTES_MAX / MEGABYTE} MB`}
        name="file"
        rules={[
          {
            validator: async () => {
              if (!file) throw new Error('请选择发票文件')
              if (file.size > INVOICE_FILE_BYTES_MAX) throw new Error(`发票文件不能超过 ${INVOICE_FILE_BYTES_MAX / MEGABYTE} MB`)
            },
          },
        ]}
        valuePropName="data-file"
      >
        <input
          id="invoice-file"
          className="invoice-file"
          type="file"
          accept=".pdf,.ofd,.xml"
          onChange={(event) => setFile(event.target.files?.[0])}
        />
      </Form.Item>
    </FormDrawer>
  )
}
