import type { TaxClass } from '#contract/catalog/goods/tax-class.ts'
import type { GoodsBulkEditResult } from '#contract/catalog/goods-bulk/shapes.ts'
import type { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import type { GoodsContentDifference } from '#contract/catalog/goods-editing/shapes.ts'
import type { PricesToConfirm } from '#contract/catalog/pricing/console-shapes.ts'
import type { GoodsWithContent } from '#server/catalog/goods-editing/public.ts'

/** What changes of the goods: content, state, or the tax class of their own. */
export type GoodsBulkEditPlannedWrite =
  | { kind: 'content'; content: GoodsContent }
  | { kind: 'shelf'; verb: 'takeOff' | 'relist' }
  | { kind: 'taxClass'; was: TaxClass | null; is: TaxClass | null }

/** The planned change of one product by a bulk edit. */
export interface GoodsBulkEditRowPlan {
  row: number
  goods: GoodsWithContent | undefined
  result: Exclude<GoodsBulkEditResult, 'kept'>
  /** Why the goods are not changed, one reason a line. */
  reason: string
  outcome: GoodsBulkEditPlannedWrite | undefined
  /** Old and new, for people. */
  differences: GoodsContentDifference[]
  questions: PricesToConfirm | null
  /** SHA-256 of the goods before and after the change. It differs as soon as either differs. */
  seen: Buffer
}
