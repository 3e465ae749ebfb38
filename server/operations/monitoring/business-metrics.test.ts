import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { openPaymentGateways } from '#server/adapters/gateway/public.ts'
import { finishLedgerProof, startLedgerProof } from '#server/operations/ledger-reports/proof-store.ts'
import { sealAllLedgerRows } from '#server/platform/testing/ledger-seals.ts'
import { openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { connectSandboxPaymentProvider } from '#server/platform/testing/payment-provider.ts'
import { registerBusinessMetrics } from './public.ts'

const mall = await openMall()
const provider = await connectSandboxPaymentProvider(mall)

/** What the monitoring reads half a minute later, as lines without comments. */
async function scrape(): Promise<ReadonlyMap<string, number>> {
  mall.clock.forward(30_000)
  const lines = (await mall.app.metrics.metrics()).split('\n').filter((line) => line.startsWith('mall_'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]))
}

test('an order, a payment and a refusal change their metrics, and a concurrent scrape sends no query', async () => {
  const skuId = await mall.createSku('U84 采煤截齿', { stock: 100, sale: '38.50', credit: '40.40' })
  const lin = await mall.buyer('林', { credit: '500000' })
  const before = await scrape()
  expect(before.get('mall_database_answers')).toBe(1)
  expect(before.get('mall_orders_hour')).toBe(0)
  expect(before.has('mall_payments_hour{method="credit",state="SETTLED"}')).toBe(false)
  const wrong = 'mall_refusals_total{reason="PAY_PASSWORD_WRONG"}'
  expect(before.has(wrong)).toBe(false)

  await lin.api.cart.add({ skuId, goodsNum: 2 })
  const cartIds = (await lin.api.cart.list({})).flatMap(({ cartList }) => cartList.map(({ id }) => id))
  const { quote } = await lin.api.order.preview({ cartIds, method: 'credit' })
  const { tradeId } = await lin.api.order.submit({ cartIds, method: 'credit', addressId: lin.addressId, quote })
  await expect(lin.api.order.payByCredit({ tradeId, payPwd: '000000' })).rejects.toMatchObject({ reason: 'PAY_PASSWORD_WRONG' })
  await lin.api.order.payByCredit({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })

  const after = await scrape()
  expect(after.get('mall_orders_hour')).toBe(1)
  expect(after.get('mall_payments_hour{method="credit",state="SETTLED"}')).toBe(1)
  expect(after.get(wrong)).toBe(1)
  // No job queue runs here, so what was published waits.
  expect(after.get('mall_outbox_waiting')).toBeGreaterThan(0)
  expect(after.get('mall_outbox_oldest_seconds')).toBeGreaterThanOrEqual(30)
  const asked = await mall.queriesOf(() => mall.app.metrics.metrics())
  expect(asked).toEqual([])
  mall.clock.forward(30_000)
  expect(await mall.queriesOf(() => mall.app.metrics.metrics())).toHaveLength(1)

  mall.clock.forward(3_600_000)
  expect((await scrape()).get('mall_orders_hour')).toBe(0)
})

test('a payment that its provider is silent about is unclear, and a refund is unsettled, each with its age, until the provider has said', async () => {
  const [lin, support] = [await mall.buyer('林'), await mall.staff('support')]
  const lines = [{ skuId: await mall.createSku('截齿', { sale: '600.00', credit: '600.00' }), goodsNum: 1 }]
  const { quote } = await lin.api.order.preview({ lines, method: 'online' })
  const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'online', addressId: lin.addressId, quote })
  const unclear = async () => {
    const figures = await scrape()
    return [figures.get('mall_payments_unclear'), figures.get('mall_payments_unclear_oldest_seconds')]
  }
  expect(await unclear()).toEqual([0, undefined])
  const gateways = mall.services.gateways
  mall.services.gateways = openPaymentGateways({ wechat: { ...provider.settings.wechat, base: 'http://127.0.0.1:1' } })
  const { paymentId } = await lin.api.payment.create({ tradeId, channel: 'wechat' })
  expect(await unclear()).toEqual([1, 30])
  expect(await unclear()).toEqual([1, 60])
  mall.services.gateways = gateways
  await provider.janitor()
  expect(await unclear()).toEqual([0, undefined])
  await provider.pays((await lin.api.payment.detail({ paymentId })).invitation)
  await expect.poll(async () => (await lin.api.payment.detail({ paymentId })).state).toBe('SETTLED')

  const unsettled = async () => {
    const figures = await scrape()
    const states = [...figures].filter(([name]) => name.startsWith('mall_refunds_unsettled{'))
    return [Object.fromEntries(states), figures.get('mall_refunds_unsettled_oldest_seconds')]
  }
  expect(await unsettled()).toEqual([{}, undefined])
  const orderNo = orders[0]?.orderNo ?? ''
  await lin.api.order.askCancel({ orderNo, reason: '不要了' })
  await support.api.consoleOrder.agreeCancel({ enterpriseId: lin.enterpriseId, orderNo })
  expect(await unsettled()).toEqual([{ 'mall_refunds_unsettled{state="WAIT"}': 1 }, 30])
  await provider.refunds()
  expect(await unsettled()).toEqual([{ 'mall_refunds_unsettled{state="SENT"}': 1 }, 60])
  await provider.refunds()
  expect(await unsettled()).toEqual([{}, undefined])
})

