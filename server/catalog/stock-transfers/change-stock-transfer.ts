// Writes the tables `stock_transfer` and `stock_transfer_line`, and moves the goods.
import { sql } from 'kysely'
import { TRANSIT_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import type { consoleStockTransferEndpoints } from '#contract/catalog/stock-transfers/api.ts'
import { missingTransferUnitOutcomes } from '#contract/catalog/stock-transfers/api.ts'
import { type StockTransferVerb, stockTransferLifecycle } from '#contract/catalog/stock-transfers/stock-transfer-lifecycle.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import { describeSkusById, readSkuLookupByStaffTypedCode, refreshStockInSearch } from '#server/catalog/goods/public.ts'
import { adjustStocks, requireOpenWarehouse, type StockAdjustmentInput } from '#server/catalog/inventory/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { computeNextNumberOfDay } from '#server/platform/core/numbering.ts'
import { lockOutEditorsAndRequireRowVersion, recordRowEdit } from '#server/platform/core/row-edits.ts'
import {
  type LockedStockTransfer,
  lockStockTransferAllowingVerb,
  readStockTransferLines,
  type StockTransferRef,
} from './stock-transfer-store.ts'

type TypedStockTransfer = Omit<InputOf<typeof consoleStockTransferEndpoints.save>, 'id' | 'rowVersion'>

/** Finds the SKUs of typed lines. Refuses STOCK_TRANSFER_LINES with every wrong row. */
async function understand(tx: Tx, lines: TypedStockTransfer['lines'], staffId: string) {
  const named = await readSkuLookupByStaffTypedCode(
    tx,
    lines.map(({ skuCode }) => skuCode),
    staffId,
  )
  const seen = new Set<string>()
  const faults: { row: number; text: string }[] = []
  const understood = lines.flatMap(({ skuCode, quantity }, at) => {
    const sku = named(skuCode)
    const text =
      (!sku || sku.ofOthers ? `没有编码为 ${skuCode} 的商品规格` : undefined) ?? (seen.has(sku?.id ?? '') ? `${skuCode} 重复` : undefined)
    if (text !== undefined || !sku) {
      faults.push({ row: at + 1, text: text ?? '' })
      return []
    }
    seen.add(sku.id)
    return [{ skuId: sku.id, quantity }]
  })
  if (faults.length > 0)
    refuse('STOCK_TRANSFER_LINES', { msg: faults.map(({ row, text }) => `第 ${row} 行：${text}`).join('；'), rows: faults, field: 'lines' })
  return understood
}

/** DB, the day and the number on it. The lock makes two people wait for each other. */
async function nextTransferNo(tx: Tx, moment: Moment): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended('stock transfers', 0))`.execute(tx)
  return computeNextNumberOfDay(moment, 'DB', async (first, last) => {
    const numbers = tx.selectFrom('stock_transfer').where('transfer_no', '>=', first).where('transfer_no', '<=', last)
    return (await numbers.select((eb) => eb.fn.max('transfer_no').as('last')).executeTakeFirstOrThrow()).last
  })
}

/**
 * Creates a draft, or replaces one with its lines. Refuses STOCK_TRANSFER_NOT_FOUND, STOCK_TRANSFER_STATE, STOCK_TRANSFER_LINES,
 * STOCK_TRANSFER_SAME, WAREHOUSE_NOT_FOUND, WAREHOUSE_CLOSED, ROW_CHANGED.
 */
export async function saveStockTransferDraft(
  tx: Tx,
  moment: Moment,
  { id: known, rowVersion, staffId, ...typed }: TypedStockTransfer & { id?: string | undefined; rowVersion: number; staffId: string },
): Promise<string> {
  if (known !== undefined) {
    await lockOutEditorsAndRequireRowVersion(tx, { kind: 'stockTransfer', key: known, seen: rowVersion })
    await lockStockTransferAllowingVerb(tx, moment, { id: known, staffId }, 'send')
  }
  const { fromId, toId, note } = typed
  if (fromId === toId) refuse('STOCK_TRANSFER_SAME', { field: 'toId' })
  for (const warehouse of [fromId, toId]) await requireOpenWarehouse(tx, warehouse)
  const lines = await understand(tx, typed.lines, staffId)
  const skus = await describeSkusById(
    tx,
    lines.map(({ skuId }) => skuId),
  )
  const facts = { from_id: fromId, to_id: toId, note, shop_ids: [...new Set([...skus.values()].map(({ shopId }) => shopId))] }
  const id = known ?? moment.newId()
  if (known === undefined) {
    const made = { id, transfer_no: await nextTransferNo(tx, moment), state: 'DRAFT' as const, closed_reason: null, sent_at: null }
    await tx
      .insertInto('stock_transfer')
      .values(Object.assign(made, { made_by: staffId, made_at: moment.now, state_at: moment.now }, facts))
      .execute()
  } else {
    await tx.updateTable('stock_transfer').set(facts).where('id', '=', known).execute()
    await tx.deleteFrom('stock_transfer_line').where('stock_transfer_id', '=', known).execute()
    await recordRowEdit(tx, moment, { kind: 'stockTransfer', key: known, staffId, what: '' })
  }
  const rows = lines.map(({ skuId, quantity }, at) => ({ stock_transfer_id: id, line_no: at + 1, sku_id: skuId, quantity }))
  await tx.insertInto('stock_transfer_line').values(rows).execute()
  return id
}

async function moveTransfer(
  tx: Tx,
  moment: Moment,
  { id, verb, ...also }: { id: string; verb: StockTransferVerb; closed_reason?: string; sent_at?: Date },
): Promise<void> {
  const { to } = stockTransferLifecycle.verbs[verb]
  await tx
    .updateTable('stock_transfer')
    .set(Object.assign({ state: to, state_at: moment.now }, also))
    .where('id', '=', id)
    .execute()
}

interface Leg {
  from: string
  to: string
  lines: readonly { skuId: string; units: number }[]
  reason: string
  staffId: string
}

/** Moves goods from one warehouse to another: the SKU has as many as before. */
const moveGoods = (tx: Tx, moment: Moment, { from, to, lines, reason, staffId }: Leg): Promise<void> =>
  adjustStocks(
    tx,
    moment,
    lines.flatMap(({ skuId, units }): StockAdjustmentInput[] => {
      const moved = { skuId, minimum: 1, kind: 'transfer' as const, reason, staffId }
      return [Object.assign({ warehouseId: from, change: -units }, moved), Object.assign({ warehouseId: to, change: units }, moved)]
    }),
  )

/** Sends a draft: its goods leave the warehouse. Refuses WAREHOUSE_TOO_FEW, WAREHOUSE_CLOSED, and as `lockStockTransferAllowingVerb` does. */
export async function sendStockTransfer(
  tx: Tx,
  moment: Moment,
  { rowVersion, ...ref }: StockTransferRef & { rowVersion: number },
): Promise<void> {
  await lockOutEditorsAndRequireRowVersion(tx, { kind: 'stockTransfer', key: ref.id, seen: rowVersion })
  const { id, transferNo, fromId, toId } = await lockStockTransferAllowingVerb(tx, moment, ref, 'send')
  for (const warehouse of [fromId, toId]) await requireOpenWarehouse(tx, warehouse)
  const lines = (await readStockTransferLines(tx, id)).map(({ skuId, quantity }) => ({ skuId, units: quantity }))
  const leg = { from: fromId, to: TRANSIT_WAREHOUSE_ID, lines, staffId: ref.staffId }
  await moveGoods(tx, moment, Object.assign({ reason: `调拨单 ${transferNo} 发出` }, leg))
  await moveTransfer(tx, moment, { id, verb: 'send', sent_at: moment.now })
}

/** Adds units to what was received of lines, or does not come any more, with one statement. */
async function addToLines(
  tx: Tx,
  { id }: LockedStockTransfer,
  column: 'received' | 'missing',
  lines: readonly { lineNo: number; units: number }[],
) {
  await sql`
    update stock_transfer_line as line set ${sql.ref(column)} = ${sql.ref(`line.${column}`)} + given.units
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as given("lineNo" int, units int)
    where line.stock_transfer_id = ${id} and line.line_no = given."lineNo"`.execute(tx)
}

/** The units of lines that are still on their way. */
const listOnTheWay = async (tx: Tx, id: string) =>
  (await readStockTransferLines(tx, id)).map(({ lineNo, skuId, quantity, received, missing }) => ({
    lineNo,
    skuId,
    units: quantity - received - missing,
  }))

/** Records what came; the last unit ends the transfer. Refuses STOCK_TRANSFER_TOO_MANY, and as `lockStockTransferAllowingVerb` does. */
export async function receiveStockTransfer(
  tx: Tx,
  moment: Moment,
  { lines: came, ...ref }: StockTransferRef & { lines: readonly { lineNo: number; quantity: number }[] },
): Promise<void> {
  const transfer = await lockStockTransferAllowingVerb(tx, moment, ref, 'receiveRest')
  const onTheWay = await listOnTheWay(tx, transfer.id)
  const lines = came.map(({ lineNo, quantity }) => {
    const line = onTheWay.find((one) => one.lineNo === lineNo)
    if (!line || quantity > line.units)
      refuse('STOCK_TRANSFER_TOO_MANY', { msg: `第 ${lineNo} 行在途 ${line?.units ?? 0}，不能收 ${quantity}`, lineNo })
    return { lineNo, skuId: line.skuId, units: quantity }
  })
  await addToLines(tx, transfer, 'received', lines)
  const leg = { from: TRANSIT_WAREHOUSE_ID, to: transfer.toId, lines, staffId: ref.staffId }
  await moveGoods(tx, moment, Object.assign({ reason: `调拨单 ${transfer.transferNo} 收到` }, leg))
  const left = onTheWay.reduce((sum, { units }) => sum + units, 0) - lines.reduce((sum, { units }) => sum + units, 0)
  if (left === 0) await moveTransfer(tx, moment, { id: transfer.id, verb: 'receiveRest' })
}

/**
 * Ends a transfer of which not everything came: the rest went back, or is lost, which takes it from the stock. Refuses OUT_OF_STOCK if
 * orders hold what is lost, and as `lockStockTransferAllowingVerb` does.
 */
export async function closePartlyReceivedStockTransfer(
  tx: Tx,
  moment: Moment,
  { fate, reason, ...ref }: StockTransferRef & { fate: keyof typeof missingTransferUnitOutcomes; reason: string },
): Promise<void> {
  const transfer = await lockStockTransferAllowingVerb(tx, moment, ref, 'closeShort')
  const lines = (await listOnTheWay(tx, transfer.id)).filter(({ units }) => units > 0)
  await addToLines(tx, transfer, 'missing', lines)
  const why = `调拨单 ${transfer.transferNo} ${missingTransferUnitOutcomes[fate].label}`
  if (fate === 'back') {
    await moveGoods(tx, moment, { from: TRANSIT_WAREHOUSE_ID, to: transfer.fromId, lines, reason: why, staffId: ref.staffId })
  } else {
    const skus = await describeSkusById(
      tx,
      lines.map(({ skuId }) => skuId),
    )
    const lost = lines.map(({ skuId, units }) => ({
      skuId,
      warehouseId: TRANSIT_WAREHOUSE_ID,
      minimum: skus.get(skuId)?.minimum ?? 1,
      change: -units,
      kind: 'scrap' as const,
      reason: why,
      staffId: ref.staffId,
    }))
    await adjustStocks(tx, moment, lost)
    await refreshStockInSearch(tx, [...new Set([...skus.values()].map(({ goodsId }) => goodsId))])
    await incrementCatalogVersion(tx)
  }
  await moveTransfer(tx, moment, {
    id: transfer.id,
    verb: 'closeShort',
    closed_reason: `${missingTransferUnitOutcomes[fate].label}：${reason}`,
  })
}

/** Gives up a draft. */
export async function cancelStockTransfer(tx: Tx, moment: Moment, ref: StockTransferRef): Promise<void> {
  const { id } = await lockStockTransferAllowingVerb(tx, moment, ref, 'cancel')
  await moveTransfer(tx, moment, { id, verb: 'cancel' })
}
