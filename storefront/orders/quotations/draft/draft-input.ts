import { formatCrossReferenceReason } from '#contract/catalog/goods/cross-reference.ts'
import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import type { QuickOrderMatches } from '#contract/orders/quick-order/api.ts'
import { type ParsedQuickOrderTable, parseOrderQuantity } from '#contract/orders/quick-order/rows.ts'
import type { quotationEndpoints } from '#contract/orders/quotations/api.ts'
import { QUOTATION_NOTE_LENGTH_MAX, type QuotationLine } from '#contract/orders/quotations/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { formatYuan, INPUT_AMOUNT_MAX, parseYuan, ZERO_FEN } from '#contract/platform/core/money.ts'
import type { NewDraftLine, QuotationDraft, QuotationDraftLine } from './quotation-draft.ts'

/** What is wrong with a line, by its field. */
export type QuotationDraftLineErrors = Partial<Record<'name' | 'wished', string>>

/** Returns what is wrong with a typed unit price; undefined for an empty one. */
export function typedPriceError(text: string): string | undefined {
  if (text.trim() === '') return undefined
  const amount = parseYuan(text)
  if (amount === undefined) return '期望单价最多两位小数，如 38.5'
  return amount <= ZERO_FEN || amount > INPUT_AMOUNT_MAX ? '请填写大于 0 的期望单价' : undefined
}

function lineErrors(
  { skuId, name, wished }: QuotationDraftLine,
  skus: ReadonlyMap<string, SkuBrief> | undefined,
): QuotationDraftLineErrors {
  const lost = skuId !== null && skus !== undefined && !skus.has(skuId)
  const nameError = lost ? '这种商品已不存在，请移除' : skuId === null && name.trim() === '' ? '请填写品名' : undefined
  const wishedError = typedPriceError(wished)
  return {
    ...(nameError === undefined ? {} : { name: nameError }),
    ...(wishedError === undefined ? {} : { wished: wishedError }),
  }
}

/** The lines that cannot be sent, by their key. `skus`: the goods of the lines; undefined while they load. */
export const findDraftErrors = (
  { lines }: Pick<QuotationDraft, 'lines'>,
  skus: ReadonlyMap<string, SkuBrief> | undefined,
): Map<number, QuotationDraftLineErrors> =>
  new Map(lines.map((line) => [line.key, lineErrors(line, skus)] as const).filter(([, errors]) => Object.keys(errors).length > 0))

/** The request as the server expects it. Call it for a draft without errors. */
export const toQuotationInput = ({
  title,
  remark,
  addressId,
  wantedDay,
  lines,
}: QuotationDraft): InputOf<typeof quotationEndpoints.create> => ({
  title,
  remark,
  ...(addressId === '' ? {} : { addressId }),
  ...(wantedDay === '' ? {} : { wantedDay }),
  lines: lines.map(({ skuId, name, spec, unit, quantity, wished, note }) => {
    const wishedPrice = parseYuan(wished)
    return {
      ...(skuId === null ? { name, spec, unit } : { skuId, name: '', spec: '', unit: '' }),
      goodsNum: quantity,
      ...(wishedPrice === undefined ? {} : { wishedPrice }),
      note,
    }
  }),
})

/** Statuses of a row whose SKU is certain. */
const KNOWN: ReadonlySet<string> = new Set(['FOUND', 'OFF_STEP', 'SHORT'])

/**
 * Makes lines of pasted or uploaded rows. A row whose SKU is certain asks for that SKU; any other keeps its text, and staff find out what is
 * meant. The note has the text of a quantity that cannot be read, which is 1, and the number of another maker that the row has.
 */
export function toDraftLinesFromPastedRows(
  { rows }: Pick<ParsedQuickOrderTable, 'rows'>,
  { rows: results }: QuickOrderMatches,
): NewDraftLine[] {
  const byRow = new Map(results.map((result) => [result.rowNo, result]))
  return rows.flatMap(({ rowNo, code, quantity }): NewDraftLine[] => {
    const result = byRow.get(rowNo)
    if (result?.status === 'MERGED') return []
    const read = result?.offered ?? result?.goodsNum ?? parseOrderQuantity(quantity)
    const unread = read === undefined && quantity !== '' ? `数量：${quantity}` : ''
    const isKnown = result !== undefined && result.skuId !== null && KNOWN.has(result.status)
    const found = isKnown ? result.crossReference : result?.candidates.find(({ crossReference }) => crossReference)?.crossReference
    const reason = found ? formatCrossReferenceReason(found) : ''
    const note = [...[unread, reason].filter(Boolean).join('；')].slice(0, QUOTATION_NOTE_LENGTH_MAX).join('')
    const counted = { quantity: read ?? 1, ...(note !== '' && { note }) }
    return [isKnown && result.skuId !== null ? { skuId: result.skuId, ...counted } : { name: code, ...counted }]
  })
}

/** The lines of an earlier request, to ask again. Goods that are no longer known are asked about in words. */
export const toDraftLinesFromQuotation = (lines: readonly QuotationLine[]): NewDraftLine[] =>
  lines.map(({ sku, name, spec, unit, goodsNum, wishedPrice, note }) => ({
    ...(sku === null ? { name, spec, unit } : { skuId: sku.skuId }),
    quantity: goodsNum,
    wished: wishedPrice === null ? '' : formatYuan(wishedPrice, { decimals: 'fewest' }),
    note,
  }))
