// Batches of goods with a best-before day: the fields that a receipt says of them, and which of them leave first.
import * as z from 'zod/mini'
import { Day, Id, Text } from '#contract/platform/core/fields.ts'

export const BATCH_NO_MAX = 30

const TOO_LONG = `批号最多 ${BATCH_NO_MAX} 个字符`

/** 批号, as it is printed on the goods, in capitals and without spaces. One character can become several, so the length is that of what is kept. */
export const BatchNoField = Text(BATCH_NO_MAX, TOO_LONG).check(
  z.overwrite((text) => text.normalize('NFKC').replace(/\s+/g, '').toUpperCase()),
  z.maxLength(BATCH_NO_MAX, TOO_LONG),
  z.regex(/^[\p{L}\p{N}./_#+-]*$/u, '批号只能用字母、数字、汉字和 . / _ # + -'),
)

/** What a receipt says of the batch of its units; nothing for goods without batches. */
export const receivedBatchFields = {
  batchNo: z.optional(BatchNoField),
  /** 保质期至: the last day on which they may be used. */
  bestBefore: z.optional(Day),
  /** 生产日期; nothing: nobody has said it. */
  madeOn: z.optional(Day),
}

/** A batch as receipts, parcels and printouts name it; '' and null for the batch without a name. */
export const BatchName = z.object({ batchNo: z.string(), bestBefore: z.nullable(z.string()) })
export type BatchName = z.output<typeof BatchName>

/** Units of a batch: that lie in a warehouse and can be shipped, are to be picked, or have left. */
export const BatchUnits = z.object({ ...BatchName.shape, batchId: Id, units: z.int() })
export type BatchUnits = z.output<typeof BatchUnits>

export const BatchUnitsOfSku = z.object({ ...BatchUnits.shape, skuId: Id })
export type BatchUnitsOfSku = z.output<typeof BatchUnitsOfSku>

/** Formats a batch as people read it: its number and the day. */
export const formatBatch = ({ batchNo, bestBefore }: BatchName): string =>
  bestBefore === null ? '无批号' : `${batchNo}（${bestBefore} 到期）`

/**
 * Shares batches over lines in their sequence: what one line takes, the next finds no more. `batches` are in the order in which they leave; a line
 * takes its chosen one before them, as far as it goes. Returns the batches of each line, which are fewer units if fewer lie there.
 */
export function shareBatchesOverLines(
  lines: readonly { skuId: string; quantity: number; chosen?: string | undefined }[],
  batches: readonly BatchUnitsOfSku[],
): BatchUnits[][] {
  const left = batches.map((batch) => Object.assign({}, batch))
  return lines.map(({ skuId, quantity, chosen }) => {
    let rest = quantity
    const own = left.filter((batch) => batch.skuId === skuId)
    return own
      .toSorted((a, b) => Number(b.batchId === chosen) - Number(a.batchId === chosen))
      .flatMap((batch) => {
        const units = Math.min(rest, batch.units)
        rest -= units
        batch.units -= units
        return units > 0 ? [{ batchId: batch.batchId, batchNo: batch.batchNo, bestBefore: batch.bestBefore, units }] : []
      })
  })
}
