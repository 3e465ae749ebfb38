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

/**
 * Takes back what a receipt without a purchase order has made the average costs, which are then exactly what they were before it. Refuses
 * STOCK_RECEIPT_COSTED if another receipt has been averaged onto one of them and was not taken back.
 */
export async function reverseCostsOfStockReceipt(
  tx: Tx,
  moment: Moment,
  { stockReceiptId, reverses, stock }: Pick<SkuCostSteps, 'stock'> & { stockReceiptId: string; reverses: string },
): Promise<void> {
  const own = await tx
    .selectFrom('sku_cost as own')
    .select(['own.sku_id', 'own.units', 'own.hundred_fen', 'own.before_fen', 'own.after_fen'])
    .select(
      sql<number>`coalesce((select sum(later.units) from sku_cost as later where later.sku_id = own.sku_id and later.no > own.no), 0)::int`.as(
        'laterUnits',
      ),
    )
    .where('own.stock_receipt_id', '=', reverses)
    .orderBy('own.sku_id')
    .execute()
  const latest = await findLatestCosts(
    tx,
    own.map(({ sku_id }) => sku_id),
  )
  const used = own.filter((row) => row.laterUnits !== 0 || latest.get(row.sku_id)?.after_fen !== row.after_fen)
  if (used.length > 0) {
    const codes = [
      ...(
        await findSkuCodes(
          tx,
          used.map(({ sku_id }) => sku_id),
        )
      ).values(),
    ].sort()
    refuse('STOCK_RECEIPT_COSTED', { msg: `${codes.slice(0, 5).join('、')} 之后又有入库计入成本，请先撤销后来的入库`, codes })
  }
  const steps = own.map(
    (row): SkuCostStep => ({ skuId: row.sku_id, units: -row.units, hundredFen: row.hundred_fen, restoredFen: row.before_fen }),
  )
  await insertSkuCosts(tx, moment, { source: { stock_receipt_id: stockReceiptId }, steps, latest, stock })
}
