// Which month's interest a payment, a waiver or a write-off has settled. The ledger knows one sum of interest for each company.
import { sql } from 'kysely'
import { transferKinds } from '#contract/money/ledger/transfer-kinds.ts'
import type { InterestEntryKind } from '#contract/money/statements/shapes.ts'
import { type Fen, fen, minFen, subtractFen, sum } from '#contract/platform/core/money.ts'
import { mapStatementMonthsByBadDebtId } from '#server/money/bad-debts/public.ts'
import { awaitAllAndThrowFirstError, type Db } from '#server/platform/core/db.ts'
import { type InterestSettlement, listUnreversedInterestSettlements } from './settled-interest.ts'

/** What a day has cost a month, after what was taken back and recharged. `month` is null for interest from an older system. */
interface Charge {
  month: string | null
  leftFen: Fen
}

/** What of the interest of a month was settled by one transfer. */
export interface InterestSettlementEntry {
  /** That of the transfer. */
  id: string
  kind: InterestEntryKind
  label: string
  amountFen: Fen
  document: string
  valueDay: string
  at: Date
}

/** Lists what days have cost, the earliest first: interest from an older system, then day by day, of each day the oldest month first. */
async function listCharges(db: Db, enterpriseId: string): Promise<Charge[]> {
  const { rows } = await sql<{ month: string | null; fen: number }>`
    select month, fen from (
      select null as month, null::date as day, amount_fen as fen from ledger_transfer where enterprise_id = ${enterpriseId} and kind = 'openInterest'
      union all select month, day, amount_fen - reversed_fen + recharged_fen from statement_interest
        where enterprise_id = ${enterpriseId} and amount_fen + recharged_fen > reversed_fen) charged
    order by day nulls first, month`.execute(db)
  return rows.map((row) => ({ month: row.month, leftFen: fen(row.fen) }))
}

/** Takes an amount from charges, those of `first` before the others. Returns what was taken of `month`. */
function settle(charges: readonly Charge[], amountFen: Fen, { first, month }: { first: string | undefined; month: string }): Fen {
  let left = amountFen
  const taken: Fen[] = []
  const preferred = first === undefined ? [] : charges.filter((one) => one.month === first)
  for (const charge of [...preferred, ...charges]) {
    if (left === 0) break
    const part = minFen(charge.leftFen, left)
    charge.leftFen = subtractFen(charge.leftFen, part)
    left = subtractFen(left, part)
    if (charge.month === month) taken.push(part)
  }
  return sum(taken)
}

const kindOf = ({ by: { kind } }: InterestSettlement): InterestEntryKind =>
  kind === 'waiveInterest' ? 'waive' : kind === 'writeOffInterest' ? 'writeOff' : 'repay'

/**
 * Lists what has settled the interest of a month, in the order of the ledger (decision 310): a write-off settles that of its own month first,
 * everything else the oldest day that is not settled.
 */
export async function listInterestSettlementsOfMonth(db: Db, enterpriseId: string, month: string): Promise<InterestSettlementEntry[]> {
  const [settlements, charges, badDebtMonths] = await awaitAllAndThrowFirstError(
    listUnreversedInterestSettlements(db, enterpriseId),
    listCharges(db, enterpriseId),
    mapStatementMonthsByBadDebtId(db, enterpriseId),
  )
  const byTransfer = Map.groupBy(settlements, ({ by }) => by.id)
  return [...byTransfer.values()].flatMap((parts): InterestSettlementEntry[] => {
    const [one] = parts
    if (!one) return []
    const kind = kindOf(one)
    const first = kind === 'writeOff' ? badDebtMonths.get(one.by.document) : undefined
    const amountFen = settle(charges, sum(parts.map(({ leftFen }) => leftFen)), { first, month })
    if (amountFen === 0) return []
    const { id, document, valueDay, at } = one.by
    return [{ id, kind, label: transferKinds[one.by.kind].label, amountFen, document, valueDay, at }]
  })
}
