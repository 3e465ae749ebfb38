import type { ReplacementSku } from '#contract/catalog/goods/replacement.ts'
import { toByTanker } from '#contract/catalog/goods/terms.ts'
import type { UnitsByWarehouse } from '#contract/catalog/inventory/sending-warehouses.ts'
import type { RequiredLicence } from '#contract/catalog/licences/shapes.ts'
import { findPriceStepForQuantity, type PriceLadder } from '#contract/catalog/pricing/price-steps.ts'
import { isOrderableQuantity } from '#contract/catalog/pricing/quantity.ts'
import { toVisiblePriceSteps } from '#contract/catalog/pricing/visible-price-steps.ts'
import type { CartItem, CartLineFault, CartShop } from '#contract/orders/cart/api.ts'
import { multiplyFenCapped } from '#contract/platform/core/money.ts'
import { getProvinceCode } from '#contract/sites/freight/freight.ts'
import {
  findOncePublishedGoodsById,
  findReplacementsBySku,
  findSkusById,
  type GoodsWithShop,
  readStockLookup,
  type SkuRow,
} from '#server/catalog/goods/public.ts'
import { findLicenceNeedsBlockingPurchase } from '#server/catalog/licences/public.ts'
import { findMaterialCodesBySku } from '#server/catalog/materials/public.ts'
import { readPriceLadderLookup } from '#server/catalog/pricing/public.ts'
import { findUnitsPlannedElsewhere } from '#server/orders/shipping-warehouses/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { listAddresses } from '#server/sites/address/public.ts'
import { readFreightTermsLookupByShop } from '#server/sites/freight/public.ts'
import type { CartLine } from './cart-line-store.ts'

function faultOf(
  { goodsNum }: CartLine,
  { sku, goods, stock, licences }: Pick<Found, 'sku' | 'goods' | 'stock' | 'licences'>,
): CartLineFault | null {
  if (!sku.onShelf || !goods.onShelf) return 'OFF_SHELF'
  if (goods.shopPaused) return 'SHOP_PAUSED'
  if (licences.some(({ holder }) => holder === 'shop')) return 'SHOP_UNLICENSED'
  if (licences.length > 0) return 'LICENCE_NEEDED'
  if (stock < sku.minimum) return 'SOLD_OUT'
  if (!isOrderableQuantity(goodsNum, sku)) return 'OFF_STEP'
  return goodsNum > stock ? 'SHORT' : null
}

interface Found {
  sku: SkuRow
  goods: GoodsWithShop
  stock: number
  /** When more is expected; undefined: nobody knows. */
  restockDay: string | undefined
  /** Where it lies; undefined: in the main warehouse alone. */
  unitsByWarehouse: UnitsByWarehouse | undefined
  ladder: PriceLadder
  materialCode: string | null
  /** The licences that the goods demand and that are not valid. */
  licences: readonly RequiredLicence[]
  replacement: ReplacementSku | null
}

function describe(line: CartLine, found: Found): CartItem {
  const { sku, goods, stock, restockDay, unitsByWarehouse, ladder, materialCode, replacement } = found
  const { salePriceFen, creditPriceFen } = findPriceStepForQuantity(ladder, line.goodsNum)
  return {
    id: line.id,
    skuId: sku.id,
    goodsId: goods.id,
    goodsName: goods.name,
    image: goods.picture,
    unit: goods.unit,
    skuCode: sku.code,
    skuProps: JSON.stringify(sku.props),
    materialCode,
    goodsNum: line.goodsNum,
    skuNum: line.goodsNum,
    salePrice: salePriceFen,
    creditPrice: creditPriceFen,
    steps: toVisiblePriceSteps(ladder, { minimum: sku.minimum, unit: goods.unit }),
    saleAmount: multiplyFenCapped(salePriceFen, line.goodsNum),
    creditAmount: creditPriceFen === null ? null : multiplyFenCapped(creditPriceFen, line.goodsNum),
    selected: line.selected,
    stock,
    restockDay,
    unitsByWarehouse,
    minimum: sku.minimum,
    step: sku.step,
    weightGrams: sku.weightGrams,
    freeFreight: goods.freight === 'free',
    byTanker: toByTanker(goods.freight),
    replacement,
    fault: faultOf(line, found),
    licencesMissing: [...found.licences],
  }
}

/**
 * Describes cart lines at the enterprise's prices, grouped by shop, in the order of the lines. The number of statements does not depend on
 * the number of lines.
 */
export async function readPricedCartLinesByShop(
  db: Db,
  { now }: Pick<Moment, 'now'>,
  { enterpriseId, lines }: { enterpriseId: string; lines: readonly CartLine[] },
): Promise<CartShop[]> {
  const skuIds = lines.map(({ skuId }) => skuId)
  const skus = new Map((await findSkusById(db, skuIds)).map((sku) => [sku.id, sku]))
  const goods = new Map(
    (await findOncePublishedGoodsById(db, [...new Set([...skus.values()].map(({ goodsId }) => goodsId))])).map((one) => [one.id, one]),
  )
  const stockOf = await readStockLookup(db, { now }, skuIds, findUnitsPlannedElsewhere)
  const ladderFor = await readPriceLadderLookup(db, { enterpriseId, now }, [...skus.values()])
  const licences = await findLicenceNeedsBlockingPurchase(db, { now }, { enterpriseId, goods: [...goods.values()] })
  const names = new Map([...goods.values()].map(({ shopId, shopName }) => [shopId, shopName]))
  const codes = await findMaterialCodesBySku(db, enterpriseId, skuIds)
  const unsold = [...skus.values()].filter(({ goodsId, onShelf }) => !onShelf || !goods.get(goodsId)?.onShelf)
  const replacements = await findReplacementsBySku(db, unsold)
  const shops = new Map<string, CartItem[]>()
  for (const line of lines) {
    const sku = skus.get(line.skuId)
    const one = sku && goods.get(sku.goodsId)
    if (!sku || !one) continue
    const { available, restockDay, unitsByWarehouse } = stockOf(sku.id)
    const item = describe(line, {
      sku,
      goods: one,
      stock: available,
      restockDay,
      unitsByWarehouse,
      ladder: ladderFor(sku),
      materialCode: codes.get(sku.id) ?? null,
      licences: licences.get(one.id) ?? [],
      replacement: replacements.get(sku.id) ?? null,
    })
    shops.set(one.shopId, [...(shops.get(one.shopId) ?? []), item])
  }
  const [address] = await listAddresses(db, enterpriseId)
  const province = address ? getProvinceCode(address.areaCode) : null
  const termsOf = await readFreightTermsLookupByShop(db, { shopIds: [...shops.keys()], province })
  return [...shops].map(([shopId, cartList]) => ({ shopId, shopName: names.get(shopId) ?? '', freight: termsOf(shopId), cartList }))
}
