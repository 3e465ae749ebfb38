import { QUANTITY_MAX } from '../../contract/fields.ts'
import type { Fen } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { amountIn, type Cell, headingIn, type Rows, textIn } from '../spreadsheet/public.ts'

/** The columns of a sheet of prices; the export writes the same. */
export const columnTitles = { code: '规格编码', from: '起订数量', sale: '现金价', credit: '赊销价' } as const
type Column = keyof typeof columnTitles

/** What stands in place of a price: it has none on account; it goes away. */
export const NONE = '无'
const REMOVED = '删除'

/** What a row asks for. No credit price: it stays as it is; null: not on account. No sale price: the price goes away. */
export interface WishedPrice {
  code: string
  from: number
  salePriceFen: Fen | null
  creditPriceFen: Fen | null | undefined
}

/** A row as it was understood, or what is wrong with it. */
export type ReadPrice = { row: number; code: string } & ({ wish: WishedPrice } | { fault: string })

const HEAD_ROWS = 20

function findHead(rows: Rows): { head: number; places: Partial<Record<Column, number>> } {
  for (const [head, row] of rows.slice(0, HEAD_ROWS).entries()) {
    const names = row.map(headingIn)
    const found = (Object.keys(columnTitles) as Column[]).map((column) => [column, names.indexOf(columnTitles[column])] as const)
    const places: Partial<Record<Column, number>> = Object.fromEntries(found.filter(([, at]) => at >= 0))
    if (places.code !== undefined && places.sale !== undefined) return { head, places }
  }
  return refuse('PRICE_FILE_UNREADABLE', { msg: '未找到列「规格编码」和「现金价」，请使用导出的表格修改后再导入' })
}

function quantityIn(cell: Cell | undefined): number | undefined {
  const text = textIn(cell).replace(/,/g, '')
  if (text === '') return 1
  const value = Number(text)
  return /^\d+(\.0+)?$/.test(text) && value >= 1 && value <= QUANTITY_MAX ? value : undefined
}

function creditIn(cell: Cell | undefined): Fen | null | undefined | { fault: string } {
  const text = textIn(cell)
  if (text === '') return undefined
  if (text === NONE) return null
  const amount = amountIn(cell)
  return amount !== undefined && amount > 0 ? amount : { fault: `赊销价“${text}”无法识别；不支持赊销请填“${NONE}”` }
}

function understand(cell: (column: Column) => Cell | undefined, code: string): { wish: WishedPrice } | { fault: string } {
  if (code === '') return { fault: '缺少规格编码' }
  const from = quantityIn(cell('from'))
  if (from === undefined) return { fault: `起订数量“${textIn(cell('from'))}”不是 1 到 ${QUANTITY_MAX} 的整数` }
  const saleText = textIn(cell('sale'))
  if (saleText === REMOVED) return { wish: { code, from, salePriceFen: null, creditPriceFen: undefined } }
  if (saleText === '') return { fault: '缺少现金价' }
  const sale = amountIn(cell('sale'))
  if (sale === undefined) return { fault: `现金价“${saleText}”无法识别` }
  if (sale <= 0) return { fault: '现金价必须大于 0' }
  const credit = creditIn(cell('credit'))
  if (typeof credit === 'object' && credit !== null) return credit
  if (typeof credit === 'number' && credit < sale) return { fault: '赊销价不能低于现金价' }
  return { wish: { code, from, salePriceFen: sale, creditPriceFen: credit } }
}

/** What the rows below the heading ask for, each for itself; empty rows are none. Refuses PRICE_FILE_UNREADABLE. */
export function readPrices(rows: Rows): ReadPrice[] {
  const { head, places } = findHead(rows)
  return rows.slice(head + 1).flatMap((row, at): ReadPrice[] => {
    if (row.every((one) => textIn(one) === '')) return []
    const cell = (column: Column) => (places[column] === undefined ? undefined : row[places[column]])
    const code = textIn(cell('code'))
    return [{ row: head + at + 2, code, ...understand(cell, code) }]
  })
}