test('the latest proof reports its violations and age, and a failed proof differs from a passed one', async () => {
  expect((await scrape()).has('mall_proof_age_seconds')).toBe(false)
  const proves = (night: string, breaches: number | null) =>
    mall.runInTransaction(async (tx) => {
      const id = (await startLedgerProof(tx, mall.moment(), { night })) ?? expect.fail('a proof runs')
      const findings = breaches === null ? null : [{ id: 'sums', promise: '', breaches, durationMs: 1, examples: [] }]
      await finishLedgerProof(tx, mall.moment(), id, findings)
    })
  await proves('2026-11-18', 3)
  const broken = await scrape()
  expect(broken.get('mall_proof_breaches')).toBe(3)
  expect(broken.get('mall_proof_age_seconds')).toBe(30)
  expect(broken.get('mall_proof_failed')).toBe(0)
  await proves('2026-11-19', null)
  const failed = await scrape()
  expect(failed.get('mall_proof_failed')).toBe(1)
  expect(failed.get('mall_proof_breaches')).toBe(3)
})

test('unsealed money rows are counted with the age of the oldest until a run seals them', async () => {
  await sealAllLedgerRows(mall)
  const sealed = await scrape()
  expect(sealed.get('mall_ledger_unsealed')).toBe(0)
  expect(sealed.has('mall_ledger_unsealed_oldest_seconds')).toBe(false)
  await mall.buyer('吴', { wallet: '300' })
  const waiting = await scrape()
  expect(waiting.get('mall_ledger_unsealed')).toBeGreaterThan(0)
  expect(waiting.get('mall_ledger_unsealed_oldest_seconds')).toBe(30)
  await sealAllLedgerRows(mall)
  expect((await scrape()).get('mall_ledger_unsealed')).toBe(0)
})

test('an open month is reported from thirty hours after its end', async () => {
  const { now } = mall.clock
  await mall.runInTransaction((tx) => tx.insertInto('closed_month').values({ month: '2026-10', at: now }).execute())
  expect((await scrape()).get('mall_months_unclosed')).toBe(0)
  mall.clock.now = new Date('2026-12-02T05:00:00+08:00')
  expect((await scrape()).get('mall_months_unclosed')).toBe(0)
  mall.clock.now = new Date('2026-12-02T07:00:00+08:00')
  expect((await scrape()).get('mall_months_unclosed')).toBe(1)
  mall.clock.now = new Date('2027-02-03T07:00:00+08:00')
  expect((await scrape()).get('mall_months_unclosed')).toBe(3)
})

test('without the database the metrics are missing and one metric says so', async () => {
  const registry = new Registry()
  let fails = false
  const clock = { now: new Date('2026-11-18T06:00:00Z') }
  registerBusinessMetrics(
    registry,
    () => clock.now,
    async () => (fails ? expect.fail('away') : [{ name: 'orders', labels: [], value: 7 }]),
  )
  expect(await registry.metrics()).toMatch(/^mall_orders_hour 7$/m)
  fails = true
  clock.now = new Date('2026-11-18T06:01:00Z')
  const text = await registry.metrics()
  expect(text).toMatch(/^mall_database_answers 0$/m)
  expect(text).not.toMatch(/^mall_orders_hour /m)
})
