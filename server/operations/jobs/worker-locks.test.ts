import { makeWorkerUtils } from 'graphile-worker'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createErrorLog } from '#server/platform/core/log.ts'
import { openDatabaseProxy } from '#server/platform/testing/database-proxy.ts'
import { allowJobQueueSchemaCreation } from '#server/platform/testing/job-queue.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { openJobQueuePool } from './queue-pool.ts'
import {
  type DeadWorkerMonitor,
  MAX_MISSED_WORKER_HEARTBEATS,
  openDeadWorkerMonitor,
  WORKER_HEARTBEAT_INTERVAL_MS,
} from './worker-locks.ts'

const mall = await openMall()
const owner = new pg.Pool({ connectionString: mall.ownerUrl })
const line = await openDatabaseProxy(mall.ownerUrl)
const { pool: cutOff, close } = openJobQueuePool(line.url, 2, createErrorLog())

beforeAll(async () => {
  await allowJobQueueSchemaCreation(mall.ownerUrl)
  const utils = await makeWorkerUtils({ connectionString: mall.ownerUrl })
  await utils.migrate()
  await utils.release()
})
beforeEach(() => owner.query('delete from job_worker; delete from graphile_worker._private_jobs'))
afterAll(async () => {
  await Promise.all([owner.end(), close()])
  await line.close()
})

/** A job that a worker has taken and not ended, at its first try or its last. */
async function takeJob(worker: string, { last = false } = {}): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(`select id from graphile_worker.add_job('announcements')`)
  const id = rows[0]?.id ?? expect.fail('no job')
  const attempts = last ? 'max_attempts' : '1'
  await owner.query(`update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = ${attempts} where id = $2`, [
    worker,
    id,
  ])
  return id
}
const holderOf = async (id: string) =>
  (await owner.query<{ locked_by: string | null }>('select locked_by from graphile_worker.jobs where id = $1', [id])).rows[0]?.locked_by
const times = async (count: number, work: () => Promise<unknown>) => {
  for (let time = 0; time < count; time++) await work()
}
const joined = async (id: string, pool = owner): Promise<DeadWorkerMonitor> => {
  const locks = openDeadWorkerMonitor(pool)
  await locks.add(id)
  return locks
}

test('the jobs of a worker without heartbeat are released after the set number of checks, not before', async () => {
  await joined('pool-dead')
  const other = await joined('pool-other')
  const [first, last] = [await takeJob('pool-dead'), await takeJob('pool-dead', { last: true })]
  await times(MAX_MISSED_WORKER_HEARTBEATS - 1, other.look)
  expect([await holderOf(first), await holderOf(last), other.freed()]).toEqual(['pool-dead', 'pool-dead', 0])
  await other.look()
  expect([await holderOf(first), await holderOf(last), other.freed()]).toEqual([null, null, 2])
  // What was cut off at its last try is tried once more.
  const { rows } = await owner.query('select 1 from graphile_worker._private_jobs where is_available')
  expect(rows).toHaveLength(2)
})

test('the jobs of a dead worker are free again within a minute, counted in looks', async () => {
  await joined('pool-dead')
  const other = await joined('pool-other')
  const job = await takeJob('pool-dead')
  let looks = 0
  while ((await holderOf(job)) !== null) {
    await other.look()
    looks++
  }
  // It may die just after a look, so up to one interval passes before the first that sees nothing new.
  expect((1 + looks) * WORKER_HEARTBEAT_INTERVAL_MS).toBeLessThanOrEqual(60_000)
})

test('a worker with a heartbeat keeps its job however long it runs and however many check it', async () => {
  const slow = await joined('pool-slow')
  const others = [await joined('pool-1'), await joined('pool-2'), await joined('pool-3')]
  const job = await takeJob('pool-slow')
  await times(4 * MAX_MISSED_WORKER_HEARTBEATS, async () => {
    await Promise.all(others.map((other) => other.look()))
    await slow.look()
  })
  expect(await holderOf(job)).toBe('pool-slow')
  // Late, but within the looks.
  for (let gap = 1; gap < MAX_MISSED_WORKER_HEARTBEATS; gap++) {
    await times(gap, () => Promise.all(others.map((other) => other.look())))
    await slow.look()
  }
  expect(await holderOf(job)).toBe('pool-slow')
})

test('after an hour without a database no worker is declared dead', async () => {
  const mine = await joined('pool-mine', cutOff)
  const other = await joined('pool-other')
  const job = await takeJob('pool-other')
  await times(MAX_MISSED_WORKER_HEARTBEATS - 1, mine.look)
  line.cut()
  await expect(mine.look()).rejects.toThrow()
  line.restore()
  await times(MAX_MISSED_WORKER_HEARTBEATS - 1, mine.look)
  expect(await holderOf(job)).toBe('pool-other')
  await other.look()
  await times(MAX_MISSED_WORKER_HEARTBEATS - 1, mine.look)
  expect(await holderOf(job)).toBe('pool-other')
})

test('wall clocks are ignored: old locks of a live worker stay, future locks of a dead worker are released', async () => {
  const live = await joined('pool-live')
  await joined('pool-gone')
  const [old, future] = [await takeJob('pool-live'), await takeJob('pool-gone')]
  await owner.query(`update graphile_worker._private_jobs set locked_at = now() - interval '1 year' where id = $1`, [old])
  await owner.query(`update graphile_worker._private_jobs set locked_at = now() + interval '1 year' where id = $1`, [future])
  await times(MAX_MISSED_WORKER_HEARTBEATS, live.look)
  expect([await holderOf(old), await holderOf(future)]).toEqual(['pool-live', null])
})

test('one of several checkers releases the jobs of a dead worker; a worker wrongly declared dead goes on', async () => {
  const frozen = await joined('pool-frozen')
  const others = [await joined('pool-1'), await joined('pool-2'), await joined('pool-3')]
  await takeJob('pool-frozen')
  await times(MAX_MISSED_WORKER_HEARTBEATS, () => Promise.all(others.map((other) => other.look())))
  expect(others.map((other) => other.freed()).sort()).toEqual([0, 0, 1])
  await frozen.look()
  const taken = await takeJob('pool-frozen')
  await times(MAX_MISSED_WORKER_HEARTBEATS - 1, () => Promise.all(others.map((other) => other.look())))
  await frozen.look()
  await times(MAX_MISSED_WORKER_HEARTBEATS - 1, () => Promise.all(others.map((other) => other.look())))
  expect(await holderOf(taken)).toBe('pool-frozen')
})

test('when a worker ends while the database is away, its process releases its jobs later', async () => {
  const mine = await joined('pool-mine', cutOff)
  await mine.add('pool-ended')
  const job = await takeJob('pool-ended')
  line.cut()
  await mine.remove('pool-ended')
  expect(await holderOf(job)).toBe('pool-ended')
  line.restore()
  await mine.look()
  expect([await holderOf(job), mine.freed()]).toEqual([null, 1])
})
