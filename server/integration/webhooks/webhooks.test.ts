import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { WebhookEvent } from '#contract/integration/integration/events.ts'
import { WEBHOOKS_PER_ENTERPRISE_MAX } from '#contract/integration/integration/shapes.ts'
import { deleteOldWebhookDeliveries } from '#server/integration/webhooks/delivery/deliveries.ts'
import { WEBHOOK_DELIVERY_BACKOFF_MS, WEBHOOK_FAILING_DAYS_MAX } from '#server/integration/webhooks/delivery/send-due-deliveries.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { withDatabaseClient } from '#server/platform/database/connect.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { createIntegrationHelpers, type ReceivedWebhook, startWebhookReceiver } from '#server/platform/testing/integration.ts'
import { createInvoiceHelpers } from '#server/platform/testing/invoices.ts'
import { type Buyer, ONE_DAY_MS, ONE_HOUR_MS, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { createWebhookSender } from './webhook-sender.ts'

const mall = await openMall()
const { relays, posts } = createIntegrationHelpers(mall)
const debts = createDebtHelpers(mall)
const pay = { payPwd: TEST_USER_PAYMENT_PASSWORD }
const skuId = await mall.createSku('截齿', { sale: '600.00', credit: '600.00', stock: 100_000 })

/** Stories let days go by, after which everybody logs in again. */
let renewed = mall.clock.now
beforeEach(async () => {
  if (Math.abs(mall.clock.now.getTime() - renewed.getTime()) < ONE_HOUR_MS) return
  renewed = mall.clock.now
  await mall.renew()
})

/** A company with an address that listens to some events. */
async function subscribed(events: readonly WebhookEvent[] = ['order.payable', 'order.cancelled'], buyer?: Buyer) {
  const lin = buyer ?? (await mall.buyer('林', { credit: '500000', wallet: '10000' }))
  const receiver = await startWebhookReceiver()
  const { id, secret } = await lin.api.webhook.add({ name: 'ERP', url: receiver.url, events: [...events], ...pay })
  return { lin, id, secret, ...receiver }
}

async function orders(lin: Buyer): Promise<string> {
  const lines = [{ skuId, goodsNum: 1 }]
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const made = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  return made.orders[0]?.orderNo ?? expect.fail('no order')
}

/** What is news is handed over and sent, as the loops do by themselves. */
async function runs(): Promise<number> {
  while ((await relays()) > 0);
  return posts()
}
const log = async (lin: Buyer, webhookId: string) => (await lin.api.webhook.deliveries({ webhookId })).dataList
const bodies = (got: readonly ReceivedWebhook[]) =>
  got.map(({ body }) => JSON.parse(body) as { id: string; type: string; data: Record<string, unknown> })

/** Signed as Standard Webhooks says, worked out here from its words. */
const signed = (secret: string, { headers, body }: ReceivedWebhook): string => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`).digest('base64')}`
}

