import { Form, Input, Select } from 'antd'
import { SkuCodeAndQuantityLinesField } from '#console/catalog/warehouse/typed-lines.tsx'
import { useWarehouseOptions } from '#console/catalog/warehouse/warehouse-field.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import {
  consoleStockTransferEndpoints,
  STOCK_TRANSFER_LINES_MAX,
  type StockTransfer,
  type StockTransferLine,
} from '#contract/catalog/stock-transfers/api.ts'
import { invalidatedByStockTransfer, stockTransferApi } from './stock-transfers-api.ts'

interface Values extends RowVersionFormValues {
  fromId?: string
  toId?: string
  note?: string
  lines: { skuCode?: string; quantity?: number }[]
}

interface Props {
  /** null: a new transfer. */
  known: { transfer: StockTransfer; lines: readonly StockTransferLine[] } | null
  open: boolean
  close: () => void
  /** Called after a new transfer was saved. */
  afterSuccess?: (id: string) => void
}

const nothing: Values = { lines: [{}], rowVersion: 0 }
const toValues = ({ transfer: { fromId, toId, note, rowVersion }, lines }: NonNullable<Props['known']>): Values => ({
  fromId,
  toId,
  note,
  rowVersion,
  lines: lines.map(({ skuCode, quantity }) => ({ skuCode, quantity })),
})

/** Creates a transfer or changes a draft. What was typed stays when the server refuses it. */
export function CreateOrEditStockTransferDrawer({ known, open, close, afterSuccess }: Props) {
  const save = useApiMutation(stockTransferApi.save, {
    invalidates: invalidatedByStockTransfer,
    successMessage: '已保存',
    close,
    afterSuccess: ({ id }) => afterSuccess?.(id),
  })
  const submit = ({ fromId = '', toId = '', note = '', lines, rowVersion }: Values) =>
    save.mutate({
      ...(known && { id: known.transfer.id }),
      fromId,
      toId,
      note,
      rowVersion,
      lines: lines.map(({ skuCode = '', quantity = 1 }) => ({ skuCode, quantity })),
    })
  return (
    <FormDrawer<Values>
      title={known ? '修改调拨单' : '新建调拨单'}
      open={open}
      close={close}
      busy={save.isPending}
      initial={known ? toValues(known) : nothing}
      submit={submit}
      submitText="保存草稿"
      wide
    >
      <RowVersionFormItem error={save.error} />
      <WarehouseItem name="fromId" label="发货仓" />
      <WarehouseItem name="toId" label="收货仓" />
      <SkuCodeAndQuantityLinesField max={STOCK_TRANSFER_LINES_MAX} />
      <Form.Item name="note" label="备注" rules={[toFormRule(consoleStockTransferEndpoints.save.input.shape.note)]}>
        <Input.TextArea rows={2} maxLength={100} />
      </Form.Item>
    </FormDrawer>
  )
}

function WarehouseItem({ name, label }: { name: 'fromId' | 'toId'; label: string }) {
  const { options, isPending } = useWarehouseOptions()
  return (
    <Form.Item name={name} label={label} required rules={[{ required: true, message: `请选择${label}` }]}>
      <Select options={options} loading={isPending} placeholder="选择仓库" />
    </Form.Item>
  )
}
