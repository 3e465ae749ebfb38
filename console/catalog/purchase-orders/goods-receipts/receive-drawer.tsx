import { Form, Input } from 'antd'
import type { KeyboardEvent } from 'react'
import { toReceivedBatch } from '#console/catalog/warehouse/received-batch-fields.tsx'
import { WarehouseField } from '#console/catalog/warehouse/warehouse-field.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { PurchaseOrder, PurchaseOrderLine } from '#contract/catalog/purchase-orders/shapes.ts'
import '#console/catalog/warehouse/typed-lines.css'
import { invalidatedByPurchaseOrder, purchaseOrderApi } from '#console/catalog/purchase-orders/purchase-orders-api.ts'
import { type ReceiveFormValues, ReceiveLines } from './receive-lines.tsx'
import { countOpenUnits } from './receive-scan.ts'

interface Props {
  order: PurchaseOrder
  lines: readonly PurchaseOrderLine[]
  /** Called after it, to go on to the next order of the queue. */
  decided: () => unknown
  open: boolean
  close: () => void
}

/**
 * Enter in a field leads to the next one, as Tab does, and sends nothing: a scanner types it after a barcode, into whatever has the cursor.
 * A choice has a use for its Enter, and so has a field that prevents what it does.
 */
function moveOnByEnter(event: KeyboardEvent): void {
  const { target, key, shiftKey, nativeEvent } = event
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  if (key !== 'Enter' || shiftKey || nativeEvent.isComposing || event.isDefaultPrevented() || !isField || target.role === 'combobox') return
  event.preventDefault()
  const controls = Array.from(target.form?.elements ?? []).filter((one) => one instanceof HTMLElement)
  const after = controls.slice(controls.indexOf(target) + 1)
  after.find((one) => one.matches('input, textarea, button[type="submit"]'))?.focus()
}

/** Records what came of an order. Everything that is open is proposed; more than that needs a reason. */
export function ReceivePurchaseOrderDrawer({ order: { id, orderNo }, lines, decided, open, close }: Props) {
  const receive = useApiMutation(purchaseOrderApi.receive, {
    invalidates: invalidatedByPurchaseOrder,
    successMessage: ({ receiptNo }) => `第 ${receiptNo} 次入库已登记`,
    close,
    afterSuccess: decided,
  })
  const submit = ({ quantities, batches = [], note = '', warehouseId }: ReceiveFormValues) =>
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
    <FormDrawer<ReceiveFormValues>
      title={`入库 ${orderNo}`}
      open={open}
      close={close}
      busy={receive.isPending}
      initial={{ quantities: lines.map(countOpenUnits) }}
      submit={submit}
      submitText="确认入库"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the key is that of the fields in it */}
      <div onKeyDown={moveOnByEnter}>
        <ReceiveLines lines={lines} />
        <WarehouseField label="入库仓库" />
        <Form.Item name="note" label="说明" extra="多到时必须写明原因">
          <Input.TextArea rows={2} maxLength={100} />
        </Form.Item>
      </div>
    </FormDrawer>
  )
}
