import { Reference } from '../../contract/bank/shapes.ts'
import type { Fen } from '../../contract/money.ts'
import { amountIn, type Cell, type Rows, textIn } from '../spreadsheet/public.ts'
import { type Column, type Columns, dayIn } from './columns.ts'

export interface ReadLine {
  reference: string
  day: string
  amountFen: Fen
  payerName: string
  payerAccount: string
  remark: string
}

/** A row as it was understood: money that came in, or why it is none. */
export type ReadRow = { row: number } & ({ line: ReadLine } | { result: 'skipped' | 'refused'; text: string })

const INCOMING = /^(贷|贷方|收|收入|转入|存入|c|cr|credit|\+)$/i
const TOTALS = /合计|总计|小计|汇总|笔数/

/** What came in by a row; a sentence: why nothing did, or what cannot be read. */
function incoming(cell: (column: Column) => Cell | undefined, columns: Columns): Fen | { skipped: string } | { refused: string } {
  if (columns.credit !== undefined) {
    const credit = amountIn(cell('credit'))
    if (credit === undefined) return { refused: `收入金额“${textIn(cell('credit'))}”无法识别` }
    return credit > 0 ? credit : credit < 0 ? { skipped: '冲正，请人工处理' } : { skipped: '支出或无收入金额' }
  }
  if (!INCOMING.test(textIn(cell('direction')))) return { skipped: '支出' }
  const amount = amountIn(cell('amount'))
  if (amount === undefined) return { refused: `交易金额“${textIn(cell('amount'))}”无法识别` }
  return amount > 0 ? amount : { skipped: '无收入金额' }
}

/** More digits than a spreadsheet keeps of a number: the last ones are no longer what the bank wrote. */
const isRounded = (cell: Cell | undefined) => /^\d(\.\d+)?e\+?\d+$/i.test(textIn(cell))

function understand(
  row: readonly Cell[],
  columns: Columns,
  today: string,
): ReadRow extends infer R ? (R extends { row: number } ? Omit<R, 'row'> : never) : never {
  const cell = (column: Column) => (columns[column] === undefined ? undefined : row[columns[column]])
  const money = incoming(cell, columns)
  if (typeof money === 'object' && 'refused' in money) return { result: 'refused', text: money.refused }
  if (typeof money === 'object') return { result: 'skipped', text: money.skipped }
  const day = dayIn(cell('day'))
  if (day === undefined) return { result: 'refused', text: `交易日期“${textIn(cell('day'))}”无法识别` }
  if (day > today) return { result: 'refused', text: `交易日期 ${day} 晚于今天` }
  if (isRounded(cell('reference'))) return { result: 'refused', text: '流水号已被表格软件改成科学计数，请重新导出' }
  const reference = textIn(cell('reference'))
  if (reference === '') return { result: 'refused', text: '缺少流水号' }
  if (!Reference.safeParse(reference).success) return { result: 'refused', text: `流水号“${reference.slice(0, 70)}”格式不正确` }
  const remark = columns.remarks.map((at) => textIn(row[at])).filter((text) => text !== '')
  const short = (text: string, most: number) => [...text].slice(0, most).join('')
  return {
    line: {
      ...{ reference, day, amountFen: money, payerName: short(textIn(cell('payerName')), 100) },
      ...{ payerAccount: textIn(cell('payerAccount')), remark: short([...new Set(remark)].join(' '), 200) },
    },
  }
}

/** What the rows below a heading say, each for itself. Empty rows are none; sums at the end are not money. */
export function readLines(rows: Rows, { head, columns, today }: { head: number; columns: Columns; today: string }): ReadRow[] {
  return rows.slice(head + 1).flatMap((row, at): ReadRow[] => {
    const texts = row.map(textIn)
    if (texts.every((text) => text === '')) return []
    const number = head + at + 2
    if (texts.slice(0, 2).some((text) => TOTALS.test(text))) return [{ row: number, result: 'skipped', text: '合计行' }]
    return [{ row: number, ...understand(row, columns, today) }]
  })
}
