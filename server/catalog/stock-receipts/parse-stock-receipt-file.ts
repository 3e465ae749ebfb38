// Reads a file of goods receipts into rows of texts.
import { STOCK_RECEIPT_ROWS_MAX } from '#contract/catalog/stock-receipts/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findColumnsByHeadingWord } from '#contract/platform/spreadsheets/heading.ts'
import { readUploadedTable } from '#server/adapters/spreadsheets/public.ts'

/** A row as it was typed; '' where it says nothing. */
export interface StockReceiptRowInput {
  row: number
  code: string
  quantity: string
  /** What one unit costs without tax. */
  cost: string
  /** The name or code of a warehouse. */
  warehouse: string
  bin: string
}

const HEADS = { code: '编码', quantity: '数量', cost: '成本', warehouse: '仓库', bin: '货位' } as const
/** Titles and the headings stand above the rows. */
const ROWS_ABOVE_MAX = 20

/** Parses a file by its headings; without headings the columns stand in the order of HEADS. Refuses RECEIPTS_UNREADABLE, RECEIPTS_TOO_LARGE. */
export async function parseStockReceiptFile(bytes: Buffer): Promise<StockReceiptRowInput[]> {
  const refusals = { unreadable: 'RECEIPTS_UNREADABLE', tooLarge: 'RECEIPTS_TOO_LARGE' } as const
  const table = await readUploadedTable({ bytes, rowsMax: STOCK_RECEIPT_ROWS_MAX + ROWS_ABOVE_MAX, ...refusals })
  const { head, columns: at } = findColumnsByHeadingWord(table, HEADS, 'code')
  const costHeading = head < 0 ? '' : (table[head]?.[at.cost] ?? '')
  if (costHeading.includes('含税') && !costHeading.includes('不含税'))
    refuse('RECEIPTS_UNREADABLE', { msg: `“${costHeading}”列应为不含税单价，请换算后改为“成本（不含税）”` })
  const rows = table.flatMap((cells, index): StockReceiptRowInput[] => {
    const read = (column: number) => (cells[column] ?? '').trim()
    const row = { row: index + 1, code: read(at.code), quantity: read(at.quantity), cost: read(at.cost) }
    if (index <= head || (row.code === '' && row.quantity === '')) return []
    return [Object.assign(row, { warehouse: read(at.warehouse), bin: read(at.bin) })]
  })
  if (rows.length > STOCK_RECEIPT_ROWS_MAX) refuse('RECEIPTS_TOO_LARGE')
  return rows.length === 0 ? refuse('RECEIPTS_UNREADABLE') : rows
}
