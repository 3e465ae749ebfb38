import { subtractFen, ZERO_FEN } from '#contract/platform/core/money.ts'
import type { WaitingGift } from '#server/orders/levels/public.ts'
import type { NewOrder, NewOrderLine } from '#server/orders/orders/public.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { PricedShopOrder } from './price-order-request.ts'
import type { planWarehousesOfOrder } from './promised-warehouses.ts'

type Given = Pick<NewOrder, 'orderNo' | 'priceType' | 'remark' | 'poNumber' | 'costCentre' | 'state' | 'projectId'>
/** The equipment that a SKU is ordered for, by SKU. */
export type EquipmentIdBySku = ReadonlyMap<string, string>

/** Builds the order for one shop of a trade, including its gifts. */
export function buildOrderOfShop(
  moment: Moment,
  shop: PricedShopOrder,
  {
    bookings,
    plan: { promisedFrom, plannedFrom },
    ...input
  }: Given & { bookings: EquipmentIdBySku; plan: ReturnType<typeof planWarehousesOfOrder> },
): NewOrder {
  return {
    id: moment.newId(),
    ...input,
    promisedFrom,
    shopId: shop.shopId,
    goodsFen: shop.goodsFen,
    freightFen: subtractFen(shop.freightFen, shop.freightDiscountFen),
    freightDiscountFen: shop.freightDiscountFen,
    freight: shop.freight,
    discountFen: subtractFen(shop.discountFen, shop.freightDiscountFen),
    couponId: shop.coupon?.id ?? null,
    payableFen: shop.payableFen,
    lines: [
      ...shop.lines.map(({ price, unitFen, amountFen, discountFen, ...line }) => ({
        ...named(line),
        salePriceFen: price.salePriceFen,
        creditPriceFen: price.creditPriceFen,
        unitPriceFen: unitFen,
        amountFen,
        discountFen,
        equipmentId: bookings.get(line.sku.id),
      })),
      ...shop.gifts.map(giftLine),
    ].map((line, at) => Object.assign(line, { plannedFrom: plannedFrom[at] })),
  }
}

/** The names of a line at the time of the order. */
const named = ({ sku, goods, quantity }: Pick<WaitingGift, 'sku' | 'goods'> & { quantity: number }) => ({
  skuId: sku.id,
  goodsId: goods.id,
  goodsName: goods.name,
  picture: goods.picture,
  unit: goods.unit,
  skuCode: sku.code,
  skuProps: sku.props,
  quantity,
})

/** 赠品: an ordinary line with price zero. */
const giftLine = ({ id, sku, goods, units }: WaitingGift): NewOrderLine => ({
  ...named({ sku, goods, quantity: units }),
  salePriceFen: ZERO_FEN,
  creditPriceFen: ZERO_FEN,
  unitPriceFen: ZERO_FEN,
  amountFen: ZERO_FEN,
  discountFen: ZERO_FEN,
  giftId: id,
})
