// The formats of statements whose headings are not known: finance has said what their columns are.
import {
  BANK_STATEMENT_FORMATS_MAX,
  type BankStatementFormat,
  type BankStatementFormatColumns,
  getBankStatementFormatError,
} from '#contract/billing/bank/format-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { TextRows } from '#server/adapters/spreadsheets/public.ts'
import { type BankStatementColumnPlaces, HEAD_ROWS_MAX, normaliseStatementHeadings } from '#server/billing/bank/statement-columns.ts'
import { holdOwnAccount, listOwnAccountLabels } from '#server/content/content/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** A format as a file is read by it. */
export type BankStatementLayout = Pick<BankStatementFormat, 'headings' | 'columns'> & { accountNo: string | null }

const selectLiveFormats = (db: Db) =>
  db
    .selectFrom('bank_statement_format')
    .select(['name', 'headings', 'mapping as columns', 'account_no as accountNo'])
    .where('ended_at', 'is', null)

/** Lists what files are read by. */
export const listBankStatementLayouts = (db: Db): Promise<BankStatementLayout[]> => selectLiveFormats(db).execute()

export async function listBankStatementFormats(db: Db): Promise<BankStatementFormat[]> {
  const rows = await selectLiveFormats(db).select(['id', 'made_by', 'made_at as madeAt']).orderBy('made_at', 'desc').orderBy('id').execute()
  const people = rows.length === 0 ? undefined : await listStaffNamesById(db)
  const accounts = rows.length === 0 ? undefined : await listOwnAccountLabels(db)
  return rows.map(({ made_by, accountNo, ...format }) =>
    Object.assign(format, {
      account: accountNo === null ? null : (accounts?.get(accountNo) ?? accountNo),
      madeBy: people?.get(made_by) ?? '',
    }),
  )
}

const toKey = (headings: readonly string[]): string => JSON.stringify(normaliseStatementHeadings(headings))

/** Finds the headings of a format in a file, with the account that it names. They must be the same from the first column to the last. */
export function findBankStatementFormat(
  rows: TextRows,
  formats: readonly BankStatementLayout[],
): { head: number; columns: BankStatementColumnPlaces; accountNo: string | null } | undefined {
  if (formats.length === 0) return undefined
  const byKey = new Map(formats.map((format) => [JSON.stringify(format.headings), format]))
  for (const [head, row] of rows.slice(0, HEAD_ROWS_MAX).entries()) {
    const format = byKey.get(toKey(row))
    if (!format) continue
    const { remarks, ...single } = format.columns
    const chosen = Object.entries(single).filter(([, place]) => place !== undefined)
    return { head, columns: { places: Object.fromEntries(chosen), remarks, unknown: [] }, accountNo: format.accountNo }
  }
  return undefined
}

interface NewFormat {
  name: string
  headings: readonly string[]
  columns: BankStatementFormatColumns
  /** The account of files that look like this and do not name one. */
  accountNo: string | undefined
  staffId: string
}

/** Saves a format. Refuses BANK_FORMAT_COLUMNS, BANK_FORMAT_NAME_TAKEN, BANK_FORMAT_KNOWN, BANK_FORMATS_FULL, BANK_ACCOUNT_MISSING, BANK_ACCOUNT_NOT_OWN. */
export async function saveBankStatementFormat(
  tx: Tx,
  moment: Moment,
  { name, headings: given, columns, accountNo, staffId }: NewFormat,
): Promise<string> {
  const headings = normaliseStatementHeadings(given)
  const fault = getBankStatementFormatError(columns, headings)
  if (fault !== undefined) refuse('BANK_FORMAT_COLUMNS', { msg: fault, field: 'columns' })
  if (accountNo !== undefined) await holdOwnAccount(tx, accountNo)
  const live = await selectLiveFormats(tx).execute()
  if (live.length >= BANK_STATEMENT_FORMATS_MAX) refuse('BANK_FORMATS_FULL')
  const made = await tx
    .insertInto('bank_statement_format')
    .values({
      id: moment.newId(),
      name,
      headings: JSON.stringify(headings),
      mapping: JSON.stringify(columns),
      account_no: accountNo ?? null,
      made_by: staffId,
      made_at: moment.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return made.id
  const isNameTaken = (await selectLiveFormats(tx).execute()).some((format) => format.name === name)
  return isNameTaken ? refuse('BANK_FORMAT_NAME_TAKEN', { field: 'name' }) : refuse('BANK_FORMAT_KNOWN')
}

/** Ends a format. Lines that were imported by it stay. Refuses BANK_FORMAT_NOT_FOUND. */
export async function endBankStatementFormat(tx: Tx, moment: Moment, { id, staffId }: { id: string; staffId: string }): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('bank_statement_format')
    .set({ ended_by: staffId, ended_at: moment.now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('BANK_FORMAT_NOT_FOUND')
}
