import { setTimeout as wait } from 'node:timers/promises'
import { type ApiConnection, openApiConnection } from './clients.ts'
import { createIdempotencyKey } from './cluster.ts'
import { type OrderBenchShopper, prepareShopper } from './orders.ts'
import { type LoadWorld, PASSWORD, PAY_PASSWORD } from './world.ts'

/** How long a person looks at an answer: the load does not fill the machine, whose servers are being started meanwhile. */
const LOOK_MS = 25
/** Every so many payment calls are sent again with their key. */
const REPEAT = 4

/** What was answered while the load ran. */
export interface LoadRecord {
  calls: { guest: number; cart: number; order: number; payment: number; repeated: number }
  /** The trades that were answered, and those whose payment was. */
  submitted: string[]
  paid: string[]
  /** The quantity in the cart of each person, by his SKU, as the last answer said. */
  carts: Map<string, number>
  /** Calls that were not answered with success, with the reason. */
  failures: string[]
}

interface Load {
  record: LoadRecord
  more: () => boolean
}

type Kind = keyof LoadRecord['calls']

/** Makes one call and notes it. Returns the data of the answer; undefined: it failed. */
async function call<Data>(
  { record }: Load,
  { line, kind, token }: { line: ApiConnection; kind: Kind; token?: string },
  { path, body, key }: { path: string; body: object; key?: string },
): Promise<Data | undefined> {
  await wait(LOOK_MS)
  const headers: Record<string, string> = {}
  if (token !== undefined) headers.authorization = token
  if (key !== undefined) headers['idempotency-key'] = key
  try {
    const answer = await line.post(`/api${path}`, body, headers)
    if (answer.body.code !== 200) throw new Error(`${answer.status} ${answer.body.reason}`)
    record.calls[kind]++
    return answer.body.data as Data
  } catch (error) {
    record.failures.push(`${path}: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}

/** A guest who looks at the list, searches, and opens what he finds. */
async function browse(load: Load, base: string): Promise<void> {
  const line = openApiConnection(base)
  const from = { line, kind: 'guest' } as const
  const goods = '/goods-api/api/goods'
  for (let turn = 0; load.more(); turn++) {
    const found = await call<{ dataList: { goodsId: string }[] }>(load, from, {
      path: `${goods}/list`,
      body: turn % 2 === 0 ? { pageSize: 24 } : { pageSize: 24, keyword: '截齿' },
    })
    const { goodsId } = found?.dataList[turn % 5] ?? {}
    if (goodsId === undefined) load.record.failures.push('an empty list')
    else await call(load, from, { path: `${goods}/detail`, body: { goodsId } })
  }
  line.close()
}

/** A buyer who changes one line of his cart, and sees what he has changed. */
async function fillCart(load: Load, base: string, { mobile, skuId }: { mobile: string; skuId: string }): Promise<void> {
  const line = openApiConnection(base)
  const login = await line.post('/api/user-api/api/security/login-by-mobile', { mobile, pwd: PASSWORD })
  const { token } = login.body.data as { token: string }
  const from = { line, kind: 'cart', token } as const
  const cart = '/goods-api/api/goods-shopping-cart'
  await call(load, from, { path: `${cart}/add`, body: { skuId, goodsNum: 1 } })
  for (let wanted = 2; load.more(); wanted = (wanted % 900) + 1) {
    const shops = await call<{ cartList: { id: string; goodsNum: number }[] }[]>(load, from, { path: `${cart}/list`, body: {} })
    const [shown] = shops?.flatMap(({ cartList }) => cartList) ?? []
    if (!shown) continue
    const before = load.record.carts.get(skuId)
    if (before !== undefined && shown.goodsNum !== before) load.record.failures.push(`a cart with ${shown.goodsNum} instead of ${before}`)
    const set = await call(load, from, { path: `${cart}/set-cart-num`, body: { id: shown.id, goodsNum: wanted } })
    if (set !== undefined) load.record.carts.set(skuId, wanted)
  }
  line.close()
}

/** A buyer who submits orders and pays them; some calls he sends twice, and the answer must be the same. */
async function order(load: Load, { line, token, address, orders }: OrderBenchShopper): Promise<void> {
  const { record } = load
  const twice = async <Data>(kind: 'order' | 'payment', turn: number, path: string, body: object): Promise<Data | undefined> => {
    const keyed = { path: `/order-api/api/order/${path}`, body, key: createIdempotencyKey() }
    const first = await call<Data>(load, { line, kind, token }, keyed)
    if (first === undefined || turn % REPEAT !== 0) return first
    const again = await call<Data>(load, { line, kind: 'repeated', token }, keyed)
    if (again !== undefined && JSON.stringify(again) !== JSON.stringify(first))
      record.failures.push(`${path}: another answer to the same key`)
    return first
  }
  for (let turn = 0; load.more(); turn++) {
    const { lines, quote } = orders[turn % orders.length] ?? { lines: [], quote: '' }
    const made = await twice<{ tradeId: string }>('order', turn, 'submit', { lines, method: 'credit', addressId: address, quote })
    if (!made) continue
    record.submitted.push(made.tradeId)
    const done = await twice('payment', turn, 'pay-by-credit', { tradeId: made.tradeId, payPwd: PAY_PASSWORD })
    if (done !== undefined) record.paid.push(made.tradeId)
  }
  line.close()
}

export interface MixedLoadOptions {
  base: string
  world: Pick<LoadWorld, 'buyers' | 'skuIds'>
  guests: number
  carts: number
  buyers: number
}

/** Starts people who browse, fill carts, order and pay, until `end` is called. It resolves when the last of them has his answer. */
export async function startMixedLoad({ base, world, guests, carts, buyers }: MixedLoadOptions) {
  let open = true
  const record: LoadRecord = {
    calls: { guest: 0, cart: 0, order: 0, payment: 0, repeated: 0 },
    submitted: [],
    paid: [],
    carts: new Map(),
    failures: [],
  }
  const load: Load = { record, more: () => open }
  const shoppers = await Promise.all(Array.from({ length: buyers }, (_, at) => prepareShopper(base, world, { at, skuIds: world.skuIds })))
  const people = [
    ...Array.from({ length: guests }, () => browse(load, base)),
    ...world.buyers.slice(buyers, buyers + carts).map(({ mobile }, at) => fillCart(load, base, { mobile, skuId: world.skuIds[at] ?? '' })),
    ...shoppers.map((shopper) => order(load, shopper)),
  ]
  return {
    record,
    async end(): Promise<void> {
      open = false
      await Promise.all(people)
    },
  }
}
