import { toVisibleCrossReference } from '#contract/catalog/goods/cross-reference.ts'
import { HOT_WORDS_MAX, SEARCH_SUGGESTIONS_PER_PART_MAX, type SearchSuggestions } from '#contract/catalog/suggestions/api.ts'
import {
  canBePartNumberOrItsBeginning,
  findCrossReferenceHits,
  findFirstSkuThatCanBeHad,
  findOncePublishedGoodsOfSkus,
  findReplacementByPartNumber,
  findSkusById,
  type GoodsWithShop,
  listAllCategories,
  listFirstGoodsIds,
  listSkusOnShelf,
  readStockLookup,
  type SkuRow,
} from '#server/catalog/goods/public.ts'
import { findSkusByBeginningOfMaterialCode } from '#server/catalog/materials/public.ts'
import { type PriceViewer, readPriceLadderLookup } from '#server/catalog/pricing/public.ts'
import { computeKeywordVariants, listHotWords, readSynonymsAndRedirectOfKeyword } from '#server/catalog/search-words/public.ts'
import { awaitAllAndThrowFirstError, type Db, runOnOneConnection } from '#server/platform/core/db.ts'
import { type SuggestedTerms, toSuggestedTerms } from './suggested-terms.ts'

/** What a company has ordered. The functions are passed in, because orders are above goods. */
export interface OwnOrderSearch {
  /** Finds the SKUs that a company has ordered, by a part of their name or number, newest first. */
  findPurchasedSkus: (db: Db, enterpriseId: string, wanted: { variants: readonly string[]; limit: number }) => Promise<{ skuId: string }[]>
  /** Finds the numbers of its latest orders that begin or end with a text, newest first. */
  findOrderNumbers: (db: Db, enterpriseId: string, wanted: { text: string; limit: number }) => Promise<string[]>
}

/** Lists the goods that come nearest to a keyword, the best first. It is passed in, because lists of goods remember what it finds. */
export type NearestGoodsSearch = (db: Db, asked: { keyword: string; variants: readonly string[]; limit: number }) => Promise<string[]>

export interface SuggestionsInput {
  viewer: PriceViewer
  /** The company whose orders may be shown; undefined: a guest, or a member who may not see orders. */
  buyerId: string | undefined
  orders: OwnOrderSearch
  findNearestGoodsIds: NearestGoodsSearch
}

const nothing = (): SearchSuggestions => ({ hot: [], purchased: [], partNumbers: [], goods: [], categories: [], orders: [] })

/** How many purchases are read, because some of the goods are no longer sold. */
const PURCHASES_READ = 20

/** How many goods are searched for part numbers. */
const GOODS_READ = 10

/** So many places among the part numbers are left to other makers' numbers, however many of ours match. */
const CROSS_REFERENCES_KEPT = 2

/** A shorter beginning of a company's own number says nothing. */
const MATERIAL_CODE_PART_MIN = 3

/** The beginning or the end of an order's number; fewer digits say nothing. */
const ORDER_NUMBER_PART = /^\d{6,18}$/

const first = <Entry>(entries: readonly Entry[]): Entry[] => entries.slice(0, SEARCH_SUGGESTIONS_PER_PART_MAX)

async function suggestCategories(db: Db, variants: readonly string[]): Promise<SearchSuggestions['categories']> {
  const all = await listAllCategories(db)
  const hidden = new Set(all.filter(({ shown }) => !shown).map(({ id }) => id))
  const listed = all.filter(({ id, parent_id }) => !hidden.has(id) && !(parent_id !== null && hidden.has(parent_id)))
  const named = listed.filter(({ name }) => variants.some((text) => name.toLowerCase().includes(text)))
  return first(named).map(({ id, name }) => ({ categoryId: id, name }))
}

