import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Payment } from '#contract/money/payments/api.ts'
import { fen } from '#contract/platform/core/money.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { openPaymentGateways } from '#server/adapters/gateway/public.ts'
import { type Buyer, openMall } from '#server/platform/testing/mall.ts'
import { connectSandboxPaymentProvider } from '#server/platform/testing/payment-provider.ts'

const mall = await openMall()
const provider = await connectSandboxPaymentProvider(mall)

const detail = (buyer: Buyer, paymentId: string) => buyer.api.payment.detail({ paymentId })
const refusal = (act: Promise<unknown>) =>
  act.then(
    () => 'no refusal',
    (error) => (error instanceof Refusal ? error.reason : error),
  )
/** A top-up of 50 that begins inside WeChat. */
async function begins(buyer: Buyer): Promise<Payment> {
  const { paymentId } = await buyer.api.payment.topUp({ amount: fen(5_000), channel: 'wechat', scene: 'wechat' })
  return detail(buyer, paymentId)
}
const pageThatAsks = ({ invitation }: Payment): string =>
  invitation?.show === 'authorise' ? invitation.url : expect.fail('nobody is asked')
const callOf = ({ invitation }: Payment) => (invitation?.show === 'bridge' ? invitation.call : expect.fail('no call'))

/** The WeChat of one person: he is named, and pays what its bridge opens. */
function openWechat() {
  let cookie = ''
  return {
    async isNamed(url: string): Promise<{ code: string; state: string; back: URL }> {
      const answer = await fetch(url, { headers: { cookie }, redirect: 'manual' })
      cookie ||= answer.headers.get('set-cookie')?.split(';')[0] ?? ''
      const back = new URL(answer.headers.get('location') ?? '')
      return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '', back }
    },
    pays: async (call: object) => {
      const url = `${provider.sandbox.base}/bridge?${new URLSearchParams({ ...call })}`
      return (await fetch(url, { method: 'POST', headers: { cookie }, body: 'answer=pay' })).status
    },
    openid: () => cookie.split('=')[1] ?? '',
  }
}

/** The columns of the whole database that contain a text. */
async function placesOf(text: string): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and (c.data_type in ('text', 'jsonb', 'json', 'ARRAY') or c.data_type like 'character%')`.execute(
    mall.db,
  )
  const parts = rows.map(
    ({ table, column }) =>
      sql`select ${`${table}.${column}`}::text as place from ${sql.table(table)} where ${sql.ref(column)}::text like ${`%${text}%`}`,
  )
  const found = await sql<{ place: string }>`${sql.join(parts, sql` union `)}`.execute(mall.db)
  return found.rows.map(({ place }) => place)
}

test('inside WeChat the person is named, and his WeChat pays once; who he is, is stored nowhere', async () => {
  const [lin, phone] = [await mall.buyer('林'), openWechat()]
  const open = await begins(lin)
  const { code, state, back } = await phone.isNamed(pageThatAsks(open))
  expect(back.hash).toBe(`#/order_pay_online_pay?paymentId=${open.paymentId}`)
  await lin.api.payment.authorise({ paymentId: open.paymentId, code, state })
  const ready = await detail(lin, open.paymentId)
  expect(ready).toMatchObject({ state: 'PENDING', invitation: { show: 'bridge', call: { signType: 'RSA' } } })
  // The same request again changes nothing.
  await lin.api.payment.authorise({ paymentId: open.paymentId, code, state })
  expect(await detail(lin, open.paymentId)).toEqual(ready)
  expect(await phone.pays(callOf(ready))).toBe(200)
  await expect.poll(async () => (await detail(lin, open.paymentId)).state).toBe('SETTLED')
  await lin.api.payment.authorise({ paymentId: open.paymentId, code, state })
  expect((await lin.api.wallet.overview({})).balance).toBe(5_000)
  expect(await placesOf(callOf(ready).package)).toEqual(['payment.invitation'])
  expect(phone.openid()).toMatch(/^o[0-9a-f]{27}$/)
  expect(await placesOf(phone.openid())).toEqual([])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

