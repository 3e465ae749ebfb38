import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { SupplierField } from '#console/catalog/suppliers/supplier-field.tsx'
import { AmountField, DayField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { parseAmount, parseAmountOrThrow, toFormRule } from '#console/platform/components/forms/rule.ts'
import { EmptyState, QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useNow } from '#console/platform/components/use-now.ts'
import { supplierInvoiceFields } from '#contract/catalog/supplier-invoices/api.ts'
import { sumInvoicedAmounts } from '#contract/catalog/supplier-invoices/match-line.ts'
import type { SupplierInvoice, SupplierInvoiceLine, SupplierInvoiceLineInput } from '#contract/catalog/supplier-invoices/shapes.ts'
import type { SupplierInvoiceState } from '#contract/catalog/supplier-invoices/supplier-invoice-lifecycle.ts'
import { formatMoney, formatYuan, PositiveYuan } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { InvoiceLinesField } from './invoice-lines-field.tsx'
import { invalidatedBySupplierInvoice, supplierInvoiceApi, uninvoicedLinesQuery } from './supplier-invoices-api.ts'
import { type InvoiceLineValues, type ProposedInvoiceLine, proposeInvoiceLines, toTypedInvoiceLine } from './typed-invoice-view.ts'

interface Values extends RowVersionFormValues {
  supplierId?: string
  invoiceNumber?: string
  invoiceCode?: string
  invoicedOn: string
  total?: string
  note?: string
  lines?: Record<string, InvoiceLineValues>
}

/** What an invoice is typed for: a supplier, one order of it, or an invoice that was sent back. */
export interface InvoiceToType {
  supplierId?: string
  supplierName?: string
  purchaseOrderId?: string
  returned?: { invoice: SupplierInvoice; lines: readonly SupplierInvoiceLine[] }
}

interface Props {
  subject: InvoiceToType
  open: boolean
  close: () => void
  /** Called after an invoice that was sent back has been corrected. */
  corrected?: () => void
}

const toInitial = ({ supplierId, returned }: InvoiceToType, today: string): Values => {
  if (!returned) return { ...(supplierId && { supplierId }), invoicedOn: today, rowVersion: 0 }
  const { invoice } = returned
  const { invoiceNumber, invoiceCode, invoicedOn, note, rowVersion } = invoice
  return { supplierId: invoice.supplierId, invoiceNumber, invoiceCode, invoicedOn, note, rowVersion, total: formatYuan(invoice.total) }
}

const formatOutcome = (done: '已登记' | '已更正', { state, holdsUnits }: { state: SupplierInvoiceState; holdsUnits: boolean }): string => {
  if (state === 'MATCHED') return `${done}，与采购单和入库一致`
  return holdsUnits ? `${done}，有差异，等待另一人处理` : `${done}，数量多于已收未开票，等货到后重新匹配`
}

/** Records an invoice of a supplier, or corrects one that was sent back. Everything that came and is not invoiced is proposed. */
export function RecordOrCorrectSupplierInvoiceDrawer({ subject, open, close, corrected }: Props) {
  const today = toShanghaiDay(useNow())
  const { returned } = subject
  const done = {
    invalidates: invalidatedBySupplierInvoice,
    successMessage: (saved: { state: SupplierInvoiceState; holdsUnits: boolean }) => formatOutcome(returned ? '已更正' : '已登记', saved),
    close,
  }
  const create = useApiMutation(supplierInvoiceApi.create, done)
  const correct = useApiMutation(supplierInvoiceApi.correct, { ...done, afterSuccess: () => corrected?.() })
  const queries = useQueryClient()
  const submit = ({
    supplierId = '',
    rowVersion,
    lines,
    total = '',
    invoiceNumber = '',
    invoiceCode = '',
    invoicedOn,
    note = '',
  }: Values) => {
    const { queryKey, queryFn } = uninvoicedLinesQuery({ supplierId, purchaseOrderId: subject.purchaseOrderId })
    const shown = queries.getQueryData<Awaited<ReturnType<typeof queryFn>>>(queryKey)
    const typed = readLines(proposeInvoiceLines(shown?.lines ?? [], returned?.lines), lines)
    const { net, tax } = sumInvoicedAmounts(typed)
    const named = { invoiceNumber: invoiceNumber.trim(), invoiceCode: invoiceNumber.trim().length === 8 ? invoiceCode.trim() : '' }
    const facts = { ...named, invoicedOn, note, net, tax, total: parseAmountOrThrow(total), lines: typed }
    return returned ? correct.mutate({ id: returned.invoice.id, rowVersion, ...facts }) : create.mutate({ supplierId, ...facts })
  }
  return (
    <FormDrawer<Values>
      title={returned ? `更正采购发票 ${returned.invoice.invoiceNumber}` : '登记采购发票'}
      open={open}
      close={close}
      busy={create.isPending || correct.isPending}
      initial={toInitial(subject, today)}
      submit={submit}
      submitText={returned ? '保存并匹配' : '登记并匹配'}
      wide
    >
      <RowVersionFormItem error={correct.error} />
      <SupplierAndInvoiceFields subject={subject} />
    </FormDrawer>
  )
}

const readLines = (offered: readonly ProposedInvoiceLine[], values: Values['lines']): SupplierInvoiceLineInput[] =>
  offered.flatMap((line) => {
    const typed = toTypedInvoiceLine(line, values?.[line.key])
    return typed && typed !== 'out' ? [typed] : []
  })

function SupplierAndInvoiceFields({ subject }: { subject: InvoiceToType }) {
  const { returned, purchaseOrderId } = subject
  const chosen = Form.useWatch<string | undefined>('supplierId')
  const known =
    returned?.invoice ?? (subject.supplierId ? { supplierId: subject.supplierId, supplierName: subject.supplierName ?? '' } : undefined)
  const supplierId = known?.supplierId ?? chosen
  const asked = useQuery({ ...uninvoicedLinesQuery({ supplierId: supplierId ?? '', purchaseOrderId }), enabled: supplierId !== undefined })
  return (
    <>
      <SupplierField current={known} disabled={known !== undefined} focus={known === undefined} />
      {supplierId !== undefined && (
        <QueryContent from={asked} waiting={<SkeletonBars count={6} />}>
          {({ lines, toleranceBp }) => (
            <InvoiceHeadAndLineFields
              key={supplierId}
              proposed={proposeInvoiceLines(lines, returned?.lines)}
              toleranceBp={toleranceBp}
              focus={known !== undefined}
            />
          )}
        </QueryContent>
      )}
    </>
  )
}

/** What stands on the paper: its number, day and total, and its lines, which must come to the total. It watches no field itself. */
function InvoiceHeadAndLineFields({
  proposed,
  toleranceBp,
  focus,
}: {
  proposed: readonly ProposedInvoiceLine[]
  toleranceBp: number
  focus: boolean
}) {
  const today = toShanghaiDay(useNow())
  if (proposed.length === 0) return <EmptyState title="没有已入库、还没有开票的商品" next="货到入库后再登记它的发票" />
  return (
    <>
      <div className="field-pair">
        <Form.Item name="invoiceNumber" label="发票号码" required rules={[toFormRule(supplierInvoiceFields.invoiceNumber)]}>
          <Input
            className="num"
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            autoFocus={focus}
            placeholder="数电票 20 位，纸质 8 位"
          />
        </Form.Item>
        <DayField name="invoicedOn" label="开票日期" max={today} />
      </div>
      <InvoiceCodeField />
      <InvoiceTotalField proposed={proposed} />
      <InvoiceLinesField lines={proposed} toleranceBp={toleranceBp} />
      <Form.Item name="note" label="备注" rules={[toFormRule(supplierInvoiceFields.note)]}>
        <Input.TextArea rows={2} maxLength={100} />
      </Form.Item>
    </>
  )
}

/** Only an invoice on paper has a code; its number is short. */
function InvoiceCodeField() {
  const number = Form.useWatch<string | undefined>('invoiceNumber') ?? ''
  if (number.trim().length !== 8) return null
  return (
    <Form.Item
      name="invoiceCode"
      label="发票代码"
      required
      rules={[{ required: true, message: '纸质发票须填写发票代码' }, toFormRule(supplierInvoiceFields.invoiceCode)]}
    >
      <Input className="num" inputMode="numeric" autoComplete="off" maxLength={12} />
    </Form.Item>
  )
}

/** The total on the paper beside what the lines come to. */
function InvoiceTotalField({ proposed }: { proposed: readonly ProposedInvoiceLine[] }) {
  const lines = readLines(proposed, Form.useWatch<Values['lines']>('lines'))
  const sums = sumInvoicedAmounts(lines)
  const against = (text: string) => {
    if (lines.length === 0) return '请至少填写一行的数量'
    return parseAmount(text) === sums.total ? undefined : `各行合计 ${formatMoney(sums.total)}，与票面不符，请核对数量和单价`
  }
  return (
    <AmountField
      name="total"
      label="票面价税合计"
      rule={PositiveYuan}
      against={against}
      beside="lines"
      help={`各行合计：金额 ${formatMoney(sums.net)}，税额 ${formatMoney(sums.tax)}，价税合计 ${formatMoney(sums.total)}`}
    />
  )
}
