import * as z from 'zod/mini'
import { GoodsContentDifference } from '#contract/catalog/goods-editing/shapes.ts'
import { PricesToConfirm } from '#contract/catalog/pricing/console-shapes.ts'
import { Id, Instant } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { goodsBulkEditLifecycle } from './bulk-lifecycle.ts'
import { GoodsBulkEditChange } from './change.ts'

/** The largest number of goods that are changed at once. */
export const GOODS_BULK_EDIT_GOODS_MAX = 5_000

/** The results of goods. `kept`: they were changed, and somebody has changed them since, so they are not restored. */
export const goodsBulkEditResults = {
  changed: { label: '修改' },
  same: { label: '不变' },
  refused: { label: '不能修改' },
  kept: { label: '未撤销' },
} as const
export type GoodsBulkEditResult = keyof typeof goodsBulkEditResults
export const GoodsBulkEditResultSchema = z.enum(keysOf(goodsBulkEditResults), '请选择结果')

export const GoodsBulkEditRow = z.object({
  row: z.int(),
  goodsId: Id,
  code: z.string(),
  name: z.string(),
  /** null: not tried yet. */
  result: z.nullable(GoodsBulkEditResultSchema),
  applied: z.boolean(),
  undone: z.boolean(),
  /** Old and new, for people. */
  differences: z.array(GoodsContentDifference),
  /** Why the goods are not changed, or not restored, one reason a line; empty: they are. */
  reason: z.string(),
  questions: z.nullable(PricesToConfirm),
})
export type GoodsBulkEditRow = z.output<typeof GoodsBulkEditRow>

export const GoodsBulkEditCounts = z.object({
  changed: z.int(),
  same: z.int(),
  refused: z.int(),
  kept: z.int(),
  /** Goods that were written. */
  applied: z.int(),
  /** Goods that were restored. */
  undone: z.int(),
  /** Goods with large price changes or with prices below the cost. */
  questions: z.int(),
})
export type GoodsBulkEditCounts = z.output<typeof GoodsBulkEditCounts>

export const GoodsBulkEdit = z.object({
  id: Id,
  change: GoodsBulkEditChange,
  state: z.enum(keysOf(goodsBulkEditLifecycle.states)),
  goodsCount: z.int(),
  /** How many goods the current step has processed. */
  doneCount: z.int(),
  counts: GoodsBulkEditCounts,
  /** A code that identifies exactly the tried change; null: the trial is not complete. */
  seen: z.nullable(z.string()),
  by: z.string(),
  createdAt: Instant,
  /** Until when it can be undone; null: there is nothing to undo. */
  undoUntil: z.nullable(Instant),
})
export type GoodsBulkEdit = z.output<typeof GoodsBulkEdit>
