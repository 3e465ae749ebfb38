import { Select, type SelectProps } from 'antd'
import type { ComponentRef, Ref } from 'react'
import { type BatchUnits, formatBatch } from '#contract/catalog/inventory/batches.ts'
import { formatCount } from '#ui/format.ts'

interface Props extends Pick<SelectProps, 'id' | 'className' | 'placeholder' | 'showSearch' | 'getPopupContainer' | 'onChange'> {
  line: { goodsName: string; skuCode: string; unit: string }
  /** The batches of its goods in the warehouse, in the order in which they leave. */
  batches: readonly BatchUnits[]
  /** The chosen one. It may not lie there any more, as after a change of warehouse: then nothing is chosen. */
  value?: string | undefined
  ref?: Ref<ComponentRef<typeof Select>>
}

/** The choice of a batch that a line takes instead of those that end first. */
export const BatchSelect = ({ line: { goodsName, skuCode, unit }, batches, value, ...field }: Props) => (
  <Select
    {...field}
    allowClear
    aria-label={`${goodsName} ${skuCode} 批次`}
    value={batches.some(({ batchId }) => batchId === value) ? value : undefined}
    options={batches.map((batch) => ({
      value: batch.batchId,
      label: `${formatBatch(batch)}，在仓 ${formatCount(batch.units)} ${unit}`,
    }))}
  />
)
