// Receiving by a scanner, without its screen: which line a scan means, and what is counted of it.
import { isCodeOfSku, parseScan, toBareCode } from '#console/platform/components/scanner/scanned-code.ts'
import type { PurchaseOrderLine } from '#contract/catalog/purchase-orders/shapes.ts'
import { QUANTITY_MAX } from '#contract/platform/core/fields.ts'

export type ReceivedLine = Pick<PurchaseOrderLine, 'skuCode' | 'barcode' | 'unit' | 'quantity' | 'received'>

/** What is still to come of a line. */
export const countOpenUnits = ({ quantity, received }: Pick<ReceivedLine, 'quantity' | 'received'>): number =>
  Math.max(0, quantity - received)

/**
 * The code in the text of a field of units, if it is one: a scanner types into whatever has the cursor, before or after the number that is there.
 * Returns undefined for a number.
 */
export function findCodeInUnits(lines: readonly ReceivedLine[], text: string, before: number | null): string | undefined {
  const [bare, there] = [toBareCode(text), String(before ?? '')]
  const codes = [bare, bare.startsWith(there) ? bare.slice(there.length) : '', bare.endsWith(there) ? bare.slice(0, -there.length) : '']
  return codes.find((code) => code !== '' && lines.some((line) => isCodeOfSku(line, code)))
}

interface Count {
  lines: readonly ReceivedLine[]
  /** What the fields have, by place in the lines. */
  quantities: readonly (number | null)[]
  /** Whether something was scanned before. */
  begun: boolean
  /** Whether somebody has typed the number of a place. */
  isTyped: (at: number) => boolean
}

export interface ReceiveScanResult {
  tone: 'good' | 'bad' | 'ask'
  text: string
  /** The new numbers; undefined: nothing was counted. */
  quantities?: (number | null)[]
}

/**
 * Counts a scan. The fields propose what is open; the first scan begins a count instead, so that what is proposed and not typed counts from 0.
 * Returns undefined for an empty text.
 */
export function computeReceiveScan({ lines, quantities, begun, isTyped }: Count, text: string): ReceiveScanResult | undefined {
  const { units, code } = parseScan(text)
  if (code === '') return undefined
  const at = lines.findIndex((line) => isCodeOfSku(line, code))
  const line = lines[at]
  if (!line) return { tone: 'bad', text: `采购单中没有 ${code}，没有计入` }
  const counted = quantities.map((quantity, place) => (begun || isTyped(place) ? quantity : 0))
  const after = (counted[at] ?? 0) + units
  if (after > QUANTITY_MAX) return { tone: 'bad', text: `${line.skuCode} 数量过大，没有计入` }
  counted[at] = after
  const rest = countOpenUnits(line) - after
  const what = `${line.skuCode} 已点 ${after} ${line.unit}`
  if (rest < 0) return { tone: 'ask', text: `${what}，多到 ${-rest} ${line.unit}，请写明原因`, quantities: counted }
  return { tone: 'good', text: rest === 0 ? `${what}，已到齐` : `${what}，还差 ${rest} ${line.unit}`, quantities: counted }
}
