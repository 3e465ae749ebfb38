import type { TankerTransport } from '#contract/orders/fulfilment/shapes.ts'
import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { demoCompany } from '#server/platform/testing/company.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'
import { DEMO_PAY_PASSWORD, FIN } from './people.ts'
import { logInDemoStaff, type StoryContext } from './story-context.ts'

/** One line of an order request: a part number and a quantity. */
export type DemoOrderLineRequest = readonly [code: string, goodsNum: number]

/** Searches for a part number, as a person would. */
export async function searchSkuByCode(person: TestUser, code: string) {
  const { dataList } = await person.api.goods.list({ keyword: code, pageSize: 5 })
  const goods = dataList[0]
  if (!goods) throw new Error(`the demo catalog has no ${code}`)
  const { skus } = await person.api.goods.detail({ goodsId: goods.goodsId })
  const sku = skus.find((one) => one.code === code)
  if (!sku) throw new Error(`${goods.name} has no ${code}`)
  return { skuId: sku.skuId, goodsId: goods.goodsId }
}

/** Adds part numbers to the cart. Returns the ids of the cart's lines. */
export async function addToCart(person: TestUser, lines: readonly DemoOrderLineRequest[]): Promise<string[]> {
  const wanted = await Promise.all(
    lines.map(async ([code, goodsNum]) => ({ skuId: (await searchSkuByCode(person, code)).skuId, goodsNum })),
  )
  // The cart shows what was added last on top, but of many the first.
  await person.api.cart.addMany({ lines: wanted.toReversed() })
  const skuIds = new Set(wanted.map(({ skuId }) => skuId))
  const shops = await person.api.cart.list({})
  const ids = shops.flatMap(({ cartList }) => cartList.filter(({ skuId }) => skuIds.has(skuId)).map(({ id }) => id))
  if (ids.length < skuIds.size) throw new Error('not all of it came into the cart')
  return ids
}

/** The cost allocation of an order: a project, and perhaps the rig for all its lines. */
interface Purpose {
  projectId: string
  equipmentId?: string
}

/** Orders, and pays unless the story leaves the orders unpaid. Returns the order numbers. */
export async function placeOrder(
  person: TestUser,
  lines: readonly DemoOrderLineRequest[],
  { method, pay = true, site, poNumber }: { method: PaymentMethod; pay?: boolean; site?: Purpose | undefined; poNumber?: string },
): Promise<string[]> {
  const cartIds = await addToCart(person, lines)
  const shown = await person.api.order.preview({ cartIds, method })
  if (!shown.address) throw new Error('nowhere to deliver to')
  const { equipmentId } = site ?? {}
  const bookings = equipmentId ? shown.shops.flatMap(({ lines }) => lines).map(({ skuId }) => ({ skuId, equipmentId })) : []
  const trade = await person.api.order.submit({
    cartIds,
    method,
    addressId: shown.address.id,
    quote: shown.quote,
    bookings,
    ...(site ? { projectId: site.projectId } : {}),
    ...(poNumber === undefined ? {} : { poNumber }),
  })
  const { tradeId } = trade
  if (pay && method === 'credit') await person.api.order.payByCredit({ tradeId, payPwd: DEMO_PAY_PASSWORD })
  if (pay && method === 'wallet') await person.api.order.payByWallet({ tradeId, payPwd: DEMO_PAY_PASSWORD })
  return trade.orders.map(({ orderNo }) => orderNo)
}

/** Ships all of some orders, or only a part of each line. */
export async function shipOrders(
  staff: TestUser,
  enterpriseId: string,
  orderNos: readonly string[],
  { part = 1, carrier = '德邦快递', tanker }: { part?: number; carrier?: string; tanker?: TankerTransport } = {},
) {
  for (const orderNo of orderNos) {
    const { lines, parcels } = await staff.api.consoleOrder.detail({ enterpriseId, orderNo })
    const parcel = lines.map(({ lineNo, left }) => ({ lineNo, quantity: Math.floor(left * part) })).filter(({ quantity }) => quantity > 0)
    const digits = `${orderNo.slice(-11)}${parcels.length}`
    const way = tanker ? { tanker } : { carrier, trackingNo: carrier === '德邦快递' ? `DPK${digits}` : digits }
    await staff.api.consoleFulfilment.ship({ enterpriseId, orderNo, ...way, lines: parcel })
  }
}

/** Money that came in at the bank: one person of finance records it, another assigns it. */
export async function recordDemoBankTopUp(stage: StoryContext, enterpriseId: string, amount: Fen, reference: string): Promise<void> {
  const { consoleBank, consoleEnterprise } = (await logInDemoStaff(stage)).api
  const { name } = await consoleEnterprise.detail({ enterpriseId })
  const { accountNo } = demoCompany.bank
  const { lineId } = await consoleBank.record({ reference, day: toShanghaiDay(stage.clock.now), amount, payerName: name ?? '', accountNo })
  const second = await logInDemoStaff(stage, FIN)
  await second.api.consoleBank.assign({ lineId, rest: amount, parts: [{ to: 'wallet', enterpriseId, amount }] })
}
