// Imports the lines of a bank statement and records the result of each in the table `bank_import`.
import { sql } from 'kysely'
import type { BankStatementRowResult } from '#contract/billing/bank/console-api.ts'
import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import { type Fen, formatMoney, sum, ZERO } from '#contract/platform/core/money.ts'
import { postTransfers } from '#server/money/ledger/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPage, type RowSlice } from '#server/platform/core/paging.ts'
import { maskAccountNo, toSuspenseTransfer } from './bank-line-store.ts'
import { compareStatementRowWithManualLine } from './checks/manual-line.ts'
import type { IncomingBankStatementLine, ParsedBankStatementRow } from './parse-statement-rows.ts'

const CHUNK = 1_000

interface Known {
  id: string
  reference: string
  source: 'statement' | 'typed'
  day: string
  amount_fen: Fen
  assigned_fen: Fen
}

/** Inserts lines whose number the account does not have yet. A concurrent import of the same lines waits here and inserts nothing. */
async function insertFresh(
  tx: Tx,
  moment: Moment,
  lines: readonly (IncomingBankStatementLine & { id: string })[],
  about: { accountNo: string; importId: string },
) {
  const rows = lines.map((line) => ({
    id: line.id,
    account_no: about.accountNo,
    reference: line.reference,
    source: 'statement',
    day: line.day,
    amount_fen: line.amountFen,
    assigned_fen: 0,
    payer_name: line.payerName,
    payer_account: maskAccountNo(line.payerAccount),
    remark: line.remark,
    traded_at: line.tradedAt,
    import_id: about.importId,
    at: moment.now,
  }))
  const { rows: fresh } = await sql<{ id: string }>`
    insert into bank_line select * from jsonb_populate_recordset(null::bank_line, ${JSON.stringify(rows)}::jsonb)
    on conflict (account_no, reference) where voided_at is null do nothing returning id`.execute(tx)
  return new Set(fresh.map(({ id }) => id))
}

/**
 * Confirms a typed line by a row of a statement. Returns false and changes nothing if the line was voided meanwhile, or used, so that its
 * money counts from the typed day.
 */
async function confirmTyped(tx: Tx, id: string, line: IncomingBankStatementLine, importId: string): Promise<boolean> {
  const confirmed = await tx
    .updateTable('bank_line')
    .set({ source: 'statement', day: line.day, import_id: importId })
    .set({ payer_name: line.payerName, payer_account: maskAccountNo(line.payerAccount), remark: line.remark, traded_at: line.tradedAt })
    .where('id', '=', id)
    .where('source', '=', 'typed')
    .where('voided_at', 'is', null)
    .where((eb) => eb.or([eb('day', '=', line.day), eb('assigned_fen', '=', ZERO)]))
    .returning('id')
    .executeTakeFirst()
  return confirmed !== undefined
}

/** Returns the result for a row whose number exists already. */
async function compare(
  tx: Tx,
  row: number,
  line: IncomingBankStatementLine,
  known: Known | undefined,
  importId: string,
): Promise<BankStatementRowResult> {
  if (!known) return { row, result: 'refused', text: '流水号刚刚被作废，请重新导入', lineId: null }
  const there = { row, lineId: known.id }
  if (known.amount_fen !== line.amountFen || (known.source === 'statement' && known.day !== line.day))
    return {
      ...there,
      result: 'refused',
      text: `流水号已存在，但金额或日期不同（已有 ${known.day} ${formatMoney(known.amount_fen)}），请核对`,
    }
  if (known.source === 'statement') return { ...there, result: 'known', text: '已存在，未重复导入' }
  const result = compareStatementRowWithManualLine(known, line.day)
  if (result.result === 'known' && !(await confirmTyped(tx, known.id, line, importId)))
    return { ...there, result: 'refused', text: '该流水刚刚被认领或作废，请重新导入' }
  return { ...there, ...result }
}

async function importChunk(
  tx: Tx,
  moment: Moment,
  rows: readonly { row: number; line: IncomingBankStatementLine }[],
  about: { accountNo: string; importId: string },
): Promise<{ results: BankStatementRowResult[]; added: IncomingBankStatementLine[] }> {
  // Sorted, so that two concurrent imports lock the same numbers in the same sequence.
  const lines = rows
    .map(({ row, line }) => ({ ...line, row, id: moment.newId() }))
    .sort((one, other) => (one.reference < other.reference ? -1 : 1))
  const fresh = await insertFresh(
    tx,
    moment,
    lines.map(({ row: _, ...line }) => line),
    about,
  )
  const references = lines.filter(({ id }) => !fresh.has(id)).map(({ reference }) => reference)
  const known = references.length === 0 ? [] : await findKnown(tx, about.accountNo, references)
  const results: BankStatementRowResult[] = []
  for (const { row, id, ...line } of lines) {
    const there = known.find(({ reference }) => reference === line.reference)
    if (fresh.has(id))
      results.push({ row, result: 'added', text: `${line.payerName || '未知付款人'} ${formatMoney(line.amountFen)}`, lineId: id })
    else results.push(await compare(tx, row, line, there, about.importId))
  }
  const added = lines.filter(({ id }) => fresh.has(id))
  await postTransfers(tx, moment, { enterpriseId: PLATFORM_ENTERPRISE_ID, transfers: added.map(toSuspenseTransfer) })
  return { results, added }
}

