import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noNoticeFaults } from '#sandbox/notices.ts'
import { createErrorLog } from '#server/platform/core/log.ts'
import { allowJobQueueSchemaCreation } from '#server/platform/testing/job-queue.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { connectSandboxPaymentProvider } from '#server/platform/testing/payment-provider.ts'
import { type BackgroundJobs, startBackgroundJobs } from './background-jobs.ts'

const mall = await openMall()
const provider = await connectSandboxPaymentProvider(mall)
const owner = new pg.Client({ connectionString: mall.ownerUrl })
const works: BackgroundJobs[] = []

/** Two runners, as on two nodes. */
beforeAll(async () => {
  await allowJobQueueSchemaCreation(mall.ownerUrl)
  await owner.connect()
  const around = { db: mall.db, clock: () => mall.clock.now, keys: mall.keys, ...mall.services }
  for (let node = 0; node < 2; node++) works.push(await startBackgroundJobs({ ...around, ownerUrl: mall.ownerUrl, log: createErrorLog() }))
})
afterAll(async () => {
  for (const work of works) await work.stop()
  await owner.end()
})

async function begins() {
  const lin = await mall.buyer('林')
  const lines = [{ skuId: await mall.createSku('截齿', { sale: '600.00' }), goodsNum: 1 }]
  const { quote } = await lin.api.order.preview({ lines, method: 'online' })
  const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'online', addressId: lin.addressId, quote })
  const { paymentId } = await lin.api.payment.create({ tradeId, channel: 'wechat' })
  return { lin, orderNo: orders[0]?.orderNo ?? '', paymentId, invitation: (await lin.api.payment.detail({ paymentId })).invitation }
}
const soon = (what: () => Promise<unknown>) => expect.poll(what, { interval: 100 })
const chargeOf = (paymentId: string) => mall.services.gateways.get('wechat')?.query(paymentId.replaceAll('-', ''), mall.clock.now)

test('the payment of a cancelled order is closed at the provider automatically', async () => {
  const { lin, orderNo, paymentId } = await begins()
  await lin.api.order.cancel({ orderNo, reason: '不要了' })
  await soon(async () => (await chargeOf(paymentId))?.state).toBe('CLOSED')
})

test('a scheduled job queries payments without a notice and completes refunds', async () => {
  const { lin, orderNo, invitation } = await begins()
  Object.assign(provider.faults, { delayMs: 3_600_000 })
  await provider.pays(invitation)
  Object.assign(provider.faults, noNoticeFaults)
  mall.clock.forward(30_000)
  const pass = () => owner.query(`select graphile_worker.add_job('payments')`)
  await pass()
  await soon(async () => (await lin.api.order.detail({ orderNo })).state).toBe('WAIT_SEND')
  await lin.api.order.askCancel({ orderNo, reason: '不要了' })
  await (await mall.staff('support')).api.consoleOrder.agreeCancel({ enterpriseId: lin.enterpriseId, orderNo })
  const refund = () => mall.db.selectFrom('refund').select('state').where('enterprise_id', '=', lin.enterpriseId).executeTakeFirst()
  await soon(async () => (await refund())?.state).toBe('SENT')
  mall.clock.forward(10_000)
  await pass()
  await soon(async () => (await refund())?.state).toBe('SETTLED')
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('every morning the previous day is reconciled, and the differences are recorded', async () => {
  mall.clock.forward(86_400_000)
  await owner.query(`select graphile_worker.add_job('reconciliation')`)
  const noted = async () =>
    (await mall.db.selectFrom('audit_log').select('facts').where('action', '=', 'job/reconciliation').execute())[0]?.facts
  await soon(noted).toMatchObject({ day: '2026-11-18', unavailable: [], differences: 0 })
})
