import type { goodsEndpoints } from '#contract/catalog/goods/api.ts'
import { type CrossReferenceMatch, toVisibleCrossReference } from '#contract/catalog/goods/cross-reference.ts'
import type { ReplacementSku } from '#contract/catalog/goods/replacement.ts'
import type { GoodsDetail } from '#contract/catalog/goods/shapes.ts'
import type { InputOf, OutputOf } from '#contract/platform/core/endpoint.ts'
import {
  type CrossReferenceHit,
  correctOneWordOfKeyword,
  findCrossReferenceHits,
  findKeywordMatches,
  findReplacementByPartNumber,
  isUnsearchableKeyword,
  type KeywordMatch,
  listBestMatchingGoodsIds,
  listShopNamesById,
  readCardTextsOfGoods,
  readGoodsCards,
  readGoodsDetail,
  toPriceViewer,
} from '#server/catalog/goods/public.ts'
import { findGoodsIdsOfMachineModel } from '#server/catalog/machine-models/public.ts'
import { computeKeywordVariants, readSynonymsAndRedirectOfKeyword, recordMissedSearch } from '#server/catalog/search-words/public.ts'
import { awaitAllAndThrowFirstError, type Db } from '#server/platform/core/db.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Context, Handlers } from '#server/platform/http/context.ts'
import type { GoodsConditions } from './conditions.ts'
import type { KeywordMatches } from './find-goods.ts'
import { findGoodsInIndex, type GoodsListResult } from './list-goods.ts'
import { findNearMatches, type ReadCatalog } from './list-memory.ts'
import { findSkusInIndex } from './list-skus.ts'
import { createMemberAnswerCache, type PricedAnswer } from './member-answers.ts'
import { chooseParametricTableColumns } from './parametric-table.ts'
import { readParametricTableRows } from './parametric-table-rows.ts'

type ListInput = InputOf<typeof goodsEndpoints.list>
type GoodsList = OutputOf<typeof goodsEndpoints.list>
/** The parts that lists and tables of goods share. */
type FacetInput = Omit<ListInput, 'sort' | 'facets'> & Pick<GoodsConditions, 'machineGoods'>

/** Adds the goods that fit the chosen machine model, because the memory does not have them. */
const withMachineGoods = async <Input extends { machineModelId?: string | undefined }>(db: Db, input: Input) => ({
  ...input,
  machineGoods: input.machineModelId === undefined ? undefined : new Set(await findGoodsIdsOfMachineModel(db, input.machineModelId)),
})

/** Whether the keyword is the only condition of a list. With other conditions, an empty result says little about the keyword. */
const isPlainSearch = (input: FacetInput): boolean => {
  const { categoryId, shopId, machineModelId, subName, priceMin, priceMax, inStock, hardness, brandIds, choices, pageNo } = input
  const conditions = [categoryId, shopId, machineModelId, subName, priceMin, priceMax, hardness, brandIds?.[0], choices?.[0]]
  return pageNo === 1 && !inStock && conditions.every((one) => one === undefined)
}

/** The value with which `KeywordMatch` says that the keyword is a part number. */
const PART_NUMBER_MATCH = 2

/** A number that stands for very many SKUs says little. */
const CROSS_REFERENCES_SHOWN = 20

function toCrossReferenceMatch(hit: CrossReferenceHit): CrossReferenceMatch {
  const { skuId, goodsId, goodsName, skuCode } = hit
  return { ...toVisibleCrossReference(hit), skuId, goodsId, goodsName, skuCode }
}

/** The goods that a keyword finds, and an identification of them. */
interface KeywordGoods {
  matches: KeywordMatches
  found: string
}

interface FoundGoods extends KeywordGoods {
  matches: NonNullable<KeywordMatches>
}

interface KeywordExtras {
  similar?: true
  correctedKeyword?: string | undefined
  redirect?: string
  replaced?: { code: string; by: ReplacementSku } | undefined
  crossReferences?: CrossReferenceMatch[] | undefined
}

/** Adds the goods of which the keyword is another number, and nothing else. They come before goods that only have its words. */
function addGoodsFirst({ matches, found }: FoundGoods, goodsIds: readonly string[]): FoundGoods {
  if (goodsIds.length === 0) return { matches, found }
  const added = goodsIds.map((goodsId) => [goodsId, { codeMatch: PART_NUMBER_MATCH, rank: matches.get(goodsId)?.rank ?? 0 }] as const)
  return { matches: new Map([...matches, ...added]), found: [found, ...goodsIds].join(' ') }
}

/** Adds the goods of which the keyword has another number among other words. They come behind the goods that have its words. */
function addGoodsLast({ matches, found }: FoundGoods, goodsIds: readonly string[]): FoundGoods {
  if (goodsIds.length === 0) return { matches, found }
  const added = goodsIds.map((goodsId) => [goodsId, { codeMatch: 0, rank: 0 }] as const)
  return { matches: new Map([...added, ...matches]), found: [found, 'and', ...goodsIds].join(' ') }
}