// J16
test('a forged code, the state of another payment, an id in the body and a stranger are refused, and pay nothing', async () => {
  const [lin, chen, phone] = [await mall.buyer('林'), await mall.buyer('陈'), openWechat()]
  const [mine, other] = [await begins(lin), await begins(lin)]
  const { paymentId } = mine
  const named = await phone.isNamed(pageThatAsks(mine))
  const elsewhere = await phone.isNamed(pageThatAsks(other))
  expect(await refusal(chen.api.payment.authorise({ paymentId, code: named.code, state: named.state }))).toBe('PAYMENT_NOT_FOUND')
  // An attacker sends his own code to the page of somebody else, and does not know what that page has asked with.
  expect(await refusal(lin.api.payment.authorise({ paymentId, code: elsewhere.code, state: elsewhere.state }))).toBe(
    'WECHAT_NOT_AUTHORISED',
  )
  expect(await refusal(lin.api.payment.authorise({ paymentId, code: 'forged', state: named.state }))).toBe('WECHAT_NOT_AUTHORISED')
  const { path } = contract.payment.authorise
  expect(await lin.post(path, { paymentId, ...named, back: undefined, openid: 'oForged' })).toMatchObject({ code: 400 })
  expect(await lin.post(path, { paymentId, code: 'a&secret=', state: named.state })).toMatchObject({ code: 400 })
  expect(await detail(lin, paymentId)).toEqual(mine)
  await lin.api.payment.authorise({ paymentId, code: named.code, state: named.state })
  // A code is used up.
  const again = { paymentId: other.paymentId, code: named.code, state: elsewhere.state }
  expect(await refusal(lin.api.payment.authorise(again))).toBe('WECHAT_NOT_AUTHORISED')
  const thief = openWechat()
  await thief.isNamed(pageThatAsks(other))
  expect(await thief.pays(callOf(await detail(lin, paymentId)))).toBe(400)
  const code = await lin.api.payment.topUp({ amount: fen(100), channel: 'wechat' })
  expect(await refusal(lin.api.payment.authorise({ paymentId: code.paymentId, code: 'a', state: named.state }))).toBe(
    'WECHAT_NOT_AUTHORISED',
  )
  expect((await lin.api.wallet.overview({})).balance).toBe(0)
})

test('while WeChat does not answer nothing is lost, and the person is named again', async () => {
  const [lin, phone] = [await mall.buyer('林'), openWechat()]
  const open = await begins(lin)
  const named = await phone.isNamed(pageThatAsks(open))
  const { paymentId } = open
  const before = mall.services.gateways
  const { wechat } = provider.settings
  const [silent, deaf] = ['http://127.0.0.1:1', provider.sandbox.base]
  mall.services.gateways = openPaymentGateways({ wechat: { ...wechat, open: { ...wechat.open, apiBase: silent } } })
  expect(await refusal(lin.api.payment.authorise({ paymentId, code: named.code, state: named.state }))).toBe('PAYMENT_UNCLEAR')
  mall.services.gateways = openPaymentGateways({ wechat: { ...wechat, base: silent, open: { ...wechat.open, apiBase: deaf } } })
  expect(await refusal(lin.api.payment.authorise({ paymentId, code: named.code, state: named.state }))).toBe('PAYMENT_UNCLEAR')
  // WeChat names the person, and its payment side refuses every call: the signature is of another key.
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const third = await phone.isNamed(pageThatAsks(open))
  mall.services.gateways = openPaymentGateways({ wechat: { ...wechat, key: stranger } })
  expect(await refusal(lin.api.payment.authorise({ paymentId, code: third.code, state: third.state }))).toBe('PAYMENT_UNCLEAR')
  mall.services.gateways = before
  expect(await detail(lin, paymentId)).toEqual(open)
  const again = await phone.isNamed(pageThatAsks(open))
  await lin.api.payment.authorise({ paymentId, code: again.code, state: again.state })
  expect(await phone.pays(callOf(await detail(lin, paymentId)))).toBe(200)
  await expect.poll(async () => (await detail(lin, paymentId)).state).toBe('SETTLED')
})

test('an order is paid inside WeChat by the person who has begun; a colleague begins anew, and a desk shows a code', async () => {
  const lin = await mall.buyer('林')
  const wu = await mall.subAccount(lin, ['buyPay', 'lookOrder'])
  const skuId = await mall.createSku('截齿', { sale: '600.00' })
  const lines = [{ skuId, goodsNum: 1 }]
  const { quote } = await lin.api.order.preview({ lines, method: 'online' })
  const { tradeId } = await lin.api.order.submit({ lines, method: 'online', addressId: lin.addressId, quote })
  const starts = async (buyer: Pick<Buyer, 'api'>, scene: 'wechat' | 'desk') =>
    (await buyer.api.payment.create({ tradeId, channel: 'wechat', scene })).paymentId
  const first = await starts(lin, 'wechat')
  expect(await starts(lin, 'wechat')).toBe(first)
  const second = await starts(wu, 'wechat')
  expect(second).not.toBe(first)
  expect(await detail(lin, first)).toMatchObject({ state: 'CLOSED', invitation: null })
  const third = await starts(lin, 'desk')
  expect(await detail(lin, third)).toMatchObject({ invitation: { show: 'qr' } })
  const open = () =>
    mall.db
      .selectFrom('payment')
      .select('id')
      .where('trade_id', '=', tradeId)
      .where('enterprise_id', '=', lin.enterpriseId)
      .where('state', '=', 'PENDING')
      .execute()
  expect(await open()).toEqual([{ id: third }])
})