const findKnown = (tx: Tx, accountNo: string, references: readonly string[]): Promise<Known[]> =>
  tx
    .selectFrom('bank_line')
    .select(['id', 'reference', 'source', 'day', 'amount_fen', 'assigned_fen'])
    .where('account_no', '=', accountNo)
    .where('reference', '=', sql<string>`any(${[...references]}::text[])`)
    .where('voided_at', 'is', null)
    .execute()

export interface BankStatementImport {
  id: string
  fileName: string
  added: number
  known: number
  skipped: number
  refused: number
  amountFen: Fen
  by: string
  at: Date
}

/** Keeps the first row of each number and reports the others as repeated. */
function onceEach(rows: readonly { row: number; line: IncomingBankStatementLine }[], results: BankStatementRowResult[]) {
  const first = new Map<string, { row: number; line: IncomingBankStatementLine }>()
  return rows.filter((one) => {
    const before = first.get(one.line.reference)
    if (before === undefined) {
      first.set(one.line.reference, one)
      return true
    }
    const same = before.line.amountFen === one.line.amountFen && before.line.day === one.line.day
    const text = same ? `与第 ${before.row} 行重复` : `与第 ${before.row} 行的流水号相同而内容不同，请核对`
    results.push({ row: one.row, result: same ? 'skipped' : 'refused', text, lineId: null })
    return false
  })
}

/** Imports the parsed rows. Importing the same file again adds nothing, because the bank's number is unique in its account. */
export async function importBankStatementRows(
  tx: Tx,
  moment: Moment,
  { rows, accountNo, fileName, staffId }: { rows: readonly ParsedBankStatementRow[]; accountNo: string; fileName: string; staffId: string },
): Promise<BankStatementImport & { rows: BankStatementRowResult[] }> {
  const id = moment.newId()
  const results: BankStatementRowResult[] = rows.flatMap((row) =>
    'line' in row ? [] : [{ row: row.row, result: row.result, text: row.text, lineId: null }],
  )
  const good = rows.flatMap((row) => ('line' in row ? [row] : []))
  const single = onceEach(good, results)
  await insertImport(tx, moment, { id, accountNo, fileName, staffId })
  const added: IncomingBankStatementLine[] = []
  for (let at = 0; at < single.length; at += CHUNK) {
    const done = await importChunk(tx, moment, single.slice(at, at + CHUNK), { accountNo, importId: id })
    results.push(...done.results)
    added.push(...done.added)
  }
  const count = (result: BankStatementRowResult['result']) => results.filter((one) => one.result === result).length
  const counts = { added: count('added'), known: count('known'), skipped: count('skipped'), refused: count('refused') }
  const amountFen = sum(added.map((line) => line.amountFen))
  await tx
    .updateTable('bank_import')
    .set({ ...counts, amount_fen: amountFen })
    .where('id', '=', id)
    .execute()
  return { id, fileName, ...counts, amountFen, by: staffId, at: moment.now, rows: results.sort((one, other) => one.row - other.row) }
}

async function insertImport(
  tx: Tx,
  moment: Moment,
  { id, accountNo, fileName, staffId }: { id: string; accountNo: string; fileName: string; staffId: string },
): Promise<void> {
  await tx
    .insertInto('bank_import')
    .values({
      id,
      account_no: accountNo,
      file_name: fileName,
      added: 0,
      known: 0,
      skipped: 0,
      refused: 0,
      amount_fen: 0 as Fen,
      imported_by: staffId,
      at: moment.now,
    })
    .execute()
}

/** Lists past imports, newest first. */
export async function listBankStatementImports(
  db: Db,
  { limit, offset }: RowSlice,
): Promise<{ imports: BankStatementImport[]; total: number }> {
  const { rows: page, total } = await fetchPage(
    db.selectFrom('bank_import').selectAll().orderBy('at', 'desc').orderBy('id'),
    db.selectFrom('bank_import'),
    { limit, offset },
  )
  const imports = page.map((row) => ({
    id: row.id,
    fileName: row.file_name,
    added: row.added,
    known: row.known,
    skipped: row.skipped,
    refused: row.refused,
    amountFen: row.amount_fen,
    by: row.imported_by,
    at: row.at,
  }))
  return { imports, total }
}
