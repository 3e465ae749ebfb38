import { toByTanker } from '#contract/catalog/goods/terms.ts'
import type { SkuContent } from '#contract/catalog/goods-editing/content.ts'
import type { GoodsPreview } from '#contract/catalog/goods-editing/shapes.ts'
import { findBrandIdAndName } from '#server/catalog/brands/public.ts'
import { findReplacementsBySku, listAllCategories, readStockLookup, type SkuRow, toSkuOutput } from '#server/catalog/goods/public.ts'
import { describeDocumentsMachineModelsAndRelations } from '#server/catalog/goods-editing/attachments.ts'
import { type EditingStaff, readGoodsWithDraft } from '#server/catalog/goods-editing/goods-at-version.ts'
import { readLicenceNeedsByGoods } from '#server/catalog/licences/public.ts'
import { type PriceViewer, readPriceLadderLookup } from '#server/catalog/pricing/public.ts'
import { findShop } from '#server/catalog/shops/public.ts'
import type { Db } from '#server/platform/core/db.ts'

/** The SKUs that buyers would see. SKUs without a price are left out. */
function shownSkus(goodsId: string, skus: readonly SkuContent[]): SkuRow[] {
  return skus.flatMap(
    ({ skuId, salePrice, creditPrice, props, code, minimum, step, weightGrams, onShelf, archived, replacedBy }): SkuRow[] => {
      if (skuId === null || salePrice === null || archived || !onShelf) return []
      const prices = { salePriceFen: salePrice, creditPriceFen: creditPrice }
      return [{ id: skuId, goodsId, code, props: Object.fromEntries(props), ...prices, minimum, step, weightGrams, onShelf, replacedBy }]
    },
  )
}

/** Shows the draft or the published content as a given viewer would see it, at the viewer's prices. Refuses GOODS_NOT_FOUND. */
export async function readGoodsPreview(
  db: Db,
  viewer: PriceViewer,
  { goodsId, staffId }: EditingStaff & { goodsId: string },
): Promise<GoodsPreview> {
  const { goods, rebased } = await readGoodsWithDraft(db, goodsId, { staffId })
  const content = rebased?.content ?? goods.content
  const rows = shownSkus(goodsId, content.skus)
  const stockOf = await readStockLookup(
    db,
    viewer,
    rows.map(({ id }) => id),
  )
  const ladderFor = await readPriceLadderLookup(db, viewer, rows)
  const replacements = await findReplacementsBySku(db, rows)
  const skus = rows.map((sku) => toSkuOutput(sku, { stockOf, ladder: ladderFor(sku), unit: content.unit }))
  const categories = new Map((await listAllCategories(db)).map((category) => [category.id, category]))
  const category = content.categoryId === null ? undefined : categories.get(content.categoryId)
  const parent = category?.parent_id == null ? undefined : categories.get(category.parent_id)
  const shop = content.shopId === null ? undefined : await findShop(db, content.shopId)
  const demanded = [content, category, parent].flatMap((one) => one?.licenceKindIds ?? [])
  // A draft without a shop shows what a shop and a buyer will need.
  const wanted = { id: goodsId, name: content.name, shopId: content.shopId, shopName: shop?.name ?? '', licenceKindIds: demanded }
  const needs = await readLicenceNeedsByGoods(db, viewer, { enterpriseId: viewer.enterpriseId ?? null, goods: [wanted] })
  return {
    goodsId,
    image: content.pictures[0]?.id ?? null,
    pictures: content.pictures,
    name: content.name,
    subtitle: content.subtitle,
    spec: content.spec,
    unit: content.unit,
    brand: await findBrandIdAndName(db, content.brandId),
    tags: content.tags,
    shopId: content.shopId,
    shopName: shop?.name ?? '',
    shopLogo: shop?.pictureId ?? null,
    shopNotice: shop?.notice ?? '',
    shopPaused: shop?.state === 'paused',
    category: category && parent ? { id: category.id, name: category.name, parentId: parent.id, parentName: parent.name } : null,
    parameters: content.parameters,
    description: content.description,
    hardness: content.hardness,
    freeFreight: content.freight === 'free',
    byTanker: toByTanker(content.freight),
    afterSale: content.afterSale,
    sales: 0,
    restricted: demanded.length > 0,
    soldOut: skus.every(({ soldOut }) => soldOut),
    skus,
    replaced: rows.flatMap(({ id, code, props }) => {
      const by = replacements.get(id)
      return by ? [{ skuId: id, code, skuProps: JSON.stringify(props), by }] : []
    }),
    attachments: await describeDocumentsMachineModelsAndRelations(db, viewer, content),
    licences: needs.get(goodsId) ?? [],
  }
}
