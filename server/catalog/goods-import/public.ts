/**
 * Owns the import and the export of goods as sheets: what a file says, what a trial says of it, and what was written of it.
 * Writes the tables `goods_import`, `goods_import_file` and `goods_import_row`.
 * Never writes goods itself: catalog/goods-editing does, with the checks of its editor.
 */

export { deleteOldGoodsImports } from './import-store.ts'
export { runGoodsImport } from './run-import.ts'
