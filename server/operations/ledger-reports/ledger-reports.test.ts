import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { contract } from '#contract/api.ts'
import { invariantDescriptionsById } from '#contract/billing/finance/invariant-sentences.ts'
import { ledgerAccountLabels } from '#contract/billing/finance/ledger-api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { fen } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findSealRootOfLastFinishedDay } from '#server/money/ledger-seals/public.ts'
import { invariants } from '#server/operations/invariants/public.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { sealAllLedgerRows } from '#server/platform/testing/ledger-seals.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { connectSandboxPaymentProvider } from '#server/platform/testing/payment-provider.ts'
import { runLedgerProof, runNightlyLedgerProof } from './public.ts'

const mall = await openMall({ now: new Date('2026-10-18T06:00:00Z') })
const provider = await connectSandboxPaymentProvider(mall)
const debts = createDebtHelpers(mall)
const finance = await mall.staff('finance')
const { consoleLedger: ledger, consoleProof: proof } = finance.api
const owner = new pg.Client({ connectionString: mall.ownerUrl })

let lin: Buyer
let orderNo: string

beforeAll(async () => {
  await owner.connect()
  lin = await mall.buyer('林', { credit: '50000', wallet: '5000' })
  const chen = await mall.buyer('陈', { wallet: '300' })
  orderNo = (await debts.buys(lin, '600.00')).orderNo
  const skuId = await mall.createSku('截齿', { sale: '500.00' })
  const lines = [{ skuId, goodsNum: 1 }]
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const { tradeId } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  const { paymentId } = await chen.api.payment.topUp({ amount: fen(2_500), channel: 'wechat' })
  await provider.pays((await chen.api.payment.detail({ paymentId })).invitation)
  await vi.waitFor(async () => expect((await chen.api.payment.detail({ paymentId })).state).toBe('SETTLED'), { timeout: 20_000 })
  await debts.dawns('2026-11-13')
  await debts.jobs()
  await lin.api.statement.repayByWallet({ amount: yuanTextToFen('100'), payPwd: TEST_USER_PAYMENT_PASSWORD, months: [] })
})
afterAll(() => owner.end())

