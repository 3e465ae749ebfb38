// The file of an import with the given number of rows.
import { Buffer } from 'node:buffer'
import { BYTE_ORDER_MARK, formatCsvLines } from '#contract/platform/spreadsheets/csv-text.ts'
import type { CatalogFixtures } from './catalog-fixtures.ts'
import { buildGoodsImportHeadings, rowsOfGoods } from './goods.ts'

export interface ImportFile {
  bytes: Buffer
  rows: number
  goods: number
}

/** Generates goods from a number on, whole products, up to this number of rows. */
export function createImportFile(
  ground: CatalogFixtures,
  { first, rows, raised = 0 }: { first: number; rows: number; raised?: number },
): ImportFile {
  const pieces = [Buffer.from(BYTE_ORDER_MARK + formatCsvLines([buildGoodsImportHeadings(ground)]))]
  let [count, at] = [0, first]
  for (; count < rows; at++) {
    const own = [...rowsOfGoods(ground, at, raised)]
    count += own.length
    pieces.push(Buffer.from(formatCsvLines(own)))
  }
  return { bytes: Buffer.concat(pieces), rows: count, goods: at - first }
}
