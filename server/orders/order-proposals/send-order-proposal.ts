import { countKindsOfGoods, formatGoodsNames } from '#contract/catalog/goods/goods-names.ts'
import { findPriceStepForQuantity } from '#contract/catalog/pricing/price-steps.ts'
import { formatOrderableQuantityRule, isOrderableQuantity } from '#contract/catalog/pricing/quantity.ts'
import type { consoleOrderProposalEndpoints } from '#contract/orders/order-proposals/console-api.ts'
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { findSkuBriefsWithMaterialCode } from '#server/catalog/materials/public.ts'
import { findShopIdsStaffIsLimitedTo } from '#server/catalog/shops/public.ts'
import { readOrderProposalValidDays } from '#server/content/content/public.ts'
import { requireOrdersNotStopped } from '#server/money/credit/public.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { findMembership, lockEnterpriseAndCheckActive, requireEnterprise } from '#server/people/organisation/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { requireAddress } from '#server/sites/address/public.ts'
import { canMemberConfirmOrder, listShopIdsOfSkus } from './build-order-proposal.ts'
import { insertOrderProposal, type OrderProposalLineRow } from './order-proposal-store.ts'

type SendInput = InputOf<typeof consoleOrderProposalEndpoints.send>

/**
 * Names the lines as they are now, each with the prices of its quantity. Refuses SKU_NOT_FOUND, SHOP_PAUSED, QUANTITY_OFF_STEP. Stock is not
 * checked: it is of another day when the buyer orders.
 */
async function buildLines(
  db: Db,
  moment: Moment,
  { enterpriseId, lines }: Pick<SendInput, 'enterpriseId' | 'lines'>,
): Promise<(OrderProposalLineRow & { goodsId: string })[]> {
  const skus = await findSkuBriefsWithMaterialCode(db, moment, { enterpriseId, skuIds: lines.map(({ skuId }) => skuId) })
  return lines.map(({ skuId, goodsNum }, at) => {
    const sku = skus.get(skuId)
    const lineNo = at + 1
    if (!sku?.onShelf) return refuse('SKU_NOT_FOUND', { msg: `第 ${lineNo} 行的商品不存在或已下架，请删除`, skuId })
    if (sku.shopPaused) refuse('SHOP_PAUSED', { msg: `第 ${lineNo} 行 ${sku.goodsName} 的店铺暂停营业，暂时不能购买`, skuId })
    if (!isOrderableQuantity(goodsNum, sku))
      refuse('QUANTITY_OFF_STEP', { msg: `第 ${lineNo} 行 ${sku.goodsName} ${formatOrderableQuantityRule(sku, sku.unit)}`, skuId })
    const { salePrice, creditPrice } = findPriceStepForQuantity(sku.steps, goodsNum)
    return {
      lineNo,
      skuId,
      goodsId: sku.goodsId,
      name: sku.goodsName,
      spec: formatSkuProps(sku.skuProps),
      unit: sku.unit,
      skuCode: sku.skuCode,
      quantity: goodsNum,
      sentSaleFen: salePrice,
      sentCreditFen: creditPrice,
    }
  })
}

/** Refuses SKU_NOT_FOUND for goods of a shop that the person does not keep. Returns the shops of the lines. */
async function requireOwnShops(db: Db, staffId: string, skuIds: readonly string[]): Promise<string[]> {
  const [shopIds, shops] = [await listShopIdsOfSkus(db, skuIds), await findShopIdsStaffIsLimitedTo(db, staffId)]
  if (shops !== null && shopIds.some((shopId) => !shops.includes(shopId))) refuse('SKU_NOT_FOUND')
  return shopIds
}

/**
 * 发给买家: stores what staff have put together and tells the member who shall confirm, by message and SMS. Nothing is reserved and nothing is
 * ordered. Refuses ENTERPRISE_NOT_FOUND, ORDERS_STOPPED, ORDER_PROPOSAL_BUYER_UNFIT, ADDRESS_NOT_FOUND, and what `buildLines` refuses.
 */
export async function sendOrderProposalToBuyer(
  tx: Tx,
  moment: Moment,
  { staffId, enterpriseId, userId, addressId, remark, lines: wanted }: SendInput & { staffId: string },
): Promise<{ id: string; proposalNo: string }> {
  await requireEnterprise(tx, enterpriseId)
  if (!(await lockEnterpriseAndCheckActive(tx, enterpriseId))) refuse('ORDER_PROPOSAL_BUYER_UNFIT', { msg: '企业已冻结，不能代客下单' })
  await requireOrdersNotStopped(tx, enterpriseId)
  const member = await findMembership(tx, enterpriseId, userId)
  if (!member || !canMemberConfirmOrder(member)) refuse('ORDER_PROPOSAL_BUYER_UNFIT')
  const address = addressId === undefined ? null : await requireAddress(tx, enterpriseId, addressId)
  const skuIds = wanted.map(({ skuId }) => skuId)
  const shopIds = await requireOwnShops(tx, staffId, skuIds)
  const lines = await buildLines(tx, moment, { enterpriseId, lines: wanted })
  const validUntil = addDays(toShanghaiDay(moment.now), await readOrderProposalValidDays(tx))
  const firstGoods = lines[0]?.name ?? ''
  const { id, proposalNo } = await insertOrderProposal(tx, moment, {
    enterpriseId,
    userId,
    preparedBy: staffId,
    addressId: addressId ?? null,
    shipTo: address ? [...new Set([address.province, address.city, address.district])].join(' ') : '',
    remark,
    firstGoods,
    validUntil,
    shopIds,
    lines,
  })
  const goods = formatGoodsNames(firstGoods, countKindsOfGoods(lines))
  const says = createMessageTextWithValues('orderProposalSent', { number: proposalNo, goods, lastDay: validUntil })
  const target = { screen: '/proposal', search: { id } } as const
  await sendMessages(tx, moment, [{ enterpriseId, userIds: [userId], kind: 'order', says, target, alert: 'proposal' }])
  return { id, proposalNo }
}
