import { beforeAll, describe, expect, test, vi } from 'vitest'
import { contract } from '#contract/api.ts'
import { fen } from '#contract/platform/core/money.ts'
import { addDays, getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { noNoticeFaults } from '#sandbox/notices.ts'
import { type GatewayChannel, GatewayOutcomeUnknownError, type PaymentGateway } from '#server/adapters/gateway/public.ts'
import { withDatabaseClient } from '#server/platform/database/connect.ts'
import { type Buyer, openMall } from '#server/platform/testing/mall.ts'
import { connectSandboxPaymentProvider } from '#server/platform/testing/payment-provider.ts'
import { reconcileMissedDays } from './public.ts'

const mall = await openMall({ now: getStartOfShanghaiDay('2026-12-02') })
const runOnceAsOwner = (text: string, values: unknown[]) => withDatabaseClient(mall.ownerUrl, (client) => client.query(text, values))
const provider = await connectSandboxPaymentProvider(mall)
const finance = await mall.staff('finance')
const recon = finance.api.consoleReconciliation
const runs = async () => {
  const ran: object[] = []
  await reconcileMissedDays(provider.around(), mall.moment(), async (day) => void ran.push(day))
  return ran as { day: string }[]
}

let lin: Buyer

const dawns = async (day: string) => {
  mall.clock.now = new Date(getStartOfShanghaiDay(day).getTime() + 10 * 3_600_000)
  await mall.renew()
}
/** Somebody pays and we are never told. */
async function paysUnheard(amount: number): Promise<string> {
  Object.assign(provider.faults, { delayMs: 360_000_000 })
  const { paymentId } = await lin.api.payment.topUp({ amount: fen(amount), channel: 'wechat' })
  await provider.pays((await lin.api.payment.detail({ paymentId })).invitation)
  Object.assign(provider.faults, noNoticeFaults)
  return paymentId
}
async function pays(amount: number): Promise<string> {
  const { paymentId } = await lin.api.payment.topUp({ amount: fen(amount), channel: 'wechat' })
  await provider.pays((await lin.api.payment.detail({ paymentId })).invitation)
  await vi.waitFor(async () => expect((await lin.api.payment.detail({ paymentId })).state).toBe('SETTLED'), { timeout: 20_000 })
  return paymentId
}
const daysRun = async () => (await recon.days({})).dataList.map(({ day }) => day)
const answers = (id: string, close: boolean, person = finance) =>
  person.post(contract.consoleReconciliation.answer.path, { id, cause: 'notBooked', note: '已向机构核实', close })
/** The wechat bill is out of reach for the length of some work. */
async function withoutBills(work: () => Promise<unknown>): Promise<void> {
  const before = mall.services.gateways
  const silent = (gateway: PaymentGateway): PaymentGateway => ({
    ...gateway,
    bill: () => Promise.reject(new GatewayOutcomeUnknownError('no answer')),
  })
  mall.services.gateways = new Map([...before].map(([channel, gateway]): [GatewayChannel, PaymentGateway] => [channel, silent(gateway)]))
  await work()
  mall.services.gateways = before
}

let unheard: string

beforeAll(async () => {
  await dawns('2026-12-02')
  lin = await mall.buyer('林')
  await pays(1_000)
  await dawns('2026-12-04')
  unheard = await paysUnheard(777)
})

describe('the daily reconciliation', () => {
  test('covers every day not reconciled before, also after missed days; a second run changes nothing', async () => {
    await dawns('2026-12-06')
    // Two nodes at once share the days.
    const ran = (await Promise.all([runs(), runs()])).flat().map(({ day }) => day)
    expect(ran.sort()).toEqual(['2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05'])
    expect(await daysRun()).toEqual(['2026-12-05', '2026-12-04', '2026-12-03', '2026-12-02'])
    const before = await recon.differences({})
    expect(before.dataList).toMatchObject([
      {
        day: '2026-12-04',
        channel: 'wechat',
        kind: 'pay',
        bill: 777,
        ours: null,
        books: null,
        state: 'OPEN',
        reason: '支付机构已收款，本系统未入账',
      },
    ])
    expect(before.dataList[0]?.payment).toEqual({ enterpriseId: lin.enterpriseId, id: unheard })
    expect(await runs()).toEqual([])
    expect(await recon.differences({})).toEqual(before)
    expect((await recon.days({})).dataList.find(({ day }) => day === '2026-12-04')).toMatchObject({ differences: 1, open: 1, runs: 1 })
    expect((await finance.api.consoleQueue.list({})).find(({ kind }) => kind === 'difference')).toMatchObject({ count: 1 })
  })

  test('repeats a day whose provider report is unavailable until it is available', async () => {
    await dawns('2026-12-07')
    await withoutBills(async () => {
      expect(await runs()).toMatchObject([{ day: '2026-12-06', unavailable: ['wechat', 'card'] }])
    })
    expect((await recon.days({})).dataList[0]).toMatchObject({ day: '2026-12-06', unavailable: ['wechat', 'card'] })
    expect(await runs()).toMatchObject([{ day: '2026-12-06', unavailable: [] }])
    expect((await recon.days({})).dataList[0]).toMatchObject({ unavailable: [], runs: 2 })
  })

  test('of a crashed job is taken over after its lease; a running job keeps its day', async () => {
    const day = '2026-12-06'
    const held = (until: Date | null) => mall.db.updateTable('recon_run').set({ held_until: until }).where('day', '=', day).execute()
    await held(new Date(mall.clock.now.getTime() + 60_000))
    expect(await finance.post(contract.consoleReconciliation.rerun.path, { day })).toMatchObject({ code: 409, reason: 'RECONCILING' })
    mall.clock.forward(60_000)
    expect(await recon.rerun({ day })).toMatchObject({ day, runs: 3 })
  })
})

describe('a difference', () => {
  test('is explained with a cause and a note by a named person; a rerun keeps the answer', async () => {
    const [one] = (await recon.differences({ state: 'OPEN' })).dataList
    const id = one?.id ?? ''
    const { path } = contract.consoleReconciliation.answer
    expect(await finance.post(path, { id, cause: 'notBooked', note: ' ', close: true })).toMatchObject({ reason: 'INVALID_INPUT' })
    expect(await finance.post(path, { id, cause: 'whatever', note: 'x', close: true })).toMatchObject({ reason: 'INVALID_INPUT' })
    for (const role of ['support', 'warehouse', 'reviewer', 'catalogue'] as const)
      expect((await answers(id, true, await mall.staff(role))).code).toBe(403)
    expect((await answers(id, false)).code).toBe(200)
    const explained = { state: 'EXPLAINED', cause: 'notBooked', note: '已向机构核实', decidedBy: 'finance' }
    expect((await recon.differences({})).dataList).toMatchObject([explained])
    await recon.rerun({ day: '2026-12-04' })
    expect((await recon.differences({})).dataList).toMatchObject([explained])
    const both = await Promise.all([answers(id, true), answers(id, true, await mall.staff('admin'))])
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409])
    expect((await recon.differences({ state: 'CLOSED' })).total).toBe(1)
    await recon.rerun({ day: '2026-12-04' })
    expect((await recon.differences({ state: 'CLOSED' })).total).toBe(1)
    expect(await answers('00000000-0000-0000-0000-000000000000', true)).toMatchObject({ code: 404, reason: 'DIFFERENCE_NOT_FOUND' })
  })

  /** What a provider took is never changed by the server: this is the owner of the database. */
  const takes = (paymentId: string, amountFen: number) =>
    runOnceAsOwner('update gateway_receipt set amount_fen = $1 where payment_id = $2', [amountFen, paymentId])

  test('reopens when its figures change, says when it is gone, and stays unknown without the report', async () => {
    const day = '2026-12-08'
    await dawns(day)
    const paymentId = await pays(300)
    await takes(paymentId, 299)
    await dawns('2026-12-09')
    await runs()
    const found = async () => (await recon.differences({ day })).dataList
    expect(await found()).toMatchObject([{ bill: 300, ours: 299, books: 300, state: 'OPEN' }])
    const id = (await found())[0]?.id ?? ''
    await answers(id, true)
    await takes(paymentId, 298)
    await recon.rerun({ day })
    expect(await found()).toMatchObject([{ id, ours: 298, state: 'OPEN', cause: null, decidedBy: null }])
    await takes(paymentId, 300)
    await withoutBills(() => recon.rerun({ day }))
    expect(await found()).toMatchObject([{ state: 'OPEN' }])
    await recon.rerun({ day })
    expect(await found()).toMatchObject([{ state: 'GONE' }])
    expect((await recon.days({})).dataList.find((one) => one.day === day)).toMatchObject({ differences: 0, open: 0 })
    expect(await answers(id, true)).toMatchObject({ code: 409, reason: 'DIFFERENCE_STATE' })
    const { bytes } = (await recon.export({ format: 'csv' })) as { bytes: Uint8Array }
    expect(Buffer.from(bytes).toString('utf8')).toContain('已一致')
  })
})

test('today and future days cannot be reconciled', async () => {
  const { path } = contract.consoleReconciliation.rerun
  const today = toShanghaiDay(mall.clock.now)
  for (const day of [today, addDays(today, 1)]) expect(await finance.post(path, { day })).toMatchObject({ reason: 'DAY_NOT_OVER' })
  expect((await (await mall.staff('support')).post(path, { day: '2026-12-04' })).code).toBe(403)
  expect((await (await mall.staff('support')).api.consoleReconciliation.days({})).total).toBeGreaterThan(0)
})
