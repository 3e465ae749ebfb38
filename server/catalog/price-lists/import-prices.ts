import type { PriceFileRowResult, SaleAndCreditPrice } from '#contract/catalog/pricing/console-shapes.ts'
import type { UnitPrices } from '#contract/catalog/pricing/price-steps.ts'
import { formatYuan } from '#contract/platform/core/money.ts'
import { readSkuLookupByStaffTypedCode, type SkuFoundByStaffTypedCode } from '#server/catalog/goods/public.ts'
import type { PriceUpdate } from '#server/catalog/pricing/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import { areSamePrices, type CurrentPricesBySku, type PriceListOrPublic, readCurrentPricesBySku } from './change-prices.ts'
import type { ParsedPriceRow, PriceRowInput } from './parse-price-rows.ts'

export const toPricePair = (prices: UnitPrices | null): SaleAndCreditPrice | null =>
  prices && { salePrice: prices.salePriceFen, creditPrice: prices.creditPriceFen }

/** Applies a row to the present price, or returns what is wrong with it. */
function becomes(input: PriceRowInput, was: UnitPrices | null, list: PriceListOrPublic): { is: UnitPrices | null } | { fault: string } {
  if (input.salePriceFen === null) {
    if (!list && input.from === 1) return { fault: '全站价不能删除，可将规格下架' }
    return was ? { is: null } : { fault: '没有这一级价格，无法删除' }
  }
  const creditPriceFen = input.creditPriceFen === undefined ? (was?.creditPriceFen ?? null) : input.creditPriceFen
  if (creditPriceFen !== null && creditPriceFen < input.salePriceFen)
    return { fault: `原赊销价 ${formatYuan(creditPriceFen)} 低于新的现金价，请一并填写赊销价` }
  return { is: { salePriceFen: input.salePriceFen, creditPriceFen } }
}

const resultOf = ({ was, is }: Pick<PriceUpdate, 'was' | 'is'>): PriceFileRowResult['result'] =>
  areSamePrices(was, is) ? 'same' : was === null ? 'added' : is === null ? 'removed' : 'changed'

/**
 * The result of comparing a sheet with current prices: the result of each row, the changes, and a hash that identifies exactly these
 * changes.
 */
export interface PriceImportPreview {
  rows: PriceFileRowResult[]
  moves: PriceUpdate[]
  seen: string
}

/** The result of one row. Without a move, the row changes nothing. */
export interface ComparedPriceRow {
  result: PriceFileRowResult
  move?: PriceUpdate
}

interface EvaluationContext {
  list: PriceListOrPublic
  now: CurrentPricesBySku
  named: (code: string) => SkuFoundByStaffTypedCode | undefined
  /** The first row for each SKU and quantity. */
  first: Map<string, number>
}

function evaluate(read: ParsedPriceRow, { list, now, named, first }: EvaluationContext): ComparedPriceRow {
  const { row, code } = read
  const about = { row, code, goodsName: null, from: null, was: null, is: null }
  if ('fault' in read) return { result: { ...about, result: 'refused', text: read.fault } }
  const { input } = read
  const sku = named(code)
  if (!sku) return { result: { ...about, from: input.from, result: 'refused', text: `没有编码为“${code}”的规格` } }
  if (sku.ofOthers) return { result: { ...about, from: input.from, result: 'refused', text: `规格 ${sku.code} 不在您负责的店铺` } }
  const shared = { row, code: sku.code, goodsName: sku.goodsName, from: input.from }
  const was = now.get(sku.id)?.get(input.from) ?? null
  const key = `${sku.id} ${input.from}`
  const before = first.get(key)
  if (before !== undefined)
    return {
      result: { ...shared, was: toPricePair(was), is: null, result: 'refused', text: `与第 ${before} 行重复，以第 ${before} 行为准` },
    }
  first.set(key, row)
  const next = becomes(input, was, list)
  if ('fault' in next) return { result: { ...shared, was: toPricePair(was), is: null, result: 'refused', text: next.fault } }
  const move = { skuId: sku.id, from: input.from, was, is: next.is }
  return { result: { ...shared, was: toPricePair(was), is: toPricePair(next.is), result: resultOf(move), text: '' }, move }
}

/**
 * Compares the rows of a person with current prices, in their order. It changes nothing, and the number of statements does not grow with
 * the rows.
 */
export async function comparePriceRowsWithCurrentPrices(
  db: Db,
  list: PriceListOrPublic,
  { rows, staffId }: { rows: readonly ParsedPriceRow[]; staffId: string },
): Promise<ComparedPriceRow[]> {
  const codes = rows.flatMap((read) => ('input' in read ? [read.code] : []))
  const named = await readSkuLookupByStaffTypedCode(db, codes, staffId)
  const now = await readCurrentPricesBySku(db, list, [...new Set(codes.flatMap((code) => named(code)?.id ?? []))])
  const context: EvaluationContext = { list, now, named, first: new Map() }
  return rows.map((read) => evaluate(read, context))
}

/** Whether a row changes a price. */
export const getPriceUpdate = ({ move }: ComparedPriceRow): PriceUpdate | undefined =>
  move && !areSamePrices(move.was, move.is) ? move : undefined

/** Compares a sheet of a person with current prices. It changes nothing. */
export async function previewPriceImport(
  db: Db,
  list: PriceListOrPublic,
  given: { rows: readonly ParsedPriceRow[]; staffId: string },
): Promise<PriceImportPreview> {
  const compared = await comparePriceRowsWithCurrentPrices(db, list, given)
  const moves = compared.flatMap((row) => getPriceUpdate(row) ?? [])
  const seen = sha256(Buffer.from(JSON.stringify([list?.id ?? null, moves]))).toString('base64url')
  return { rows: compared.map(({ result }) => result), moves, seen }
}
