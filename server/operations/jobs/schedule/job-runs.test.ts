import { randomBytes } from 'node:crypto'
import { makeWorkerUtils } from 'graphile-worker'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { KEPT_JOB_RUNS } from '#contract/operations/jobs/console-api.ts'
import { startBackgroundJobs } from '#server/operations/jobs/background-jobs.ts'
import { createErrorLog } from '#server/platform/core/log.ts'
import { failWritesOfRowsWithValue } from '#server/platform/testing/failing-rows.ts'
import { allowJobQueueSchemaCreation } from '#server/platform/testing/job-queue.ts'
import { ONE_DAY_MS, openMall } from '#server/platform/testing/mall.ts'
import { wrapScheduledTasksToRecordRuns } from './job-runs.ts'
import { computeNextRunTimesByTask, timetableCronItems } from './next-runs.ts'
import { labelOfTask } from './task-labels.ts'
import { scheduledJobTimetable } from './timetable.ts'

const mall = await openMall({ now: new Date('2026-11-18T02:00:30Z'), secret: randomBytes(32) })
const owner = new pg.Pool({ connectionString: mall.ownerUrl, max: 1 })
afterAll(() => owner.end())

test('the next run of each task is the next minute of its schedule in Asia/Shanghai', () => {
  const next = computeNextRunTimesByTask(new Date('2026-11-18T02:20:00Z'))
  expect(next.size).toBe(scheduledJobTimetable.length)
  expect([
    ...['deadlines', 'tracks', 'statements', 'reconciliation', 'proof', 'autopay'].map((task) => next.get(task)?.toISOString()),
  ]).toEqual([
    '2026-11-18T02:21:00.000Z',
    '2026-11-18T02:30:00.000Z',
    '2026-11-18T03:05:00.000Z',
    // 02:20 itself is over, so the afternoon in Shanghai.
    '2026-11-18T06:20:00.000Z',
    '2026-11-18T17:30:00.000Z',
    '2026-11-18T04:35:00.000Z',
  ])
  // A slow provider of signatures holds one worker, not two.
  expect(timetableCronItems.filter(({ options }) => options.queueName === 'signing').map(({ task }) => task)).toEqual(['signings'])
})

test('a task of another version of the program keeps its own name', () => {
  expect([labelOfTask('refund.made'), labelOfTask('proof'), labelOfTask('tomorrow')]).toEqual(['退款打款', '账务证明', 'tomorrow'])
})

test('before any server has run jobs the page is empty, and a retry finds nothing', async () => {
  const admin = await mall.staff('admin')
  const { failed, scheduled } = await admin.api.consoleJob.overview({})
  expect(failed).toEqual([])
  expect(scheduled.map(({ task }) => task)).toEqual(scheduledJobTimetable.map(({ task }) => task))
  expect(scheduled[0]).toMatchObject({
    taskLabel: '订单与退货到期处理',
    schedule: '每分钟',
    lastRun: null,
    runs: 0,
    lastFailure: null,
    recent: [],
  })
  expect(await admin.api.consoleJob.retry({ ids: ['1'] })).toEqual({ retried: 0 })
  expect(await admin.api.consoleJob.giveUp({ ids: ['1'], reason: '不再需要' })).toEqual({ givenUp: 0 })
})

test('only administrators and auditors look at jobs, and only administrators try them again', async () => {
  for (const role of ['support', 'warehouse', 'finance', 'catalogue', 'reviewer'] as const) {
    const { api } = await mall.staff(role)
    await expect(api.consoleJob.overview({})).rejects.toMatchObject({ code: 403 })
  }
  const { api } = await mall.staff('auditor')
  expect((await api.consoleJob.overview({})).failed).toEqual([])
  await expect(api.consoleJob.retry({ ids: ['1'] })).rejects.toMatchObject({ code: 403 })
  await expect(api.consoleJob.giveUp({ ids: ['1'], reason: '不再需要' })).rejects.toMatchObject({ code: 403 })
})

