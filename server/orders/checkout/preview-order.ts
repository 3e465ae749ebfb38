import type { CouponWithOrderDiscount } from '#contract/catalog/coupons/shapes.ts'
import { toByTanker } from '#contract/catalog/goods/terms.ts'
import { formatPriceOriginName } from '#contract/catalog/pricing/visible-price-steps.ts'
import { type PaymentMethod, type PriceType, paymentMethods } from '#contract/orders/orders/amounts.ts'
import type { OfferedPaymentMethod, OrderPreview } from '#contract/orders/orders/preview-shapes.ts'
import { sum } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Address } from '#contract/sites/address/api.ts'
import { computeMissingForFreeFreight, getProvinceCode } from '#contract/sites/freight/freight.ts'
import { type CouponSelectionByShop, readCouponChoiceDescriber } from '#server/catalog/coupons/public.ts'
import type { PlannedUnits } from '#server/catalog/inventory/public.ts'
import { findMaterialCodesBySku } from '#server/catalog/materials/public.ts'
import type { CartOwner } from '#server/orders/cart/public.ts'
import { findApprovalReason, findLastPaymentMethodOfMember, nameProposalPreparer } from '#server/orders/orders/public.ts'
import { awaitAllAndThrowFirstError, type Db, runOnOneConnection } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findAddress, listAddresses } from '#server/sites/address/public.ts'
import { readOfferedPaymentMethods } from './offered-payment-methods.ts'
import { type OrderRequest, readPricedOrderLines } from './order-request.ts'
import {
  computeOrderRequestPrices,
  findOrLockGiftsForLines,
  NO_COUPON_EVALUATOR,
  type PricedShopOrder,
  readCouponEvaluatorForLines,
  readFreightTermsLookupForLines,
  sumPayableAmounts,
} from './price-order-request.ts'
import { findUnitsPlannedOfLines, toUnitsOfSku } from './promised-warehouses.ts'
import { encodeOrderQuote } from './quote.ts'
import { findLicencesMissingForOrderRequest } from './require-licences.ts'

type Priced = Record<PriceType, PricedShopOrder[] | undefined>

async function addressFor(db: Db, enterpriseId: string, addressId: string | undefined): Promise<Address | null> {
  if (addressId !== undefined) return (await findAddress(db, enterpriseId, addressId)) ?? refuse('ADDRESS_NOT_FOUND')
  const [first] = await listAddresses(db, enterpriseId)
  return first ?? null
}

/** Returns the requested method if all goods have its price; else the preferred one if it can be used; else the first that can be used. */
function choose({ method: asked, preferred }: Omit<Asked, 'paysOnline'>, methods: readonly OfferedPaymentMethod[]): PaymentMethod {
  const wanted = methods.find(({ method }) => method === asked)
  if (wanted?.payable != null) return wanted.method
  const usable = methods.filter(({ available }) => available)
  return (usable.find(({ method }) => method === preferred) ?? usable[0])?.method ?? 'online'
}

/** The enterprise's own material codes, the choices of coupons, the price type to show, and what orders have reserved where. */
interface Named {
  planned: PlannedUnits
  priceType: PriceType
  codes: ReadonlyMap<string, string>
  choices: readonly CouponWithOrderDiscount[]
}

const describeShop = (shop: PricedShopOrder, { priceType, codes, choices, planned }: Named): OrderPreview['shops'][number] => ({
  shopId: shop.shopId,
  shopName: shop.lines[0]?.goods.shopName ?? '',
  lines: shop.lines.map(({ sku, goods, price, quantity, unitFen, amountFen }) => ({
    skuId: sku.id,
    goodsId: goods.id,
    goodsName: goods.name,
    image: goods.picture,
    unit: goods.unit,
    skuCode: sku.code,
    skuProps: JSON.stringify(sku.props),
    materialCode: codes.get(sku.id) ?? null,
    goodsNum: quantity,
    price: unitFen,
    priceLabel: formatPriceOriginName(priceType === 'sale' ? price.saleRule : price.creditRule, goods.unit),
    amount: amountFen,
    byTanker: toByTanker(goods.freight),
    unitsByWarehouse: toUnitsOfSku(sku, planned),
  })),
  goodsAmount: shop.goodsFen,
  freight: shop.freightFen,
  delivered: shop.freight.delivered,
  missingForFree: shop.freight.delivered ? computeMissingForFreeFreight(shop.goodsFen, shop.freight) : null,
  couponAmount: shop.discountFen,
  couponId: shop.coupon?.id ?? null,
  coupons: choices.filter(({ shopId }) => shopId === shop.shopId),
  gifts: shop.gifts.map(({ sku, goods, units }) => ({
    kind: 'goods',
    skuId: sku.id,
    goodsId: goods.id,
    goodsName: goods.name,
    image: goods.picture,
    unit: goods.unit,
    skuProps: JSON.stringify(sku.props),
    units,
    unitsByWarehouse: toUnitsOfSku(sku, planned),
  })),
  payable: shop.payableFen,
})

