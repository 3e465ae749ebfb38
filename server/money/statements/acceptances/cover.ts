// 票据覆盖: the entries `cover` of a company's months. Those of a month sum to zero, so they change no balance, only what counts on a day.
import { type Fen, negateFen } from '#contract/platform/core/money.ts'
import { listStatementEntriesByMonthOrDocument, recordReductionsAndUpdateStates } from '#server/money/statements/statement-entries.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** What a bill covers of a month, in fen. */
interface CoveredMonth {
  month: string
  amountFen: Fen
}

/** A bill, and how it covers: from `firstDay` on, and no more from `endDay` on. */
interface CoverInput {
  enterpriseId: string
  document: string
  firstDay: string
  endDay: string
}

const write = async (
  tx: Tx,
  moment: Moment,
  of: { enterpriseId: string; document: string; months: readonly CoveredMonth[]; plusDay: string; minusDay: string },
): Promise<void> =>
  recordReductionsAndUpdateStates(
    tx,
    moment,
    of.enterpriseId,
    of.months.flatMap(({ month, amountFen }) => [
      { month, kind: 'cover' as const, amountFen, document: of.document, valueDay: of.plusDay },
      { month, kind: 'cover' as const, amountFen: negateFen(amountFen), document: of.document, valueDay: of.minusDay },
    ]),
  )

/**
 * Covers principal of some months with a bill: it stays owed, and costs nothing on the covered days. The caller has locked the company's
 * debts and checked the amounts.
 */
export const recordAcceptanceCover = (
  tx: Tx,
  moment: Moment,
  { firstDay, endDay, ...of }: CoverInput & { months: readonly CoveredMonth[] },
): Promise<void> => write(tx, moment, { ...of, plusDay: firstDay, minusDay: endDay })

/** Lists what some bills have covered of each month when they were taken, whatever became of them. `firstDay` is the first covered day. */
export async function listMonthsCoveredByAcceptances(
  db: Db,
  enterpriseId: string,
  bills: readonly { document: string; firstDay: string }[],
): Promise<(CoveredMonth & { document: string })[]> {
  if (bills.length === 0) return []
  const entries = await listStatementEntriesByMonthOrDocument(db, enterpriseId, { documents: bills.map(({ document }) => document) })
  const firstDays = new Map(bills.map(({ document, firstDay }) => [document, firstDay]))
  return entries
    .filter(({ kind, amountFen, document, valueDay }) => kind === 'cover' && amountFen > 0 && valueDay === firstDays.get(document))
    .map(({ document, month, amountFen }) => ({ document, month, amountFen }))
    .sort((one, other) => (one.month < other.month ? -1 : 1))
}

/** The same of one bill. */
export const findMonthsCoveredByAcceptance = async (
  db: Db,
  { enterpriseId, document, firstDay }: { enterpriseId: string; document: string; firstDay: string },
): Promise<CoveredMonth[]> =>
  (await listMonthsCoveredByAcceptances(db, enterpriseId, [{ document, firstDay }])).map(({ month, amountFen }) => ({ month, amountFen }))

/**
 * Ends the cover of a bill earlier, from `toDay` on instead of `fromDay`. If the first day is given for `toDay`, the bill has covered nothing.
 * The caller has locked the company's debts.
 */
export async function shortenAcceptanceCover(
  tx: Tx,
  moment: Moment,
  move: { enterpriseId: string; document: string; months: readonly CoveredMonth[]; fromDay: string; toDay: string },
): Promise<void> {
  const { fromDay, toDay, ...of } = move
  if (toDay >= fromDay) return
  await write(tx, moment, { ...of, plusDay: fromDay, minusDay: toDay })
}
