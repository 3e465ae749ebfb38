import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { SubmittedTrade } from '#contract/orders/orders/shapes.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { createRefusal } from '#contract/platform/core/refusals.ts'
import { encryptWechatResourceAsProvider, signWechatResponseAsProvider } from '#server/adapters/gateway/wechat-signature.ts'
import { anyOfIdsSql } from '#server/platform/core/db.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { connectSandboxPaymentProvider } from '#server/platform/testing/payment-provider.ts'
import { createSeededRandom } from '#server/platform/testing/random.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'

const SEED = Number(process.env.SEED ?? 20_261_121)
const ORDERS = Number(process.env.ORDERS ?? selectByTestTier({ landing: 80, release: 1_000 }))
const AT_ONCE = 8

const mall = await openMall()
const provider = await connectSandboxPaymentProvider(mall)
const { platform, mchid, appid, apiKey } = provider.credentials

interface Story {
  buyer: Buyer
  tradeId: string
  orderNo: string
  outTradeNo: string
  amount: number
}

async function begin(buyer: Buyer, skuId: string): Promise<Story> {
  const lines = [{ skuId, goodsNum: 1 }]
  const { quote } = await buyer.api.order.preview({ lines, method: 'online' })
  const { tradeId, orders, payable }: SubmittedTrade = await buyer.api.order.submit({
    lines,
    method: 'online',
    addressId: buyer.addressId,
    quote,
  })
  const { paymentId } = await buyer.api.payment.create({ tradeId, channel: 'wechat' })
  return { buyer, tradeId, orderNo: orders[0]?.orderNo ?? '', outTradeNo: paymentId.replaceAll('-', ''), amount: payable }
}

/** One delivery of what the provider has to say of a charge that was paid. */
async function deliver({ outTradeNo, amount }: Story, noticeId: string): Promise<number> {
  const facts = {
    mchid,
    appid,
    out_trade_no: outTradeNo,
    transaction_id: `42${outTradeNo.slice(-20)}`,
    trade_state: 'SUCCESS',
    success_time: '2026-11-18T14:00:00+08:00',
    amount: { total: amount, currency: 'CNY' },
  }
  const nonce = randomBytes(6).toString('hex')
  const sealed = {
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: encryptWechatResourceAsProvider(JSON.stringify(facts), { apiKey, nonce, associated: 'transaction' }),
    nonce,
  }
  const payload = JSON.stringify({
    id: noticeId,
    event_type: 'TRANSACTION.SUCCESS',
    resource: { ...sealed, associated_data: 'transaction' },
  })
  const timestamp = Math.floor(mall.clock.now.getTime() / 1_000)
  const headers = {
    'content-type': 'application/json',
    'wechatpay-nonce': 'once',
    'wechatpay-serial': platform.serial,

    'wechatpay-timestamp': String(timestamp),
    'wechatpay-signature': signWechatResponseAsProvider(payload, { timestamp, nonce: 'once', key: platform.key }),
  }
  return (await mall.app.http.inject({ method: 'POST', url: '/api/pay-api/notice/wechat', headers, payload })).statusCode
}

/** What else may happen to an order meanwhile; a refusal is one of its ends. */
const meanwhile: Record<string, (story: Story) => Promise<unknown>> = {
  nothing: async () => {},
  cancel: ({ buyer, orderNo }) => buyer.api.order.cancel({ orderNo, reason: '不要了' }),
  payByWallet: async ({ buyer, tradeId }) => {
    await buyer.api.order.changeMethod({ tradeId, method: 'wallet' })
    await buyer.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  },
  payAnew: ({ buyer, tradeId }) => buyer.api.payment.create({ tradeId, channel: 'card' }),
}

/** Something that happens, at its place between 0 and 1 of the whole. */
interface Happening {
  at: number
  act: () => Promise<void>
}

