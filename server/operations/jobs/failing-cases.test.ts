import { makeWorkerUtils } from 'graphile-worker'
import { describe, expect, test } from 'vitest'
import { closeExpiredTransfersWithoutTrade } from '#server/billing/bank-transfers/public.ts'
import { runAutopay, sendDueReminders } from '#server/billing/receivables/public.ts'
import { sendCouponExpiryReminders } from '#server/catalog/coupons/public.ts'
import { sendBackInStockMessages } from '#server/catalog/favourites/public.ts'
import { adjustStock } from '#server/catalog/inventory/public.ts'
import { createErrorLog } from '#server/platform/core/log.ts'
import { createCouponHelpers } from '#server/platform/testing/coupons.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { failWritesOfRowsWithValue } from '#server/platform/testing/failing-rows.ts'
import { allowJobQueueSchemaCreation } from '#server/platform/testing/job-queue.ts'
import { type Buyer, ONE_DAY_MS, openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { startBackgroundJobs } from './background-jobs.ts'

/** Goal: one case that fails, however often the clock tries it, holds up nobody else's. */
const mall = await openMall({ now: new Date('2026-10-18T06:00:00Z') })
const { template } = await createCouponHelpers(mall)
const { draws, dawns, balances } = createDebtHelpers(mall)

/** Two buyers: what is tried for the first fails, and it is tried first. */
async function twoOf(request: Parameters<typeof mall.buyer>[1]): Promise<[Buyer, Buyer]> {
  const both = [await mall.buyer('林', request), await mall.buyer('王', request)].sort((a, b) => (a.enterpriseId < b.enterpriseId ? -1 : 1))
  return both as [Buyer, Buyer]
}
const places = async (buyer: Buyer) => {
  const lines = [{ skuId: await mall.createSku('截齿', { sale: '600.00' }), goodsNum: 1 }]
  const { quote } = await buyer.api.order.preview({ lines, method: 'wallet' })
  const { orders } = await buyer.api.order.submit({ lines, method: 'wallet', addressId: buyer.addressId, quote })
  return orders[0]?.orderNo ?? ''
}
const stateOf = async (buyer: Buyer, orderNo: string) => (await buyer.api.order.detail({ orderNo })).state
const failure = { errors: [{ message: 'these rows are refused' }] }

const bothOf = <T>(buyers: readonly Buyer[], what: (buyer: Buyer) => Promise<T>) => Promise.all(buyers.map(what))

test('an enterprise whose month cannot be closed does not keep others from closing, repayment and reminders', async () => {
  const buyers = await twoOf({ credit: '50000', wallet: '2000' })
  const [bad, good] = buyers
  for (const buyer of buyers) {
    await draws(buyer.enterpriseId, yuanTextToFen('1200'))
    await buyer.api.statement.enableAutoRepay({ payPwd: TEST_USER_PAYMENT_PASSWORD })
  }
  const reminded = await mall.buyer('孙', { credit: '50000' })
  await draws(reminded.enterpriseId, yuanTextToFen('1200'))
  const mend = await failWritesOfRowsWithValue(mall, { table: 'statement', column: 'enterprise_id', value: bad.enterpriseId })
  await dawns('2026-11-10')
  await expect(runAutopay(mall.db, mall.moment())).rejects.toMatchObject(failure)
  await expect(sendDueReminders(mall.db, mall.moment())).rejects.toMatchObject(failure)
  expect(await bothOf(buyers, balances)).toMatchObject([
    { drawn: 120_000, wallet: 200_000 },
    { drawn: 0, wallet: 80_000 },
  ])
  const titles = async (buyer: Buyer) => (await buyer.api.message.list({ kind: 'system' })).dataList.map(({ title }) => title)
  expect(await titles(good)).toContain('自动还款')
  expect(await titles(reminded)).toEqual(['还款提醒'])
  await mend()
  await runAutopay(mall.db, mall.moment())
  expect(await balances(bad)).toMatchObject({ drawn: 0, wallet: 80_000 })
})

test('an enterprise that cannot be notified of its coupons does not keep others from being notified', async () => {
  const buyers = await twoOf({})
  const templateId = await template({ fromDay: '2026-10-01', untilDay: '2027-01-31' })
  for (const buyer of buyers) await buyer.api.coupon.claim({ templateId })
  const [held] = (await buyers[0].api.coupon.list({})).dataList
  await dawns(held?.untilDay ?? '')
  const mend = await failWritesOfRowsWithValue(mall, { table: 'coupon', column: 'enterprise_id', value: buyers[0].enterpriseId })
  await expect(sendCouponExpiryReminders(mall.db, mall.moment())).rejects.toMatchObject(failure)
  const received = async (buyer: Buyer) => (await buyer.api.message.list({ kind: 'system' })).total
  expect(await bothOf(buyers, received)).toEqual([0, 1])
  await mend()
  expect(await sendCouponExpiryReminders(mall.db, mall.moment())).toBe(1)
})

test('a person who cannot be notified of a restock does not keep others from being notified', async () => {
  const buyers = await twoOf({})
  const skuId = await mall.createSku('截齿', { stock: 0 })
  for (const buyer of buyers) await buyer.api.stockWait.add({ skuId })
  await mall.runInTransaction((tx) =>
    adjustStock(tx, mall.moment(), { skuId, minimum: 1, change: 5, kind: 'receipt', reason: '到货', staffId: null }),
  )
  const mend = await failWritesOfRowsWithValue(mall, { table: 'message', column: 'enterprise_id', value: buyers[0].enterpriseId })
  await expect(sendBackInStockMessages(mall.db, mall.moment(), { skuIds: [skuId] })).rejects.toMatchObject(failure)
  const received = async (buyer: Buyer) => (await buyer.api.message.list({ kind: 'system' })).total
  expect(await bothOf(buyers, received)).toEqual([0, 1])
  await mend()
})

describe('an order that always fails', () => {
  test('delays no other order and no deadline of another kind', async () => {
    const [bad, good] = await twoOf({})
    const [stuck, free] = [await places(bad), await places(good)]
    const mend = await failWritesOfRowsWithValue(mall, { table: 'order', column: 'order_no', value: stuck })
    mall.clock.forward(ONE_DAY_MS)
    await expect(mall.runDeadlines()).rejects.toMatchObject(failure)
    await mall.renew()
    expect([await stateOf(bad, stuck), await stateOf(good, free)]).toEqual(['WAIT_PAY', 'CANCELLED'])
    await mend()
    expect(await mall.runDeadlines()).toBe(1)
  })

  test('and a failing transfer delay nothing else in the queue', async () => {
    const [bad, good] = await twoOf({})
    const stuck = await places(bad)
    const [lost, stale] = [
      await bad.api.transfer.topUp({ amount: yuanTextToFen('1') }),
      await good.api.transfer.topUp({ amount: yuanTextToFen('1') }),
    ]
    const mends = [
      await failWritesOfRowsWithValue(mall, { table: 'order', column: 'order_no', value: stuck }),
      await failWritesOfRowsWithValue(mall, { table: 'payment', column: 'id', value: lost.paymentId }),
    ]
    mall.clock.forward(30 * ONE_DAY_MS)
    await mall.renew()
    await allowJobQueueSchemaCreation(mall.ownerUrl)
    const around = { db: mall.db, clock: () => mall.clock.now, keys: mall.keys, ...mall.services }
    const work = await startBackgroundJobs({ ...around, ownerUrl: mall.ownerUrl, log: createErrorLog() })
    const utils = await makeWorkerUtils({ connectionString: mall.ownerUrl })
    try {
      for (const task of ['deadlines', 'staleTransfers']) await utils.addJob(task, {})
      const shown = async () => (await good.api.transfer.detail({ paymentId: stale.paymentId })).state
      await expect.poll(shown, { timeout: 30_000, interval: 100 }).toBe('CLOSED')
    } finally {
      await utils.release()
      await work.stop()
    }
    for (const mend of mends) await mend()
    await mall.runDeadlines()
    await closeExpiredTransfersWithoutTrade(mall.db, mall.moment())
  })
})
