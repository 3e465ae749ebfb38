// The only file that touches the table `price_change`: every price that was set, moved or taken back, and by whom.
import { sql } from 'kysely'
import { HOUSE } from '../../contract/bank/house.ts'
import type { Fen } from '../../contract/money.ts'
import type { Prices } from '../../contract/pricing/ladder.ts'
import type { Db, Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { acrossEnterprises } from '../platform/tenant-guard.ts'
import type { ListRef } from './price-lists.ts'

/** One price's move. No price before: it is new; none after: it is gone. */
export interface PriceMove {
  skuId: string
  from: number
  was: Prices | null
  is: Prices | null
}

/** Whose price moved, at whose hand, with which file. */
interface Circumstances {
  list: ListRef | undefined
  staffId: string
  fileName: string | null
}

/** Holds back everybody else who changes prices: what was shown as the change is the change. */
export async function lockPrices(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('prices', 0))`.execute(tx)
}

const CHUNK = 1_000

/** Writes down what was changed. */
export async function recordMoves(
  tx: Tx,
  moment: Moment,
  { moves, list, staffId, fileName }: Circumstances & { moves: readonly PriceMove[] },
): Promise<void> {
  const rows = moves.map(({ skuId, from, was, is }) => ({
    ...{ enterprise_id: list?.enterpriseId ?? HOUSE, id: moment.newId(), list_id: list?.id ?? null, sku_id: skuId, from_quantity: from },
    ...{ was_sale_fen: was?.salePriceFen ?? null, was_credit_fen: was?.creditPriceFen ?? null },
    ...{ is_sale_fen: is?.salePriceFen ?? null, is_credit_fen: is?.creditPriceFen ?? null },
    ...{ staff_id: staffId, file_name: fileName, at: moment.now },
  }))
  for (let at = 0; at < rows.length; at += CHUNK)
    await tx
      .insertInto('price_change')
      .values(rows.slice(at, at + CHUNK))
      .execute()
}

export interface PriceChange extends PriceMove {
  id: string
  listId: string | null
  staffId: string
  fileName: string | null
  at: Date
}

const pricesFrom = (sale: Fen | null, credit: Fen | null): Prices | null =>
  sale === null ? null : { salePriceFen: sale, creditPriceFen: credit }

/** The changes of a SKU wherever they were, or of a list, the latest first. */
export async function listMoves(
  db: Db,
  { of, limit, offset }: { of: { skuId: string } | { listId: string }; limit: number; offset: number },
): Promise<{ changes: PriceChange[]; total: number }> {
  const matching = () => {
    const all = acrossEnterprises(db, 'console').selectFrom('price_change')
    return 'skuId' in of ? all.where('sku_id', '=', of.skuId) : all.where('list_id', '=', of.listId)
  }
  const rows = await matching().selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute()
  const { total } = await matching().select(db.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const changes = rows.map((row) => ({
    ...{ id: row.id, listId: row.list_id, skuId: row.sku_id, from: row.from_quantity, at: row.at },
    ...{ was: pricesFrom(row.was_sale_fen, row.was_credit_fen), is: pricesFrom(row.is_sale_fen, row.is_credit_fen) },
    ...{ staffId: row.staff_id, fileName: row.file_name },
  }))
  return { changes, total }
}
