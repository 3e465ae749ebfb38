/**
 * Owns the bulk edit of goods: what a person wants changed of many goods, what a trial says of each, what was written, and how it is undone.
 * Writes the tables `goods_bulk` and `goods_bulk_row`.
 * Never writes goods itself: catalog/goods-editing does, with the checks of its editor.
 */

export { deleteOldGoodsBulks } from './bulk-store.ts'
export { runGoodsBulk } from './run-bulk.ts'
