import { Form, Input, InputNumber } from 'antd'
import { ReceivedBatchFields, type ReceivedBatchFormValues, toReceivedBatch } from '#console/catalog/warehouse/received-batch-fields.tsx'
import { WarehouseField } from '#console/catalog/warehouse/warehouse-field.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { PurchaseOrder, PurchaseOrderLine } from '#contract/catalog/purchase-orders/shapes.ts'
import { QUANTITY_MAX } from '#contract/platform/core/fields.ts'
import { formatCount } from '#ui/format.ts'
import '#console/catalog/warehouse/typed-lines.css'
import { invalidatedByPurchaseOrder, purchaseOrderApi } from './purchase-orders-api.ts'

interface Values {
  /** By place in the lines. */
  quantities: (number | null)[]
  batches?: (ReceivedBatchFormValues | undefined)[]
  note?: string
  warehouseId?: string
}

interface Props {
  order: PurchaseOrder
  lines: readonly PurchaseOrderLine[]
  /** Called after it, to go on to the next order of the queue. */
  decided: () => unknown
  open: boolean
  close: () => void
}

/** Records what came of an order. Everything that is open is proposed; more than that needs a reason. */
export function ReceivePurchaseOrderDrawer({ order: { id, orderNo }, lines, decided, open, close }: Props) {
  const receive = useApiMutation(purchaseOrderApi.receive, {
    invalidates: invalidatedByPurchaseOrder,
    successMessage: ({ receiptNo }) => `第 ${receiptNo} 次入库已登记`,
    close,
    afterSuccess: decided,
  })
  const submit = ({ quantities, batches = [], note = '', warehouseId }: Values) =>
    receive.mutate({
      id,
      note,
      ...(warehouseId && { warehouseId }),
      lines: lines.flatMap(({ lineNo }, at) => {
        const quantity = quantities[at] ?? 0
        return quantity > 0 ? [Object.assign({ lineNo, quantity }, toReceivedBatch(batches[at] ?? {}))] : []
      }),
    })
  return (
    <FormDrawer<Values>
      title={`入库 ${orderNo}`}
      open={open}
      close={close}
      busy={receive.isPending}
      initial={{ quantities: lines.map(({ quantity, received }) => Math.max(0, quantity - received)) }}
      submit={submit}
      submitText="确认入库"
    >
      {lines.map(({ lineNo, goodsName, skuCode, quantity, received, unit, batched }, at) => (
        <div key={lineNo}>
          <Form.Item
            name={['quantities', at]}
            label={
              <span>
                {goodsName} <span className="num">{skuCode}</span>
              </span>
            }
            extra={`未到 ${formatCount(Math.max(0, quantity - received))} ${unit}`}
          >
            <InputNumber className="num" min={0} max={QUANTITY_MAX} precision={0} suffix={unit} />
          </Form.Item>
          {batched && <LineBatch at={at} />}
        </div>
      ))}
      <WarehouseField label="入库仓库" />
      <Form.Item name="note" label="说明" extra="多到时必须写明原因">
        <Input.TextArea rows={2} maxLength={100} />
      </Form.Item>
    </FormDrawer>
  )
}

/** The batch of a line, which is asked for as long as something of it came. */
function LineBatch({ at }: { at: number }) {
  const quantity: number | null | undefined = Form.useWatch(['quantities', at])
  return quantity ? <ReceivedBatchFields path={['batches', at]} required /> : null
}