/** Finds goods, with the facets if another page of the same list has counted them. */
async function findWithKnownFacets(
  db: Db,
  { index, memory }: ReadCatalog,
  input: FacetInput & Pick<ListInput, 'sort' | 'facets'> & { count: number },
  { matches, found }: KeywordGoods,
): Promise<GoodsListResult> {
  // All other parts of the request change the counts.
  const key = JSON.stringify([found, { ...input, count: 0, sort: '', pageNo: 0, pageSize: 0, machineGoods: undefined }])
  const known = input.facets ? memory.findFacets(key) : undefined
  const result = await findGoodsInIndex(db, index, input, matches, known)
  if (result.facets && !known) memory.saveFacets(key, result.facets)
  return result
}

/** What a keyword names: goods with its words, goods of which it is the number, and parts of other makers. */
async function readKeyword(db: Db, { index, memory }: ReadCatalog, keyword: string) {
  const [{ synonyms, redirect }, hits] = await awaitAllAndThrowFirstError(
    readSynonymsAndRedirectOfKeyword(db, keyword),
    memory.findCrossReferences(keyword, async () => (await findCrossReferenceHits(db, [keyword])).get(keyword) ?? []),
  )
  const variants = computeKeywordVariants(keyword, synonyms)
  const asked = { variants, goodsCount: index.goods.size }
  const words = JSON.stringify([keyword, variants])
  const matches = await memory.findMatches(words, () => findKeywordMatches(db, keyword, asked))
  const isOnSale = [...matches.values()].some(({ codeMatch }) => codeMatch === PART_NUMBER_MATCH)
  const replaced = isOnSale ? undefined : await findReplacementByPartNumber(db, keyword)
  const whole = hits.filter(({ isWhole }) => isWhole).map(({ goodsId }) => goodsId)
  const goods = addGoodsFirst({ matches, found: words }, [...whole, ...(replaced ? [replaced.by.goodsId] : [])])
  const crossReferences = hits.length === 0 ? undefined : hits.slice(0, CROSS_REFERENCES_SHOWN).map(toCrossReferenceMatch)
  const others = hits.filter(({ isWhole }) => !isWhole).map(({ goodsId }) => goodsId)
  return { asked, words, goods, others, redirect, named: { replaced, crossReferences } }
}

/** So many of the nearest goods may say what the keyword meant. */
const NEAREST_GOODS = 3

/**
 * The keyword with its one mistyped word put right, with what it finds; undefined: no such keyword finds anything. The best goods say what
 * was meant, whatever page and order are asked for.
 */
async function findByCorrectedKeyword<Result extends { total: number }>(
  catalog: ReadCatalog,
  { keyword, words, near }: { keyword: string; words: string; near: ReadonlyMap<string, KeywordMatch> },
  db: Db,
  find: (goods: KeywordGoods) => Promise<Result>,
) {
  const correctedKeyword = await catalog.memory.findCorrection(words, async () =>
    correctOneWordOfKeyword(keyword, await readCardTextsOfGoods(db, listBestMatchingGoodsIds(near, NEAREST_GOODS))),
  )
  if (correctedKeyword === undefined) return undefined
  const { goods } = await readKeyword(db, catalog, correctedKeyword)
  const result = await find(goods)
  return result.total > 0 ? { correctedKeyword, goods, result } : undefined
}

/**
 * Finds by the keyword and its synonyms, with `find`. If there is nothing, it finds what the keyword means with
 * one word put right, or else goods whose words come near. A keyword
 * without any result is counted. Goods of which it has another maker's number among other words are added, but they are no result.
 */
async function findByKeyword<Result extends { total: number }>(
  catalog: ReadCatalog,
  input: FacetInput,
  context: Context,
  find: (goods: KeywordGoods) => Promise<Result>,
): Promise<Result & KeywordExtras> {
  const { keyword } = input
  const { db, moment, log, writeSeparately } = context
  if (!keyword) return find({ matches: undefined, found: '' })
  const { asked, words, goods, others, redirect, named } = await readKeyword(db, catalog, keyword)
  const findWithOthers = (own: FoundGoods) => find(addGoodsLast(own, others))
  const result = await find(goods)
  if (redirect !== undefined || result.total > 0) {
    const shown = others.length === 0 ? result : await findWithOthers(goods)
    return { ...shown, ...named, ...(redirect === undefined ? {} : { redirect }) }
  }
  if (input.exact) return { ...(await findWithOthers(goods)), ...named }
  const near = { matches: await findNearMatches(db, catalog, { keyword, variants: asked.variants }), found: `${words} similar` }
  const corrected = await findByCorrectedKeyword(catalog, { keyword, words, near: near.matches }, db, find)
  const similar = corrected?.result ?? (await find(near))
  if (isPlainSearch(input))
    // A search must not fail because the counting failed.
    await writeSeparately((tx) => recordMissedSearch(tx, moment, { keyword, similarShown: similar.total > 0 })).catch((error: unknown) =>
      log.warn({ err: error }, 'a search without a result was not counted'),
    )
  if (similar.total === 0) return { ...(await findWithOthers(goods)), ...named }
  const shown = others.length === 0 ? similar : await findWithOthers(corrected?.goods ?? near)
  return { ...shown, ...named, similar: true, correctedKeyword: corrected?.correctedKeyword }
}

