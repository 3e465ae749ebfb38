import {
  MOVING_IN_COMPANIES_MAX,
  MOVING_IN_ROWS_MAX,
  type MovingInFault,
  type MovingInTotals,
  movingInTotals,
} from '#contract/operations/moving-in/shapes.ts'
import { toComparedText } from '#contract/people/verification/checks.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { normaliseHeading } from '#contract/platform/spreadsheets/heading.ts'
import { COMPUTED_CELL_MARK } from '#contract/platform/spreadsheets/limits.ts'
import {
  type CompressedSheetRows,
  excerptCellText,
  parseCellAmount,
  readVisibleUploadedSheetsVerbatim,
  stripNumberWrappersFromCellText,
} from '#server/adapters/spreadsheets/public.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import {
  CONTROL_SUMS_SHEET_NAME,
  getMovingInSheetColumns,
  IGNORED_SHEET_NAMES,
  type MovingInSheetName,
  movingInSheets,
} from './definitions.ts'

/** A row of a sheet with its cells by column name. A column that the file does not have is missing. */
export interface MovingInSheetRow {
  /** The row number as a spreadsheet program shows it. */
  row: number
  cells: Record<string, string>
}

/** Everything that the file says about one company. */
export interface MovingInCompanyRows {
  code: string
  rows: Record<MovingInSheetName, MovingInSheetRow[]>
  /** Its conflicts with other companies of the file. */
  faults: MovingInFault[]
  /** The future ids of its people. A person who belongs to several companies has one id. */
  userIds: Record<string, string>
}

export interface ParsedMovingInFile {
  hash: Buffer
  companies: MovingInCompanyRows[]
  /** The control sums; null: the file has none. */
  sums: MovingInTotals | null
}

const REFUSALS = { unreadable: 'MOVING_IN_FILE_UNREADABLE', tooLarge: 'MOVING_IN_FILE_TOO_LARGE' } as const
const SHEETS_MAX = 20
const sheetNames = keysOf(movingInSheets)
const unreadable = (msg: string): never => refuse('MOVING_IN_FILE_UNREADABLE', { msg })

/** Finds the columns of a sheet by its titles. An unknown title is refused, because a misspelt one would lose the data below it. */
function resolveColumns(sheet: MovingInSheetName, titles: readonly string[]): (string | undefined)[] {
  const named = new Map(getMovingInSheetColumns(sheet).map(([name, { title }]) => [normaliseHeading(title), name]))
  const found = titles.map((title) => {
    const heading = normaliseHeading(title.replace(COMPUTED_CELL_MARK, ''))
    if (heading === '') return undefined
    return named.get(heading) ?? unreadable(`工作表“${movingInSheets[sheet].name}”的列“${excerptCellText(title)}”不在模板里，请删除或改名`)
  })
  const given = found.filter((name) => name !== undefined)
  if (new Set(given).size < given.length) unreadable(`工作表“${movingInSheets[sheet].name}”有重复的列`)
  const missing = getMovingInSheetColumns(sheet).find(([name, { required }]) => required && !given.includes(name))
  if (missing) unreadable(`工作表“${movingInSheets[sheet].name}”缺少列“${missing[1].title}”`)
  return found
}

/** Reads the rows below the heading. */
function readRows(sheet: MovingInSheetName, { pieces }: CompressedSheetRows): MovingInSheetRow[] {
  let columns: (string | undefined)[] | undefined
  const rows: MovingInSheetRow[] = []
  for (const piece of pieces())
    for (const { row, cells } of piece) {
      if (!columns) {
        columns = resolveColumns(sheet, cells)
        continue
      }
      rows.push({ row, cells: Object.fromEntries(columns.flatMap((name, at) => (name === undefined ? [] : [[name, cells[at] ?? '']]))) })
    }
  return rows
}

/** Reads the control sums: each row has a label and a value. Missing sums are zero. */
function readSums({ pieces }: CompressedSheetRows): MovingInTotals | null {
  const labels = new Map(keysOf(movingInTotals).map((total) => [movingInTotals[total].label as string, total]))
  const sums: MovingInTotals = {
    companies: 0,
    wallet: ZERO_FEN,
    statements: ZERO_FEN,
    drawdowns: ZERO_FEN,
    interest: ZERO_FEN,
    limits: ZERO_FEN,
  }
  let given = false
  for (const piece of pieces())
    for (const {
      cells: [label = '', value = ''],
    } of piece) {
      const total = labels.get(stripNumberWrappersFromCellText(label))
      if (total === undefined || value === '') continue
      const text = stripNumberWrappersFromCellText(value)
      const amount = value.startsWith(COMPUTED_CELL_MARK) ? undefined : parseCellAmount(text)
      const count = /^\d+$/.test(text) ? Number(text) : undefined
      if (total === 'companies' ? count === undefined : amount === undefined || amount < 0)
        unreadable(`工作表“${CONTROL_SUMS_SHEET_NAME}”的“${label}”应为${total === 'companies' ? '整数' : '金额，最多两位小数'}，不能是公式`)
      if (total === 'companies') sums.companies = count ?? 0
      else sums[total] = amount ?? ZERO_FEN
      given = true
    }
  return given ? sums : null
}

