// Imports the lines of a bank statement and records the result of each in the table `bank_import`.
import { sql } from 'kysely'
import type { BankStatementRowResult, consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { type Fen, formatMoney, sum } from '#contract/platform/core/money.ts'
import { getStartOfNextShanghaiDay, getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { postTransfersOfEnterprise } from '#server/money/ledger/public.ts'
import { anyOfTextsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import { formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { columnsOfRecordsSql } from '#server/platform/core/record-columns.ts'
import { maskAccountNo, prepareBankLineWrites, toBankToSuspenseLedgerTransfer } from './bank-line-store.ts'
import { compareStatementRowWithManualLine } from './checks/manual-line.ts'
import type { IncomingBankStatementLine, ParsedBankStatementRow } from './parse-statement-rows.ts'
import { type CorrectedBankLine, confirmManualBankLine, correctInterestAfterValueDayCorrection } from './value-days/corrections.ts'
import { proposeValueDayCorrection } from './value-days/requests.ts'

const CHUNK = 1_000

interface Known {
  id: string
  reference: string
  source: 'statement' | 'typed'
  day: string
  amountFen: Fen
  assignedFen: Fen
  at: Date
}

/** Inserts lines whose number the account does not have yet. A concurrent import of the same lines waits here and inserts nothing. */
async function insertFresh(tx: Tx, moment: Moment, lines: readonly (IncomingBankStatementLine & { id: string })[], about: Import) {
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
    import_id: about.id,
    at: moment.now,
  }))
  const columns = columnsOfRecordsSql(rows)
  const { rows: fresh } = await sql<{ id: string }>`
    insert into bank_line (${columns}) select ${columns} from jsonb_populate_recordset(null::bank_line, ${JSON.stringify(rows)}::jsonb)
    on conflict (account_no, reference) where voided_at is null do nothing returning id`.execute(tx)
  return new Set(fresh.map(({ id }) => id))
}

interface Import {
  id: string
  accountNo: string
  fileName: string
  staffId: string
}

/** The result of a row, and the used line whose day it has corrected. */
interface Outcome {
  result: BankStatementRowResult
  corrected?: CorrectedBankLine
}

/** Returns the result for a row whose number exists already. */
async function compare(
  tx: Tx,
  moment: Moment,
  { row, line, known }: { row: number; line: IncomingBankStatementLine; known: Known | undefined },
  into: Import,
): Promise<Outcome> {
  const outcome = (result: BankStatementRowResult['result'], text: string): Outcome => ({
    result: { row, result, text, lineId: known?.id ?? null },
  })
  if (!known) return outcome('refused', '流水号刚刚被作废，请重新导入')
  if (known.amountFen !== line.amountFen || (known.source === 'statement' && known.day !== line.day))
    return outcome('refused', `流水号已存在，但金额或日期不同（已有 ${known.day} ${formatMoney(known.amountFen)}），请核对`)
  if (known.source === 'statement') return outcome('known', '已存在，未重复导入')
  const { effect, text } = compareStatementRowWithManualLine(known, line.day)
  const { id: importId, accountNo, fileName, staffId } = into
  if (effect === 'propose') {
    await proposeValueDayCorrection(tx, moment, { lineId: known.id, accountNo, line, importId, fileName, staffId })
    return outcome('refused', text)
  }
  if (!(await confirmManualBankLine(tx, moment, { known, line, importId, staffId })))
    return outcome('refused', '该流水刚刚被认领或作废，请重新导入')
  if (known.day === line.day || known.assignedFen === 0) return outcome('known', text)
  return { ...outcome('known', text), corrected: { lineId: known.id, fromDay: known.day, toDay: line.day } }
}

async function importChunk(
  tx: Tx,
  moment: Moment,
  rows: readonly { row: number; line: IncomingBankStatementLine }[],
  into: Import,
): Promise<{ results: BankStatementRowResult[]; added: IncomingBankStatementLine[]; corrected: CorrectedBankLine[] }> {
  // Sorted, so that two concurrent imports lock the same numbers in the same sequence.
  const lines = rows
    .map(({ row, line }) => ({ ...line, row, id: moment.newId() }))
    .sort((one, other) => (one.reference < other.reference ? -1 : 1))
  const fresh = await insertFresh(
    tx,
    moment,
    lines.map(({ row: _, ...line }) => line),
    into,
  )
  const references = lines.filter(({ id }) => !fresh.has(id)).map(({ reference }) => reference)
  const known = references.length === 0 ? [] : await findKnown(tx, [into.accountNo], references)
  const results: BankStatementRowResult[] = []
  const corrected: CorrectedBankLine[] = []
  for (const { row, id, ...line } of lines) {
    const there = known.find(({ reference }) => reference === line.reference)
    if (fresh.has(id))
      results.push({ row, result: 'added', text: `${line.payerName || '未知付款人'} ${formatMoney(line.amountFen)}`, lineId: id })
    else {
      const outcome = await compare(tx, moment, { row, line, known: there }, into)
      results.push(outcome.result)
      if (outcome.corrected) corrected.push(outcome.corrected)
    }
  }
  const added = lines.filter(({ id }) => fresh.has(id))
  await postTransfersOfEnterprise(tx, moment, {
    enterpriseId: PLATFORM_ENTERPRISE_ID,
    transfers: added.map(toBankToSuspenseLedgerTransfer),
  })
  return { results, added, corrected }
}

const findKnown = (tx: Tx, accountNos: readonly string[], references: readonly string[]): Promise<Known[]> =>
  tx
    .selectFrom('bank_line')
    .select(['id', 'reference', 'source', 'day', 'amount_fen as amountFen', 'assigned_fen as assignedFen', 'at'])
    .where('account_no', '=', anyOfTextsSql(accountNos))
    .where('reference', '=', anyOfTextsSql(references))
    .where('voided_at', 'is', null)
    .execute()

export interface BankStatementImport {
  id: string
  accountNo: string
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

/**
 * Finds rows that are lines of another account already, by number, day and amount: somebody has chosen the wrong one, now or before, and the
 * money would be there twice. A file that names its account is believed.
 */
async function findRowsOfOtherAccounts(
  tx: Tx,
  otherAccountNos: readonly string[],
  rows: readonly { row: number; line: IncomingBankStatementLine }[],
): Promise<ReadonlySet<number>> {
  if (otherAccountNos.length === 0 || rows.length === 0) return new Set()
  const others = await findKnown(
    tx,
    otherAccountNos,
    rows.map(({ line }) => line.reference),
  )
  const known = new Set(others.map(({ reference, day, amountFen }) => `${reference} ${day} ${amountFen}`))
  return new Set(rows.flatMap(({ row, line }) => (known.has(`${line.reference} ${line.day} ${line.amountFen}`) ? [row] : [])))
}

/** Imports the parsed rows. Importing the same file again adds nothing, because the bank's number is unique in its account. */
export async function importBankStatementRows(
  tx: Tx,
  moment: Moment,
  {
    rows,
    accountNo,
    otherAccountNos,
    fileName,
    staffId,
  }: {
    rows: readonly ParsedBankStatementRow[]
    accountNo: string
    /** Accounts of ours that the file can be of as well; none, if it names its own. */
    otherAccountNos: readonly string[]
    fileName: string
    staffId: string
  },
): Promise<Omit<BankStatementImport, 'accountNo'> & { rows: BankStatementRowResult[] }> {
  const id = moment.newId()
  const results: BankStatementRowResult[] = rows.flatMap((row) =>
    'line' in row ? [] : [{ row: row.row, result: row.result, text: row.text, lineId: null }],
  )
  const good = rows.flatMap((row) => ('line' in row ? [row] : []))
  const once = onceEach(good, results)
  const ofOthers = await findRowsOfOtherAccounts(tx, otherAccountNos, once)
  const single = once.filter(({ row }) => !ofOthers.has(row))
  for (const row of ofOthers)
    results.push({ row, result: 'refused', text: '另一收款账户已有相同流水号、日期和金额的流水，请核对账户', lineId: null })
  await prepareBankLineWrites(tx, moment)
  await insertImport(tx, moment, { id, accountNo, fileName, staffId })
  const added: IncomingBankStatementLine[] = []
  const corrected: CorrectedBankLine[] = []
  for (let at = 0; at < single.length; at += CHUNK) {
    const done = await importChunk(tx, moment, single.slice(at, at + CHUNK), { id, accountNo, fileName, staffId })
    results.push(...done.results)
    added.push(...done.added)
    corrected.push(...done.corrected)
  }
  // After all lines are locked: an assignment locks its line before companies.
  await correctInterestAfterValueDayCorrection(tx, moment, corrected)
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
  {
    limit,
    offset,
    accountNo,
    keyword,
    dateFrom,
    dateTo,
  }: RowSlice & Omit<InputOf<typeof consoleBankEndpoints.imports>, 'pageNo' | 'pageSize'>,
): Promise<{ imports: BankStatementImport[]; total: number }> {
  let matching = db.selectFrom('bank_import')
  if (accountNo) matching = matching.where('account_no', '=', accountNo)
  if (keyword) matching = matching.where('file_name', 'ilike', formatLikeContainsPattern(keyword))
  if (dateFrom) matching = matching.where('at', '>=', getStartOfShanghaiDay(dateFrom))
  if (dateTo) matching = matching.where('at', '<', getStartOfNextShanghaiDay(dateTo))
  const { rows: page, total } = await fetchPageWithTotal(matching.selectAll().orderBy('at', 'desc').orderBy('id'), matching, {
    limit,
    offset,
  })
  const imports = page.map((row) => ({
    id: row.id,
    accountNo: row.account_no,
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
