// Receiving by a scanner, without its screen: which line a scan means, and what is counted of it.
import { isCodeOfSku, parseScan, toBareCode } from '#console/platform/components/scanner/scanned-code.ts'
import type { PurchaseOrderLine } from '#contract/catalog/purchase-orders/shapes.ts'
import { QUANTITY_MAX } from '#contract/platform/core/fields.ts'

export type ReceivedLine = Pick<PurchaseOrderLine, 'skuCode' | 'barcode' | 'unit' | 'quantity' | 'received'>

/** What is still to come of a line. */
export const countOpenUnits = ({ quantity, received }: Pick<ReceivedLine, 'quantity' | 'received'>): number =>
  Math.max(0, quantity - received)

/** Whether a field of units takes a text: a number of at most as many digits as the largest one has. */
function isUnits(text: string): boolean {
  const plain = text.replaceAll(',', '')
  return plain.length <= String(QUANTITY_MAX).length && Number.isFinite(Number(plain))
}

/**
 * The scan in the text of a field of units, if it is one: a scanner types into whatever has the cursor, around or inside the number that is
 * there. Without a code of the order in it, what cannot be a number is a scan too. Returns undefined for a number.
 */
export function findScanInUnits(lines: readonly ReceivedLine[], text: string, before: number | null): string | undefined {
  const [bare, there] = [toBareCode(text), String(before ?? '')]
  const places = Array.from({ length: there.length + 1 }, (_, at) => [there.slice(0, at), there.slice(at)] as const)
  const typed = places.flatMap(([left, right]) =>
    bare.length > there.length && bare.startsWith(left) && bare.endsWith(right) ? bare.slice(left.length, bare.length - right.length) : [],
  )
  const scan = [bare, ...typed].find((one) => lines.some((line) => isCodeOfSku(line, parseScan(one).code)))
  return scan ?? (isUnits(bare) ? undefined : bare)
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

const formatSharedBarcode = (code: string, named: readonly { line: ReceivedLine }[]): string =>
  `${code} 是 ${named.map(({ line }) => line.skuCode).join('、')} 共用的条码，没有计入；请输入商品编码，或直接填写数量`

/**
 * Counts a scan. The fields propose what is open; the first scan begins a count instead, so that what is proposed and not typed counts from 0.
 * Returns undefined for an empty text.
 */
export function computeReceiveScan({ lines, quantities, begun, isTyped }: Count, text: string): ReceiveScanResult | undefined {
  const { units, code } = parseScan(text)
  if (code === '') return undefined
  const counted = quantities.map((quantity, place) => (begun || isTyped(place) ? quantity : 0))
  const named = lines.flatMap((line, at) => (isCodeOfSku(line, code) ? [{ line, at }] : []))
  // Several goods may have one barcode: those that are still to come are meant.
  const meant = named.length === 1 ? named : named.filter(({ line, at }) => countOpenUnits(line) > (counted[at] ?? 0))
  const [one, another] = meant
  if (named.length === 0) return { tone: 'bad', text: `采购单中没有 ${code}，没有计入` }
  if (!one || another) return { tone: 'bad', text: formatSharedBarcode(code, named) }
  const { line, at } = one
  const after = (counted[at] ?? 0) + units
  if (after > QUANTITY_MAX) return { tone: 'bad', text: `${line.skuCode} 数量过大，没有计入` }
  counted[at] = after
  const rest = countOpenUnits(line) - after
  const what = `${line.skuCode} 已点 ${after} ${line.unit}`
  if (rest < 0) return { tone: 'ask', text: `${what}，多到 ${-rest} ${line.unit}，请写明原因`, quantities: counted }
  return { tone: 'good', text: rest === 0 ? `${what}，已到齐` : `${what}，还差 ${rest} ${line.unit}`, quantities: counted }
}
