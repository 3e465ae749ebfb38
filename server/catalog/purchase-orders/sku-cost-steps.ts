// Writes the table `sku_cost`: what each receipt makes the average cost of its SKUs.
import { sql } from 'kysely'
import type { Fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findSkuCodes } from '#server/catalog/goods/public.ts'
import type { Stock } from '#server/catalog/inventory/public.ts'
import { anyOfIdsSql, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { computeMovingAverageOf100UnitsFen } from './moving-average.ts'

/** Finds the last cost of SKUs. SKUs that nobody bought are left out. */
export async function findLatestCosts(tx: Tx, skuIds: readonly string[]) {
  const rows = await tx
    .selectFrom('sku_cost')
    .distinctOn('sku_id')
    .select(['sku_id', 'no', 'receipt_id', 'before_fen', 'after_fen'])
    .where('sku_id', '=', anyOfIdsSql(skuIds))
    .orderBy('sku_id')
    .orderBy('no', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.sku_id, row]))
}

/** Units of a SKU that came at a cost; negative: that are taken back. */
interface SkuCostStep {
  skuId: string
  units: number
  hundredFen: Fen
  /** The average that taking back restores; undefined: it is computed. */
  restoredFen?: Fen | null | undefined
}

interface SkuCostSteps {
  /** The receipt of a purchase order, or the one without. */
  source: { receipt_id: string } | { stock_receipt_id: string }
  steps: readonly SkuCostStep[]
  latest: Awaited<ReturnType<typeof findLatestCosts>>
  stock: ReadonlyMap<string, Stock>
}

/** Adds a row of costs for each SKU of a receipt. The stock of the SKUs is locked and not changed yet. */
export async function insertSkuCosts(tx: Tx, moment: Moment, { source, steps, latest, stock }: SkuCostSteps): Promise<void> {
  if (steps.length === 0) return
  const rows = steps.map(({ skuId, units, hundredFen, restoredFen }) => {
    const { available = 0, reserved = 0 } = stock.get(skuId) ?? {}
    const last = latest.get(skuId)
    const cost = { inHouse: available + reserved, beforeFen: last?.after_fen ?? null, units, hundredFen }
    const row = {
      sku_id: skuId,
      no: (last?.no ?? 0) + 1,
      at: moment.now,
      units,
      hundred_fen: hundredFen,
      in_house: cost.inHouse,
      before_fen: cost.beforeFen,
      after_fen: restoredFen === undefined ? computeMovingAverageOf100UnitsFen(cost) : restoredFen,
    }
    return Object.assign(row, source)
  })
  await tx.insertInto('sku_cost').values(rows).execute()
}

/** Records what SKUs cost that came without a purchase order. Each SKU is there once. Two statements, whatever their number. */
export async function recordCostsOfStockReceipt(
  tx: Tx,
  moment: Moment,
  { stockReceiptId, steps, stock }: Pick<SkuCostSteps, 'stock'> & { stockReceiptId: string; steps: readonly SkuCostStep[] },
): Promise<void> {
  const latest = await findLatestCosts(
    tx,
    steps.map(({ skuId }) => skuId),
  )
  await insertSkuCosts(tx, moment, { source: { stock_receipt_id: stockReceiptId }, steps, latest, stock })
}

type LatestCosts = SkuCostSteps['latest']

/** What other receipts have averaged onto the cost of a SKU since a receipt came. */
interface LaterCosts {
  skuId: string
  /** The units of the later steps; what was taken back leaves nothing. */
  laterUnits: number
  /** Whether a receipt of a purchase order was taken back among them. */
  isOrderTakenBack: boolean
  /** What the average was before them. */
  beforeFen: Fen | null
}

/** Refuses STOCK_RECEIPT_COSTED for SKUs whose average is not what it was before the later receipts. */
async function refuseCosted(tx: Tx, rows: readonly LaterCosts[], latest: LatestCosts): Promise<void> {
  const used = rows.filter((row) => row.laterUnits !== 0 || (latest.get(row.skuId)?.after_fen ?? null) !== row.beforeFen)
  if (used.length === 0) return
  const found = await findSkuCodes(
    tx,
    used.map(({ skuId }) => skuId),
  )
  const codes = [...found.values()].sort()
  const why = used.some(({ isOrderTakenBack }) => isOrderTakenBack)
    ? '之后有采购入库被冲销，请用盘点或库存调整更正'
    : '之后又有入库计入成本，请先撤销后来的入库'
  refuse('STOCK_RECEIPT_COSTED', { msg: `${codes.slice(0, 5).join('、')} ${why}`, codes })
}

/** Reads what was averaged onto the costs of SKUs that came at `madeAt` without a cost. */
const readCostsSince = async (tx: Tx, skuIds: readonly string[], madeAt: Date): Promise<LaterCosts[]> =>
  skuIds.length === 0
    ? []
    : tx
        .selectFrom('sku_cost')
        .select('sku_id as skuId')
        .select(sql<number>`coalesce(sum(units) filter (where at >= ${madeAt}), 0)::int`.as('laterUnits'))
        .select(sql<boolean>`bool_or(at >= ${madeAt} and receipt_id is not null and units < 0)`.as('isOrderTakenBack'))
        .select(sql<Fen | null>`(array_agg(after_fen order by no desc) filter (where at < ${madeAt}))[1]`.as('beforeFen'))
        .where('sku_id', '=', anyOfIdsSql(skuIds))
        .groupBy('sku_id')
        .execute()

interface StockReceiptToReverse extends Pick<SkuCostSteps, 'stock'> {
  stockReceiptId: string
  reverses: string
  /** When the goods came, and the SKUs of them that came without a cost. */
  madeAt: Date
  skuIdsWithoutCost: readonly string[]
}

/**
 * Takes back what a receipt without a purchase order has made the average costs, which are then exactly what they were before it. Refuses
 * STOCK_RECEIPT_COSTED if another receipt has been averaged onto its units, also onto those without a cost, and was not taken back.
 */
export async function reverseCostsOfStockReceipt(
  tx: Tx,
  moment: Moment,
  { stockReceiptId, reverses, madeAt, skuIdsWithoutCost, stock }: StockReceiptToReverse,
): Promise<void> {
  const later = sql`from sku_cost as later where later.sku_id = own.sku_id and later.no > own.no`
  const own = await tx
    .selectFrom('sku_cost as own')
    .select(['own.sku_id as skuId', 'own.units', 'own.hundred_fen', 'own.before_fen', 'own.after_fen as beforeFen'])
    .select(sql<number>`coalesce((select sum(later.units) ${later}), 0)::int`.as('laterUnits'))
    .select(sql<boolean>`exists (select ${later} and later.receipt_id is not null and later.units < 0)`.as('isOrderTakenBack'))
    .where('own.stock_receipt_id', '=', reverses)
    .orderBy('own.sku_id')
    .execute()
  const latest = await findLatestCosts(tx, own.map(({ skuId }) => skuId).concat(skuIdsWithoutCost))
  await refuseCosted(tx, [...own, ...(await readCostsSince(tx, skuIdsWithoutCost, madeAt))], latest)
  const steps = own.map(
    (row): SkuCostStep => ({ skuId: row.skuId, units: -row.units, hundredFen: row.hundred_fen, restoredFen: row.before_fen }),
  )
  await insertSkuCosts(tx, moment, { source: { stock_receipt_id: stockReceiptId }, steps, latest, stock })
}
