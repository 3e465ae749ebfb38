import { type ApiConnection, openApiConnection } from '#bench/clients.ts'
import { createIdempotencyKey } from '#bench/cluster.ts'
import { LOAD_STAFF_EMAIL, type LoadBuyer, PASSWORD, PAY_PASSWORD } from '#bench/world.ts'

const LINES = 3
const REQUESTS = 12
const PAGE = { pageNo: 1, pageSize: 20 }

type Answer = Awaited<ReturnType<ApiConnection['post']>>

function requireDone<T>({ body }: Answer): T {
  if (body.code !== 200) throw new Error(`${body.code} ${body.reason ?? ''}`)
  return body.data as T
}

/** The acts of one person at a mall, by name, in the order of an order's life. Each resolves with its answer. */
export interface GrowthActs {
  acts: Record<string, () => Promise<unknown>>
  close(): void
}

async function logIn(line: ApiConnection, path: string, person: object): Promise<{ authorization: string }> {
  const { token } = requireDone<{ token: string }>(await line.post(path, { ...person, pwd: PASSWORD }))
  return { authorization: token }
}

/** Logs in a buyer and a staff member. The buyer orders SKUs of all ages. */
export async function prepareGrowthActs(
  base: string,
  { buyer, skuIds }: { buyer: LoadBuyer; skuIds: readonly string[] },
): Promise<GrowthActs> {
  const [line, staffLine] = [openApiConnection(base), openApiConnection(base)]
  const me = await logIn(line, '/api/user-api/api/security/login-by-mobile', { mobile: buyer.mobile })
  const staff = await logIn(staffLine, '/api/console-api/api/staff/log-in', { email: LOAD_STAFF_EMAIL })
  const place = { name: '压测', mobile: buyer.mobile, areaCode: '440305', detail: '高新南一道', isDefault: true }
  const { id: addressId } = requireDone<{ id: string }>(await line.post('/api/user-api/api/address/add', place, me))
  const orders: { lines: object[]; quote: string }[] = []
  for (let n = 0; n < REQUESTS; n++) {
    const lines = Array.from({ length: LINES }, (_, step) => ({ skuId: skuIds[(n * 101 + step * 13) % skuIds.length] ?? '', goodsNum: 2 }))
    const shown = requireDone<{ quote: string }>(await line.post('/api/order-api/api/order/preview', { lines, method: 'credit' }, me))
    orders.push({ lines, quote: shown.quote })
  }
  const keyed = () => ({ ...me, 'idempotency-key': createIdempotencyKey() })
  let [turn, tradeId, orderNo] = [0, '', '']
  const buyerReads = async <T>(path: string, body: object) => requireDone<T>(await line.post(path, body, me))
  const [closed] = (await buyerReads<{ dataList: { month: string }[] }>('/api/account-api/api/statement/list', PAGE)).dataList
  if (!closed) throw new Error('no statement')
  const staffReads = async (path: string, body: object) => requireDone(await staffLine.post(path, body, staff))
  return {
    acts: {
      submit: async () => {
        const { lines, quote } = orders[turn++ % orders.length] ?? { lines: [], quote: '' }
        const asked = { lines, method: 'credit', addressId, quote }
        const made = await line.post('/api/order-api/api/order/submit', asked, keyed())
        const trade = requireDone<{ tradeId: string; orders: { orderNo: string }[] }>(made)
        tradeId = trade.tradeId
        orderNo = trade.orders[0]?.orderNo ?? ''
      },
      pay: async () => requireDone(await line.post('/api/order-api/api/order/pay-by-credit', { tradeId, payPwd: PAY_PASSWORD }, keyed())),
      "buyer's orders": () => buyerReads('/api/order-api/api/order/list', PAGE),
      "buyer's orders that wait": () => buyerReads('/api/order-api/api/order/list', { ...PAGE, state: 'WAIT_SEND' }),
      'an order': () => buyerReads('/api/order-api/api/order/detail', { orderNo }),
      "buyer's order counts": () => buyerReads('/api/order-api/api/order/count', {}),
      "buyer's messages": () => buyerReads('/api/user-api/api/message/list', PAGE),
      'unread messages': () => buyerReads('/api/user-api/api/message/count_not_read', {}),
      "console's orders": () => staffReads('/api/console-api/api/order/list', PAGE),
      "console's orders to ship": () => staffReads('/api/console-api/api/order/list', { ...PAGE, queue: 'waitSend' }),
      'statements of a company': () => buyerReads('/api/account-api/api/statement/list', PAGE),
      'a statement': () => buyerReads('/api/account-api/api/statement/detail', { month: closed.month }),
      suggestions: () => buyerReads('/api/goods-api/api/search/suggest', { keyword: 'KT-L1' }),
      "suggestions for an order's number": () => buyerReads('/api/goods-api/api/search/suggest', { keyword: orderNo }),
      'what is owed': () => buyerReads('/api/account-api/api/statement/owed', {}),
    },
    close() {
      line.close()
      staffLine.close()
    },
  }
}
