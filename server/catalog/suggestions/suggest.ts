import { toVisibleCrossReference } from '#contract/catalog/goods/cross-reference.ts'
import { HOT_WORDS_MAX, SEARCH_SUGGESTIONS_PER_PART_MAX, type SearchSuggestions } from '#contract/catalog/suggestions/api.ts'
import {
  canBePartNumberOrItsBeginning,
  findCrossReferenceHits,
  findOncePublishedGoodsById,
  findReplacementByPartNumber,
  listAllCategories,
  listFirstGoodsIds,
  listSkusOfGoods,
} from '#server/catalog/goods/public.ts'
import { computeKeywordVariants, listHotWords, readSynonymsAndRedirectOfKeyword } from '#server/catalog/search-words/public.ts'
import { awaitAllAndThrowFirstError, type Db } from '#server/platform/core/db.ts'

/** Finds the goods that a company has ordered, by a part of their name or number, newest first. */
export type FindPurchasedSkus = (
  db: Db,
  enterpriseId: string,
  wanted: { variants: readonly string[]; limit: number },
) => Promise<{ goodsId: string; skuCode: string }[]>

const nothing = (): SearchSuggestions => ({ hot: [], purchased: [], partNumbers: [], goods: [], categories: [] })

/** How many purchases are read, because some of the goods are no longer sold. */
const PURCHASES_READ = 20

/** How many goods are searched for part numbers. */
const GOODS_READ = 10

/** So many places among the part numbers are left to other makers' numbers, however many of ours match. */
const CROSS_REFERENCES_KEPT = 2

async function suggestCategories(db: Db, variants: readonly string[]): Promise<SearchSuggestions['categories']> {
  const all = await listAllCategories(db)
  const hidden = new Set(all.filter(({ shown }) => !shown).map(({ id }) => id))
  const listed = all.filter(({ id, parent_id }) => !hidden.has(id) && !(parent_id !== null && hidden.has(parent_id)))
  const named = listed.filter(({ name }) => variants.some((text) => name.toLowerCase().includes(text)))
  return named.slice(0, SEARCH_SUGGESTIONS_PER_PART_MAX).map(({ id, name }) => ({ categoryId: id, name }))
}

/**
 * Suggests completions of a keyword: goods that the company ordered before, part numbers, goods, categories. For an empty keyword it
 * suggests the hot words, if there are any. A complete number that is no longer sold leads to its replacement. The number of statements is
 * bounded, whatever is found.
 */
export async function readSearchSuggestions(
  db: Db,
  keyword: string | undefined,
  { enterpriseId, findPurchases }: { enterpriseId: string | undefined; findPurchases: FindPurchasedSkus },
): Promise<SearchSuggestions> {
  if (keyword === undefined) return nothing()
  if (keyword === '') return { ...nothing(), hot: await listHotWords(db, HOT_WORDS_MAX) }
  const { synonyms } = await readSynonymsAndRedirectOfKeyword(db, keyword)
  const variants = computeKeywordVariants(keyword, synonyms)
  const ids = await listFirstGoodsIds(db, { variants, limit: GOODS_READ, sort: 'default' })
  const bought = enterpriseId === undefined ? [] : await findPurchases(db, enterpriseId, { variants, limit: PURCHASES_READ })
  const known = await findOncePublishedGoodsById(db, [...new Set([...ids, ...bought.map(({ goodsId }) => goodsId)])])
  const goods = new Map(known.filter(({ onShelf }) => onShelf).map((one) => [one.id, one]))
  const skus = (await listSkusOfGoods(db, ids)).filter(({ code, onShelf }) => onShelf && canBePartNumberOrItsBeginning(code, keyword))
  const [replaced, hits] = await awaitAllAndThrowFirstError(
    findReplacementByPartNumber(db, keyword),
    findCrossReferenceHits(db, [keyword]).then((found) => found.get(keyword) ?? []),
  )
  const corresponding = hits
    .filter(({ isWhole }) => isWhole)
    .map((hit) => {
      const { goodsId, skuId, skuCode, goodsName } = hit
      return { goodsId, skuId, skuCode, name: goodsName, crossReference: toVisibleCrossReference(hit) }
    })
  const inOrder = ids.flatMap((id) => goods.get(id) ?? [])
  return {
    hot: [],
    purchased: bought
      .flatMap((sku) => {
        const name = goods.get(sku.goodsId)?.name
        return name === undefined ? [] : [{ ...sku, name }]
      })
      .slice(0, SEARCH_SUGGESTIONS_PER_PART_MAX),
    partNumbers: [
      ...(replaced
        ? [
            {
              goodsId: replaced.by.goodsId,
              skuId: replaced.by.skuId,
              skuCode: replaced.by.skuCode,
              name: replaced.by.goodsName,
              replaces: replaced.code,
            },
          ]
        : []),
      ...inOrder
        .flatMap(({ id, name }) =>
          skus.filter(({ goodsId }) => goodsId === id).map(({ id: skuId, code }) => ({ goodsId: id, skuId, skuCode: code, name })),
        )
        .filter(({ skuCode }) => skuCode !== replaced?.by.skuCode)
        .slice(0, SEARCH_SUGGESTIONS_PER_PART_MAX - Math.min(corresponding.length, CROSS_REFERENCES_KEPT)),
      ...corresponding,
    ].slice(0, SEARCH_SUGGESTIONS_PER_PART_MAX),
    goods: inOrder.slice(0, SEARCH_SUGGESTIONS_PER_PART_MAX).map(({ id, name }) => ({ goodsId: id, name })),
    categories: await suggestCategories(db, variants),
  }
}
