import { makeWorkerUtils } from 'graphile-worker'
import { expect, test } from 'vitest'
import { readSealProgress } from '#server/money/ledger-seals/public.ts'
import { createErrorLog } from '#server/platform/core/log.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { allowJobQueueSchemaCreation } from '#server/platform/testing/job-queue.ts'
import { openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { startBackgroundJobs } from './background-jobs.ts'

/** Goal: the real job queue on two nodes at once, each task asked for several times, comes to what one run by hand comes to. */
test('two nodes with the real queue close, charge interest, repay and remind once', async () => {
  const mall = await openMall({ now: new Date('2026-10-18T06:00:00Z') })
  const { draws, dawns, balances } = createDebtHelpers(mall)
  const lin = await mall.buyer('林', { credit: '50000', wallet: '100' })
  await draws(lin.enterpriseId, yuanTextToFen('1200'))
  await lin.api.statement.enableAutoRepay({ payPwd: TEST_USER_PAYMENT_PASSWORD })
  await dawns('2026-11-13')
  await allowJobQueueSchemaCreation(mall.ownerUrl)
  const around = { db: mall.db, clock: () => mall.clock.now, keys: mall.keys, ...mall.services }
  const node = () => startBackgroundJobs({ ...around, ownerUrl: mall.ownerUrl, log: createErrorLog() })
  const first = await node()
  const second = await node()
  const utils = await makeWorkerUtils({ connectionString: mall.ownerUrl })
  try {
    for (let round = 0; round < 4; round++)
      for (const task of ['statements', 'ledgerSeals', 'autopay', 'reminders']) await utils.addJob(task, {})
    const left = () =>
      utils.withPgClient(
        async (client) => (await client.query<{ left: number }>('select count(*)::int as left from graphile_worker.jobs')).rows[0]?.left,
      )
    await expect.poll(left, { timeout: 60_000, interval: 200 }).toBe(0)
  } finally {
    await utils.release()
    await Promise.all([first.stop(), second.stop()])
  }
  expect(await lin.api.statement.detail({ month: '2026-10' })).toMatchObject({ state: 'OVERDUE', total: 120_000, interest: 120 })
  expect(await balances(lin)).toEqual({ drawn: 120_000 - 10_000 + 120, interest: 0, wallet: 0 })
  const titles = (await lin.api.message.list({ kind: 'system' })).dataList.map(({ title }) => title)
  expect(titles.filter((title) => title === '自动还款')).toHaveLength(1)
  expect(titles.filter((title) => title === '账单已逾期')).toHaveLength(1)
  // The seals were made beside it, and hold.
  expect((await readSealProgress(mall.db)).sealedAt).toEqual(mall.clock.now)
  expect(await mall.findInvariantBreaches()).toEqual({})
})