const codeOf = ({ cells }: MovingInSheetRow): string => (cells.code ?? '').replace(COMPUTED_CELL_MARK, '').trim()

const createEmptySheets = (): Record<MovingInSheetName, MovingInSheetRow[]> => ({
  companies: [],
  members: [],
  limits: [],
  statements: [],
  drawdowns: [],
  wallets: [],
  prices: [],
  addresses: [],
})

/** Groups the rows of all sheets by the code of their company, in the order of the companies. */
function joinRows(found: Record<MovingInSheetName, MovingInSheetRow[]>): Map<string, MovingInCompanyRows> {
  const companies = new Map<string, MovingInCompanyRows>()
  for (const sheet of sheetNames)
    for (const row of found[sheet]) {
      const code = codeOf(row)
      const company = companies.get(code) ?? {
        code,
        rows: createEmptySheets(),
        faults: [],
        userIds: {},
      }
      company.rows[sheet].push(row)
      companies.set(code, company)
    }
  return companies
}

/** Marks companies with the same identifying data as an earlier one, because only one of them can be right. */
function markTwins(companies: Iterable<MovingInCompanyRows>, column: 'name' | 'creditCode'): void {
  const first = new Map<string, { row: number; company: MovingInCompanyRows }>()
  const { title } = movingInSheets.companies.columns[column]
  for (const company of companies)
    for (const { row, cells } of company.rows.companies) {
      const value = column === 'creditCode' ? toComparedText(cells[column] ?? '') : (cells[column] ?? '').trim()
      if (value === '') continue
      const twin = first.get(value)
      if (!twin) first.set(value, { row, company })
      else if (twin.company !== company)
        company.faults.push({
          sheet: movingInSheets.companies.name,
          row,
          column: title,
          value: excerptCellText(value),
          reason: `与第 ${twin.row} 行的企业（${twin.company.code}）相同`,
        })
    }
}

/** Reserves the ids of all people by their mobile numbers. */
function reserveUserIds(companies: Iterable<MovingInCompanyRows>, moment: Moment): void {
  const ids = new Map<string, string>()
  for (const { rows, userIds } of companies)
    for (const { cells } of rows.members) {
      const mobile = stripNumberWrappersFromCellText(cells.mobile ?? '')
      const id = ids.get(mobile) ?? moment.newId()
      ids.set(mobile, id)
      userIds[mobile] = id
    }
}

/** Reads a workbook of companies. Refuses MOVING_IN_FILE_UNREADABLE, MOVING_IN_FILE_TOO_LARGE. */
export async function parseMovingInFile(bytes: Buffer, moment: Moment): Promise<ParsedMovingInFile> {
  const read = await readVisibleUploadedSheetsVerbatim({ bytes, rowsMax: MOVING_IN_ROWS_MAX + 1, sheetsMax: SHEETS_MAX, ...REFUSALS })
  const found = createEmptySheets()
  let sums: MovingInTotals | null = null
  const seen = new Set<string>()
  for (const table of read) {
    const { name } = table
    if (IGNORED_SHEET_NAMES.includes(name)) continue
    if (seen.has(name)) unreadable(`有两张名为“${name}”的工作表`)
    seen.add(name)
    const sheet = sheetNames.find((one) => movingInSheets[one].name === name)
    if (name === CONTROL_SUMS_SHEET_NAME) sums = readSums(table)
    else if (sheet) found[sheet] = readRows(sheet, table)
    else if (table.count > 0) unreadable(`工作表“${excerptCellText(name)}”不在模板里，请删除或改名`)
  }
  if (found.companies.length === 0) unreadable(`工作表“${movingInSheets.companies.name}”里没有企业，请从第 2 行起填写`)
  const companies = joinRows(found)
  if (companies.size > MOVING_IN_COMPANIES_MAX)
    refuse('MOVING_IN_FILE_TOO_LARGE', { msg: `一次最多迁入 ${MOVING_IN_COMPANIES_MAX} 家企业，请分成几次` })
  markTwins(companies.values(), 'name')
  markTwins(companies.values(), 'creditCode')
  reserveUserIds(companies.values(), moment)
  return { hash: sha256(bytes), companies: [...companies.values()], sums }
}
