import { type ApiConnection, openApiConnection } from '#bench/clients.ts'
import { createIdempotencyKey } from '#bench/cluster.ts'
import { LOAD_STAFF_EMAIL, PASSWORD, PAY_PASSWORD } from '#bench/world.ts'
import type { BenchSide } from './side.ts'

const LINES = 3
const REQUESTS = 12
const BUY = 2
/** How many different SKUs one buyer puts into the cart. It is below the limit of a cart. */
const CART_SKUS = 60

/** A logged-in buyer, with some order requests and the prices that he was shown. */
export interface CompareShopper {
  line: ApiConnection
  token: string
  enterpriseId: string
  address: string
  skuIds: readonly string[]
  orders: { lines: { skuId: string; goodsNum: number }[]; quote: string }[]
}

interface Answer {
  body: { code?: number; data: unknown; reason?: string }
}

function requireDone<T>({ body }: Answer): T {
  if (body.code !== 200) throw new Error(`${body.code} ${body.reason ?? ''}`)
  return body.data as T
}

async function preparePerson(base: string, { buyers }: BenchSide, at: number): Promise<Omit<CompareShopper, 'skuIds' | 'orders'>> {
  const buyer = buyers[at]
  if (!buyer) throw new Error('not enough buyers')
  const line = openApiConnection(base)
  const { token } = requireDone<{ token: string }>(
    await line.post('/api/user-api/api/security/login-by-mobile', { mobile: buyer.mobile, pwd: PASSWORD }),
  )
  const place = { name: '压测', mobile: buyer.mobile, areaCode: '440305', detail: '高新南一道', isDefault: true }
  const address = requireDone<{ id: string }>(await line.post('/api/user-api/api/address/add', place, { authorization: token }))
  return { line, token, enterpriseId: buyer.enterpriseId, address: address.id }
}

/** Logs in some buyers, one company each, who order any of the SKUs. */
export async function prepareShoppers(base: string, side: BenchSide, count: number, skuIds: readonly string[]): Promise<CompareShopper[]> {
  const shoppers: CompareShopper[] = []
  for (let at = 0; at < count; at++) {
    const person = await preparePerson(base, side, at)
    const orders: CompareShopper['orders'] = []
    for (let n = 0; n < REQUESTS; n++) {
      const lines = Array.from({ length: LINES }, (_, step) => ({
        skuId: skuIds[(at * 37 + n * 101 + step * 13) % skuIds.length] ?? '',
        goodsNum: BUY,
      }))
      const preview = await person.line.post(
        '/api/order-api/api/order/preview',
        { lines, method: 'credit' },
        { authorization: person.token },
      )
      orders.push({ lines, quote: requireDone<{ quote: string }>(preview).quote })
    }
    shoppers.push({ ...person, skuIds, orders })
  }
  return shoppers
}

/** The action that one person repeats, waiting for each answer. */
export type BenchAct = () => Promise<void>

export const createSubmitOrderAct = ({ line, token, address, orders }: CompareShopper) => {
  let turn = 0
  return async (): Promise<{ tradeId: string; orders: { orderNo: string }[] }> => {
    const { lines, quote } = orders[turn++ % orders.length] ?? { lines: [], quote: '' }
    const keyed = { authorization: token, 'idempotency-key': createIdempotencyKey() }
    return requireDone(await line.post('/api/order-api/api/order/submit', { lines, method: 'credit', addressId: address, quote }, keyed))
  }
}

export const createPayOrderAct =
  ({ line, token }: CompareShopper) =>
  async (tradeId: string): Promise<void> => {
    const keyed = { authorization: token, 'idempotency-key': createIdempotencyKey() }
    requireDone(await line.post('/api/order-api/api/order/pay-by-credit', { tradeId, payPwd: PAY_PASSWORD }, keyed))
  }

/** One order of three lines on credit, submitted and paid. */
export function createSubmitAndPayAct(shopper: CompareShopper): BenchAct {
  const [submit, pay] = [createSubmitOrderAct(shopper), createPayOrderAct(shopper)]
  return async () => pay((await submit()).tradeId)
}

export function createAddToCartAct({ line, token, skuIds }: CompareShopper): BenchAct {
  let turn = 0
  return async () => {
    const skuId = skuIds[(turn++ % CART_SKUS) % skuIds.length]
    requireDone(await line.post('/api/goods-api/api/goods-shopping-cart/add', { skuId, goodsNum: 1 }, { authorization: token }))
  }
}

export function createPreviewAct({ line, token, orders }: CompareShopper): BenchAct {
  let turn = 0
  return async () => {
    const { lines } = orders[turn++ % orders.length] ?? { lines: [] }
    requireDone(await line.post('/api/order-api/api/order/preview', { lines, method: 'credit' }, { authorization: token }))
  }
}

/** A paid order that waits for shipping. */
export interface OrderToSend {
  enterpriseId: string
  orderNo: string
}

/** Orders and pays until `count` orders wait for shipping. */
export async function prepareOrdersToSend(shoppers: readonly CompareShopper[], count: number): Promise<OrderToSend[]> {
  const made: OrderToSend[] = []
  await Promise.all(
    shoppers.map(async (shopper) => {
      const [submit, pay] = [createSubmitOrderAct(shopper), createPayOrderAct(shopper)]
      while (made.length < count) {
        const { tradeId, orders } = await submit()
        await pay(tradeId)
        for (const { orderNo } of orders) made.push({ enterpriseId: shopper.enterpriseId, orderNo })
      }
    }),
  )
  return made
}

/** Staff who ship orders in one parcel each, all of them from the same list. */
export async function prepareShippingStaff(
  base: string,
  people: number,
): Promise<{ ship(orders: OrderToSend[]): BenchAct[]; close(): void }> {
  const lines = Array.from({ length: people }, () => openApiConnection(base))
  const [first] = lines
  if (!first) throw new Error('nobody ships')
  const { token } = requireDone<{ token: string }>(
    await first.post('/api/console-api/api/staff/log-in', { email: LOAD_STAFF_EMAIL, pwd: PASSWORD }),
  )
  const parcel = Array.from({ length: LINES }, (_, at) => ({ lineNo: at + 1, quantity: BUY }))
  return {
    ship: (orders) =>
      lines.map((line) => async () => {
        const order = orders.pop()
        if (!order) return
        const body = { ...order, carrier: '德邦快递', trackingNo: `DPK${order.orderNo.slice(-12)}`, lines: parcel }
        requireDone(await line.post('/api/console-api/api/fulfilment/ship', body, { authorization: token }))
      }),
    close() {
      for (const line of lines) line.close()
    },
  }
}