/** What a keyword names, before any SKU is read. */
async function findIdsNamedByKeyword(db: Db, keyword: string, variants: readonly string[], { viewer, buyerId, orders }: SuggestionsInput) {
  const { enterpriseId } = viewer
  const [exact, bought, codes, orderNumbers, replaced, hits, categories] = await awaitAllAndThrowFirstError(
    listFirstGoodsIds(db, { variants, limit: GOODS_READ, sort: 'default' }),
    buyerId === undefined ? Promise.resolve([]) : orders.findPurchasedSkus(db, buyerId, { variants, limit: PURCHASES_READ }),
    enterpriseId === undefined || keyword.length < MATERIAL_CODE_PART_MIN
      ? Promise.resolve([])
      : findSkusByBeginningOfMaterialCode(db, enterpriseId, { text: keyword, limit: SEARCH_SUGGESTIONS_PER_PART_MAX }),
    buyerId === undefined || !ORDER_NUMBER_PART.test(keyword)
      ? Promise.resolve([])
      : orders.findOrderNumbers(db, buyerId, { text: keyword, limit: SEARCH_SUGGESTIONS_PER_PART_MAX }),
    findReplacementByPartNumber(db, keyword),
    findCrossReferenceHits(db, [keyword]).then((found) => first((found.get(keyword) ?? []).filter(({ isWhole }) => isWhole))),
    suggestCategories(db, variants),
  )
  return { exact, bought, codes, orderNumbers, replaced, hits, categories }
}

/** A SKU that is suggested by itself, with its goods. */
interface NamedSku {
  sku: SkuRow
  goods: GoodsWithShop
}

/** What a keyword names, with the SKUs that it names by themselves. They are read by id, whatever else their goods have. */
async function findNamedByKeyword(db: Db, keyword: string, variants: readonly string[], input: SuggestionsInput) {
  const { exact, bought, codes, ...named } = await findIdsNamedByKeyword(db, keyword, variants, input)
  const { replaced, hits } = named
  const skuIds = [...new Set([...bought, ...codes, ...hits, ...(replaced ? [replaced.by] : [])].map(({ skuId }) => skuId))]
  const [skus, goods] = await awaitAllAndThrowFirstError(findSkusById(db, skuIds), findOncePublishedGoodsOfSkus(db, skuIds))
  const goodsById = new Map(goods.filter(({ onShelf }) => onShelf).map((one) => [one.id, one]))
  const byId = new Map(
    skus.flatMap((sku): [string, NamedSku][] => {
      const own = goodsById.get(sku.goodsId)
      return own ? [[sku.id, { sku, goods: own }]] : []
    }),
  )
  const purchased = first(bought.flatMap(({ skuId }) => byId.get(skuId) ?? []))
  const materials = codes.flatMap(({ skuId, code }) => {
    const one = byId.get(skuId)
    return one?.sku.onShelf ? [{ one, code }] : []
  })
  const isKnown = exact.length > 0 || replaced !== undefined || hits.length + materials.length > 0
  const near = isKnown ? [] : await input.findNearestGoodsIds(db, { keyword, variants, limit: GOODS_READ })
  return { ...named, goodsIds: isKnown ? exact : near, similar: near.length > 0, purchased, materials, byId }
}

type NamedByKeyword = Awaited<ReturnType<typeof findNamedByKeyword>>
type PartNumber = SearchSuggestions['partNumbers'][number]

/** The part numbers: what the company calls it, what replaces it, what has it, and what another maker calls it. */
function listPartNumbers(keyword: string, named: NamedByKeyword, sold: SkusOnShelfByGoods): (PartNumber & { skuId: string })[] {
  const toEntry = ({ sku, goods }: SkuOnShelf) => ({ goodsId: sku.goodsId, skuId: sku.id, skuCode: sku.code, name: goods.name })
  const own = named.materials.map(({ one, code }) => Object.assign(toEntry(one), { materialCode: code }))
  const { by, code } = named.replaced ?? {}
  const replacing = by ? [{ goodsId: by.goodsId, skuId: by.skuId, skuCode: by.skuCode, name: by.goodsName, replaces: code }] : []
  const taken = new Set([by?.skuId, ...own.map(({ skuId }) => skuId)])
  const numbered = named.goodsIds.flatMap((goodsId) =>
    (sold.get(goodsId) ?? []).filter(({ sku }) => !taken.has(sku.id) && canBePartNumberOrItsBeginning(sku.code, keyword)).map(toEntry),
  )
  const corresponding = named.hits.map((hit) => {
    const { goodsId, skuId, skuCode, goodsName } = hit
    return { goodsId, skuId, skuCode, name: goodsName, crossReference: toVisibleCrossReference(hit) }
  })
  const kept = SEARCH_SUGGESTIONS_PER_PART_MAX - Math.min(corresponding.length, CROSS_REFERENCES_KEPT)
  return first([...own, ...replacing, ...numbered.slice(0, kept), ...corresponding])
}