/** Whether a list is the same for a company as long as goods, prices and stock are: without a keyword, because missed searches are counted. */
const isRepeatable = ({ keyword }: FacetInput): boolean => !keyword

/** The list of goods for any viewer, with the SKUs that its prices and its stock are of. */
async function readGoodsList(catalog: ReadCatalog, input: ListInput, context: Context): Promise<PricedAnswer<GoodsList>> {
  const { db } = context
  const { offset, limit } = toSlice(input)
  const asked = { ...(await withMachineGoods(db, input)), count: offset + limit }
  const { first, total, fittingOf, facets, similar, correctedKeyword, redirect, replaced, crossReferences } = await findByKeyword(
    catalog,
    asked,
    context,
    (goods) => findWithKnownFacets(db, catalog, asked, goods),
  )
  const shown = first.slice(offset)
  const fitting = new Set(shown.flatMap(({ goods }) => fittingOf(goods).map(({ id }) => id)))
  const ids = shown.map(({ goods }) => goods.id)
  const dataList = await readGoodsCards(db, toPriceViewer(context), ids, fitting)
  const shopName = input.shopId === undefined ? undefined : (await listShopNamesById(db)).get(input.shopId)
  return {
    answer: { dataList, total, facets, similar, correctedKeyword, replaced, crossReferences, redirect, shopName },
    pricedSkuIds: dataList.map(({ skuId }) => skuId),
    stockedSkuIds: shown.flatMap(({ goods }) => goods.skus.map(({ id }) => id)),
  }
}

/** The page of goods for any viewer. Its SKUs are all that the answer lists. */
async function readGoodsPage(context: Context, goodsId: string): Promise<PricedAnswer<GoodsDetail>> {
  const answer = await readGoodsDetail(context.db, toPriceViewer(context), goodsId)
  const skuIds = answer.skus.map(({ skuId }) => skuId)
  return { answer, pricedSkuIds: skuIds, stockedSkuIds: skuIds }
}

/** The lists of goods, and the page of goods. They share one copy of the catalog in memory. */
export function createGoodsListHandlers(
  readCatalog: (db: Db) => Promise<ReadCatalog>,
): Pick<Handlers<typeof goodsEndpoints>, 'list' | 'skuList' | 'detail'> {
  const [lists, pages] = [createMemberAnswerCache<GoodsList>(), createMemberAnswerCache<GoodsDetail>()]
  return {
    list: async (input, context) => {
      if (isUnsearchableKeyword(input.keyword)) return { dataList: [], total: 0 }
      const { caller, db, moment } = context
      const make = async () => readGoodsList(await readCatalog(db), input, context)
      if (caller.kind !== 'member' || !isRepeatable(input)) return (await make()).answer
      return lists.findOrMake({ db, moment, enterpriseId: caller.enterpriseId }, input, make)
    },
    detail: async ({ goodsId }, context) => {
      const { caller, db, moment } = context
      const make = () => readGoodsPage(context, goodsId)
      if (caller.kind !== 'member') return (await make()).answer
      return pages.findOrMake({ db, moment, enterpriseId: caller.enterpriseId }, { goodsId }, make)
    },
    skuList: async ({ sort, sortAttribute, descending = false, ...input }, context) => {
      const { db } = context
      if (isUnsearchableKeyword(input.keyword)) return { dataList: [], total: 0, columns: [] }
      const catalog = await readCatalog(db)
      const { frame } = catalog.index
      const { offset, limit } = toSlice(input)
      const asked = { ...(await withMachineGoods(db, input)), sort, sortAttribute, descending, count: offset + limit }
      const { first, total, goodsCounts } = await findByKeyword(catalog, input, context, ({ matches }) =>
        findSkusInIndex(db, catalog.index, asked, matches),
      )
      const columns = chooseParametricTableColumns(frame, goodsCounts)
      return {
        dataList: await readParametricTableRows(db, toPriceViewer(context), frame, { rows: first.slice(offset), columns }),
        total,
        columns: columns.map(({ code, name, unit, kind }) => ({ code, name, unit, kind })),
      }
    },
  }
}
