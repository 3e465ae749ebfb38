import { Form, Input } from 'antd'
import { ReceivedBatchFields, toReceivedBatch } from '#console/catalog/warehouse/received-batch-fields.tsx'
import { SkuCodeAndQuantityLinesField } from '#console/catalog/warehouse/typed-lines.tsx'
import { WarehouseField } from '#console/catalog/warehouse/warehouse-field.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { createAmountFormRule, parseAmountOrThrow, toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { BinField } from '#contract/catalog/inventory/api.ts'
import { stockReceiptFields } from '#contract/catalog/stock-receipts/api.ts'
import { STOCK_RECEIPT_TYPED_LINES_MAX } from '#contract/catalog/stock-receipts/shapes.ts'
import { PositiveYuan } from '#contract/platform/core/money.ts'
import { invalidatedByStockReceipt, stockReceiptApi } from './stock-receipts-api.ts'

interface Values {
  warehouseId?: string
  note?: string
  lines: { skuCode?: string; quantity?: number; unitCost?: string; bin?: string; batchNo?: string; bestBefore?: string; madeOn?: string }[]
}

interface Props {
  open: boolean
  close: () => void
  /** Called with the new receipt. */
  afterSuccess: (id: string) => void
}

const nothing: Values = { lines: [{}] }

/** Receives goods that are typed line by line. What was typed stays when the server refuses it. */
export function CreateStockReceiptDrawer({ open, close, afterSuccess }: Props) {
  const create = useApiMutation(stockReceiptApi.create, {
    invalidates: invalidatedByStockReceipt,
    successMessage: ({ receiptNo }) => `已入库 ${receiptNo}`,
    close,
    afterSuccess: ({ id }) => afterSuccess(id),
  })
  const submit = ({ warehouseId, note = '', lines }: Values) =>
    create.mutate({
      ...(warehouseId && { warehouseId }),
      note,
      lines: lines.map(({ skuCode = '', quantity = 1, unitCost = '', bin = '', batchNo, bestBefore, madeOn }) => ({
        skuCode,
        quantity,
        unitCost: unitCost.trim() === '' ? null : parseAmountOrThrow(unitCost),
        bin,
        ...toReceivedBatch({ batchNo, bestBefore, madeOn }),
      })),
    })
  return (
    <FormDrawer<Values>
      title="手工入库"
      open={open}
      close={close}
      busy={create.isPending}
      initial={nothing}
      submit={submit}
      submitText="确认入库"
      wide
    >
      <WarehouseField label="入库仓库" />
      <SkuCodeAndQuantityLinesField max={STOCK_RECEIPT_TYPED_LINES_MAX} more={renderCostBinAndBatch} />
      <Form.Item name="note" label="说明" rules={[toFormRule(stockReceiptFields.note)]}>
        <Input.TextArea rows={2} maxLength={100} />
      </Form.Item>
    </FormDrawer>
  )
}

const renderCostBinAndBatch = (line: number) => (
  <>
    <Form.Item name={[line, 'unitCost']} label="不含税单价" rules={[createAmountFormRule(PositiveYuan, { optional: true })]}>
      <Input prefix="¥" inputMode="decimal" autoComplete="off" className="amount-input" placeholder="按现有成本" />
    </Form.Item>
    <Form.Item name={[line, 'bin']} label="货位" rules={[toFormRule(BinField)]}>
      <Input className="num" autoComplete="off" maxLength={20} placeholder="不变" />
    </Form.Item>
    <ReceivedBatchFields path={[line]} />
  </>
)
