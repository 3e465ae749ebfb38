import type { CartShop } from '#contract/orders/cart/api.ts'
import { countDaysInclusive, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createPromisedDayLookup } from '#contract/sites/delivery-times/promised-day.ts'
import { findSkuManufacturerNumbers } from '#server/catalog/goods/public.ts'
import type { PunchOutSetupRecord } from '#server/integration/punch-out/setup/setup-store.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findAddress } from '#server/sites/address/public.ts'
import { readDeliveryCalendar } from '#server/sites/delivery-times/public.ts'
import { type PunchOutItem, toPricedPunchOutItems } from './items.ts'

type Setup = Pick<PunchOutSetupRecord, 'enterpriseId' | 'onCredit' | 'addressId'>

/** The two first digits of the code of the province where orders are delivered; '': not known. */
async function readProvince(db: Db, { enterpriseId, addressId }: Setup): Promise<string> {
  const address = addressId === null ? undefined : await findAddress(db, enterpriseId, addressId)
  return address?.areaCode.slice(0, 2) ?? ''
}

/** Whether cart lines are bought together, as one order for each shop, or each is only described. */
type PunchOutItemsUse = 'toBuy' | 'toChoose'

/**
 * Computes in how many days the goods of cart lines arrive, by SKU. The lines of one order are sent from where all of them lie; a line that is
 * only described counts alone. Goods of tankers are left out: no courier brings them.
 */
async function readLeadDays(db: Db, moment: Moment, { setup, shops, use }: Described): Promise<Map<string, number>> {
  const delivery = { paidAt: moment.now, province: await readProvince(db, setup) }
  const { ofLines } = createPromisedDayLookup(delivery, await readDeliveryCalendar(db, moment))
  const today = toShanghaiDay(moment.now)
  const sent = shops.map(({ cartList }) =>
    cartList
      .filter(({ byTanker }) => !byTanker)
      .map(({ skuId, goodsNum, unitsByWarehouse }) => ({ skuId, quantity: goodsNum, unitsByWarehouse })),
  )
  const orders = use === 'toBuy' ? sent : sent.flat().map((line) => [line])
  return new Map(
    orders.flatMap((lines) => {
      const days = ofLines(lines)
      return lines.flatMap(({ skuId }, at) => {
        const day = days[at]
        return day === undefined ? [] : [[skuId, countDaysInclusive(today, day) - 1] as const]
      })
    }),
  )
}

interface Described {
  setup: Setup
  shops: readonly CartShop[]
  use: PunchOutItemsUse
}

/**
 * Describes cart lines for a procurement system: at the prices that the company buys at, with the numbers of their makers and the days until they
 * arrive. Refuses PUNCH_OUT_LINE_FAULTY, NOT_ON_CREDIT.
 */
export async function describePunchOutItems(db: Db, moment: Moment, { setup, shops, use }: Described): Promise<PunchOutItem[]> {
  const items = toPricedPunchOutItems(shops, setup)
  if (items.length === 0) return []
  const numbers = await findSkuManufacturerNumbers(
    db,
    items.map(({ skuId }) => skuId),
  )
  const leadDays = await readLeadDays(db, moment, { setup, shops, use })
  return items.map((item) => Object.assign({ manufacturerNo: numbers.get(item.skuId) ?? '', leadDays: leadDays.get(item.skuId) }, item))
}
