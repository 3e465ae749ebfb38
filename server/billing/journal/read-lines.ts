// Reads the tables `journal_entry` and `journal_line`, line by line.
import { sql } from 'kysely'
import type { JournalLine, JournalNumberPrefix } from '#contract/billing/journal/console-api.ts'
import { listShopNamesById } from '#server/catalog/goods/public.ts'
import { readJournalSettings } from '#server/content/content/public.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { countRowsUpTo, fetchSlice, type RowSlice } from '#server/platform/core/paging.ts'
import { findProjectNamesOfEnterprises } from '#server/sites/projects/public.ts'
import { toAccountingProgramCode } from './export-formats.ts'

export interface JournalLineFilter {
  account?: string | undefined
  enterpriseId?: string | undefined
  no?: number | undefined
  dateFrom?: string | undefined
  dateTo?: string | undefined
}

/** The entries that other programs take: those of accounts in the balance sheet. */
const IMPORTED: JournalNumberPrefix = '记'

const lines = (db: Db) => db.selectFrom('journal_line as l')
const details = (matching: ReturnType<typeof lines>) =>
  matching
    .innerJoin('journal_entry as e', (join) =>
      join.onRef('e.month', '=', 'l.month').onRef('e.word', '=', 'l.word').onRef('e.no', '=', 'l.no'),
    )
    .select(['l.month', 'l.word', 'l.no', 'l.line_no', 'l.day', 'e.title', 'l.account', 'l.debit_fen', 'l.credit_fen', 'l.enterprise_id'])
    .select(['l.rate_bp', 'l.shop_id', 'l.project_id'])
type Row = Awaited<ReturnType<ReturnType<typeof details>['executeTakeFirstOrThrow']>>

/** Adds the names of accounts, companies, shops and projects. */
async function describe(db: Db, rows: readonly Row[]): Promise<JournalLine[]> {
  const names = new Map((await readJournalSettings(db)).accounts.map(({ code, name }) => [code, name]))
  const shops = await listShopNamesById(db)
  const projects = await findProjectNamesOfEnterprises(
    db,
    rows.flatMap(({ enterprise_id, project_id }) => (project_id === null ? [] : [{ enterpriseId: enterprise_id, projectId: project_id }])),
  )
  const listed = rows.map(({ debit_fen, credit_fen, enterprise_id, line_no, word, rate_bp, shop_id, project_id, ...line }) => ({
    ...line,
    rateBp: rate_bp,
    shopCode: shop_id && toAccountingProgramCode(shop_id),
    shopName: shop_id && (shops.get(shop_id) ?? ''),
    projectCode: project_id && toAccountingProgramCode(project_id),
    projectName: project_id && (projects.get(project_id) ?? ''),
    word: word as JournalNumberPrefix,
    lineNo: line_no,
    accountName: names.get(line.account) ?? '',
    debit: debit_fen,
    credit: credit_fen,
    enterpriseId: enterprise_id,
  }))
  return attachEnterpriseNamesToRows(db, listed)
}

/** Returns a page of lines, the newest entries first, and their number. */
export async function listJournalLines(
  db: Db,
  { limit, offset, account, enterpriseId, no, dateFrom, dateTo }: JournalLineFilter & RowSlice,
): Promise<{ dataList: JournalLine[]; total: number }> {
  let matching = lines(db)
  if (account !== undefined) matching = matching.where('l.account', '=', account)
  if (enterpriseId !== undefined) matching = matching.where('l.enterprise_id', '=', enterpriseId)
  if (no !== undefined) matching = matching.where('l.no', '=', no)
  if (dateFrom !== undefined) matching = matching.where('l.day', '>=', dateFrom)
  if (dateTo !== undefined) matching = matching.where('l.day', '<=', dateTo)
  const ordered = details(matching).orderBy('l.day', 'desc').orderBy('l.word', 'desc').orderBy('l.no', 'desc').orderBy('l.line_no')
  const rows = await fetchSlice(ordered, { limit, offset })
  return { dataList: await describe(db, rows), total: await countRowsUpTo(db, matching) }
}

/** Returns a page of the lines of a month in the order of their numbers, for other programs. */
export async function listJournalMonthLinesForExport(
  db: Db,
  { month, limit, offset }: RowSlice & { month: string },
): Promise<{ dataList: JournalLine[]; total: number }> {
  const matching = lines(db).where('l.month', '=', month).where('l.word', '=', IMPORTED)
  const rows = await fetchSlice(details(matching).orderBy('l.no').orderBy('l.line_no'), { limit, offset })
  return { dataList: await describe(db, rows), total: await countRowsUpTo(db, matching) }
}

/** Returns the lines of a month after one of them, in the order of their numbers, for other programs. */
export async function listJournalLinesAfter(
  db: Db,
  { month, no, lineNo, limit }: { month: string; no: number; lineNo: number; limit: number },
): Promise<JournalLine[]> {
  const after = lines(db)
    .where('l.month', '=', month)
    .where('l.word', '=', IMPORTED)
    .where(sql<boolean>`(l.no, l.line_no) > (${no}, ${lineNo})`)
  return describe(db, await details(after).orderBy('l.no').orderBy('l.line_no').limit(limit).execute())
}

/** Which of some accounts have lines. */
export async function findUsedJournalAccounts(db: Db, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from unnest(${[...codes]}::text[]) c(code) where exists (select from journal_line l where l.account = c.code)`.execute(db)
  return rows.map(({ code }) => code)
}
