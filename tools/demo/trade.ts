import type { Tanker } from '../../contract/fulfilment/shapes.ts'
import { type Fen, least, minus } from '../../contract/money.ts'
import type { PaymentMethod } from '../../contract/ordering/amounts.ts'
import type { Person } from '../../server/testing/person.ts'
import { DEMO_PAY_PASSWORD } from './people.ts'
import { yuan } from './stage.ts'

/** One line of a wish: a part number, and how many. */
export type Wish = readonly [code: string, goodsNum: number]

/** Searches a part number as a person would. */
export async function findSku(person: Person, code: string) {
  const { dataList } = await person.api.goods.list({ keyword: code, pageSize: 5 })
  const goods = dataList[0]
  if (!goods) throw new Error(`the demo catalogue has no ${code}`)
  const { skus } = await person.api.goods.detail({ goodsId: goods.goodsId })
  const sku = skus.find((one) => one.code === code)
  if (!sku) throw new Error(`${goods.name} has no ${code}`)
  return { skuId: sku.skuId, goodsId: goods.goodsId, image: goods.image }
}

/** Puts part numbers into the cart; the cart's ids come back. */
export async function fillCart(person: Person, wishes: readonly Wish[]): Promise<string[]> {
  const skuIds: string[] = []
  for (const [code, goodsNum] of wishes) {
    const { skuId } = await findSku(person, code)
    await person.api.cart.add({ skuId, goodsNum })
    skuIds.push(skuId)
  }
  const shops = await person.api.cart.list({})
  return shops.flatMap(({ cartList }) => cartList.filter(({ skuId }) => skuIds.includes(skuId)).map(({ id }) => id))
}

/** What an order is for: a project, and perhaps the rig that all its lines are for. */
interface Purpose {
  projectId: string
  equipmentId?: string
}

/** Orders, and pays unless the story wants it left open; returns the order numbers. */
export async function order(
  person: Person,
  wishes: readonly Wish[],
  { method, pay = true, site, poNumber }: { method: PaymentMethod; pay?: boolean; site?: Purpose | undefined; poNumber?: string },
): Promise<string[]> {
  const cartIds = await fillCart(person, wishes)
  const shown = await person.api.order.preview({ cartIds, method })
  if (!shown.address) throw new Error('nowhere to deliver to')
  const { equipmentId } = site ?? {}
  const bookings = equipmentId ? shown.shops.flatMap(({ lines }) => lines).map(({ skuId }) => ({ skuId, equipmentId })) : []
  const trade = await person.api.order.submit({
    ...{ cartIds, method, addressId: shown.address.id, quote: shown.quote, bookings },
    ...(site ? { projectId: site.projectId } : {}),
    ...(poNumber === undefined ? {} : { poNumber }),
  })
  const { tradeId } = trade
  if (pay && method === 'credit') await person.api.order.payByCredit({ tradeId, payPwd: DEMO_PAY_PASSWORD })
  if (pay && method === 'wallet') await person.api.order.payByWallet({ tradeId, payPwd: DEMO_PAY_PASSWORD })
  return trade.orders.map(({ orderNo }) => orderNo)
}

/** Ships all of some orders, or of each line only a part. */
export async function ship(
  staff: Person,
  enterpriseId: string,
  orderNos: readonly string[],
  { part = 1, carrier = '德邦快递', tanker }: { part?: number; carrier?: string; tanker?: Tanker } = {},
) {
  for (const orderNo of orderNos) {
    const { lines } = await staff.api.consoleOrder.detail({ enterpriseId, orderNo })
    const parcel = lines.map(({ lineNo, left }) => ({ lineNo, quantity: Math.floor(left * part) })).filter(({ quantity }) => quantity > 0)
    const way = tanker ? { tanker } : { carrier, trackingNo: `DPK${orderNo.slice(-10)}` }
    await staff.api.consoleFulfilment.ship({ enterpriseId, orderNo, ...way, lines: parcel })
  }
}

/** Money that came in at the bank, in as many transfers as one person may record. */
export async function topUp(staff: Person, enterpriseId: string, amount: Fen, reference: string): Promise<void> {
  const most = yuan(50_000)
  for (let [at, left] = [1, amount]; left > 0; at++) {
    const part = least(left, most)
    await staff.api.consoleWallet.recordTopUp({ enterpriseId, amount: part, bankReference: `${reference}-${at}` })
    left = minus(left, part)
  }
}
