import { toVisibleCrossReference } from '#contract/catalog/goods/cross-reference.ts'
import { HOT_WORDS_MAX, SEARCH_SUGGESTIONS_PER_PART_MAX, type SearchSuggestions } from '#contract/catalog/suggestions/api.ts'
import {
  canBePartNumberOrItsBeginning,
  findCrossReferenceHits,
  findOncePublishedGoodsById,
  findReplacementByPartNumber,
  type GoodsWithShop,
  listAllCategories,
  listFirstGoodsIds,
  listFirstSimilarGoodsIds,
  listSkusOfGoods,
  readStockLookup,
  type SkuRow,
} from '#server/catalog/goods/public.ts'
import { findSkusByPartOfMaterialCode } from '#server/catalog/materials/public.ts'
import { type PriceViewer, readPriceLadderLookup } from '#server/catalog/pricing/public.ts'
import { computeKeywordVariants, listHotWords, readSynonymsAndRedirectOfKeyword } from '#server/catalog/search-words/public.ts'
import { awaitAllAndThrowFirstError, type Db } from '#server/platform/core/db.ts'
import { type SuggestedTerms, toSuggestedTerms } from './suggested-terms.ts'

/** What a company has ordered. The functions are passed in, because orders are above goods. */
export interface OwnOrderSearch {
  /** Finds the goods that a company has ordered, by a part of their name or number, newest first. */
  findPurchasedSkus: (
    db: Db,
    enterpriseId: string,
    wanted: { variants: readonly string[]; limit: number },
  ) => Promise<{ goodsId: string; skuCode: string }[]>
  /** Finds the numbers of its latest orders that contain a text, newest first. */
  findOrderNumbers: (db: Db, enterpriseId: string, wanted: { text: string; limit: number }) => Promise<string[]>
}

export interface SuggestionsInput {
  viewer: PriceViewer
  /** The company whose orders may be shown; undefined: a guest, or a member who may not see orders. */
  buyerId: string | undefined
  orders: OwnOrderSearch
}

const nothing = (): SearchSuggestions => ({ hot: [], purchased: [], partNumbers: [], goods: [], categories: [], orders: [] })

/** How many purchases are read, because some of the goods are no longer sold. */
const PURCHASES_READ = 20

/** How many goods are searched for part numbers. */
const GOODS_READ = 10

/** So many places among the part numbers are left to other makers' numbers, however many of ours match. */
const CROSS_REFERENCES_KEPT = 2

/** A shorter part of a company's own number says nothing. */
const MATERIAL_CODE_PART_MIN = 3

/** A shorter part of an order's number says nothing. */
const ORDER_NUMBER_PART = /^[A-Za-z]{0,4}\d{4,}$/

const first = <Entry>(entries: readonly Entry[]): Entry[] => entries.slice(0, SEARCH_SUGGESTIONS_PER_PART_MAX)

async function suggestCategories(db: Db, variants: readonly string[]): Promise<SearchSuggestions['categories']> {
  const all = await listAllCategories(db)
  const hidden = new Set(all.filter(({ shown }) => !shown).map(({ id }) => id))
  const listed = all.filter(({ id, parent_id }) => !hidden.has(id) && !(parent_id !== null && hidden.has(parent_id)))
  const named = listed.filter(({ name }) => variants.some((text) => name.toLowerCase().includes(text)))
  return first(named).map(({ id, name }) => ({ categoryId: id, name }))
}

/** What a keyword names, before the goods are read. */
async function findNamedByKeyword(db: Db, keyword: string, variants: readonly string[], { viewer, buyerId, orders }: SuggestionsInput) {
  const { enterpriseId } = viewer
  const [exact, bought, materials, orderNumbers, replaced, hits, categories] = await awaitAllAndThrowFirstError(
    listFirstGoodsIds(db, { variants, limit: GOODS_READ, sort: 'default' }),
    buyerId === undefined ? Promise.resolve([]) : orders.findPurchasedSkus(db, buyerId, { variants, limit: PURCHASES_READ }),
    enterpriseId === undefined || keyword.length < MATERIAL_CODE_PART_MIN
      ? Promise.resolve([])
      : findSkusByPartOfMaterialCode(db, enterpriseId, { text: keyword, limit: SEARCH_SUGGESTIONS_PER_PART_MAX }),
    buyerId === undefined || !ORDER_NUMBER_PART.test(keyword)
      ? Promise.resolve([])
      : orders.findOrderNumbers(db, buyerId, { text: keyword, limit: SEARCH_SUGGESTIONS_PER_PART_MAX }),
    findReplacementByPartNumber(db, keyword),
    findCrossReferenceHits(db, [keyword]).then((found) => (found.get(keyword) ?? []).filter(({ isWhole }) => isWhole)),
    suggestCategories(db, variants),
  )
  const isKnown = exact.length > 0 || replaced !== undefined || hits.length + materials.length + orderNumbers.length > 0
  const near = isKnown ? [] : await listFirstSimilarGoodsIds(db, keyword, { variants, limit: GOODS_READ })
  return { goodsIds: isKnown ? exact : near, similar: near.length > 0, bought, materials, orderNumbers, replaced, hits, categories }
}

type NamedByKeyword = Awaited<ReturnType<typeof findNamedByKeyword>>

