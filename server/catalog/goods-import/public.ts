/**
 * Owns the import and the export of goods as sheets: the uploaded rows, the trial result of each row, and what was written. Writes the
 * tables `goods_import`, `goods_import_file` and `goods_import_row`. Never writes goods itself: catalog/goods-editing does, with the checks
 * of its editor.
 */

export { formatCrossReferencesCell } from './columns/cross-reference-cells.ts'
export { getFieldColumnTitle } from './columns/field-columns.ts'
export { GOODS_CODE_COLUMN_TITLE, SKU_CODE_COLUMN_TITLE, toSheetColumns } from './columns/titles.ts'
export { deleteOldGoodsImports } from './import-store.ts'
export type { GoodsImportPlan } from './plan/goods-plan.ts'
export { type ImportPlanOptions, planGoodsImportBatch } from './plan/plan-batch.ts'
export type { GoodsSheetRow } from './plan/read-cells.ts'
export { readGoodsImportSharedData } from './plan/shared-facts.ts'
export { runGoodsImportForTimeSlice } from './run-import.ts'
