import type { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import type { GoodsImportRowResult } from '#contract/catalog/goods-import/shapes.ts'
import type { PricesToConfirm } from '#contract/catalog/pricing/console-shapes.ts'
import type { GoodsWithContent } from '#server/catalog/goods-editing/public.ts'
import type { ImportRowFault } from './read-cells.ts'

export interface PlannedImportRow {
  skuCode: string
  row: number
  result: GoodsImportRowResult
  faults: ImportRowFault[]
  questions: PricesToConfirm | null
}

/** The planned change of one product by its rows. */
export interface GoodsImportPlan {
  goodsNo: number
  goods: GoodsWithContent | undefined
  content: GoodsContent
  /** There is something to write. */
  due: boolean
  /** SHA-256 of the goods before and after the change. It differs as soon as somebody changes either. */
  seen: Buffer
  rows: PlannedImportRow[]
}
