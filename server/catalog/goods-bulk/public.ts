/**
 * Owns the bulk edit of goods: the requested change of many goods, the trial result of each product, what was written, and the undo. Writes
 * the tables `goods_bulk` and `goods_bulk_row`. Never writes goods itself: catalog/goods-editing does, with the checks of its editor.
 */

export { deleteOldGoodsBulkEdits } from './bulk-store.ts'
export { runGoodsBulkEditForTimeSlice } from './run-bulk.ts'