type SkuOnShelf = Awaited<ReturnType<typeof listSkusOnShelf>>[number]
type SkusOnShelfByGoods = ReadonlyMap<string, readonly SkuOnShelf[]>

/** Cuts each part to what is shown before stock is read, and reads prices only of the SKUs that are shown. */
async function readShownParts(db: Db, viewer: PriceViewer, keyword: string, named: NamedByKeyword) {
  const onShelf = await listSkusOnShelf(db, named.goodsIds)
  const sold: SkusOnShelfByGoods = Map.groupBy(onShelf, ({ goods }) => goods.id)
  const listed = first(named.goodsIds.flatMap((id) => sold.get(id)?.[0]?.goods ?? []))
  const partNumbers = listPartNumbers(keyword, named, sold)
  const skusById = new Map([...[...named.byId.values()], ...onShelf].map(({ sku }) => [sku.id, sku]))
  const ownSkus = new Map(listed.map(({ id }) => [id, (sold.get(id) ?? []).map(({ sku }) => sku)]))
  const single = [...named.purchased.map(({ sku }) => sku), ...partNumbers.flatMap(({ skuId }) => skusById.get(skuId) ?? [])]
  const stocked = new Set([...single, ...[...ownSkus.values()].flat()].map(({ id }) => id))
  const stockOf = await readStockLookup(db, viewer, [...stocked])
  const goods = listed.flatMap((one) => {
    const own = ownSkus.get(one.id) ?? []
    const shown = findFirstSkuThatCanBeHad(own, stockOf)
    return shown ? [{ goods: one, shown, skuCount: own.length }] : []
  })
  const priced = [...new Set([...single, ...goods.map(({ shown }) => shown)])]
  const ladderFor = await readPriceLadderLookup(db, viewer, priced)
  const termsOf = (sku: SkuRow | undefined): SuggestedTerms =>
    sku?.onShelf ? toSuggestedTerms(sku, { stockOf, ladder: ladderFor(sku) }) : {}
  return {
    purchased: named.purchased.map(({ sku, goods: { name } }) => ({
      goodsId: sku.goodsId,
      skuCode: sku.code,
      name,
      ...termsOf(sku),
    })),
    partNumbers: partNumbers.map((one) => Object.assign(one, termsOf(skusById.get(one.skuId)))),
    goods: goods.map(({ goods: { id, name }, shown, skuCount }) => ({
      goodsId: id,
      name,
      ...termsOf(shown),
      skuCount: skuCount > 1 ? skuCount : undefined,
    })),
  }
}

/**
 * Suggests completions of a keyword: goods that the company ordered before, part numbers, goods, categories, its orders. For an empty keyword
 * it suggests the hot words, if there are any. A complete number that is no longer sold leads to its replacement; where nothing has exactly
 * the words, the nearest goods are suggested. One connection sends a bounded number of statements, whatever is found.
 */
export const readSearchSuggestions = (db: Db, keyword: string | undefined, input: SuggestionsInput): Promise<SearchSuggestions> =>
  keyword === undefined ? Promise.resolve(nothing()) : runOnOneConnection(db, (connection) => suggestForKeyword(connection, keyword, input))

async function suggestForKeyword(db: Db, keyword: string, input: SuggestionsInput): Promise<SearchSuggestions> {
  if (keyword === '') return Object.assign(nothing(), { hot: await listHotWords(db, HOT_WORDS_MAX) })
  const { synonyms } = await readSynonymsAndRedirectOfKeyword(db, keyword)
  const named = await findNamedByKeyword(db, keyword, computeKeywordVariants(keyword, synonyms), input)
  const { purchased, partNumbers, goods } = await readShownParts(db, input.viewer, keyword, named)
  return {
    hot: [],
    purchased,
    partNumbers,
    goods,
    similar: named.similar ? true : undefined,
    categories: named.categories,
    orders: named.orderNumbers.map((orderNo) => ({ orderNo })),
  }
}