interface Asked {
  method: PaymentMethod | undefined
  preferred: PaymentMethod | undefined
  /** The mall has a payment provider. */
  paysOnline: boolean
}

interface PreviewInput extends Asked {
  owner: CartOwner & { accountType: 1 | 2 }
  request: OrderRequest
  addressId: string | undefined
  coupons: CouponSelectionByShop | undefined
}

/** Builds the confirmation page: the amounts by every payment method, and the quote that submit checks. */
export const previewOrder = (db: Db, moment: Moment, asked: PreviewInput): Promise<OrderPreview> =>
  runOnOneConnection(db, (connection) => describeOrder(connection, moment, asked))

/** Finds the payment method to show, with its amounts, and why an order by it needs an approval. */
async function chooseMethod(
  db: Db,
  moment: Moment,
  { owner, priced, ...asked }: Pick<PreviewInput, 'owner' | keyof Asked> & { priced: Priced },
) {
  const { enterpriseId, userId, accountType } = owner
  const totalAt = (type: PriceType) => priced[type] && sumPayableAmounts(priced[type])
  const payables = { sale: totalAt('sale'), credit: totalAt('credit') }
  const { methods, stopped } = await readOfferedPaymentMethods(db, moment, { enterpriseId, payables, paysOnline: asked.paysOnline })
  const chosen = choose(asked, methods)
  const shops = priced[paymentMethods[chosen].priceType] ?? refuse('NOT_ON_CREDIT')
  const payable = sumPayableAmounts(shops)
  const approval = accountType === 1 ? null : await findApprovalReason(db, moment, { enterpriseId, userId, amountFen: payable })
  return { methods, stopped, chosen, shops, payable, approval }
}

async function describeOrder(
  db: Db,
  moment: Moment,
  { owner, request, method, preferred: preferredByBrowser, paysOnline, addressId, coupons }: PreviewInput,
): Promise<OrderPreview> {
  const { enterpriseId } = owner
  // A browser that knows the member's last method says so, which saves the statement.
  const isHabitUnknown = method === undefined && preferredByBrowser === undefined
  const [{ lines, quotation, proposal }, address, preferred = preferredByBrowser] = await awaitAllAndThrowFirstError(
    readPricedOrderLines(db, moment, { owner, request }),
    addressFor(db, enterpriseId, addressId),
    isHabitUnknown ? findLastPaymentMethodOfMember(db, owner) : Promise.resolve(undefined),
  )
  const enterpriseLines = { enterpriseId, lines }
  const [termsOf, gifts, available, codes, planned] = await awaitAllAndThrowFirstError(
    readFreightTermsLookupForLines(db, lines, address && getProvinceCode(address.areaCode)),
    findOrLockGiftsForLines(db, moment, { ...enterpriseLines, lock: false }),
    quotation ? Promise.resolve(NO_COUPON_EVALUATOR) : readCouponEvaluatorForLines(db, moment, enterpriseLines),
    findMaterialCodesBySku(
      db,
      enterpriseId,
      lines.map(({ sku }) => sku.id),
    ),
    findUnitsPlannedOfLines(db, lines),
  )
  const terms = { termsOf, coupons: { available, selection: quotation ? {} : (coupons ?? {}), gifts } }
  const priced = { sale: computeOrderRequestPrices(lines, 'sale', terms), credit: computeOrderRequestPrices(lines, 'credit', terms) }
  const evaluated = Object.values(priced).flatMap((shops = []) => shops.flatMap((shop) => shop.evaluated))
  const [describeChoices, licencesMissing, { methods, stopped, chosen, shops, payable, approval }] = await awaitAllAndThrowFirstError(
    readCouponChoiceDescriber(db, moment, evaluated),
    findLicencesMissingForOrderRequest(db, moment, { enterpriseId, lines }),
    chooseMethod(db, moment, { owner, priced, method, preferred, paysOnline }),
  )
  const { priceType } = paymentMethods[chosen]
  const choices = describeChoices(shops.flatMap((shop) => shop.evaluated))
  return {
    method: chosen,
    priceType,
    shops: shops.map((shop) => describeShop(shop, { priceType, codes, choices, planned })),
    goodsAmount: sum(shops.map(({ goodsFen }) => goodsFen)),
    freight: sum(shops.map(({ freightFen }) => freightFen)),
    couponAmount: sum(shops.map(({ discountFen }) => discountFen)),
    payable,
    methods,
    approval,
    address,
    licencesMissing,
    stopped,
    quotation: quotation && { quotationId: quotation.quotationId, quotationNo: quotation.quotationNo },
    proposal: proposal && (await nameProposalPreparer(db, proposal)),
    quote: encodeOrderQuote(shops),
  }
}
