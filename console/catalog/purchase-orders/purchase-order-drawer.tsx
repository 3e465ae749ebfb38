import { Form, Input, Select } from 'antd'
import { SupplierField } from '#console/catalog/suppliers/supplier-field.tsx'
import { SkuCodeAndQuantityLinesField } from '#console/catalog/warehouse/typed-lines.tsx'
import { DayField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { getParentOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { createAmountFormRule, parseAmountOrThrow, toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { formatTaxRate } from '#contract/catalog/goods/tax-rates.ts'
import { purchaseOrderFields } from '#contract/catalog/purchase-orders/api.ts'
import {
  PURCHASE_ORDER_LINES_MAX,
  type PurchaseOrder,
  type PurchaseOrderLine,
  purchaseTaxRatesBp,
} from '#contract/catalog/purchase-orders/shapes.ts'
import { formatYuan, PositiveYuan } from '#contract/platform/core/money.ts'
import { invalidatedByPurchaseOrder, purchaseOrderApi } from './purchase-orders-api.ts'

interface LineValues {
  skuCode?: string
  quantity?: number
  price?: string
}

interface Values extends RowVersionFormValues {
  supplierId?: string
  taxRate: number
  expectedDay?: string
  note?: string
  lines: LineValues[]
}

interface Props {
  /** null: a new order. */
  known: { order: PurchaseOrder; lines: readonly PurchaseOrderLine[] } | null
  open: boolean
  close: () => void
  /** Called after a new order was saved. */
  afterSuccess?: (id: string) => void
}

const rates = purchaseTaxRatesBp.map((rate) => ({
  value: rate,
  label: rate === 0 ? '0%（普通发票，不抵扣）' : formatTaxRate(rate),
}))

const nothing: Values = { taxRate: 1_300, lines: [{}], rowVersion: 0 }

const toValues = ({ order, lines }: NonNullable<Props['known']>): Values => ({
  supplierId: order.supplierId,
  taxRate: order.taxRate,
  ...(order.expectedDay && { expectedDay: order.expectedDay }),
  note: order.note,
  lines: lines.map(({ skuCode, quantity, price }) => ({ skuCode, quantity, price: formatYuan(price) })),
  rowVersion: order.rowVersion,
})

/** Creates a purchase order or changes a draft. What was typed stays when the server refuses it. */
export function CreateOrEditPurchaseOrderDrawer({ known, open, close, afterSuccess }: Props) {
  const save = useApiMutation(purchaseOrderApi.save, {
    invalidates: invalidatedByPurchaseOrder,
    successMessage: '已保存',
    close,
    afterSuccess: ({ id }) => afterSuccess?.(id),
  })
  const submit = ({ supplierId = '', taxRate, expectedDay, note = '', lines, rowVersion }: Values) =>
    save.mutate({
      ...(known && { id: known.order.id }),
      supplierId,
      taxRate,
      expectedDay: expectedDay || null,
      note,
      rowVersion,
      lines: lines.map(({ skuCode = '', quantity = 1, price = '' }) => ({
        skuCode,
        quantity,
        price: price.trim() === '' ? null : parseAmountOrThrow(price),
      })),
    })
  return (
    <FormDrawer<Values>
      title={known ? '修改采购单' : '新建采购单'}
      open={open}
      close={close}
      busy={save.isPending}
      initial={known ? toValues(known) : nothing}
      submit={submit}
      submitText="保存草稿"
      wide
    >
      <RowVersionFormItem error={save.error} />
      <SupplierField current={known?.order} />
      <Form.Item name="taxRate" label="进项税率" extra="成本按扣除可抵扣进项税后的价格计算">
        <Select options={rates} getPopupContainer={getParentOverlayContainer} />
      </Form.Item>
      <DayField name="expectedDay" label="供应商承诺到货日" optional />
      <SkuCodeAndQuantityLinesField max={PURCHASE_ORDER_LINES_MAX} more={renderPriceField} />
      <Form.Item name="note" label="备注" rules={[toFormRule(purchaseOrderFields.note)]}>
        <Input.TextArea rows={2} maxLength={200} />
      </Form.Item>
    </FormDrawer>
  )
}

const renderPriceField = (line: number) => (
  <Form.Item name={[line, 'price']} label="含税单价" rules={[createAmountFormRule(PositiveYuan, { optional: true })]}>
    <Input prefix="¥" inputMode="decimal" autoComplete="off" className="amount-input" placeholder="取供应商报价" />
  </Form.Item>
)