describe('the ledger browser', () => {
  test('shows every account of the platform and of an enterprise, and both sum to zero', async () => {
    for (const scope of [{}, { enterpriseId: lin.enterpriseId }]) {
      const { accounts, total } = await ledger.accounts(scope)
      expect(accounts.map(({ account }) => account)).toEqual(keysOf(ledgerAccountLabels))
      expect([total, accounts.every(({ into, out, balance }) => into - out === balance)]).toEqual([0, true])
    }
    const { accounts, enterpriseName } = await ledger.accounts({ enterpriseId: lin.enterpriseId })
    expect(enterpriseName).toBe('林矿业有限公司')
    const balances = await debts.balances(lin)
    expect(accounts.find(({ account }) => account === 'wallet')?.balance).toBe(balances.wallet)
    expect(accounts.find(({ account }) => account === 'creditDrawn')?.balance).toBe(-(balances.drawn ?? 0))
    const { path } = contract.consoleLedger.accounts
    expect(await finance.post(path, { enterpriseId: '00000000-0000-0000-0000-000000000000' })).toMatchObject({
      reason: 'ENTERPRISE_NOT_FOUND',
    })
  })

  test('shows a total other than zero when a balance has drifted', async () => {
    const drift = (by: number) =>
      owner.query(
        `update ledger_account set balance_fen = balance_fen + ${by} where name = 'wallet' and enterprise_id = '${lin.enterpriseId}'`,
      )
    await drift(1)
    expect((await ledger.accounts({})).total).toBe(1)
    await drift(-1)
    expect((await ledger.accounts({})).total).toBe(0)
  })

  test('shows every balance by day and by transfer, with the balance after each', async () => {
    for (const enterpriseId of [lin.enterpriseId, undefined]) {
      const scope = enterpriseId === undefined ? {} : { enterpriseId }
      for (const { account, balance, transfers } of (await ledger.accounts(scope)).accounts) {
        const days = await ledger.days({ account, ...scope })
        expect({ account, end: days.dataList[0]?.balance ?? 0 }).toEqual({ account, end: balance })
        const span = enterpriseId === undefined ? { dateFrom: '2026-10-14', dateTo: '2026-11-13' } : {}
        const { dataList, total } = await ledger.transfers({ account, ...scope, ...span, pageSize: 100 })
        expect({ account, total }).toEqual({ account, total: transfers })
        // From the latest back, each balance is the one before and its change; the first begins at nothing.
        let after = balance as number
        if (account in { wallet: 1, creditHeld: 1, creditDrawn: 1, interest: 1 } && enterpriseId === undefined) continue
        for (const one of dataList) {
          expect({ account, after: one.after }).toEqual({ account, after })
          after -= one.change
        }
        expect({ account, after }).toEqual({ account, after: 0 })
      }
    }
  })

  test('continues where the previous page ended, also filtered by kind and by day', async () => {
    const of = { account: 'wallet', enterpriseId: lin.enterpriseId } as const
    const all = (await ledger.transfers({ ...of, pageSize: 100 })).dataList
    const paged = [1, 2, 3, 4, 5].map(async (pageNo) => (await ledger.transfers({ ...of, pageNo, pageSize: 1 })).dataList)
    expect((await Promise.all(paged)).flat().map(({ id }) => id)).toEqual(all.slice(0, 5).map(({ id }) => id))
    expect(all.length).toBeGreaterThan(2)
    const paidBy = await ledger.transfers({ ...of, kind: 'payByWallet' })
    expect(paidBy.dataList.map(({ change }) => change)).toEqual([-50_000])
    const today = await ledger.transfers({ ...of, dateFrom: '2026-11-13', dateTo: '2026-11-13' })
    expect(today.dataList.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['repayByWallet']))
    const sales = { account: 'sales', enterpriseId: lin.enterpriseId } as const
    const [later] = (await ledger.transfers({ ...sales, dateFrom: '2026-11-01' })).dataList
    expect(later).toBeUndefined()
    expect((await ledger.transfers({ ...sales, kind: 'draw' })).dataList[0]).toMatchObject({ after: null })
  })

  test('links every transfer to the object it was made for', async () => {
    const kinds = new Map<string, string>()
    for (const account of keysOf(ledgerAccountLabels))
      for (const { kind, document } of (await ledger.transfers({ account, dateFrom: '2026-10-14', dateTo: '2026-11-13', pageSize: 100 }))
        .dataList)
        kinds.set(kind, document.kind)
    expect(Object.fromEntries(kinds)).toMatchObject({
      hold: 'order',
      postHeld: 'order',
      draw: 'order',
      payByWallet: 'order',
      topUpByGateway: 'payment',
      chargeInterest: 'statement',
      repayByWallet: 'statement',
    })
    const [hold] = (await ledger.transfers({ account: 'creditHeld', enterpriseId: lin.enterpriseId, kind: 'hold' })).dataList
    expect(hold?.document).toMatchObject({ kind: 'order', label: orderNo })
  })

  test.each([
    {},
    { dateFrom: '2026-11-01' },
    { dateFrom: '2026-10-13', dateTo: '2026-11-13' },
    { dateFrom: '2026-11-13', dateTo: '2026-11-12' },
  ])('lists the transfers of all enterprises for at most a month at a time: not %j', async (span) => {
    const { path } = contract.consoleLedger.transfers
    expect(await finance.post(path, { account: 'sales', ...span })).toMatchObject({ code: 422, reason: 'DAYS_NEEDED' })
  })

  // S13
  test('shows every page of money correctly with many of the largest amounts that can be entered', async () => {
    const typed = (reference: string, amount: number) => ({ reference, day: toShanghaiDay(mall.clock.now), amount, payerName: '' })
    const { record } = contract.consoleBank
    expect(await finance.post(record.path, typed('LARGEST00', 99_999_999_999.99))).toMatchObject({ code: 400, detail: { field: 'amount' } })
    for (let at = 0; at < 120; at++) expect(await finance.post(record.path, typed(`LARGEST${at}`, 1e9))).toMatchObject({ code: 200 })
    const { accounts, total } = await ledger.accounts({})
    expect([total, accounts.find(({ account }) => account === 'suspense')?.balance]).toEqual([0, 120 * 100_000_000_000])
    const day = toShanghaiDay(mall.clock.now)
    for (const [path, input] of [
      [contract.consoleLedger.days.path, { account: 'suspense' }],
      [contract.consoleLedger.transfers.path, { account: 'suspense', dateFrom: day, dateTo: day }],
      [contract.consoleBank.lines.path, { open: true }],
      [contract.consoleQueue.list.path, {}],
    ] as const)
      expect(await finance.post(path, input), path).toMatchObject({ status: 200, code: 200 })
  })

  test('is open to finance and support', async () => {
    for (const role of ['warehouse', 'catalogue', 'reviewer'] as const)
      for (const { path } of Object.values({ ...contract.consoleLedger, ...contract.consoleProof }))
        expect((await (await mall.staff(role)).post(path, { account: 'sales', format: 'csv' })).code).toBe(403)
    expect((await (await mall.staff('support')).api.consoleLedger.accounts({})).total).toBe(0)
  })
})

