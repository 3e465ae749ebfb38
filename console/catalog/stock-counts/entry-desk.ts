// The entry of counted units without its screen: which line a text means, and where the cursor goes next.
import { normalisePartNumber } from '#contract/catalog/goods/normalise-part-number.ts'
import type { StockCountEntryLine } from '#contract/catalog/stock-counts/shapes.ts'
import { CountedUnits } from '#contract/catalog/stock-counts/shapes.ts'

/** How many lines the box shows for a text that several match. */
export const FOUND_MAX = 50

/** A number with a sign or decimals is a wrong count, and not a part number written otherwise. */
const WRONG_COUNT = /^(?:[-+]\d+|[-+]?\d+[.,]\d+)$/

/**
 * Finds the line that a scanner means: its barcode or its part number as it is written, or else the only one that differs from the text by
 * signs, spaces and case alone.
 */
export function findScannedLine(lines: readonly StockCountEntryLine[], text: string): StockCountEntryLine | undefined {
  const plain = text.normalize('NFKC').trim()
  const typed = normalisePartNumber(plain)
  if (typed === '') return undefined
  const exact = lines.find(({ barcode }) => barcode === plain) ?? lines.find(({ skuCode }) => skuCode.toLowerCase() === plain.toLowerCase())
  if (exact || WRONG_COUNT.test(plain)) return exact
  const similar = lines.filter(({ barcode, skuCode }) => [barcode, skuCode].some((code) => normalisePartNumber(code) === typed))
  return similar.length === 1 ? similar[0] : undefined
}

/** Finds the lines that a text could mean, by part number, barcode, bin or name; all words must match. */
export function findLines(lines: readonly StockCountEntryLine[], text: string): StockCountEntryLine[] {
  const words = text.trim().split(/\s+/).map(normalisePartNumber).filter(Boolean)
  if (words.length === 0) return [...lines]
  return lines.filter(({ skuCode, barcode, bin, goodsName, skuProps }) => {
    const all = [skuCode, barcode, bin, goodsName, skuProps].map(normalisePartNumber).join('\n')
    return words.every((word) => all.includes(word))
  })
}

/** What a text in the field of a line means. */
export type TypedText =
  | { kind: 'counted'; counted: number | null }
  | { kind: 'scanned'; line: StockCountEntryLine }
  | { kind: 'wrong'; fault: string }

/**
 * Reads the text of a field of units. A scanner types into whatever has the cursor, so a text that is the barcode or part number of a line
 * is that line. Nothing clears the line.
 */
export function readTypedText(lines: readonly StockCountEntryLine[], text: string): TypedText {
  const plain = text.normalize('NFKC').trim()
  if (plain === '') return { kind: 'counted', counted: null }
  const line = findScannedLine(lines, plain)
  if (line) return { kind: 'scanned', line }
  if (!/^\d+$/.test(plain)) return { kind: 'wrong', fault: `盘点单中没有“${plain}”` }
  const counted = CountedUnits.safeParse(Number(plain))
  return counted.success
    ? { kind: 'counted', counted: counted.data }
    : { kind: 'wrong', fault: plain.length > 8 ? `盘点单中没有条码 ${plain}` : '数量过大' }
}

/**
 * The line after one in the order of the bins that nobody has counted yet; after the last one it begins again. `isBeingSent`: a line that was
 * typed and whose answer is still on its way counts as counted.
 */
export function findNextLine(
  lines: readonly StockCountEntryLine[],
  lineNo: number,
  isBeingSent: (lineNo: number) => boolean,
): StockCountEntryLine | undefined {
  const waiting = lines.filter((line) => line.counted === null && line.lineNo !== lineNo && !isBeingSent(line.lineNo))
  return waiting.find((line) => line.lineNo > lineNo) ?? waiting[0]
}
