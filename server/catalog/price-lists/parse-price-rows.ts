import { QUANTITY_MAX } from '#contract/platform/core/fields.ts'
import { type Fen, formatYuan, INPUT_AMOUNT_MAX } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { normaliseHeading, removeHeadingBrackets } from '#contract/platform/spreadsheets/heading.ts'
import { excerptCellText, parseCellAmount, type TextRows } from '#server/adapters/spreadsheets/public.ts'

/** The columns of a price sheet. The export writes the same. */
export const priceColumnTitles = { code: '规格编码', from: '起订数量', sale: '现金价', credit: '赊销价' } as const
type Column = keyof typeof priceColumnTitles

/** The text instead of a price: no credit price, or delete the price. */
export const NO_PRICE_TEXT = '无'
const REMOVED = '删除'

/** The input of a row. `creditPriceFen` undefined: unchanged; null: not on credit. `salePriceFen` null: the price is deleted. */
export interface PriceRowInput {
  code: string
  from: number
  salePriceFen: Fen | null
  creditPriceFen: Fen | null | undefined
}

/** A parsed row, or what is wrong with it. */
export type ParsedPriceRow = { row: number; code: string } & ({ input: PriceRowInput } | { fault: string })

const HEAD_ROWS = 20
const CODE_MAX = 100

function requireHead(rows: TextRows): { head: number; places: Partial<Record<Column, number>> } {
  for (const [head, row] of rows.slice(0, HEAD_ROWS).entries()) {
    const names = row.map((cell) => removeHeadingBrackets(normaliseHeading(cell)))
    const found = (Object.keys(priceColumnTitles) as Column[]).map((column) => [column, names.indexOf(priceColumnTitles[column])] as const)
    const places: Partial<Record<Column, number>> = Object.fromEntries(found.filter(([, at]) => at >= 0))
    if (places.code !== undefined && places.sale !== undefined) return { head, places }
  }
  return refuse('PRICE_FILE_UNREADABLE', { msg: '未找到列「规格编码」和「现金价」，请使用导出的表格修改后再导入' })
}

function quantityIn(text: string): number | undefined {
  const digits = text.replace(/,/g, '')
  if (digits === '') return 1
  const value = Number(digits)
  return /^\d+(\.0+)?$/.test(digits) && value >= 1 && value <= QUANTITY_MAX ? value : undefined
}

function creditIn(text: string): Fen | null | undefined | { fault: string } {
  if (text === '') return undefined
  if (text === NO_PRICE_TEXT) return null
  const amount = parseCellAmount(text)
  return amount !== undefined && amount > 0
    ? amount
    : { fault: `赊销价“${excerptCellText(text)}”无法识别；不支持赊销请填“${NO_PRICE_TEXT}”` }
}

/** Parses the cells of a row of prices. */
export function parsePriceCells(cell: (column: Column) => string, code: string): { input: PriceRowInput } | { fault: string } {
  if (code === '') return { fault: '缺少规格编码' }
  if (code.length > CODE_MAX) return { fault: `规格编码超过 ${CODE_MAX} 个字符` }
  const from = quantityIn(cell('from'))
  if (from === undefined) return { fault: `起订数量“${excerptCellText(cell('from'))}”不是 1 到 ${QUANTITY_MAX} 的整数` }
  const saleText = cell('sale')
  if (saleText === REMOVED) return { input: { code, from, salePriceFen: null, creditPriceFen: undefined } }
  if (saleText === '') return { fault: '缺少现金价' }
  const sale = parseCellAmount(saleText)
  if (sale === undefined) return { fault: `现金价“${excerptCellText(saleText)}”无法识别` }
  if (sale <= 0) return { fault: '现金价必须大于 0' }
  const credit = creditIn(cell('credit'))
  if (typeof credit === 'object' && credit !== null) return credit
  if (sale > INPUT_AMOUNT_MAX || (credit ?? 0) > INPUT_AMOUNT_MAX)
    return { fault: `价格不能超过 ${formatYuan(INPUT_AMOUNT_MAX, { grouped: true })} 元` }
  if (typeof credit === 'number' && credit < sale) return { fault: '赊销价不能低于现金价' }
  return { input: { code, from, salePriceFen: sale, creditPriceFen: credit } }
}

/** Parses the rows below the heading and skips empty rows. Refuses PRICE_FILE_UNREADABLE. */
export function parsePriceRows(rows: TextRows): ParsedPriceRow[] {
  const { head, places } = requireHead(rows)
  return rows.slice(head + 1).flatMap((row, at): ParsedPriceRow[] => {
    if (row.every((one) => one === '')) return []
    const cell = (column: Column) => row[places[column] ?? -1] ?? ''
    const code = cell('code')
    return [{ row: head + at + 2, code: excerptCellText(code), ...parsePriceCells(cell, code) }]
  })
}
