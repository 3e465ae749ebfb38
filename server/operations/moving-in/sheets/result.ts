import { movingInCompanyOutcomes } from '#contract/operations/moving-in/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { escapeAlreadyEscapedText } from '#contract/platform/spreadsheets/csv-text.ts'
import type { SheetFormat } from '#contract/platform/spreadsheets/format.ts'
import { COMPUTED_CELL_MARK } from '#contract/platform/spreadsheets/limits.ts'
import { defineColumns, exportList } from '#server/adapters/spreadsheets/public.ts'
import { type MovingInCompanyResult, readMovingInCompanyResults } from '#server/operations/moving-in/company-store.ts'
import { findMovingInRun } from '#server/operations/moving-in/moving-in-store.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Staff } from '#server/platform/http/caller.ts'
import type { Context } from '#server/platform/http/context.ts'
import type { FileStream } from '#server/platform/http/download.ts'
import { getMovingInSheetColumns, type MovingInSheetName, movingInSheets } from './definitions.ts'

type Around = Pick<Context<Staff>, 'db' | 'caller' | 'moment' | 'origin' | 'writeSeparately'>

interface ResultRow {
  sheet: string
  row: number | null
  code: string
  name: string
  content: string
  result: string
  reason: string
}

const columns = defineColumns<ResultRow>((by) => [
  by.text('工作表', 14, ({ sheet }) => sheet),
  by.count('行号', ({ row }) => row),
  by.text('企业编码', 16, ({ code }) => escapeAlreadyEscapedText(code)),
  by.text('企业名称', 34, ({ name }) => escapeAlreadyEscapedText(name)),
  by.text('内容', 60, ({ content }) => escapeAlreadyEscapedText(content)),
  by.text('结果', 10, ({ result }) => result),
  by.text('原因', 60, ({ reason }) => reason),
])

const contentOf = (sheet: MovingInSheetName, cells: Record<string, string>): string =>
  getMovingInSheetColumns(sheet)
    .flatMap(([name, { title }]) => (name === 'code' || !cells[name] ? [] : `${title}：${cells[name].replace(COMPUTED_CELL_MARK, '=')}`))
    .join('，')

/** The uploaded rows of a company, each with its problems. If the rows were erased, only the result is left. */
function rowsOf({ code, name, result, faults, packed }: MovingInCompanyResult): ResultRow[] {
  const company = { code, name, result: result === null ? '未试算' : movingInCompanyOutcomes[result].label }
  const reasonOf = (sheet: string, row: number) =>
    faults
      .filter((fault) => fault.sheet === sheet && fault.row === row)
      .map(({ column, reason }) => (column === '' ? reason : `${column}：${reason}`))
      .join('；')
  if (!packed) {
    const reason = faults.map((fault) => `${fault.sheet} 第 ${fault.row} 行 ${fault.column}：${fault.reason}`).join('；')
    return [{ sheet: movingInSheets.companies.name, row: null, content: '', ...company, reason }]
  }
  const rows = keysOf(movingInSheets).flatMap((sheet) =>
    packed.rows[sheet].map(({ row, cells }): ResultRow => {
      const { name: title } = movingInSheets[sheet]
      return { sheet: title, row, content: contentOf(sheet, cells), ...company, reason: reasonOf(title, row) }
    }),
  )
  const shown = new Set(rows.map(({ sheet, row }) => `${sheet} ${row}`))
  const others = faults.filter(({ sheet, row }) => !shown.has(`${sheet} ${row}`))
  return [...rows, ...others.map(({ sheet, row, reason }): ResultRow => ({ sheet, row, content: '', ...company, reason }))]
}

/** All uploaded rows with two more columns: the result of their company, and their problems. Refuses MOVING_IN_NOT_FOUND, EXPORTS_BUSY. */
export async function exportMovingInResult(
  context: Around,
  keys: Keys,
  { id, format }: { id: string; format: SheetFormat },
): Promise<FileStream> {
  const { fileName, companyCount } = (await findMovingInRun(context.db, id)) ?? refuse('MOVING_IN_NOT_FOUND')
  return exportList(context, {
    name: '迁入结果',
    title: `迁入结果-${fileName.replace(/\.\w+$/, '')}`,
    columns,
    format,
    // A page has some companies with all of their rows.
    page: async (db, slice) => ({
      dataList: (await readMovingInCompanyResults(db, { keys, id }, slice)).flatMap(rowsOf),
      total: companyCount,
    }),
  })
}