describe('an event', () => {
  test('is sent to its subscribers only, signed and with its id', async () => {
    const { lin, id, secret, state } = await subscribed()
    const other = await subscribed()
    const deaf = await subscribed(['statement.posted'], lin)
    const orderNo = await orders(lin)
    await runs()
    expect(bodies(state.got)).toEqual([
      { id: expect.any(String), type: 'order.payable', createdAt: mall.clock.now.toISOString(), data: { orderNo, state: 'WAIT_PAY' } },
    ])
    const [first] = state.got
    expect(first?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'webhook-id': bodies(state.got)[0]?.id,
      'webhook-timestamp': String(mall.clock.now.getTime() / 1_000),
      'webhook-signature': signed(secret, first ?? expect.fail('nothing came')),
    })
    expect([other.state.got, deaf.state.got]).toEqual([[], []])
    expect(await log(lin, id)).toMatchObject([{ event: 'order.payable', subject: orderNo, state: 'DELIVERED', tries: 1, lastStatus: 204 }])
    await runs()
    expect(state.got).toHaveLength(1)
  })

  test('of orders, statements, refunds and invoices is sent with ids and few facts', async () => {
    const invoices = await createInvoiceHelpers(mall)
    const all: WebhookEvent[] = ['order.paid', 'order.sent', 'order.received', 'statement.posted', 'invoice.issued', 'refund.done']
    const { lin, state } = await subscribed(all)
    const { orderNo } = await debts.buys(lin, '600.00')
    await lin.api.order.receive({ orderNo })
    const paid = await orders(lin)
    const { tradeId } = (await lin.api.order.list({ state: 'WAIT_PAY' })).dataList[0] ?? expect.fail('no order')
    await lin.api.order.payByWallet({ tradeId, ...pay })
    await lin.api.order.askCancel({ orderNo: paid, reason: '不要了' })
    await (await mall.staff('support')).api.consoleOrder.agreeCancel({ enterpriseId: lin.enterpriseId, orderNo: paid })
    const { id } = await invoices.issued(lin, [orderNo])
    const before = mall.clock.now
    await debts.dawns('2026-12-02')
    await debts.jobs()
    await runs()
    await runs()
    const got = bodies(state.got)
    expect(new Set(got.map(({ type }) => type))).toEqual(new Set(all))
    const of = (type: string) => got.find((one) => one.type === type)?.data
    expect(of('order.received')).toEqual({ orderNo, state: 'WAIT_COMMENT' })
    expect(of('refund.done')).toEqual({ refundNo: expect.any(String), orderNo: paid, amount: 60_000 })
    expect(of('statement.posted')).toEqual({ month: '2026-11', total: 60_000 })
    expect(of('invoice.issued')).toEqual({ id, invoiceNo: expect.any(String), amount: 60_000 })
    expect(JSON.stringify(got)).not.toMatch(/林|138\d{8}|高新/)
    mall.clock.now = before
  })

  test('is sent once despite concurrent workers, and recorded once despite concurrent relays', async () => {
    const { lin, id, state } = await subscribed()
    for (let nth = 0; nth < 6; nth++) await orders(lin)
    await Promise.all([relays(), relays(), relays()])
    const sent = []
    for (let round = 0; round < 4; round++) sent.push(...(await Promise.all([posts(), posts(), posts()])))
    expect(sent.reduce((sum, one) => sum + one, 0)).toBe(6)
    expect(new Set(state.got.map(({ headers }) => headers['webhook-id'])).size).toBe(6)
    expect(state.got).toHaveLength(6)
    expect((await log(lin, id)).every(({ tries, state }) => tries === 1 && state === 'DELIVERED')).toBe(true)
  })

  test('of a transaction that is rolled back is not sent', async () => {
    const { lin, state } = await subscribed()
    await mall
      .runInTransaction(async (tx) => {
        const payload = { orderId: lin.userId, orderNo: '1'.repeat(18), to: 'CANCELLED' as const }
        await publishEvents(tx, mall.moment(), [{ topic: 'order.moved', enterpriseId: lin.enterpriseId, payload }])
        throw new Error('taken back')
      })
      .catch(() => {})
    await runs()
    expect(state.got).toEqual([])
  })
})