/** What the job does about proofs that somebody asked for. */
async function runAsked(): Promise<void> {
  const rows = await mall.db.selectFrom('outbox').select('payload').where('topic', '=', 'proof.asked').execute()
  for (const { payload } of rows) await runLedgerProof(mall.db, mall.moment(), (payload as unknown as { runId: string }).runId)
}

describe('the proof of the books', () => {
  test('has a sentence for every invariant', () => {
    expect(invariants.map(({ id }) => id).filter((id) => !(id in invariantDescriptionsById))).toEqual([])
    expect(keysOf(invariantDescriptionsById).filter((id) => !invariants.some((one) => one.id === id))).toEqual([])
  })

  test('runs once a night, however often it is requested', async () => {
    const made = await Promise.all([1, 2, 3].map(() => runNightlyLedgerProof(mall.db, mall.moment())))
    expect(made.filter(Boolean)).toHaveLength(1)
    expect(await runNightlyLedgerProof(mall.db, mall.moment())).toBe(false)
    const { run, running, lines } = await proof.latest({})
    expect(run).toMatchObject({ night: toShanghaiDay(mall.clock.now), state: 'DONE', breaches: 0, askedBy: null })
    expect([running, lines.length]).toEqual([null, invariants.length])
    for (const line of lines) expect(line).toMatchObject({ breaches: 0, greenAt: mall.clock.now, durationMs: expect.any(Number) })
  })

  test('reports the number of unsealed rows and keeps the root hash of the last finished day', async () => {
    expect((await proof.latest({})).seals).toMatchObject({ sealedAt: null, unsealed: expect.any(Number) })
    await sealAllLedgerRows(mall)
    const { seals, run } = await proof.latest({})
    expect([seals, run?.seal]).toEqual([{ sealedAt: mall.clock.now, unsealed: 0, unsealedSince: null }, null])
    const day = toShanghaiDay(mall.clock.now)
    mall.clock.forward(24 * 3_600_000)
    await mall.renew()
    await sealAllLedgerRows(mall)
    expect(await runNightlyLedgerProof(mall.db, mall.moment())).toBe(true)
    const [made] = (await proof.runs({})).dataList
    expect(made?.seal).toEqual({ day, root: (await findSealRootOfLastFinishedDay(mall.db))?.root.toString('hex') })
  })

  test('reports what is violated, how often and when it last held, and the staff queue shows it', async () => {
    const green = mall.clock.now
    await owner.query('update sku_stock set available = available + 1')
    mall.clock.forward(24 * 3_600_000)
    await mall.renew()
    expect(await runNightlyLedgerProof(mall.db, mall.moment())).toBe(true)
    const { run, lines } = await proof.latest({})
    const broken = lines.filter(({ breaches }) => breaches !== 0)
    // The stock is neither that of its movements nor that of its warehouses.
    expect(broken).toMatchObject([
      { invariant: 'I-05', breaches: 2, greenAt: green },
      { invariant: 'I-54', breaches: 2, greenAt: green },
    ])
    expect(broken[0]?.examples).toHaveLength(2)
    expect(run?.breaches).toBe(4)
    const queued = async () => (await finance.api.consoleQueue.list({})).find(({ kind }) => kind === 'proofBroken')?.count
    expect(await queued()).toBe(2)
    await owner.query('update sku_stock set available = available - 1')
  })

  test('can be requested manually, one at a time and not again at once, and is run once by the job', async () => {
    const { path } = contract.consoleProof.run
    expect((await (await mall.staff('support')).post(path)).code).toBe(403)
    mall.clock.forward(600_000)
    const admin = await mall.staff('admin')
    const answers = await Promise.all([finance.post(path), admin.post(path), finance.post(path)])
    expect(answers.map(({ code, reason }) => reason ?? code).sort()).toEqual([200, 'PROVING', 'PROVING'])
    expect((await proof.latest({})).running).toMatchObject({ state: 'RUNNING' })
    await Promise.all([runAsked(), runAsked()])
    const { run, running, lines } = await proof.latest({})
    expect([run?.breaches, running]).toEqual([0, null])
    expect(lines.every(({ breaches }) => breaches === 0)).toBe(true)
    expect(await finance.post(path)).toMatchObject({ code: 429, reason: 'PROOF_TOO_SOON' })
    mall.clock.forward(300_000)
    expect((await finance.post(path)).code).toBe(200)
    expect((await proof.runs({})).total).toBe(5)
  })

  test('is given up when its process has died, and another can be started', async () => {
    mall.clock.forward(29 * 60_000)
    const { path } = contract.consoleProof.run
    expect((await finance.post(path)).reason).toBe('PROVING')
    mall.clock.forward(2 * 60_000)
    expect((await finance.post(path)).code).toBe(200)
    await runAsked()
    expect((await proof.runs({})).dataList.map(({ state }) => state)).toEqual(['DONE', 'FAILED', 'DONE', 'DONE', 'DONE', 'DONE'])
  })

  test('a night reads the companies that moved and those whose turn it is, and everything while something is found', async () => {
    const wu = await mall.buyer('吴', { wallet: '100' })
    const proves = async (days = 1): Promise<number | null | undefined> => {
      mall.clock.forward(days * 24 * 3_600_000)
      await mall.renew()
      await sealAllLedgerRows(mall)
      await runNightlyLedgerProof(mall.db, mall.moment())
      return (await proof.latest({})).run?.breaches
    }
    for (const _ of [1, 2, 3]) expect(await proves()).toBe(0)
    const { rows } = await owner.query<{ turn: number }>('select mod(hashtext($1) & 2147483647, 28) as turn', [wu.enterpriseId])
    const isTurnTomorrow = () => (Date.parse(toShanghaiDay(mall.clock.now)) / 86_400_000 + 1) % 28 === rows[0]?.turn
    if (isTurnTomorrow()) expect(await proves()).toBe(0)
    const change = (fen: number) =>
      owner.query(`update ledger_account set balance_fen = balance_fen + $1 where name = 'wallet' and enterprise_id = $2`, [
        fen,
        wu.enterpriseId,
      ])
    await change(1)
    expect(await proves(), 'it has not moved').toBe(0)
    const found = await proves(27)
    expect(found, 'the missed nights are made up for').toBeGreaterThan(0)
    expect(await proves(), 'until it is mended').toBe(found)
    await change(-1)
    expect(await proves()).toBe(0)

    const lines = [{ skuId: await mall.createSku('截齿', { sale: '1.00' }), goodsNum: 1 }]
    const { quote } = await wu.api.order.preview({ lines, method: 'wallet' })
    await wu.api.order.submit({ lines, method: 'wallet', addressId: wu.addressId, quote })
    await change(1)
    expect(await proves(), 'it has moved').toBeGreaterThan(0)
    await change(-1)
  })
})