test('a failed run is shown with its error, an administrator tries it again, and the next run is good', async () => {
  const lin = await mall.buyer('林')
  const lines = [{ skuId: await mall.createSku('截齿', { sale: '600.00' }), goodsNum: 1 }]
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const { orders } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  const mend = await failWritesOfRowsWithValue(mall, { table: 'order', column: 'order_no', value: orders[0]?.orderNo ?? '' })
  mall.clock.forward(ONE_DAY_MS)
  await mall.renew()
  await allowJobQueueSchemaCreation(mall.ownerUrl)
  const around = { db: mall.db, clock: () => mall.clock.now, keys: mall.keys, ...mall.services }
  const jobs = await startBackgroundJobs({ ...around, ownerUrl: mall.ownerUrl, log: createErrorLog() })
  const utils = await makeWorkerUtils({ connectionString: mall.ownerUrl })
  const admin = await mall.staff('admin')
  const look = async () => {
    const { failed, scheduled } = await admin.api.consoleJob.overview({})
    return { failed, deadlines: scheduled.find(({ task }) => task === 'deadlines') }
  }
  const soon = <T>(what: () => Promise<T>) => expect.poll(what, { timeout: 100_000, interval: 200 })
  try {
    await utils.addJob('deadlines', {}, { maxAttempts: 1 })
    await soon(async () => (await look()).failed.length).toBe(1)
    const { failed, deadlines } = await look()
    expect(failed).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        task: 'deadlines',
        taskLabel: '订单与退货到期处理',
        createdAt: expect.any(Date),
        failedAt: expect.any(Date),
        attempts: 1,
        error: expect.stringMatching(/\S/),
      },
    ])
    expect(deadlines).toMatchObject({
      lastRun: { startedAt: mall.clock.now, failed: true },
      lastFailure: { at: mall.clock.now, error: failed[0]?.error },
    })
    await mend()
    expect(await admin.api.consoleJob.retry({ ids: failed.map(({ id }) => id) })).toEqual({ retried: 1 })
    await soon(async () => (await look()).deadlines?.lastRun?.failed).toBe(false)
    const after = await look()
    expect(after.failed).toEqual([])
    expect(after.deadlines?.failures).toBeLessThan(after.deadlines?.runs ?? 0)
    expect(after.deadlines?.lastFailure?.error).toBe(failed[0]?.error)
    // Its runs stand there one by one, the newest first.
    const recent = after.deadlines?.recent ?? []
    expect(recent).toHaveLength(after.deadlines?.runs ?? 0)
    expect(recent.at(-1)).toEqual({ startedAt: mall.clock.now, durationMs: 0, error: failed[0]?.error })
    expect(recent[0]).toMatchObject({ error: null })
    expect((await lin.api.order.detail({ orderNo: orders[0]?.orderNo ?? '' })).state).toBe('CANCELLED')
    // Who tried it again stands in the audit trail.
    expect((await admin.api.consoleAudit.list({ action: '/console-api/api/job/retry' })).total).toBeGreaterThan(0)
    // One that nobody needs any more is given up with a reason, once; one that waits for its next try is left alone.
    const adds = async (task: string, maxAttempts: number) => (await utils.addJob(task, {}, { maxAttempts })).id.toString()
    const [waiting, dead] = [await adds('nobody runs this either', 2), await adds('nobody runs this', 1)]
    await owner.query('update graphile_worker._private_jobs set attempts = 1 where id = any ($1)', [[dead, waiting]])
    const [gone] = (await look()).failed
    expect(gone).toMatchObject({ id: dead, task: 'nobody runs this' })
    const givesUp = () => admin.api.consoleJob.giveUp({ ids: [dead, waiting], reason: '订单已改用其他方式处理' })
    expect([await givesUp(), await givesUp(), (await look()).failed]).toEqual([{ givenUp: 1 }, { givenUp: 0 }, []])
    const { dataList } = await admin.api.consoleAudit.list({ action: 'give up job' })
    expect(dataList).toMatchObject([{ objectKind: 'job', objectId: dead, actionName: '放弃后台任务' }])
    expect(dataList[0]?.facts).toContainEqual({ name: 'reason', value: '订单已改用其他方式处理' })
  } finally {
    await utils.release()
    await jobs.stop()
  }
})

test('of each task the last runs are kept, the newest first, and no more', async () => {
  let now = new Date('2026-11-19T00:00:00Z')
  const clock = () => now
  const tasks = wrapScheduledTasksToRecordRuns(
    {
      proof: async () => {
        now = new Date(now.getTime() + 1_500)
        if (now.getUTCMinutes() === 0) throw new Error('账簿读不到\nat proof')
      },
    },
    { db: mall.db, clock, unrecorded: (error) => expect.fail(String(error)) },
  )
  const runs = async () => {
    // What the queue hands to a task besides is not used here.
    await Promise.resolve(tasks.proof?.({}, {} as never)).catch(() => undefined)
    now = new Date(now.getTime() + 60_000)
  }
  for (const _ of Array.from({ length: KEPT_JOB_RUNS })) await runs()
  const recent = async () => {
    const { scheduled } = await (await mall.staff('admin')).api.consoleJob.overview({})
    return scheduled.find(({ task }) => task === 'proof')?.recent ?? []
  }
  const before = await recent()
  expect(before).toHaveLength(KEPT_JOB_RUNS)
  expect(before.at(-1)).toEqual({ startedAt: new Date('2026-11-19T00:00:00Z'), durationMs: 1_500, error: '账簿读不到' })
  await runs()
  const after = await recent()
  expect(after).toHaveLength(KEPT_JOB_RUNS)
  expect(after.slice(1)).toEqual(before.slice(0, -1))
  expect(after[0]).toMatchObject({ durationMs: 1_500, error: null })
})
