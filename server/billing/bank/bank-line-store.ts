// Reads and writes the table `bank_line`: money that arrived at the bank. import-statement.ts inserts many lines at once, allocations.ts
// uses them.
import { sql } from 'kysely'
import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import type { BankLine } from '#contract/billing/bank/shapes.ts'
import { type Fen, subtractFen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { listOwnAccountLabels } from '#server/content/content/public.ts'
import { postTransfersOfEnterprise } from '#server/money/ledger/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { anyOfIdsSql, type Db, isUniqueViolation, sendWithNextStatement, type Tx } from '#server/platform/core/db.ts'
import { formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal } from '#server/platform/core/paging.ts'

export interface BankLineRecord {
  id: string
  accountNo: string
  reference: string
  source: 'statement' | 'typed'
  day: string
  amountFen: Fen
  assignedFen: Fen
  payerName: string
  payerAccount: string
  remark: string
  typedBy: string | null
  /** The person who agreed to its day, which lay too far back for one. */
  agreedBy: string | null
  /** The day that was typed, if a statement has corrected it. */
  typedDay: string | null
  /** The person who imported the statement that contains the line. */
  importedBy: string | null
  /** The time of the transaction, if the statement has one. */
  tradedAt: Date | null
  at: Date
}

export const computeUnassignedFen = ({ amountFen, assignedFen }: Pick<BankLineRecord, 'amountFen' | 'assignedFen'>): Fen =>
  subtractFen(amountFen, assignedFen)

const rows = (db: Db) =>
  db
    .selectFrom('bank_line')
    .select(['id', 'account_no', 'reference', 'source', 'day', 'amount_fen', 'assigned_fen', 'payer_name', 'payer_account', 'remark'])
    .select(['typed_by', 'traded_at', 'at'])
    .select(sql<string | null>`(select i.imported_by from bank_import i where i.id = bank_line.import_id)`.as('imported_by'))
    .select(sql<string | null>`(select r.decided_by from value_day_request r where r.line_id = bank_line.id)`.as('agreed_by'))
    .select(sql<string | null>`(select c.from_day from value_day_correction c where c.line_id = bank_line.id)`.as('typed_day'))
    .where('voided_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

const lineFrom = (row: Row): BankLineRecord => ({
  id: row.id,
  accountNo: row.account_no,
  reference: row.reference,
  source: row.source,
  day: row.day,
  amountFen: row.amount_fen,
  assignedFen: row.assigned_fen,
  payerName: row.payer_name,
  payerAccount: row.payer_account,
  remark: row.remark,
  typedBy: row.typed_by,
  agreedBy: row.agreed_by,
  typedDay: row.typed_day,
  importedBy: row.imported_by,
  tradedAt: row.traded_at,
  at: row.at,
})

/** The names of staff by id, and the labels of our accounts by number. */
interface BankLineNames {
  people: ReadonlyMap<string, string>
  accounts: ReadonlyMap<string, string>
}

export const readBankLineNames = async (db: Db): Promise<BankLineNames> => ({
  people: await listStaffNamesById(db),
  accounts: await listOwnAccountLabels(db),
})

/** Describes a line for the console. */
export const toBankLineOutput = (line: BankLineRecord, { people, accounts }: BankLineNames): BankLine => ({
  id: line.id,
  accountNo: line.accountNo,
  account: accounts.get(line.accountNo) ?? line.accountNo,
  reference: line.reference,
  source: line.source,
  day: line.day,
  amount: line.amountFen,
  payerName: line.payerName,
  payerAccount: line.payerAccount,
  remark: line.remark,
  assigned: line.assignedFen,
  rest: computeUnassignedFen(line),
  typedBy: line.typedBy === null ? null : (people.get(line.typedBy) ?? ''),
  dayAgreedBy: line.agreedBy === null ? null : (people.get(line.agreedBy) ?? ''),
  typedDay: line.typedDay,
  tradedAt: line.tradedAt,
  at: line.at,
})

export async function findBankLine(db: Db, id: string): Promise<BankLineRecord | undefined> {
  const row = await rows(db).where('id', '=', id).executeTakeFirst()
  return row && lineFrom(row)
}

/** Finds lines by id. */
export async function findBankLines(db: Db, ids: readonly string[]): Promise<Map<string, BankLineRecord>> {
  const found = await rows(db).where('id', '=', anyOfIdsSql(ids)).execute()
  return new Map(found.map((row) => [row.id, lineFrom(row)]))
}

/** Locks a line. It is locked before anything else, so that concurrent uses run one after the other. */
export async function lockBankLine(tx: Tx, id: string): Promise<BankLineRecord> {
  const row = await rows(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row ? lineFrom(row) : refuse('BANK_LINE_NOT_FOUND')
}

/** Locks several lines, always in the same sequence. */
export async function lockBankLines(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.selectFrom('bank_line').select('id').where('id', '=', anyOfIdsSql(ids)).orderBy('id').forNoKeyUpdate().execute()
}

/**
 * Comes before new lines, and before requests and corrections of days, which refer to them. On several machines inserts of several transactions
 * go side by side, and a change of any row of a table waits for all of them and locks the tables that it refers to, too: two that insert first
 * and then change would wait for each other. So the table of lines is locked first. Of this line there is none: on one machine nothing is locked.
 */
export const prepareBankLineWrites = (tx: Tx, moment: Moment): Promise<void> =>
  sendWithNextStatement(tx, tx.selectFrom('bank_line').select('id').where('id', '=', moment.newId()).forNoKeyUpdate())

/** SQL: the line was typed and is not confirmed by a statement. Lines from before this record have no person who typed them. */
export const isUnconfirmedManualBankLineSql = sql<boolean>`source = 'typed' and voided_at is null and typed_by <> ${sql.lit(PLATFORM_ENTERPRISE_ID)}`
const isOpen = sql<boolean>`assigned_fen < amount_fen`

export interface BankLineFilter {
  open?: boolean | undefined
  unconfirmed?: boolean | undefined
  keyword?: string | undefined
  /** The amount of the whole line. */
  amount?: Fen | undefined
  accountNo?: string | undefined
  dateFrom?: string | undefined
  dateTo?: string | undefined
  limit: number
  offset: number
}

/** Returns a page of lines, newest first (those that wait, open or unconfirmed, oldest first), their number, and the sum of all unassigned amounts in fen. */
export async function listBankLines(
  db: Db,
  { open, unconfirmed, keyword, amount, accountNo, dateFrom, dateTo, limit, offset }: BankLineFilter,
): Promise<{ lines: BankLineRecord[]; total: number; suspense: Fen }> {
  const filtered = () => {
    let query = rows(db)
    if (open) query = query.where(isOpen)
    if (unconfirmed) query = query.where(isUnconfirmedManualBankLineSql)
    if (amount !== undefined) query = query.where('amount_fen', '=', amount)
    if (accountNo !== undefined) query = query.where('account_no', '=', accountNo)
    if (dateFrom !== undefined) query = query.where('day', '>=', dateFrom)
    if (dateTo !== undefined) query = query.where('day', '<=', dateTo)
    if (keyword)
      query = query.where((eb) =>
        eb.or((['payer_name', 'reference', 'remark'] as const).map((field) => eb(field, 'ilike', formatLikeContainsPattern(keyword)))),
      )
    return query
  }
  // Both directions of a day are read from the same index.
  const byDay = open ? filtered().orderBy('day').orderBy('id', 'desc') : filtered().orderBy('day', 'desc').orderBy('id')
  const ordered = unconfirmed ? filtered().orderBy('at').orderBy('id') : byDay
  const { rows: page, total } = await fetchPageWithTotal(ordered, filtered(), { limit, offset })
  const { rest } = await rows(db)
    .clearSelect()
    .where(isOpen)
    .select(sql<Fen>`coalesce(sum(amount_fen - assigned_fen), 0)::bigint`.as('rest'))
    .executeTakeFirstOrThrow()
  return { lines: page.map(lineFrom), total, suspense: rest }
}

/** The oldest lines of statements of which nothing is assigned yet. */
export async function listUnassignedBankStatementLines(db: Db, limit: number): Promise<BankLineRecord[]> {
  const open = rows(db)
    .where(isOpen)
    .where('assigned_fen', '=', 0 as Fen)
    .where('source', '=', 'statement')
  return (await open.orderBy('day').orderBy('id', 'desc').limit(limit).execute()).map(lineFrom)
}

/** Finds lines with an unassigned rest that may belong to a transfer: by its remark code, its amount or its payer. */
export async function findCandidateBankLinesForTransfer(
  db: Db,
  { code, amountFen, payerNames }: { code: string | null; amountFen: Fen; payerNames: readonly string[] },
): Promise<BankLineRecord[]> {
  const found = await rows(db)
    .where(isOpen)
    .where((eb) =>
      eb.or([
        eb('amount_fen', '=', amountFen),
        ...(code === null ? [] : [eb('remark', 'ilike', formatLikeContainsPattern(code))]),
        ...(payerNames.length === 0 ? [] : [eb('payer_name', 'in', payerNames)]),
      ]),
    )
    .orderBy('day', 'desc')
    .orderBy('id')
    .limit(50)
    .execute()
  return found.map(lineFrom)
}

export interface NewBankLine {
  accountNo: string
  reference: string
  day: string
  amountFen: Fen
  payerName: string
  payerAccount: string
  remark: string
}

/** Masks a foreign account number before it is stored. */
export const maskAccountNo = (account: string): string => {
  const digits = account.replace(/\D/g, '')
  return digits === '' ? '' : `****${digits.slice(-4)}`
}

export const toBankToSuspenseLedgerTransfer = ({ id, amountFen, day }: Pick<BankLineRecord, 'id' | 'amountFen' | 'day'>) =>
  ({ kind: 'bankToSuspense', amountFen, document: id, title: '银行到账待认领', valueDay: day }) as const

/** Inserts a line that was typed before its statement is imported. Its amount goes to suspense. Refuses BANK_REFERENCE_USED. */
export async function createManualBankLineInSuspense(tx: Tx, moment: Moment, line: NewBankLine, staffId: string): Promise<BankLineRecord> {
  const id = moment.newId()
  await prepareBankLineWrites(tx, moment)
  await tx
    .insertInto('bank_line')
    .values({
      id,
      account_no: line.accountNo,
      reference: line.reference,
      source: 'typed',
      day: line.day,
      amount_fen: line.amountFen,
      payer_name: line.payerName,
      payer_account: maskAccountNo(line.payerAccount),
      remark: line.remark,
      typed_by: staffId,
      at: moment.now,
    })
    .execute()
    .catch((error) => {
      if (isUniqueViolation(error)) refuse('BANK_REFERENCE_USED')
      throw error
    })
  const made = await lockBankLine(tx, id)
  await postTransfersOfEnterprise(tx, moment, { enterpriseId: PLATFORM_ENTERPRISE_ID, transfers: [toBankToSuspenseLedgerTransfer(made)] })
  return made
}

/** Gives a typed line what a statement says of it. Returns false if it was voided, used or confirmed since it was read. */
export async function updateManualBankLineFromStatement(
  tx: Tx,
  known: Pick<BankLineRecord, 'id' | 'day' | 'assignedFen'>,
  imported: Pick<NewBankLine, 'day' | 'payerName' | 'payerAccount' | 'remark'> & { tradedAt: Date | null; importId: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('bank_line')
    .set({ source: 'statement', day: imported.day, import_id: imported.importId, traded_at: imported.tradedAt })
    .set({ payer_name: imported.payerName, payer_account: maskAccountNo(imported.payerAccount), remark: imported.remark })
    .where('id', '=', known.id)
    .where('source', '=', 'typed')
    .where('voided_at', 'is', null)
    .where('day', '=', known.day)
    .where('assigned_fen', '=', known.assignedFen)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Voids a typed line that was a mistake and takes it out of suspense. Returns false if it is used, or if a statement has confirmed it. */
export async function voidManualBankLine(tx: Tx, moment: Moment, line: BankLineRecord): Promise<boolean> {
  const row = await tx
    .updateTable('bank_line')
    .set({ voided_at: moment.now })
    .where('id', '=', line.id)
    .where('source', '=', 'typed')
    .where('assigned_fen', '=', 0 as Fen)
    .where('voided_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  const out = { kind: 'suspenseToBank', amountFen: line.amountFen, document: line.id, title: '登记作废', valueDay: line.day } as const
  await postTransfersOfEnterprise(tx, moment, { enterpriseId: PLATFORM_ENTERPRISE_ID, transfers: [out] })
  return true
}
