// Reads a file of goods receipts into rows of texts.
import { STOCK_RECEIPT_ROWS_MAX, stockReceiptFileHeadings } from '#contract/catalog/stock-receipts/shapes.ts'
import { cleanCell, findCodeAndQuantityColumns, parseOrderQuantity } from '#contract/orders/quick-order/rows.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { normaliseHeading, removeHeadingBrackets } from '#contract/platform/spreadsheets/heading.ts'
import { excerptCellText, readUploadedTable } from '#server/adapters/spreadsheets/public.ts'

/** A row as it was typed, without what spreadsheets wrap around texts; '' where it says nothing. */
export interface StockReceiptRowInput {
  row: number
  code: string
  quantity: string
  /** What one unit costs without tax. */
  cost: string
  /** The name or code of a warehouse. */
  warehouse: string
  bin: string
  batchNo: string
  /** The days as they were typed. */
  bestBefore: string
  madeOn: string
}

/** Titles and the headings stand above the rows. */
const ROWS_ABOVE_MAX = 20

/** Headings that mean what one unit costs without tax, and nothing else. */
const COST_HEADS = ['成本', '成本单价', '不含税单价', '不含税成本', '成本(不含税)']
/** Headings that mean another price: of many units, with tax, or nobody knows which. */
const OTHER_PRICE = /成本|价|含税/
const WAREHOUSE_HEADS = ['仓库', '仓库名称', '入库仓库', '收货仓库', '仓库编码']
const BATCH_HEADS = ['批号', '批次', '批次号', '生产批号']
const BEST_BEFORE_HEADS = ['保质期至', '有效期至', '有效期', '到期日', '到期日期', '失效日期']
const MADE_ON_HEADS = ['生产日期', '制造日期']
const BIN_HEADS = ['货位', '库位', '货位号', '库位号']

/** The columns of each field in the order of preference. */
type Columns = Record<Exclude<keyof StockReceiptRowInput, 'row'>, readonly number[]>
/** Where the columns of a file without headings are: as in the template. */
const USUAL: Columns = { code: [0], quantity: [1], cost: [2], warehouse: [3], bin: [4], batchNo: [5], bestBefore: [6], madeOn: [7] }

/** Refuses RECEIPTS_UNREADABLE with the heading of a price that is not what one unit costs without tax, and of a second such cost. */
function findCostColumns(headings: readonly string[]): number[] {
  const found: number[] = []
  for (const [at, heading] of headings.entries()) {
    const name = normaliseHeading(heading)
    const isCost = COST_HEADS.includes(name)
    if (isCost && found.length === 0) found.push(at)
    else if (isCost) refuse('RECEIPTS_UNREADABLE', { msg: `“${heading}”列与“${headings[found[0] ?? 0]}”列都是成本，请只保留一列` })
    else if (OTHER_PRICE.test(name))
      refuse('RECEIPTS_UNREADABLE', {
        msg: `“${excerptCellText(heading)}”列不是每件的不含税单价，请换算后把表头改为“不含税单价”，或删去该列`,
      })
  }
  return found
}

/** Finds the headings of a table and its columns. Refuses RECEIPTS_UNREADABLE. */
function findColumns(table: readonly (readonly string[])[]): { head: number; columns: Columns } {
  const head = table.slice(0, ROWS_ABOVE_MAX).findIndex((cells) => (findCodeAndQuantityColumns(cells)?.quantity ?? -1) >= 0)
  const headings = table[head] ?? []
  const found = findCodeAndQuantityColumns(headings)
  if (found === undefined) return { head, columns: USUAL }
  const names = headings.map((heading) => removeHeadingBrackets(normaliseHeading(heading)))
  const at = (heads: readonly string[]) => heads.map((name) => names.indexOf(name)).filter((place) => place >= 0)
  const batch = { batchNo: at(BATCH_HEADS), bestBefore: at(BEST_BEFORE_HEADS), madeOn: at(MADE_ON_HEADS) }
  const places = Object.assign({ warehouse: at(WAREHOUSE_HEADS), bin: at(BIN_HEADS) }, batch)
  return { head, columns: Object.assign({ code: found.codes, quantity: [found.quantity], cost: findCostColumns(headings) }, places) }
}

/** Refuses RECEIPTS_UNREADABLE if the first row of a table without headings is no receipt, so that it must be headings that nobody knows. */
function refuseUnknownHeadings(first: readonly string[]): void {
  const quantity = (first[1] ?? '').normalize('NFKC')
  if (parseOrderQuantity(quantity) !== undefined || (quantity !== '' && !Number.isNaN(Number(quantity)))) return
  const texts = first.flatMap((text) => (text === '' ? [] : [excerptCellText(text)]))
  refuse('RECEIPTS_UNREADABLE', { msg: `未识别表头“${texts.slice(0, 8).join('、')}”，请使用：${stockReceiptFileHeadings.join('、')}` })
}

/** Parses a file by its headings; without headings the columns are those of `USUAL`. Refuses RECEIPTS_UNREADABLE, RECEIPTS_TOO_LARGE. */
export async function parseStockReceiptFile(bytes: Buffer): Promise<StockReceiptRowInput[]> {
  const refusals = { unreadable: 'RECEIPTS_UNREADABLE', tooLarge: 'RECEIPTS_TOO_LARGE' } as const
  const uploaded = await readUploadedTable({ bytes, rowsMax: STOCK_RECEIPT_ROWS_MAX + ROWS_ABOVE_MAX, ...refusals })
  const table = uploaded.map((cells) => cells.map(cleanCell))
  const { head, columns } = findColumns(table)
  const first = table.find((cells) => cells.some((text) => text !== ''))
  if (head < 0 && first) refuseUnknownHeadings(first)
  const rows = table.flatMap((cells, index): StockReceiptRowInput[] => {
    const read = (places: readonly number[]) => places.map((at) => cells[at] ?? '').find((text) => text !== '') ?? ''
    const row = { row: index + 1, code: read(columns.code), quantity: read(columns.quantity), cost: read(columns.cost) }
    if (index <= head || (row.code === '' && row.quantity === '')) return []
    const batch = { batchNo: read(columns.batchNo), bestBefore: read(columns.bestBefore), madeOn: read(columns.madeOn) }
    return [Object.assign(row, { warehouse: read(columns.warehouse), bin: read(columns.bin) }, batch)]
  })
  if (rows.length > STOCK_RECEIPT_ROWS_MAX) refuse('RECEIPTS_TOO_LARGE')
  return rows.length === 0 ? refuse('RECEIPTS_UNREADABLE') : rows
}
