// What a line of a receipt says of its batch.
import { Form, Input } from 'antd'
import { DayField } from '#console/platform/components/forms/fields.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { BATCH_NO_MAX, BatchNoField } from '#contract/catalog/inventory/batches.ts'

/** The form values of the fields; empty for goods without batches. */
export interface ReceivedBatchFormValues {
  batchNo?: string | undefined
  bestBefore?: string | undefined
  madeOn?: string | undefined
}

/** Returns the part of a line of the call: only what was typed. */
export const toReceivedBatch = ({ batchNo, bestBefore, madeOn }: ReceivedBatchFormValues) => ({
  ...(batchNo && { batchNo }),
  ...(bestBefore && { bestBefore }),
  ...(madeOn && { madeOn }),
})

/** The three fields, at a place in the form. `required`: the goods have batches for certain; else the server decides. */
export const ReceivedBatchFields = ({ path, required = false }: { path: readonly (string | number)[]; required?: boolean }) => (
  <div className="received-batch">
    <Form.Item
      name={[...path, 'batchNo']}
      label="批号"
      required={required}
      rules={[toFormRule(BatchNoField), ...(required ? [{ required, message: '请填写批号' }] : [])]}
    >
      <Input className="num" autoComplete="off" maxLength={BATCH_NO_MAX} placeholder={required ? '' : '批次商品必填'} />
    </Form.Item>
    <DayField name={[...path, 'bestBefore']} label="保质期至" optional={!required} />
    <DayField name={[...path, 'madeOn']} label="生产日期" optional />
  </div>
)
