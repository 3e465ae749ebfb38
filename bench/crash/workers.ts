import type { Envelope } from '../../contract/envelope.ts'
import type { Dice } from '../../server/testing/dice.ts'
import { newKey } from '../cluster.ts'
import { type LoadBuyer, PASSWORD, PAY_PASSWORD, STAFF } from '../world.ts'

/** What somebody was told has happened. Each must be found in the database afterwards. */
export interface Acknowledged {
  submitted: { tradeId: string; orderNo: string; enterpriseId: string; key: string }[]
  paid: { tradeId: string; orderNo: string; enterpriseId: string }[]
  cancelled: { orderNo: string; enterpriseId: string }[]
  shipped: { orderNo: string; enterpriseId: string }[]
  /** Keys of submits, heard of or not: no company has more trades than keys. */
  keys: { enterpriseId: string; key: string }[]
  /** Calls that were answered with a defect again and again: no fault of a power cut. */
  defects: string[]
  calls: number
  refused: number
}

export const nothingYet = (): Acknowledged => ({
  submitted: [],
  paid: [],
  cancelled: [],
  shipped: [],
  keys: [],
  defects: [],
  calls: 0,
  refused: 0,
})

const RETRY_MS = 60_000
const CALL_MS = 8_000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Answers that say nothing of the outcome: the server or its database was away or busy. */
const isUnheard = (answer: Envelope | undefined): boolean => answer === undefined || answer.code === 500 || answer.code === 503
const DEFECTS_MAX = 15

export interface Caller {
  post(path: string, body: object, key?: string): Promise<Envelope>
}

/** Calls until there is an answer, with one and the same key, as a good client does. */
export function callerOf(base: string, token: string | undefined, book: Acknowledged): Caller {
  const once = async (path: string, body: object, key: string | undefined): Promise<Envelope | undefined> => {
    const headers = {
      'content-type': 'application/json',
      ...(token ? { authorization: token } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    }
    try {
      const answer = await fetch(`${base}/api${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(CALL_MS),
      })
      return (await answer.json()) as Envelope
    } catch {
      return undefined
    }
  }
  return {
    async post(path, body, key) {
      const until = performance.now() + RETRY_MS
      for (let defects = 0; ; ) {
        const answer = await once(path, body, key)
        book.calls++
        if (answer && !isUnheard(answer)) return answer
        if (answer?.code === 500 && ++defects > DEFECTS_MAX) {
          book.defects.push(path)
          return answer
        }
        if (performance.now() > until) throw new Error(`no answer from ${path} for ${RETRY_MS / 1_000} s`)
        await pause(120)
      }
    },
  }
}

export async function logInBuyer(base: string, { mobile }: LoadBuyer, book: Acknowledged): Promise<Caller> {
  const answer = await callerOf(base, undefined, book).post('/user-api/api/security/login-by-mobile', { mobile, pwd: PASSWORD })
  return callerOf(base, (answer.data as { token: string }).token, book)
}

export async function logInStaff(base: string, book: Acknowledged): Promise<Caller> {
  const answer = await callerOf(base, undefined, book).post('/console-api/api/staff/log-in', { email: STAFF, pwd: PASSWORD })
  return callerOf(base, (answer.data as { token: string }).token, book)
}

export interface Worker {
  buyer: LoadBuyer
  caller: Caller
  staff: Caller
  addressId: string
  skuIds: readonly string[]
  dice: Dice
  book: Acknowledged
}

interface Trade {
  tradeId: string
  orders: { orderNo: string }[]
}

async function submit({ buyer, caller, addressId, skuIds, dice, book }: Worker): Promise<{ tradeId: string; orderNo: string } | undefined> {
  const lines = [...new Set(Array.from({ length: 3 }, () => dice.pick(skuIds)))].map((skuId) => ({ skuId, goodsNum: 1 + dice.below(3) }))
  const shown = await caller.post('/order-api/api/order/preview', { lines, method: 'credit' })
  const key = newKey()
  book.keys.push({ enterpriseId: buyer.enterpriseId, key })
  if (shown.code !== 200) return undefined
  const { quote } = shown.data as { quote: string }
  const answer = await caller.post('/order-api/api/order/submit', { lines, method: 'credit', addressId, quote }, key)
  if (answer.code !== 200) return undefined
  const { tradeId, orders } = answer.data as Trade
  const orderNo = orders[0]?.orderNo ?? ''
  book.submitted.push({ tradeId, orderNo, enterpriseId: buyer.enterpriseId, key })
  return { tradeId, orderNo }
}

/** One round of a buyer's life: orders, and then pays, cancels or leaves it; what is paid may be shipped. */
export async function work(worker: Worker): Promise<void> {
  const { buyer, caller, staff, dice, book } = worker
  const { enterpriseId } = buyer
  const trade = await submit(worker)
  if (!trade) {
    book.refused++
    return
  }
  const { tradeId, orderNo } = trade
  const choice = dice.below(10)
  if (choice < 2) {
    // Asked again after a lost answer, the second is refused because the first was done: both mean that it is cancelled.
    const answer = await caller.post('/order-api/api/order/cancel', { orderNo, reason: '压测取消' })
    if (answer.code === 200 || answer.reason === 'ORDER_ACTION_NOT_ALLOWED') book.cancelled.push({ orderNo, enterpriseId })
    return
  }
  if (choice === 9) return
  const paid = await caller.post('/order-api/api/order/pay-by-credit', { tradeId, payPwd: PAY_PASSWORD }, newKey())
  if (paid.code !== 200) {
    book.defects.push(`pay-by-credit ${paid.reason}`)
    return
  }
  book.paid.push({ tradeId, orderNo, enterpriseId })
  if (choice < 6) return
  const detail = await staff.post('/console-api/api/order/detail', { enterpriseId, orderNo })
  if (detail.code !== 200) return
  const { lines } = detail.data as { lines: { lineNo: number; goodsNum: number }[] }
  const parcel = lines.map(({ lineNo, goodsNum }) => ({ lineNo, quantity: goodsNum }))
  const sent = await staff.post('/console-api/api/fulfilment/ship', {
    enterpriseId,
    orderNo,
    carrier: '德邦快递',
    trackingNo: 'C1',
    lines: parcel,
  })
  if (sent.code === 200 || sent.reason === 'ORDER_ACTION_NOT_ALLOWED') book.shipped.push({ orderNo, enterpriseId })
}
