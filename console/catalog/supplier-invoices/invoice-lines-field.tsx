import { Button, Form, type FormRule, Input, Select } from 'antd'
import { getParentOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { amountError, createAmountFormRule, createWholeNumberRule } from '#console/platform/components/forms/rule.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { formatTaxRate } from '#contract/catalog/goods/tax-rates.ts'
import { purchaseTaxRatesBp } from '#contract/catalog/purchase-orders/shapes.ts'
import type { SupplierInvoiceLineInput } from '#contract/catalog/supplier-invoices/shapes.ts'
import { QUANTITY_MAX } from '#contract/platform/core/fields.ts'
import { fen, formatMoney, formatYuan, PositiveYuan, YuanUpTo } from '#contract/platform/core/money.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { formatCount } from '#ui/format.ts'
import { type InvoiceLineValues, listTypedLineDifferences, type ProposedInvoiceLine, toTypedInvoiceLine } from './typed-invoice-view.ts'
import './supplier-invoices.css'

const rates = purchaseTaxRatesBp.map((rate) => ({ value: rate, label: formatTaxRate(rate) }))

const Amount = (props: { value?: string; onChange?: unknown; id?: string; placeholder?: string }) => (
  <Input prefix="¥" inputMode="decimal" autoComplete="off" className="amount-input" {...(props as object)} />
)

/** An untouched price is the proposed one. */
const priceRule: FormRule = {
  validator: async (_, value: unknown) => {
    const fault = typeof value === 'string' ? amountError(PositiveYuan, value) : undefined
    if (fault !== undefined) throw new Error(fault)
  },
}

interface Props {
  lines: readonly ProposedInvoiceLine[]
  toleranceBp: number
}

/** The lines of an invoice, each with what is proposed; a line without a quantity is not on it. */
export function InvoiceLinesField({ lines, toleranceBp }: Props) {
  const form = Form.useFormInstance()
  const leaveAllOut = () => {
    for (const { key } of lines) form.setFieldValue(['lines', key, 'quantity'], 0)
  }
  return (
    <div className="invoice-lines">
      {lines.length > 1 && (
        <p className="invoice-lines-head">
          <span>{formatCount(lines.length)} 行，数量为 0 的不在这张发票上</span>
          <Button size="small" onClick={leaveAllOut}>
            数量全部清零
          </Button>
        </p>
      )}
      {lines.map((line) => (
        <InvoiceLineFields key={line.key} line={line} toleranceBp={toleranceBp} />
      ))}
    </div>
  )
}

function InvoiceLineFields({ line, toleranceBp }: { line: ProposedInvoiceLine; toleranceBp: number }) {
  const values = Form.useWatch<InvoiceLineValues | undefined>(['lines', line.key])
  const typed = toTypedInvoiceLine(line, values)
  const { key, proposed, unit, received, invoiced } = line
  const place = (name: keyof InvoiceLineValues) => ['lines', key, name]
  return (
    <fieldset className={typed === 'out' ? 'invoice-line invoice-line-out' : 'invoice-line'} aria-label={line.skuCode}>
      <p className="invoice-line-goods">
        <span>{line.goodsName}</span> <span className="num">{line.skuCode}</span> {formatSkuProps(line.skuProps)}
        <small>
          <span className="num">{line.orderNo}</span> · 采购价 {formatMoney(line.orderedPrice)} · 已收未开{' '}
          {formatCount(Math.max(0, received - invoiced))} {unit}
        </small>
      </p>
      <Form.Item
        name={place('quantity')}
        label="数量"
        rules={[createWholeNumberRule(0, QUANTITY_MAX)]}
        getValueProps={(value) => ({ value: value === undefined ? proposed.quantity : value })}
      >
        <NumberInput className="num" />
      </Form.Item>
      <Form.Item
        name={place('price')}
        label="含税单价"
        getValueProps={(value) => ({ value: value === undefined ? formatYuan(proposed.price) : value })}
        rules={[priceRule]}
      >
        <Amount />
      </Form.Item>
      <Form.Item name={place('taxRate')} label="税率" getValueProps={(value) => ({ value: value ?? proposed.taxRate })}>
        <Select options={rates} getPopupContainer={getParentOverlayContainer} />
      </Form.Item>
      <Form.Item name={place('total')} label="价税合计" rules={[createAmountFormRule(PositiveYuan, { optional: true })]}>
        <Amount placeholder={toPlaceholder(typed, ({ net, tax }) => net + tax)} />
      </Form.Item>
      <Form.Item name={place('tax')} label="税额" rules={[createAmountFormRule(YuanUpTo(), { optional: true })]}>
        <Amount placeholder={toPlaceholder(typed, ({ tax }) => tax)} />
      </Form.Item>
      {typed && typed !== 'out' && <Differences line={line} typed={typed} toleranceBp={toleranceBp} />}
    </fieldset>
  )
}

const toPlaceholder = (typed: SupplierInvoiceLineInput | 'out' | undefined, amount: (line: SupplierInvoiceLineInput) => number): string =>
  typed === undefined || typed === 'out' ? '' : formatYuan(fen(amount(typed)))

function Differences({ line, typed, toleranceBp }: { line: ProposedInvoiceLine; typed: SupplierInvoiceLineInput; toleranceBp: number }) {
  const texts = listTypedLineDifferences(line, typed, toleranceBp)
  if (texts.length === 0) return null
  return (
    <p className="invoice-line-differences">
      {texts.map((text) => (
        <Tag key={text} tone="bad">
          {text}
        </Tag>
      ))}
    </p>
  )
}
