// What a text of a keyboard-wedge scanner means: which goods, and how many of them.

/** A code without spaces and in one case, as codes are compared. */
export const toBareCode = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '').toUpperCase()

/** Whether a bare code is the barcode or the part number of goods. */
export const isCodeOfSku = ({ barcode, skuCode }: { barcode: string; skuCode: string }, code: string): boolean =>
  (barcode !== '' && toBareCode(barcode) === code) || toBareCode(skuCode) === code

/** `50*BIT-1` means fifty of them. */
export function parseScan(text: string): { units: number; code: string } {
  const [, units, code] = /^(\d{1,6})\*(.+)$/.exec(toBareCode(text)) ?? []
  return code === undefined ? { units: 1, code: toBareCode(text) } : { units: Number(units), code }
}