interface FoundGoods {
  goods: ReadonlyMap<string, GoodsWithShop>
  skus: readonly SkuRow[]
  termsOf: (sku: SkuRow | undefined) => SuggestedTerms
}

/** The part numbers: what the company calls it, what replaces it, what has it, and what another maker calls it. */
function listPartNumbers(keyword: string, named: NamedByKeyword, { goods, skus, termsOf }: FoundGoods): SearchSuggestions['partNumbers'] {
  const byId = new Map(skus.map((sku) => [sku.id, sku]))
  const toEntry = (sku: SkuRow) => {
    const name = goods.get(sku.goodsId)?.name
    return name === undefined ? [] : [{ goodsId: sku.goodsId, skuId: sku.id, skuCode: sku.code, name, ...termsOf(sku) }]
  }
  const own = named.materials.flatMap(({ skuId, code }) => {
    const sku = byId.get(skuId)
    return sku?.onShelf ? toEntry(sku).map((entry) => Object.assign(entry, { materialCode: code })) : []
  })
  const { by, code } = named.replaced ?? {}
  const replacing = by
    ? [
        {
          goodsId: by.goodsId,
          skuId: by.skuId,
          skuCode: by.skuCode,
          name: by.goodsName,
          ...termsOf(byId.get(by.skuId)),
          replaces: code,
        },
      ]
    : []
  const taken = new Set([by?.skuId, ...own.map(({ skuId }) => skuId)])
  const numbered = named.goodsIds.flatMap((goodsId) =>
    skus
      .filter((sku) => sku.goodsId === goodsId && sku.onShelf && !taken.has(sku.id) && canBePartNumberOrItsBeginning(sku.code, keyword))
      .flatMap(toEntry),
  )
  const corresponding = named.hits.map((hit) => {
    const { goodsId, skuId, skuCode, goodsName } = hit
    return { goodsId, skuId, skuCode, name: goodsName, ...termsOf(byId.get(skuId)), crossReference: toVisibleCrossReference(hit) }
  })
  const kept = SEARCH_SUGGESTIONS_PER_PART_MAX - Math.min(corresponding.length, CROSS_REFERENCES_KEPT)
  return first([...own, ...replacing, ...numbered.slice(0, kept), ...corresponding])
}

/** Reads the goods and SKUs that are suggested, with what they cost the viewer and whether they can be had. */
async function readFoundGoods(db: Db, viewer: PriceViewer, named: NamedByKeyword): Promise<FoundGoods> {
  const { goodsIds, bought, materials, replaced, hits } = named
  const others = [...bought, ...materials, ...hits, ...(replaced ? [replaced.by] : [])].map(({ goodsId }) => goodsId)
  const asked = [...new Set([...goodsIds, ...others])]
  const [known, skus] = await awaitAllAndThrowFirstError(findOncePublishedGoodsById(db, asked), listSkusOfGoods(db, asked))
  const sold = skus.filter(({ onShelf }) => onShelf)
  const [stockOf, ladderFor] = await awaitAllAndThrowFirstError(
    readStockLookup(
      db,
      viewer,
      sold.map(({ id }) => id),
    ),
    readPriceLadderLookup(db, viewer, sold),
  )
  return {
    goods: new Map(known.filter(({ onShelf }) => onShelf).map((one) => [one.id, one])),
    skus,
    termsOf: (sku) => (sku?.onShelf ? toSuggestedTerms(sku, { stockOf, ladder: ladderFor(sku) }) : {}),
  }
}

/**
 * Suggests completions of a keyword: goods that the company ordered before, part numbers, goods, categories, its orders. For an empty keyword
 * it suggests the hot words, if there are any. A complete number that is no longer sold leads to its replacement; where nothing has exactly
 * the words, the nearest goods are suggested. The number of statements is bounded, whatever is found.
 */
export async function readSearchSuggestions(db: Db, keyword: string | undefined, input: SuggestionsInput): Promise<SearchSuggestions> {
  if (keyword === undefined) return nothing()
  if (keyword === '') return Object.assign(nothing(), { hot: await listHotWords(db, HOT_WORDS_MAX) })
  const { synonyms } = await readSynonymsAndRedirectOfKeyword(db, keyword)
  const named = await findNamedByKeyword(db, keyword, computeKeywordVariants(keyword, synonyms), input)
  const found = await readFoundGoods(db, input.viewer, named)
  const { goods, skus, termsOf } = found
  const purchased = named.bought.flatMap(({ goodsId, skuCode }) => {
    const name = goods.get(goodsId)?.name
    const sku = skus.find((one) => one.goodsId === goodsId && one.code === skuCode)
    return name === undefined ? [] : [{ goodsId, skuCode, name, ...termsOf(sku) }]
  })
  const inOrder = named.goodsIds.flatMap((id) => goods.get(id) ?? [])
  return {
    hot: [],
    purchased: first(purchased),
    partNumbers: listPartNumbers(keyword, named, found),
    goods: first(inOrder).map(({ id, name }) => {
      const own = skus.filter(({ goodsId, onShelf }) => goodsId === id && onShelf)
      const all = own.map(termsOf)
      const shown = all.find(({ soldOut }) => soldOut === false) ?? all[0]
      return { goodsId: id, name, ...shown, from: own.length > 1 ? true : undefined }
    }),
    similar: named.similar ? true : undefined,
    categories: named.categories,
    orders: named.orderNumbers.map((orderNo) => ({ orderNo })),
  }
}