describe('a webhook that fails', () => {
  test('is tried again for about a day at growing intervals, with the same id and body, and then parked', async () => {
    const { lin, id, state } = await subscribed()
    state.says = { status: 500, body: '数据库忙' }
    await orders(lin)
    await runs()
    for (const wait of WEBHOOK_DELIVERY_BACKOFF_MS) {
      expect(await log(lin, id)).toMatchObject([{ state: 'WAIT', lastStatus: 500 }])
      mall.clock.forward(wait - 1)
      expect(await posts()).toBe(0)
      mall.clock.forward(1)
      expect(await posts()).toBe(1)
    }
    expect(WEBHOOK_DELIVERY_BACKOFF_MS.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(23 * ONE_HOUR_MS)
    expect(await log(lin, id)).toMatchObject([{ state: 'PARKED', tries: WEBHOOK_DELIVERY_BACKOFF_MS.length + 1, nextAt: null }])
    mall.clock.forward(ONE_DAY_MS)
    expect(await posts()).toBe(0)
    expect(new Set(state.got.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1)
    const [{ id: deliveryId = '' } = {}] = await log(lin, id)
    expect((await lin.api.webhook.delivery({ id: deliveryId })).attempts).toHaveLength(WEBHOOK_DELIVERY_BACKOFF_MS.length + 1)
    expect((await lin.api.webhook.delivery({ id: deliveryId })).attempts[0]).toMatchObject({
      no: 1,
      status: 500,
      fault: null,
      answer: '数据库忙',
    })
  })

  test('is called at once when the main account redelivers, under the same id and a limited number of times', async () => {
    const { lin, id, state } = await subscribed()
    state.says = { status: 503 }
    await orders(lin)
    await runs()
    const [{ id: deliveryId = '' } = {}] = await log(lin, id)
    state.says = { status: 200, body: 'ok' }
    await lin.api.webhook.redeliver({ id: deliveryId })
    expect(await posts()).toBe(1)
    expect(await log(lin, id)).toMatchObject([{ state: 'DELIVERED', tries: 2, lastStatus: 200 }])
    expect((await lin.api.webhook.list({}))[0]).toMatchObject({ failingSince: null, delivered: 1, waiting: 0, parked: 0 })
    // What has arrived can be sent again too, under the same id.
    await lin.api.webhook.redeliver({ id: deliveryId })
    await posts()
    expect(new Set(state.got.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([deliveryId]))
    for (let again = 0; again < 2; again++) {
      await lin.api.webhook.redeliver({ id: deliveryId })
      await posts()
    }
    await expect(lin.api.webhook.redeliver({ id: deliveryId })).rejects.toMatchObject({ reason: 'WEBHOOK_TOO_OFTEN' })
  })

  test('does not delay other webhooks, and is not called again for a while', async () => {
    const slow = await subscribed()
    const quick = await subscribed()
    slow.state.says = { status: 500 }
    for (let nth = 0; nth < 20; nth++) await orders(slow.lin)
    await orders(quick.lin)
    await runs()
    expect(quick.state.got).toHaveLength(1)
    expect(slow.state.got).toHaveLength(4)
    expect(await posts()).toBe(0)
    mall.clock.forward(30_000)
    await posts()
    expect(slow.state.got).toHaveLength(8)
    await slow.lin.api.webhook.delete({ id: slow.id })
  })

  test('for days is no longer called, and the main account is notified and can resume it', async () => {
    const { lin, id, state } = await subscribed()
    state.says = { status: 500 }
    const start = mall.clock.now.getTime()
    while (mall.clock.now.getTime() - start <= WEBHOOK_FAILING_DAYS_MAX * ONE_DAY_MS) {
      await orders(lin)
      await runs()
      mall.clock.forward(ONE_DAY_MS / 2)
    }
    await runs()
    const [hook] = await lin.api.webhook.list({})
    expect(hook).toMatchObject({ state: 'DISABLED', why: `连续 ${WEBHOOK_FAILING_DAYS_MAX} 天推送失败`, waiting: 0 })
    const received = (await lin.api.message.list({ kind: 'system' })).dataList.filter(({ title }) => title === '消息推送已停用')
    expect(received).toMatchObject([{ target: { screen: '/api_access' } }])
    const sent = state.got.length
    await orders(lin)
    await runs()
    expect(state.got).toHaveLength(sent)
    await expect(lin.api.webhook.ping({ id })).rejects.toMatchObject({ reason: 'WEBHOOK_NOT_ACTIVE' })
    state.says = { status: 200 }
    await lin.api.webhook.setActive({ id, active: true })
    const orderNo = await orders(lin)
    await runs()
    expect(bodies(state.got.slice(sent)).map(({ data }) => data.orderNo)).toEqual([orderNo])
    expect((await lin.api.webhook.list({}))[0]).toMatchObject({ state: 'ACTIVE', why: null, failingSince: null })
  })

  test('several times at once does not cause a deadlock between webhook and delivery rows', async () => {
    const { lin, id, state } = await subscribed()
    state.says = { status: 500 }
    for (let nth = 0; nth < 3; nth++) await orders(lin)
    while ((await relays()) > 0);
    const sent = await withDatabaseClient(inject('superUrl'), (admin) =>
      withDatabaseClient(mall.ownerUrl, async (owner) => {
        await owner.query('begin')
        await owner.query('select from webhook where enterprise_id = $1 and id = $2 for no key update', [lin.enterpriseId, id])
        const posting = posts()
        posting.catch(() => {})
        const waiting = `select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`
        const database = [new URL(mall.ownerUrl).pathname.slice(1)]
        await expect.poll(async () => (await admin.query(waiting, database)).rowCount, { interval: 20 }).toBe(3)
        const unlocked = 'select from webhook_delivery where enterprise_id = $1 and webhook_id = $2 for update skip locked'
        const free = await owner.query(unlocked, [lin.enterpriseId, id])
        expect(free.rowCount).toBe(3)
        await owner.query('commit')
        return posting
      }),
    )
    expect(sent).toBe(3)
    expect(await log(lin, id)).toMatchObject(Array(3).fill({ state: 'WAIT', lastStatus: 500 }))
    await lin.api.webhook.delete({ id })
  })

  test('because its address is internal is never called, and the log says so', async () => {
    const { lin, id, state } = await subscribed()
    mall.services.hooks = createWebhookSender()
    await orders(lin)
    await runs()
    mall.services.hooks = createWebhookSender({ anywhere: true })
    expect(state.got).toEqual([])
    expect(await log(lin, id)).toMatchObject([{ state: 'WAIT', lastStatus: null, lastFault: '地址不在公网，已拒绝' }])
    await lin.api.webhook.delete({ id })
  })

  test('in a worker that crashes is taken over by another worker', async () => {
    const { lin, id, state } = await subscribed()
    await orders(lin)
    while ((await relays()) > 0);
    const { post } = mall.services.hooks
    mall.services.hooks = { ...mall.services.hooks, post: () => Promise.reject(new Error('the machine burnt')) }
    await expect(posts()).rejects.toThrow('burnt')
    mall.services.hooks = { ...mall.services.hooks, post }
    expect(await posts()).toBe(0)
    mall.clock.forward(2 * 60_000)
    expect(await posts()).toBe(1)
    expect(state.got).toHaveLength(1)
    expect(await log(lin, id)).toMatchObject([{ state: 'DELIVERED', tries: 2 }])
  })
})

describe('the signing secret of a webhook', () => {
  test('is shown once and stored sealed', async () => {
    const { lin, id, secret } = await subscribed()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(JSON.stringify(await lin.api.webhook.list({}))).not.toContain(secret.slice(8))
    const row = await mall.db.selectFrom('webhook').selectAll().where('enterprise_id', '=', lin.enterpriseId).executeTakeFirstOrThrow()
    expect(row.secret_sealed.toString('utf8')).not.toContain(secret.slice(6, 20))
    expect(mall.keys.open(`webhook|secret_sealed|${id}`, row.secret_sealed)).toBe(secret)
  })

  test('is replaced by a new one, and both sign until the overlap ends', async () => {
    const { lin, id, secret, state } = await subscribed()
    const next = await lin.api.webhook.rotateSecret({ id, overlapHours: 24, ...pay })
    const signatures = async () => {
      await orders(lin)
      await runs()
      const last = state.got.at(-1) ?? expect.fail('nothing came')
      const given = String(last.headers['webhook-signature']).split(' ')
      return [secret, next.secret].map((one) => given.includes(signed(one, last)))
    }
    expect(await signatures()).toEqual([true, true])
    expect((await lin.api.webhook.list({}))[0]?.oldSecretUntil).not.toBeNull()
    mall.clock.forward(24 * ONE_HOUR_MS)
    expect(await signatures()).toEqual([false, true])
    expect((await lin.api.webhook.list({}))[0]?.oldSecretUntil).toBeNull()
  })
})

describe('the main account', () => {
  test('alone adds, changes and reads webhooks, with the payment password where secrets could leak', async () => {
    const { lin, id } = await subscribed()
    const sub = await mall.subAccount(lin, ['lookOrder', 'buyPay'])
    for (const { path } of Object.values(contract.webhook)) expect((await sub.post(path, {})).reason).toBe('MAIN_ACCOUNT_ONLY')
    const request = { name: 'ERP', url: 'https://erp.example.com/hook', events: ['order.sent'] as WebhookEvent[], payPwd: '000000' }
    const wrong = { reason: 'PAY_PASSWORD_WRONG' }
    await expect(lin.api.webhook.add(request)).rejects.toMatchObject(wrong)
    await expect(lin.api.webhook.modify({ id, ...request })).rejects.toMatchObject(wrong)
    await expect(lin.api.webhook.rotateSecret({ id, overlapHours: 1, payPwd: '000000' })).rejects.toMatchObject(wrong)
    expect((await lin.api.webhook.list({}))[0]).toMatchObject({ name: 'ERP', events: ['order.payable', 'order.cancelled'] })
  })

  test('may register public addresses only, at most five', async () => {
    const lin = await mall.buyer('林')
    mall.services.hooks = createWebhookSender()
    const request = { name: 'ERP', events: ['order.sent'] as WebhookEvent[], ...pay }
    for (const url of ['http://erp.example.com/', 'https://127.0.0.1/', 'https://localhost/', 'https://169.254.169.254/'])
      await expect(lin.api.webhook.add({ ...request, url })).rejects.toMatchObject({ reason: 'WEBHOOK_URL' })
    for (const url of ['https://a:b@erp.example.com/', 'javascript:alert(1)', 'erp.example.com', ''])
      expect(await lin.post(contract.webhook.add.path, { ...request, url })).toMatchObject({
        reason: 'INVALID_INPUT',
        detail: { field: 'url' },
      })
    const url = 'https://erp.example.com/hook'
    for (let made = 1; made < WEBHOOKS_PER_ENTERPRISE_MAX; made++) await lin.api.webhook.add({ ...request, url })
    const answers = await Promise.all([1, 2, 3].map(() => lin.post(contract.webhook.add.path, { ...request, url })))
    expect(answers.map(({ reason = 'made' }) => reason).sort()).toEqual(['WEBHOOKS_FULL', 'WEBHOOKS_FULL', 'made'])
    mall.services.hooks = createWebhookSender({ anywhere: true })
  })

  test('pauses and resumes a webhook, and events during the pause are not sent later', async () => {
    const { lin, id, state } = await subscribed()
    await lin.api.webhook.setActive({ id, active: false })
    await orders(lin)
    await runs()
    await lin.api.webhook.setActive({ id, active: true })
    const orderNo = await orders(lin)
    await runs()
    expect(bodies(state.got).map(({ data }) => data.orderNo)).toEqual([orderNo])
    await lin.api.webhook.delete({ id })
    await orders(lin)
    await runs()
    expect(state.got).toHaveLength(1)
    expect(await lin.api.webhook.list({})).toEqual([])
  })

  test('tests an address with a ping, a few times per minute', async () => {
    const { lin, id, state } = await subscribed()
    const { id: deliveryId } = await lin.api.webhook.ping({ id })
    await posts()
    expect(bodies(state.got)).toEqual([{ id: deliveryId, type: 'ping', createdAt: mall.clock.now.toISOString(), data: {} }])
    expect(await lin.api.webhook.delivery({ id: deliveryId })).toMatchObject({
      event: 'ping',
      state: 'DELIVERED',
      attempts: [{ status: 204 }],
    })
    for (let nth = 0; nth < 4; nth++) await lin.api.webhook.ping({ id })
    await expect(lin.api.webhook.ping({ id })).rejects.toMatchObject({ reason: 'WEBHOOK_TOO_OFTEN' })
  })

  test('has its actions logged without secrets', async () => {
    const { lin, id, secret } = await subscribed()
    await lin.api.webhook.modify({ id, name: '新 ERP', url: 'http://127.0.0.1:1/', events: ['order.sent'], ...pay })
    await lin.api.webhook.rotateSecret({ id, overlapHours: 1, ...pay })
    await lin.api.webhook.setActive({ id, active: false })
    await lin.api.webhook.setActive({ id, active: true })
    await lin.api.webhook.delete({ id })
    const rows = await mall.db.selectFrom('audit_log').selectAll().where('object_id', '=', id).orderBy('at').orderBy('id').execute()
    const verbs = ['add webhook', 'modify webhook', 'rotate webhook secret', 'pause webhook', 'resume webhook', 'delete webhook']
    expect(rows.map(({ action }) => action)).toEqual(verbs)
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${TEST_USER_PAYMENT_PASSWORD}|whsec`))
    expect(secret).toContain('whsec')
  })
})

test('staff see how the webhooks of an enterprise are doing and stop one, which only staff can resume', async () => {
  const { lin, id, state } = await subscribed()
  state.says = { status: 500 }
  await orders(lin)
  await runs()
  const support = await mall.staff('support')
  const { enterpriseId } = lin
  const seen = await support.api.consoleIntegration.overview({ enterpriseId })
  expect(seen.webhooks).toMatchObject([{ id, state: 'ACTIVE', failingSince: mall.clock.now, waiting: 1 }])
  const { dataList } = await support.api.consoleIntegration.deliveries({ enterpriseId, webhookId: id })
  expect(dataList).toMatchObject([{ lastStatus: 500 }])
  await support.api.consoleIntegration.disableWebhook({ enterpriseId, id, reason: '地址异常' })
  expect(await lin.api.webhook.list({})).toMatchObject([{ state: 'DISABLED', why: '平台停用：地址异常' }])
  await expect(lin.api.webhook.setActive({ id, active: true })).rejects.toMatchObject({ reason: 'WEBHOOK_BY_STAFF' })
  expect((await lin.api.message.list({ kind: 'system' })).dataList[0]).toMatchObject({ title: '消息推送已被平台停用' })
})

test('a delivery and its attempts are deleted after a month', async () => {
  const { lin, id } = await subscribed()
  await orders(lin)
  await runs()
  const later = (days: number) => ({ ...mall.moment(), now: new Date(mall.clock.now.getTime() + days * ONE_DAY_MS) })
  await mall.runInTransaction((tx) => deleteOldWebhookDeliveries(tx, later(29), 30))
  expect(await log(lin, id)).toHaveLength(1)
  await mall.runInTransaction((tx) => deleteOldWebhookDeliveries(tx, later(31), 30))
  expect(await log(lin, id)).toEqual([])
})