/** A busy machine says "later"; whoever is told so comes again, as people and providers do. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let times = 0; ; times++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'OVERLOADED' || times === 20) throw error
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}

/** Runs everything, a few at once, in the order given. */
async function inLanes(acts: readonly (() => Promise<void>)[]): Promise<void> {
  const queue = [...acts]
  const lane = async () => {
    for (let act = queue.shift(); act; act = queue.shift()) await act()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

// T-06. ORDERS=1000 for the whole of it.
test(`${ORDERS} orders, 1–15 notices each, shuffled with cancels, wallets and retries: settled once (seed ${SEED})`, async () => {
  const random = createSeededRandom(SEED)
  const skus: string[] = []
  for (let at = 0; at < 16; at++) skus.push(await mall.createSku(`截齿${at}`, { sale: '501.37', stock: 100_000 }))
  const buyers: Buyer[] = []
  for (let at = 0; at < 8; at++) buyers.push(await mall.buyer(`买家${at}`, { wallet: '999999' }))
  const stories: Story[] = []
  await inLanes(
    Array.from(
      { length: ORDERS },
      () => async () => void stories.push(await patiently(() => begin(random.pick(buyers), random.pick(skus)))),
    ),
  )

  const outcomes = new Map<string, number>()
  const happenings: Happening[] = []
  const sometime = (until: number) => random.below(until) / 1_000
  let deliveries = 0
  for (const story of stories) {
    const noticeId = randomBytes(16).toString('hex')
    const times = 1 + random.below(15)
    deliveries += times
    for (let at = 0; at < times; at++) {
      const act = () =>
        patiently(async () => {
          const status = await deliver(story, at % 3 === 2 ? `${noticeId}-${at}` : noticeId)
          if (status >= 500) throw createRefusal('OVERLOADED')
          expect(status).toBe(200)
        })
      happenings.push({ at: sometime(1_000), act })
    }
    const name = random.pick(['nothing', 'nothing', 'cancel', 'payByWallet', 'payAnew'])
    const act = async () => {
      const end = await meanwhile[name]?.(story).then(
        () => 'done',
        (error) => (error instanceof Refusal ? error.reason : Promise.reject(error)),
      )
      outcomes.set(`${name}: ${end}`, (outcomes.get(`${name}: ${end}`) ?? 0) + 1)
    }
    // Half of them early, before most of the deliveries: else nearly every order would be paid before anything else happens to it.
    happenings.push({ at: sometime(random.below(2) ? 100 : 1_000), act })
  }
  const begun = performance.now()
  await inLanes(happenings.sort((one, other) => one.at - other.at).map(({ act }) => act))
  const seconds = (performance.now() - begun) / 1_000

  expect(await mall.findInvariantBreaches()).toEqual({})
  const took = await mall.db.selectFrom('gateway_receipt').select(['outcome', 'amount_fen']).execute()
  const refunds = await mall.db
    .selectFrom('refund')
    .select('amount_fen')
    .where('enterprise_id', '=', mallWide(buyers))
    .where('source', '=', 'suspense')
    .execute()
  const total = (rows: readonly { amount_fen: number }[]) => rows.reduce((sum, { amount_fen }) => sum + amount_fen, 0)
  const settled = took.filter(({ outcome }) => outcome === 'settled')
  // Each was paid once at the provider: all of it is either an order's or on its way back.
  expect([took.length, total(took)]).toEqual([ORDERS, stories.reduce((sum, { amount }) => sum + amount, 0)])
  expect(total(settled) + total(refunds)).toBe(total(took))
  expect(settled.length).toBeGreaterThan(0)
  expect(refunds.length).toBeGreaterThan(0)
  const states = await mall.db
    .selectFrom('order')
    .select(['state', mall.db.fn.countAll<number>().as('count')])
    .where('enterprise_id', '=', mallWide(buyers))
    .groupBy('state')
    .execute()
  console.info(
    `storm: ${deliveries} deliveries in ${seconds.toFixed(1)} s; settled ${settled.length}, given back ${refunds.length}; orders ${states.map(({ state, count: n }) => `${state} ${n}`).join(', ')}; ${[
      ...outcomes,
    ]
      .sort()
      .map(([name, n]) => `${name} ${n}`)
      .join(', ')}`,
  )
}, 600_000)

function mallWide(buyers: readonly Buyer[]) {
  return anyOfIdsSql(buyers.map(({ enterpriseId }) => enterpriseId))
}
