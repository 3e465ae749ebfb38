// Confirms typed lines by a statement. Reads and writes the table `value_day_correction`: lines whose statement says another day than was typed.
import { sql } from 'kysely'
import type { ValueDayCorrection } from '#contract/billing/bank/value-day-api.ts'
import { type Fen, fen } from '#contract/platform/core/money.ts'
import { addDays, getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { updateManualBankLineFromStatement } from '#server/billing/bank/bank-line-store.ts'
import type { IncomingBankStatementLine } from '#server/billing/bank/parse-statement-rows.ts'
import { sumTransfersByDocumentAndKind } from '#server/money/ledger/public.ts'
import { correctRepaymentValueDay } from '#server/money/statements/public.ts'
import { findEnterprises } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** A line whose day has been corrected. */
export interface CorrectedBankLine {
  lineId: string
  fromDay: string
  toDay: string
}

interface Confirmation {
  /** The typed line as it was read. */
  known: { id: string; day: string; assignedFen: Fen }
  line: IncomingBankStatementLine
  importId: string
  staffId: string
}

/**
 * Confirms a typed line by a row of a statement, which gives it the day of the bank. Returns false and changes nothing if the line was
 * voided, used or confirmed since it was read. The interest of a used line is corrected by `correctInterestAfterValueDayCorrection`.
 */
export async function confirmManualBankLine(tx: Tx, moment: Moment, { known, line, importId, staffId }: Confirmation): Promise<boolean> {
  if (!(await updateManualBankLineFromStatement(tx, known, { ...line, importId }))) return false
  if (known.day !== line.day)
    await tx
      .insertInto('value_day_correction')
      .values({
        line_id: known.id,
        from_day: known.day,
        to_day: line.day,
        import_id: importId,
        corrected_by: staffId,
        at: moment.now,
      })
      .execute()
  return true
}

/**
 * Lets the repayments of corrected lines count from the days of the bank: interest is recharged or reversed, company by company. The lines
 * are locked before companies, as everywhere.
 */
export async function correctInterestAfterValueDayCorrection(
  tx: Tx,
  moment: Moment,
  corrected: readonly CorrectedBankLine[],
): Promise<void> {
  if (corrected.length === 0) return
  const lineIds = corrected.map(({ lineId }) => lineId)
  const uses = await withoutTenantGuard(tx, 'console')
    .selectFrom('bank_allocation')
    .select(['enterprise_id', 'line_id', 'payment_id'])
    .where('line_id', '=', sql<string>`any(${lineIds}::uuid[])`)
    .where('kind', '=', 'payment')
    .where('undone_at', 'is', null)
    .orderBy('enterprise_id')
    .execute()
  for (const [enterpriseId, own] of Map.groupBy(uses, ({ enterprise_id }) => enterprise_id))
    for (const { lineId, fromDay, toDay } of corrected) {
      const payments = own.flatMap(({ line_id, payment_id }) => (line_id === lineId && payment_id !== null ? [payment_id] : []))
      if (payments.length > 0) await correctRepaymentValueDay(tx, moment, { enterpriseId, payments, fromDay, toDay, document: lineId })
    }
}

/** Reads what companies repaid with some lines, and the interest that a correction posted, by line. */
async function readEffects(db: Db, lineIds: readonly string[]) {
  const uses = await withoutTenantGuard(db, 'console')
    .selectFrom('bank_allocation as a')
    .innerJoin('value_day_correction as c', 'c.line_id', 'a.line_id')
    .select(['a.line_id', 'a.enterprise_id'])
    .distinct()
    .where('a.line_id', '=', sql<string>`any(${[...lineIds]}::uuid[])`)
    .where('a.kind', '=', 'payment')
    // What was taken back before the correction has no part in it.
    .where(sql<boolean>`coalesce(a.undone_at > c.at, true)`)
    .orderBy('a.line_id')
    .orderBy('a.enterprise_id')
    .execute()
  const documents = uses.map(({ line_id, enterprise_id }) => ({ enterpriseId: enterprise_id, document: line_id }))
  const [companies, sums] = await Promise.all([
    findEnterprises(db, [...new Set(documents.map(({ enterpriseId }) => enterpriseId))]),
    sumTransfersByDocumentAndKind(db, ['rechargeInterest', 'reverseInterest', 'returnInterest'], documents),
  ])
  return (lineId: string) => {
    const of = (kinds: readonly string[]) =>
      fen(sums.filter(({ document, kind }) => document === lineId && kinds.includes(kind)).reduce((total, one) => total + one.amountFen, 0))
    return {
      enterprises: documents
        .filter(({ document }) => document === lineId)
        .map(({ enterpriseId }) => ({ enterpriseId, enterpriseName: companies.find(({ id }) => id === enterpriseId)?.name ?? null })),
      recharged: of(['rechargeInterest']),
      reversed: of(['reverseInterest', 'returnInterest']),
    }
  }
}

/** Lists corrected days, the newest first. `dateFrom` and `dateTo` are days on which a statement corrected them. */
export async function listValueDayCorrections(
  db: Db,
  { dateFrom, dateTo, limit, offset }: { dateFrom?: string | undefined; dateTo?: string | undefined } & RowSlice,
): Promise<{ dataList: ValueDayCorrection[]; total: number }> {
  let wanted = db
    .selectFrom('value_day_correction as c')
    .innerJoin('bank_line as l', 'l.id', 'c.line_id')
    .innerJoin('bank_import as i', 'i.id', 'c.import_id')
  if (dateFrom !== undefined) wanted = wanted.where('c.at', '>=', getStartOfShanghaiDay(dateFrom))
  if (dateTo !== undefined) wanted = wanted.where('c.at', '<', getStartOfShanghaiDay(addDays(dateTo, 1)))
  const { rows, total } = await fetchPageWithTotal(
    wanted
      .select(['c.line_id', 'c.from_day', 'c.to_day', 'c.corrected_by', 'c.at', 'i.file_name'])
      .select(['l.reference', 'l.payer_name', 'l.amount_fen', 'l.typed_by'])
      .orderBy('c.at', 'desc')
      .orderBy('c.line_id'),
    wanted,
    { limit, offset },
  )
  const effectOf = await readEffects(
    db,
    rows.map((row) => row.line_id),
  )
  const people = await listStaffNamesById(db)
  const dataList = rows.map((row) => ({
    lineId: row.line_id,
    reference: row.reference,
    payerName: row.payer_name,
    amount: row.amount_fen,
    typedDay: row.from_day,
    day: row.to_day,
    typedBy: people.get(row.typed_by ?? '') ?? '',
    correctedBy: people.get(row.corrected_by) ?? '',
    fileName: row.file_name,
    at: row.at,
    ...effectOf(row.line_id),
  }))
  return { dataList, total }
}
