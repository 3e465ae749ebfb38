import type { CategoryAttribute } from '#contract/catalog/attributes/shapes.ts'
import type { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import { findGoodsProblems, type GoodsFacts, type GoodsProblem, skuCodeKey } from '#contract/catalog/goods-editing/problems.ts'
import { findBrandNames } from '#server/catalog/brands/public.ts'
import { findGoods, findSkus, findTakenSkuCodes, isGoodsCodeTaken, listCategories, listShopNames } from '#server/catalog/goods/public.ts'
import { findOrderedSkus } from '#server/catalog/inventory/public.ts'
import { findDocuments, findPictures, markDocumentsUsed, markPicturesUsed } from '#server/catalog/pictures/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findValueProblems } from './attribute-values.ts'
import type { EditedGoods } from './published-content.ts'

/** Lists the pictures and documents that are not in the library, such as those that nobody used for a day. */
async function findLibraryProblems(db: Db, { pictures, documents }: GoodsContent): Promise<GoodsProblem[]> {
  const kept = new Set(
    (
      await findPictures(
        db,
        pictures.map(({ id }) => id),
      )
    ).map(({ id }) => id),
  )
  const filed = new Set((await findDocuments(db, documents)).map(({ id }) => id))
  return [
    ...pictures.flatMap(({ id }, at) =>
      kept.has(id) ? [] : [{ path: `pictures.${at}`, reason: `第 ${at + 1} 张图片不存在，请重新上传` }],
    ),
    ...documents.flatMap((id, at) => (filed.has(id) ? [] : [{ path: `documents.${at}`, reason: `第 ${at + 1} 份文件不存在，请重新上传` }])),
  ]
}

/** Holds the pictures and documents of a content in the library. Those that are not there stay problems of the content. */
export async function markLibraryUsed(tx: Tx, moment: Moment, { pictures, documents }: GoodsContent): Promise<void> {
  const kept = await findPictures(
    tx,
    pictures.map(({ id }) => id),
  )
  const filed = await findDocuments(tx, documents)
  await markPicturesUsed(
    tx,
    moment,
    kept.map(({ id }) => id),
  )
  await markDocumentsUsed(
    tx,
    moment,
    filed.map(({ id }) => id),
  )
}

interface Checked {
  content: GoodsContent
  attributes: readonly CategoryAttribute[] | undefined
}

/** Gathers what the check of a content must know. The statements do not grow with its SKUs. */
async function readGoodsFacts(db: Db, goods: EditedGoods, { content, attributes }: Checked): Promise<GoodsFacts> {
  const { goodsId } = goods
  const ids = goods.skus.map(({ skuId }) => skuId)
  const codes = content.skus.map(({ code }) => code).filter((code) => code !== '')
  const related = content.relations.map((relation) => relation.goodsId).filter((id) => id !== goodsId)
  const replacing = content.skus.flatMap(({ replacedBy }) => replacedBy ?? [])
  const ordered = await findOrderedSkus(db, ids)
  return {
    shopIds: new Set((await listShopNames(db)).keys()),
    categoryIds: new Set((await listCategories(db)).filter(({ parent_id }) => parent_id !== null).map(({ id }) => id)),
    brandIds: new Set((await findBrandNames(db, content.brandId === null ? [] : [content.brandId])).keys()),
    goodsIds: new Set((await findGoods(db, related)).map(({ id }) => id)),
    skuIds: new Set([...content.skus.flatMap(({ skuId }) => skuId ?? []), ...(await findSkus(db, replacing)).map(({ id }) => id)]),
    codeTaken: await isGoodsCodeTaken(db, { goodsId, code: content.code }),
    takenSkuCodes: new Map((await findTakenSkuCodes(db, { goodsId, codes })).map(({ code, goodsName }) => [skuCodeKey(code), goodsName])),
    published: new Map(goods.skus.map(({ skuId, code }) => [skuId, { code, ordered: ordered.has(skuId) }])),
    others: [...(await findLibraryProblems(db, content)), ...(await findValueProblems(db, content, attributes))],
  }
}

/** Lists everything that keeps a content of goods from being published. `attributes`: those of its category, if the caller has read them. */
export const findProblems = async (
  db: Db,
  goods: EditedGoods,
  content: GoodsContent,
  attributes?: readonly CategoryAttribute[],
): Promise<GoodsProblem[]> => findGoodsProblems(content, await readGoodsFacts(db, goods, { content, attributes }))
