import { formatCrossReferenceReason } from '#contract/catalog/goods/cross-reference.ts'
import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import type { QuickOrderMatches } from '#contract/orders/quick-order/api.ts'
import type { QuickOrderRowDetails } from '#contract/orders/quick-order/row-details.ts'
import { type ParsedQuickOrderTable, parseOrderQuantity, removeThousandsCommas } from '#contract/orders/quick-order/rows.ts'
import type { quotationEndpoints } from '#contract/orders/quotations/api.ts'
import {
  QUOTATION_GOODS_NAME_LENGTH_MAX,
  QUOTATION_NOTE_LENGTH_MAX,
  QUOTATION_SPEC_LENGTH_MAX,
  QUOTATION_UNIT_LENGTH_MAX,
  type QuotationDetail,
  type QuotationLine,
} from '#contract/orders/quotations/shapes.ts'
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
  drawings,
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
  drawings: drawings.map(({ fileId, name, lineKey }) => {
    const at = lines.findIndex(({ key }) => key === lineKey)
    return { fileId, name, ...(at < 0 ? {} : { lineNo: at + 1 }) }
  }),
})

/** Statuses of a row whose SKU is certain. */
const KNOWN: ReadonlySet<string> = new Set(['FOUND', 'OFF_STEP', 'SHORT'])

const CANDIDATES_MAX = 3
const cut = (text: string, most: number): string => [...text].slice(0, most).join('')
const NO_DETAILS: QuickOrderRowDetails = { name: '', spec: '', unit: '', wishedPrice: '', note: '' }

/** A price as it stands in a file, without what it is written with: '¥1,035.50元' → '1035.50'. */
const toTypedPrice = (text: string): string =>
  removeThousandsCommas(
    text
      .replace(/^[¥￥]\s*/, '')
      .replace(/元$/, '')
      .trimEnd(),
  )

/** A part in the words of its row. A part number that the mall does not know stays with the specification. */
const toWords = (code: string, { name, spec, unit }: QuickOrderRowDetails): Pick<NewDraftLine, 'name' | 'spec' | 'unit'> => ({
  name: cut(name || code, QUOTATION_GOODS_NAME_LENGTH_MAX),
  spec: cut([spec, [name || code, spec].includes(code) ? '' : code].filter(Boolean).join(' '), QUOTATION_SPEC_LENGTH_MAX),
  unit: cut(unit, QUOTATION_UNIT_LENGTH_MAX),
})

/**
 * Makes lines of pasted or uploaded rows. A row whose SKU is certain asks for that SKU; any other keeps its text, with the goods that it may
 * mean, and staff find out what is meant if the buyer does not choose. What cannot be read as a quantity or a price stands in the note, as
 * does the number of another maker that the row has.
 */
export function toDraftLinesFromPastedRows(
  { rows, details }: Pick<ParsedQuickOrderTable, 'rows' | 'details'>,
  { rows: results }: QuickOrderMatches,
): NewDraftLine[] {
  const byRow = new Map(results.map((result) => [result.rowNo, result]))
  return rows.flatMap(({ rowNo, code, quantity }): NewDraftLine[] => {
    const result = byRow.get(rowNo)
    if (result?.status === 'MERGED') return []
    const listed = details.get(rowNo) ?? NO_DETAILS
    const read = result?.offered ?? result?.goodsNum ?? parseOrderQuantity(quantity)
    const wished = toTypedPrice(listed.wishedPrice)
    const isPrice = typedPriceError(wished) === undefined
    const isKnown = result !== undefined && result.skuId !== null && KNOWN.has(result.status)
    const found = isKnown ? result.crossReference : result?.candidates.find(({ crossReference }) => crossReference)?.crossReference
    const notes = [
      listed.note,
      read === undefined && quantity !== '' ? `数量：${quantity}` : '',
      isPrice ? '' : `期望单价：${listed.wishedPrice}`,
      found ? formatCrossReferenceReason(found) : '',
    ]
    const note = cut(notes.filter(Boolean).join('；'), QUOTATION_NOTE_LENGTH_MAX)
    const asked = { quantity: read ?? 1, wished: isPrice ? wished : '', note }
    if (isKnown && result.skuId !== null) return [{ skuId: result.skuId, ...asked }]
    const candidates = (result?.candidates ?? []).slice(0, CANDIDATES_MAX)
    return [
      { ...toWords(code, listed), ...asked, candidates: candidates.map(({ skuId, goodsNum, bought }) => ({ skuId, goodsNum, bought })) },
    ]
  })
}

/** Says what became of the rows of a list: 8 行已匹配商品，3 行请确认，1 行按文字询价. */
export function formatImportedLines(lines: readonly NewDraftLine[]): string {
  const known = lines.filter(({ skuId }) => typeof skuId === 'string').length
  const open = lines.filter(({ candidates = [] }) => candidates.length > 0).length
  const worded = lines.length - known - open
  const parts = [known > 0 ? `${known} 行已匹配商品` : '', open > 0 ? `${open} 行请确认` : '', worded > 0 ? `${worded} 行按文字询价` : '']
  return parts.filter(Boolean).join('，')
}

/** The lines of an earlier request, to ask again. Goods that are no longer known are asked about in words. */
export const toDraftLinesFromQuotation = (lines: readonly QuotationLine[]): NewDraftLine[] =>
  lines.map(({ sku, name, spec, unit, goodsNum, wishedPrice, note }) => ({
    ...(sku === null ? { name, spec, unit } : { skuId: sku.skuId }),
    quantity: goodsNum,
    wished: wishedPrice === null ? '' : formatYuan(wishedPrice, { decimals: 'fewest' }),
    note,
  }))

/** The draft with the drawings of an earlier request, whose lines it has in the same order. */
export const copyDrawingsToDraft = (
  draft: QuotationDraft,
  { lines, drawings }: Pick<QuotationDetail, 'lines' | 'drawings'>,
): QuotationDraft => ({
  ...draft,
  drawings: drawings.map(({ fileId, name, mediaType, bytes, lineNo }) => {
    const at = lines.findIndex((line) => line.lineNo === lineNo)
    return { fileId, name, mediaType, bytes, lineKey: draft.lines[at]?.key ?? null }
  }),
})
