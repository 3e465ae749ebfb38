// Imports a sheet of goods receipts row by row, and records in the table `receipt_import` which files were imported.
import { normalisePartNumber } from '#contract/catalog/goods/normalise-part-number.ts'
import type { GoodsReceiptFileRowResult } from '#contract/catalog/inventory/api.ts'
import { parseOrderQuantity, parseQuickOrderTable, type QuickOrderRowInput } from '#contract/orders/quick-order/rows.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'
import { readUploadedTable } from '#server/adapters/spreadsheets/public.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import { findSkuIdsByCode, findSkuIdsOfOtherShops, findSkusById, refreshStockInSearch } from '#server/catalog/goods/public.ts'
import { adjustStocks, requireOpenWarehouse } from '#server/catalog/inventory/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** How many rows of a file are read: the data, and the headings and titles above it. */
const FILE_ROWS_MAX = 1_019

/** Parses a file with part numbers and quantities. Refuses RECEIPTS_UNREADABLE, RECEIPTS_TOO_LARGE. */
export async function parseGoodsReceiptsFile(bytes: Buffer): Promise<QuickOrderRowInput[]> {
  const refusals = { unreadable: 'RECEIPTS_UNREADABLE', tooLarge: 'RECEIPTS_TOO_LARGE' } as const
  const { rows, beyond } = parseQuickOrderTable(await readUploadedTable({ bytes, rowsMax: FILE_ROWS_MAX, ...refusals }))
  if (beyond > 0) refuse('RECEIPTS_TOO_LARGE')
  return rows.length === 0 ? refuse('RECEIPTS_UNREADABLE') : rows
}

interface Receipt {
  row: number
  skuId: string
  units: number
}

/** Converts each row of a person to a receipt, or to the reason why it is invalid. */
async function understand(
  tx: Tx,
  { rows, staffId }: { rows: readonly QuickOrderRowInput[]; staffId: string },
): Promise<{ receipts: Receipt[]; faults: GoodsReceiptFileRowResult[] }> {
  const found = await findSkuIdsByCode(
    tx,
    rows.map(({ code }) => code),
  )
  const ofOthers = await findSkuIdsOfOtherShops(tx, { skuIds: [...found.values()].flat(), staffId })
  const receipts: Receipt[] = []
  const faults: GoodsReceiptFileRowResult[] = []
  for (const { rowNo: row, code, quantity } of rows) {
    const [skuId, ...others] = found.get(normalisePartNumber(code)) ?? []
    const units = parseOrderQuantity(quantity)
    const fault =
      (code === '' ? '缺少商品编码' : undefined) ??
      (skuId === undefined ? `没有编码为 ${code} 的商品规格` : undefined) ??
      (others.length > 0 ? `${code} 对应多个规格，请写完整编码` : undefined) ??
      (ofOthers.has(skuId ?? '') ? `规格 ${code} 不在您负责的店铺` : undefined) ??
      (units === undefined ? `数量“${quantity}”应为 1 至 999999 的整数` : undefined)
    if (fault !== undefined || skuId === undefined || units === undefined) faults.push({ row, result: 'refused', text: fault ?? '' })
    else receipts.push({ row, skuId, units })
  }
  return { receipts, faults }
}

/** Records the hash of a file, so that it is imported only once. Refuses RECEIPTS_KNOWN with the day of the first import. */
async function recordFile(
  tx: Tx,
  moment: Moment,
  { fileHash, ...summary }: { fileHash: Buffer; fileName: string; added: number; refused: number; units: number; staffId: string },
): Promise<void> {
  const { fileName, added, refused, units, staffId } = summary
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('receipt_import')
    .values({ id: moment.newId(), file_hash: fileHash, file_name: fileName, added, refused, units, staff_id: staffId, at: moment.now })
    .onConflict((conflict) => conflict.column('file_hash').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 1n) return
  const before = tx.selectFrom('receipt_import').select(['file_name', 'at']).where('file_hash', '=', fileHash)
  const { file_name, at } = await before.executeTakeFirstOrThrow()
  refuse('RECEIPTS_KNOWN', { msg: `该文件已于 ${formatShanghaiTime(at).slice(0, 16)} 以“${file_name}”导入，不会重复入库` })
}

/** 导入入库单: imports every valid row and reports the reason for each invalid row. Several rows for one SKU are several receipts. */
export async function importGoodsReceipts(
  tx: Tx,
  moment: Moment,
  {
    file,
    fileName,
    rows,
    warehouseId,
    staffId,
  }: { file: Buffer; fileName: string; rows: readonly QuickOrderRowInput[]; warehouseId?: string | undefined; staffId: string },
) {
  await requireOpenWarehouse(tx, warehouseId)
  const { receipts, faults } = await understand(tx, { rows, staffId })
  const units = receipts.reduce((sum, one) => sum + one.units, 0)
  const summary = { fileName, added: receipts.length, refused: faults.length, units }
  // A file without a valid row is not recorded, so it can be corrected or imported again.
  if (receipts.length > 0) await recordFile(tx, moment, { fileHash: sha256(file), staffId, ...summary })
  const skus = await findSkusById(tx, [...new Set(receipts.map(({ skuId }) => skuId))])
  const minimums = new Map(skus.map(({ id, minimum }) => [id, minimum]))
  const movesOf = ({ row, skuId, units: change }: (typeof receipts)[number]) =>
    ({
      skuId,
      warehouseId,
      minimum: minimums.get(skuId) ?? 1,
      change,
      kind: 'receipt',
      reason: `入库单 ${fileName} 第 ${row} 行`,
      staffId,
    }) as const
  await adjustStocks(tx, moment, receipts.map(movesOf))
  await refreshStockInSearch(tx, [...new Set(skus.map(({ goodsId }) => goodsId))])
  await incrementCatalogVersion(tx)
  const names = new Map(skus.map(({ id, code }) => [id, code]))
  const added = receipts.map(
    ({ row, skuId, units: change }): GoodsReceiptFileRowResult => ({
      row,
      result: 'added',
      text: `${names.get(skuId) ?? ''} 入库 ${change}`,
    }),
  )
  return { ...summary, rows: [...added, ...faults].sort((a, b) => a.row - b.row) }
}
