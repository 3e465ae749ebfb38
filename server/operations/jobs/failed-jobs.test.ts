import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { Registry } from 'prom-client'
import { afterAll, expect, test } from 'vitest'
import { createErrorLog } from '#server/platform/core/log.ts'
import type { JobsStatus } from '#server/platform/core/process-status.ts'
import { startChildProgram } from '#server/platform/testing/child-program.ts'
import { failWritesOfRowsWithValue } from '#server/platform/testing/failing-rows.ts'
import { allowJobQueueSchemaCreation } from '#server/platform/testing/job-queue.ts'
import { ONE_DAY_MS, openMall } from '#server/platform/testing/mall.ts'
import { registerJobMetrics } from '#server/platform/web/metrics.ts'
import { startBackgroundJobs } from './background-jobs.ts'

// It waits for the next minute, when the tasks of every minute run.
const PATIENT = { timeout: 240_000 }

const secret = randomBytes(32)
const mall = await openMall({ now: new Date(), secret })
const owner = new pg.Pool({ connectionString: mall.ownerUrl, max: 1 })
afterAll(() => owner.end())

const runTool = async (...args: string[]) => {
  const environment = { DATABASE_URL: mall.appUrl, DATABASE_OWNER_URL: mall.ownerUrl, MALL_SECRET: secret.toString('hex') }
  const { code, output, complaints } = await startChildProgram('tools/jobs.ts', environment, {}, args).ended
  expect({ code, complaints }).toEqual({ code: 0, complaints: '' })
  return output
}

test('a job that fails its last try is counted, listed, retried on demand, and deleted after its retention', PATIENT, async () => {
  const lin = await mall.buyer('林')
  const lines = [{ skuId: await mall.createSku('截齿', { sale: '600.00' }), goodsNum: 1 }]
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const { orders } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  const orderNo = orders[0]?.orderNo ?? ''
  const mend = await failWritesOfRowsWithValue(mall, { table: 'order', column: 'order_no', value: orderNo })
  mall.clock.forward(ONE_DAY_MS)
  await mall.renew()
  await allowJobQueueSchemaCreation(mall.ownerUrl)
  const around = { db: mall.db, clock: () => mall.clock.now, keys: mall.keys, ...mall.services }
  const jobs = await startBackgroundJobs({ ...around, ownerUrl: mall.ownerUrl, log: createErrorLog() })
  const registry = new Registry()
  registerJobMetrics(registry, jobs.status)
  const failed = (): JobsStatus['failed'] => jobs.status().failed
  const soon = <T>(what: () => T) => expect.poll(what, { timeout: 100_000, interval: 200 })
  try {
    expect(failed()).toEqual([])
    // Its next minute replaces it, so one try is enough, and there is never more than one.
    await soon(failed).toEqual([{ task: 'deadlines', count: 1, oldestSeconds: expect.any(Number) }])
    expect(await registry.metrics()).toMatch(/^mall_jobs_failed\{task="deadlines"\} 1\n/m)
    expect(await registry.metrics()).toMatch(/^mall_jobs_failed_oldest_seconds\{task="deadlines"\} \d/m)
    const { rows } = await owner.query<{ id: string; key: string; attempts: number }>(
      "select id::text, key, attempts from graphile_worker.jobs where task_identifier = 'deadlines'",
    )
    expect(rows).toEqual([{ id: expect.any(String), key: 'deadlines', attempts: 1 }])
    const admin = await mall.staff('admin')
    const card = (await admin.api.consoleQueue.list({})).find(({ kind }) => kind === 'jobFailed')
    expect(card).toMatchObject({ count: (await admin.api.consoleJob.overview({})).failed.length, oldestAt: expect.any(Date) })
    expect(card?.count).toBe(1)
    expect(await runTool()).toMatch(/^\d+ {2}deadlines {2}since .*, 1 tries: .*\n1 failed jobs\n$/)
    await mend()
    expect(await runTool('--retry', rows[0]?.id ?? '')).toBe('1 jobs are tried again\n')
    await soon(failed).toEqual([])
    expect(await registry.metrics()).not.toMatch(/^mall_jobs_failed\{/m)
    expect((await lin.api.order.detail({ orderNo })).state).toBe('CANCELLED')

    await owner.query("select graphile_worker.add_job('nobody runs this', max_attempts => 1)")
    await owner.query(
      "update graphile_worker._private_jobs set attempts = 1 where task_id = (select id from graphile_worker._private_tasks where identifier = 'nobody runs this')",
    )
    await soon(failed).toMatchObject([{ task: 'nobody runs this', count: 1 }])
    // A job whose time came ten minutes ago is shown with its age, and so is one that a worker holds.
    await owner.query("select graphile_worker.add_job('late', run_at => now() - interval '10 minutes')")
    await soon(() => jobs.status().waiting).toMatchObject([{ task: 'late', count: 1 }])
    expect(jobs.status().waiting[0]?.oldestSeconds).toBeGreaterThan(600)
    await owner.query(
      "update graphile_worker._private_jobs set locked_at = now() - interval '2 hours', locked_by = 'somebody' where task_id = (select id from graphile_worker._private_tasks where identifier = 'late')",
    )
    await soon(() => jobs.status().locked.filter(({ task }) => task === 'late')).toMatchObject([{ count: 1 }])
    expect(await registry.metrics()).toMatch(/^mall_jobs_locked_oldest_seconds\{task="late"\} 7[2-9]\d\d/m)
    await owner.query(
      "update graphile_worker._private_jobs set updated_at = now() - interval '30 days 1 minute' where attempts >= max_attempts",
    )
    await soon(failed).toEqual([])
    expect(await runTool()).toBe('no failed jobs\n')
  } finally {
    await jobs.stop()
  }
})
