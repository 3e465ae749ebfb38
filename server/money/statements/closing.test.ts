import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { getShanghaiMonthInterval, getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { closeMonthsAndChargeInterest } from '#server/billing/receivables/public.ts'
import { drawHeldCreditForParcel, holdCreditForOrders } from '#server/money/credit/public.ts'
import { postTransfersOfEnterprise } from '#server/money/ledger/public.ts'
import { runInTransaction } from '#server/platform/core/db.ts'
import { createMoment } from '#server/platform/core/moment.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { type Buyer, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall({ now: new Date('2026-11-18T06:00:00Z') })
const { draws, receives, refunds, dawns, balances } = createDebtHelpers(mall)
const runs = () => closeMonthsAndChargeInterest(mall.db, mall.moment())
const statements = async ({ enterpriseId }: Buyer) =>
  (
    await mall.db
      .selectFrom('statement')
      .select(['month', 'state', 'total_fen', 'settled_fen', 'due_day'])
      .where('enterprise_id', '=', enterpriseId)
      .orderBy('month')
      .execute()
  ).map(({ month, state, total_fen, settled_fen, due_day }) => [month, state, total_fen, settled_fen, due_day])
const newBuyer = async (day: string) => {
  await dawns(day)
  return mall.buyer('林', { credit: '900000' })
}

test('drawdowns of a month in Shanghai time are on its statement, to the millisecond; empty months have none', async () => {
  const lin = await newBuyer('2026-11-18')
  const { until } = getShanghaiMonthInterval('2026-11')
  for (const [at, amount] of [
    [-1, '1.01'],
    [0, '2.02'],
  ] as const) {
    mall.clock.now = new Date(until.getTime() + at)
    await draws(lin.enterpriseId, yuanTextToFen(amount))
  }
  await dawns('2027-02-01')
  await runs()
  expect(await statements(lin)).toEqual([
    ['2026-11', 'OVERDUE', 101, 0, '2026-12-10'],
    ['2026-12', 'OVERDUE', 202, 0, '2027-01-10'],
  ])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('refunds within the month lower its total, later ones its unpaid rest; early repayments are settled', async () => {
  const lin = await newBuyer('2027-03-02')
  const [first, second] = [await draws(lin.enterpriseId, yuanTextToFen('600')), await draws(lin.enterpriseId, yuanTextToFen('400'))]
  expect(await refunds(lin.enterpriseId, first, yuanTextToFen('100'))).toEqual({ offsetFen: 10_000, walletFen: 0 })
  const early = await receives(lin.enterpriseId, yuanTextToFen('850'))
  expect(early.parts).toEqual([{ to: 'month', month: '2027-03', amountFen: 85_000 }])
  // 50 are still owed. The refund reduces those first, and the rest had been repaid.
  expect(await refunds(lin.enterpriseId, second, yuanTextToFen('80'))).toEqual({ offsetFen: 5_000, walletFen: 3_000 })
  expect(await balances(lin)).toEqual({ drawn: 0, interest: 0, wallet: 3_000 })
  await draws(lin.enterpriseId, yuanTextToFen('30'))
  // It is April, and March is not closed yet. A refund no longer belongs to March.
  await dawns('2027-04-01', 0)
  expect(await refunds(lin.enterpriseId, first, yuanTextToFen('20'))).toEqual({ offsetFen: 2_000, walletFen: 0 })
  await runs()
  expect(await statements(lin)).toEqual([['2027-03', 'CLOSED', 85_000, 84_000, '2027-04-10']])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('a fully refunded month has a paid statement of zero; a month with refunds only has none', async () => {
  const lin = await newBuyer('2027-05-20')
  const parcel = await draws(lin.enterpriseId, yuanTextToFen('600'))
  await refunds(lin.enterpriseId, parcel, yuanTextToFen('600'))
  await dawns('2027-06-20')
  const other = await draws(lin.enterpriseId, yuanTextToFen('500'))
  await dawns('2027-07-05')
  await refunds(lin.enterpriseId, other, yuanTextToFen('200'))
  await dawns('2027-08-01')
  await runs()
  expect(await statements(lin)).toEqual([
    ['2027-05', 'PAID', 0, 0, '2027-06-10'],
    ['2027-06', 'OVERDUE', 50_000, 20_000, '2027-07-10'],
  ])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('closing twice, by two jobs at once or during repayments and drawdowns, includes each drawdown once', async () => {
  await dawns('2027-09-10')
  const many: Buyer[] = []
  // With the runners no more than the pool has connections, so that on a slow machine none waits too long for another’s.
  for (let at = 0; at < 9; at++) many.push(await mall.buyer('林', { credit: '9000' }))
  for (const { enterpriseId } of many) for (let at = 0; at < 3; at++) await draws(enterpriseId, yuanTextToFen('100'))
  mall.clock.now = getStartOfShanghaiDay('2027-10-01')
  const frozen = await Promise.all([
    ...Array.from({ length: 4 }, runs),
    ...many.map(({ enterpriseId }) => receives(enterpriseId, yuanTextToFen('50'))),
    ...many.map(({ enterpriseId }) => draws(enterpriseId, yuanTextToFen('10'))),
  ])
  expect(frozen.slice(0, 4).reduce((sum, one) => sum + (one as { lines: number }).lines, 0)).toBeLessThanOrEqual(27)
  await runs()
  expect(await runs()).toMatchObject({ lines: 0 })
  for (const buyer of many) expect(await statements(buyer)).toEqual([['2027-09', 'CLOSED', 30_000, 5_000, '2027-10-10']])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('a drawdown in progress at midnight while its month is closed counts for the next month', async () => {
  const lin = await newBuyer('2027-11-30')
  await draws(lin.enterpriseId, yuanTextToFen('100'))
  const { enterpriseId } = lin
  const midnight = getStartOfShanghaiDay('2027-12-01')
  const before = createMoment(new Date(midnight.getTime() - 1))
  const [orderId, parcelId] = [before.newId(), before.newId()]
  await mall.runInTransaction((tx) =>
    holdCreditForOrders(tx, before, { enterpriseId, orders: [{ orderId, amountFen: yuanTextToFen('7'), title: '截齿' }] }),
  )
  mall.clock.now = new Date(midnight.getTime() + 1)
  await runs()
  await mall.runInTransaction((tx) =>
    drawHeldCreditForParcel(tx, before, { enterpriseId, parcelId, amountFen: yuanTextToFen('7'), title: '截齿' }),
  )
  expect(await mall.findInvariantBreaches()).toEqual({})
  await dawns('2028-01-01')
  await runs()
  expect((await statements(lin)).map(([month, , total]) => [month, total])).toEqual([
    ['2027-11', 10_000],
    ['2027-12', 700],
  ])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('a drawdown that commits after the month was closed for all others is closed by the next run', async () => {
  const lin = await newBuyer('2028-02-29')
  const { enterpriseId } = lin
  mall.clock.now = new Date(getStartOfShanghaiDay('2028-03-01').getTime() - 1)
  let commit = () => {}
  const drawn = new Promise<void>((resolve) => {
    const late = runInTransaction(mall.db, async (tx) => {
      const moment = mall.moment()
      const transfer = { kind: 'draw', amountFen: yuanTextToFen('5'), document: moment.newId(), title: '截齿' } as const
      await postTransfersOfEnterprise(tx, moment, { enterpriseId, transfers: [transfer] })
      await new Promise<void>((go) => {
        commit = go
        resolve()
      })
    })
    void late.then(() => (commit = () => {}))
  })
  await drawn
  mall.clock.now = getStartOfShanghaiDay('2028-03-01')
  expect(await runs()).toMatchObject({ lines: 0 })
  commit()
  await expect
    .poll(() => mall.db.selectFrom('ledger_transfer').select('id').where('enterprise_id', '=', enterpriseId).execute())
    .toHaveLength(1)
  await runs()
  expect(await statements(lin)).toEqual([['2028-02', 'CLOSED', 500, 0, '2028-03-10']])
})

test('a month that is closed for all enterprises is not queried again a day later', async () => {
  await dawns('2028-03-05')
  await runs()
  await runs()
  const before = mall.statements.length
  expect(await runs()).toEqual({ companies: 0, lines: 0, days: 0 })
  const asked = mall.statements.slice(before).filter((sql) => sql.includes('ledger_transfer'))
  expect(asked).toEqual([])
})

test('the hash of a statement is computed from its lines and reveals changes', async () => {
  const lin = await newBuyer('2028-04-10')
  await draws(lin.enterpriseId, yuanTextToFen('1'))
  await draws(lin.enterpriseId, yuanTextToFen('2'))
  await dawns('2028-05-01')
  await runs()
  const { hash, lines } = await lin.api.statement.detail({ month: '2028-04' })
  const text = lines.map(({ id, amount }) => `${id}:${amount}`).join(',')
  expect(hash).toBe(createHash('sha256').update(text).digest('hex'))
})
