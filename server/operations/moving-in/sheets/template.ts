import { movingInTotals } from '#contract/operations/moving-in/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { exportSheetsAsWorkbook, type Sheet } from '#server/adapters/spreadsheets/public.ts'
import type { FileStream } from '#server/platform/http/download.ts'
import { CONTROL_SUMS_SHEET_NAME, getMovingInSheetColumns, IGNORED_SHEET_NAMES, movingInSheets } from './definitions.ts'

const text = (title: string, width: number) => ({ title, width, kind: 'text' as const })

/** The meaning of each column, as a separate sheet. */
function instructions(): Sheet {
  const rows = keysOf(movingInSheets).flatMap((sheet) =>
    getMovingInSheetColumns(sheet).map(([, { title, required, choices = [], note }]) => [
      movingInSheets[sheet].name,
      title,
      required ? '必填' : '选填',
      [choices.length === 0 ? '' : `填“${choices.join('”或“')}”`, note].filter((part) => part !== '').join('；'),
    ]),
  )
  const [name = ''] = IGNORED_SHEET_NAMES
  const sums = [CONTROL_SUMS_SHEET_NAME, '数值', '选填', '旧系统的合计，也可以在页面上填写；与试算合计不一致时不能迁入']
  return { name, columns: [text('工作表', 14), text('列', 18), text('要求', 8), text('说明', 80)], rows: [...rows, sums] }
}

/** An empty workbook with a sheet for each kind of data, the control sums, and instructions. */
export function exportMovingInTemplate(): FileStream {
  const filled = keysOf(movingInSheets).map((sheet): Sheet => {
    const columns = getMovingInSheetColumns(sheet)
    return {
      name: movingInSheets[sheet].name,
      columns: columns.map(([, { title, width, kind = 'text' }]) => ({ title, width, kind })),
      dropDowns: columns.flatMap(([, { choices }], column) => (choices ? [{ column, source: `"${choices.join(',')}"` }] : [])),
      rows: [],
    }
  })
  const sums: Sheet = {
    name: CONTROL_SUMS_SHEET_NAME,
    columns: [text('项目', 20), text('数值', 20)],
    rows: keysOf(movingInTotals).map((total) => [movingInTotals[total].label, null]),
  }
  return exportSheetsAsWorkbook('系统迁入模板', [instructions(), ...filled, sums])
}
