import type { CategoryAttribute } from '#contract/catalog/attributes/shapes.ts'
import type { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import { findGoodsProblems, type GoodsProblem, type GoodsServerFacts } from '#contract/catalog/goods-editing/problems.ts'
import { findBrandNames, lockBrands } from '#server/catalog/brands/public.ts'
import {
  findGoods,
  findShopAndCategory,
  findSkus,
  findTakenSkuCodes,
  isGoodsCodeTaken,
  type ShopAndCategory,
} from '#server/catalog/goods/public.ts'
import { findOrderedSkus } from '#server/catalog/inventory/public.ts'
import { findDocuments, findPictures, markDocumentsUsed, markPicturesUsed } from '#server/catalog/pictures/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findAttributeAndModelProblems, findAttributesOfContentCategory } from './attribute-values.ts'
import type { GoodsWithContent } from './published-content.ts'

/** What a content names, as far as it exists. */
export interface ContentFacts {
  attributes: readonly CategoryAttribute[]
  places: ShopAndCategory
  brandIds: ReadonlySet<string>
  pictureIds: readonly string[]
  documentIds: readonly string[]
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)
const brandsOf = ({ brandId }: GoodsContent): string[] => (brandId === null ? [] : [brandId])

/** Reads what a content names. */
export const readContentFacts = async (db: Db, content: GoodsContent): Promise<ContentFacts> => ({
  attributes: await findAttributesOfContentCategory(db, content),
  places: await findShopAndCategory(db, content),
  brandIds: new Set((await findBrandNames(db, brandsOf(content))).keys()),
  pictureIds: idsOf(await findPictures(db, idsOf(content.pictures))),
  documentIds: idsOf(await findDocuments(db, content.documents)),
})

/**
 * The same for a content that is stored: holds its brand until the transaction ends, and its pictures and documents in the library for ever.
 * The caller has locked the tree of categories.
 */
export async function lockContentFacts(tx: Tx, moment: Moment, content: GoodsContent): Promise<ContentFacts> {
  const pictureIds = idsOf(await findPictures(tx, idsOf(content.pictures)))
  await markPicturesUsed(tx, moment, pictureIds)
  const documentIds = idsOf(await findDocuments(tx, content.documents))
  await markDocumentsUsed(tx, moment, documentIds)
  const brandIds = await lockBrands(tx, brandsOf(content))
  return {
    attributes: await findAttributesOfContentCategory(tx, content),
    places: await findShopAndCategory(tx, content),
    brandIds,
    pictureIds,
    documentIds,
  }
}

/** Lists the pictures and documents that are not in the library, such as those that nobody used for a day. */
export function findLibraryProblems(
  { pictures, documents }: GoodsContent,
  { pictureIds, documentIds }: Pick<ContentFacts, 'pictureIds' | 'documentIds'>,
): GoodsProblem[] {
  const [kept, filed] = [new Set(pictureIds), new Set(documentIds)]
  return [
    ...pictures.flatMap(({ id }, at) =>
      kept.has(id) ? [] : [{ path: `pictures.${at}`, reason: `第 ${at + 1} 张图片不存在，请重新上传` }],
    ),
    ...documents.flatMap((id, at) => (filed.has(id) ? [] : [{ path: `documents.${at}`, reason: `第 ${at + 1} 份文件不存在，请重新上传` }])),
  ]
}

/** The goods that a content is checked for. */
export type CheckedGoods = Pick<GoodsWithContent, 'goodsId' | 'skus'>

/** Gathers what the check of a content must know. The statements do not grow with its SKUs. */
async function readGoodsFacts(
  db: Db,
  goods: CheckedGoods,
  { content, facts }: { content: GoodsContent; facts: ContentFacts },
): Promise<GoodsServerFacts> {
  const { goodsId } = goods
  const ids = goods.skus.map(({ skuId }) => skuId)
  const codes = content.skus.map(({ code }) => code).filter((code) => code !== '')
  const related = content.relations.map((relation) => relation.goodsId).filter((id) => id !== goodsId)
  const replacing = content.skus.flatMap(({ replacedBy }) => replacedBy ?? [])
  const ordered = await findOrderedSkus(db, ids)
  const { shopId, categoryId, isSubcategory } = facts.places
  return {
    shopIds: new Set(shopId === null ? [] : [shopId]),
    categoryIds: new Set(categoryId === null || !isSubcategory ? [] : [categoryId]),
    brandIds: facts.brandIds,
    goodsIds: new Set(idsOf(await findGoods(db, related))),
    skuIds: new Set([...content.skus.flatMap(({ skuId }) => skuId ?? []), ...idsOf(await findSkus(db, replacing))]),
    codeTaken: await isGoodsCodeTaken(db, { goodsId, code: content.code }),
    takenSkuCodes: await findTakenSkuCodes(db, { goodsId, codes }),
    published: new Map(goods.skus.map(({ skuId, code }) => [skuId, { code, ordered: ordered.has(skuId) }])),
    others: [...findLibraryProblems(content, facts), ...(await findAttributeAndModelProblems(db, facts.attributes, content))],
  }
}

/** Lists everything that keeps a content of goods from being published. `facts` are what it names. */
export const findPublishingProblems = async (
  db: Db,
  goods: CheckedGoods,
  stated: { content: GoodsContent; facts: ContentFacts },
): Promise<GoodsProblem[]> => findGoodsProblems(stated.content, await readGoodsFacts(db, goods, stated))
