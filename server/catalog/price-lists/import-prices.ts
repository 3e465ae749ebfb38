import { normalisePartNumber } from '#contract/catalog/goods/normalise-part-number.ts'
import type { PricePair, PriceRowResult } from '#contract/catalog/pricing/console-shapes.ts'
import type { Prices } from '#contract/catalog/pricing/price-steps.ts'
import { formatYuan } from '#contract/platform/core/money.ts'
import { findGoods, findSkus, findSkusByCode, findSkusOfOtherShops } from '#server/catalog/goods/public.ts'
import type { PriceUpdate } from '#server/catalog/pricing/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import { areSamePrices, type CurrentPrices, type PriceListOrPublic, readCurrentPrices } from './change-prices.ts'
import type { ParsedPriceRow, PriceRowInput } from './parse-price-rows.ts'

export const toPricePair = (prices: Prices | null): PricePair | null =>
  prices && { salePrice: prices.salePriceFen, creditPrice: prices.creditPriceFen }

interface Known {
  id: string
  code: string
  goodsName: string
  /** Whether it is in a shop that the person does not keep. */
  ofOthers: boolean
}

/** Finds SKUs by the codes of the rows: an exact match, or the only match without case and hyphens. */
async function findNamed(db: Db, codes: readonly string[], staffId: string): Promise<(code: string) => Known | undefined> {
  const byBare = await findSkusByCode(db, codes)
  const skus = await findSkus(db, [...new Set([...byBare.values()].flat())])
  const goods = new Map((await findGoods(db, [...new Set(skus.map(({ goodsId }) => goodsId))])).map(({ id, name }) => [id, name]))
  const others = await findSkusOfOtherShops(db, { skuIds: skus.map(({ id }) => id), staffId })
  const known = new Map(
    skus.map(({ id, code, goodsId }) => [id, { id, code, goodsName: goods.get(goodsId) ?? '', ofOthers: others.has(id) }]),
  )
  return (code) => {
    const found = (byBare.get(normalisePartNumber(code)) ?? []).flatMap((id) => known.get(id) ?? [])
    return found.find((one) => one.code === code) ?? (found.length === 1 ? found[0] : undefined)
  }
}

/** Applies a row to the present price, or returns what is wrong with it. */
function becomes(input: PriceRowInput, was: Prices | null, list: PriceListOrPublic): { is: Prices | null } | { fault: string } {
  if (input.salePriceFen === null) {
    if (!list && input.from === 1) return { fault: '全站价不能删除，可将规格下架' }
    return was ? { is: null } : { fault: '没有这一级价格，无法删除' }
  }
  const creditPriceFen = input.creditPriceFen === undefined ? (was?.creditPriceFen ?? null) : input.creditPriceFen
  if (creditPriceFen !== null && creditPriceFen < input.salePriceFen)
    return { fault: `原赊销价 ${formatYuan(creditPriceFen)} 低于新的现金价，请一并填写赊销价` }
  return { is: { salePriceFen: input.salePriceFen, creditPriceFen } }
}

const resultOf = ({ was, is }: Pick<PriceUpdate, 'was' | 'is'>): PriceRowResult['result'] =>
  areSamePrices(was, is) ? 'same' : was === null ? 'added' : is === null ? 'removed' : 'changed'

/**
 * The result of comparing a sheet with current prices: the result of each row, the changes, and a hash that identifies exactly these
 * changes.
 */
export interface PriceImportPreview {
  rows: PriceRowResult[]
  moves: PriceUpdate[]
  seen: string
}

const trialOf = (evaluated: readonly { result: PriceRowResult; move?: PriceUpdate }[], list: PriceListOrPublic): PriceImportPreview => {
  const moves = evaluated.flatMap(({ move }) => (move && !areSamePrices(move.was, move.is) ? [move] : []))
  const seen = sha256(Buffer.from(JSON.stringify([list?.id ?? null, moves]))).toString('base64url')
  return { rows: evaluated.map(({ result }) => result), moves, seen }
}

interface Judging {
  list: PriceListOrPublic
  now: CurrentPrices
  named: (code: string) => Known | undefined
  /** The first row for each SKU and quantity. */
  first: Map<string, number>
}

function evaluate(read: ParsedPriceRow, { list, now, named, first }: Judging): { result: PriceRowResult; move?: PriceUpdate } {
  const { row, code } = read
  const about = { row, code, goodsName: null, from: null, was: null, is: null }
  if ('fault' in read) return { result: { ...about, result: 'refused', text: read.fault } }
  const { input } = read
  const sku = named(code)
  if (!sku) return { result: { ...about, from: input.from, result: 'refused', text: `没有编码为“${code}”的规格` } }
  if (sku.ofOthers) return { result: { ...about, from: input.from, result: 'refused', text: `规格 ${sku.code} 不在您负责的店铺` } }
  const told = { row, code: sku.code, goodsName: sku.goodsName, from: input.from }
  const was = now.get(sku.id)?.get(input.from) ?? null
  const key = `${sku.id} ${input.from}`
  const before = first.get(key)
  if (before !== undefined)
    return { result: { ...told, was: toPricePair(was), is: null, result: 'refused', text: `与第 ${before} 行重复，以第 ${before} 行为准` } }
  first.set(key, row)
  const next = becomes(input, was, list)
  if ('fault' in next) return { result: { ...told, was: toPricePair(was), is: null, result: 'refused', text: next.fault } }
  const move = { skuId: sku.id, from: input.from, was, is: next.is }
  return { result: { ...told, was: toPricePair(was), is: toPricePair(next.is), result: resultOf(move), text: '' }, move }
}

/** Compares a sheet of a person with current prices. It changes nothing. */
export async function previewPriceImport(
  db: Db,
  list: PriceListOrPublic,
  { rows, staffId }: { rows: readonly ParsedPriceRow[]; staffId: string },
): Promise<PriceImportPreview> {
  const codes = rows.flatMap((read) => ('input' in read ? [read.code] : []))
  const named = await findNamed(db, codes, staffId)
  const now = await readCurrentPrices(db, list, [...new Set(codes.flatMap((code) => named(code)?.id ?? []))])
  const judging: Judging = { list, now, named, first: new Map() }
  return trialOf(
    rows.map((read) => evaluate(read, judging)),
    list,
  )
}
