/**
 * Owns the import and the export of goods as sheets: what a file says, what a trial says of it, and what was written of it.
 * Writes the tables `goods_import`, `goods_import_file` and `goods_import_row`.
 * Never writes goods itself: catalog/goods-editing does, with the checks of its editor.
 */

export { getColumnTitle } from './columns/field-columns.ts'
export { GOODS_CODE_COLUMN_TITLE, resolveTitles, SKU_CODE_COLUMN_TITLE } from './columns/titles.ts'
export { deleteOldGoodsImports } from './import-store.ts'
export type { GoodsPlan } from './plan/goods-plan.ts'
export { type PlanOptions, planGoodsImportBatch } from './plan/plan-batch.ts'
export type { ImportRow } from './plan/read-cells.ts'
export { readSharedFacts } from './plan/shared-facts.ts'
export { runGoodsImport } from './run-import.ts'
