import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { replaceDatabaseUrlParts } from '#server/platform/database/roles.ts'
import { type ChildProgram, findFreePort, startChildProgram } from '#server/platform/testing/child-program.ts'
import { openDatabaseProxy } from '#server/platform/testing/database-proxy.ts'
import { allowJobQueueSchemaCreation } from '#server/platform/testing/job-queue.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import { WORKER_HEARTBEAT_INTERVAL_MS } from './worker-locks.ts'

// Servers are started, and pauses between tries waited for.
const PATIENT = { timeout: 180_000 }

const mall = await openMall({ now: new Date() })
const queueLine = await openDatabaseProxy(mall.ownerUrl)
const [port, metricsPort] = [await findFreePort(), await findFreePort()]
const secret = randomBytes(32).toString('hex')
/** Sees what everybody does, and may end anybody's connection. */
const superUrl = replaceDatabaseUrlParts(inject('superUrl'), { database: new URL(mall.ownerUrl).pathname.slice(1) })
const observer = new pg.Client({ connectionString: superUrl })
let program: ChildProgram

const started: ChildProgram[] = []
async function startServer(environment: Record<string, string>): Promise<ChildProgram> {
  const server = startChildProgram('server/main.ts', { DATABASE_URL: mall.appUrl, MALL_SECRET: secret, LOG_LEVEL: 'info', ...environment })
  started.push(server)
  await server.says('"listening"')
  return server
}

beforeAll(async () => {
  await allowJobQueueSchemaCreation(mall.ownerUrl)
  await observer.connect()
  program = await startServer({ DATABASE_OWNER_URL: queueLine.url, PORT: String(port), METRICS_PORT: String(metricsPort) })
})
afterAll(async () => {
  for (const server of started) server.send('SIGKILL')
  await Promise.all([observer.end(), queueLine.close()])
})

const soon = <T>(what: () => Promise<T>, timeout = 60_000) => expect.poll(what, { timeout, interval: 50 })
const readiness = async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
  return { status: answer.status, ...((await answer.json()) as { ok: boolean; jobs?: string }) }
}
const figure = async (name: string) => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/`)).text()
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
}

const countOf = async (sql: string, values: unknown[] = []) => (await observer.query<{ count: number }>(sql, values)).rows[0]?.count
const waitingFor = (what: string) =>
  countOf(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query ~ $1`,
    [what],
  )
const addJob = async () =>
  (await observer.query<{ id: string }>(`select id from graphile_worker.add_job('announcements')`)).rows[0]?.id ?? expect.fail('no job')
const isLeft = (id: string) => countOf('select count(*)::int as count from graphile_worker.jobs where id = $1', [id])

/** Runs `work` while a statement's locks are held, which it may let go earlier. */
async function whileLocked(statement: string, work: (release: () => Promise<void>) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: superUrl })
  await client.connect()
  await client.query('begin')
  await client.query(statement)
  let released = false
  const release = async () => {
    if (released) return
    released = true
    await client.end()
  }
  await work(release).finally(release)
}

const WRITINGS = { delete: '^\\s*delete .*_private_jobs', update: '^\\s*update .*_private_jobs' } as const
type Writing = keyof typeof WRITINGS

/**
 * Ends the connection on which the queue writes down how a job ended, at that very moment. Returns whether it ended as the caller meant:
 * on a busy machine a job may have failed before it was let end.
 */
async function loseOutcome(id: string, meant: Writing, letEnd: () => Promise<void>): Promise<boolean> {
  let isMeant = false
  await whileLocked(`select 1 from graphile_worker._private_jobs where id = ${id} for update`, async () => {
    await letEnd()
    const hasFailed = () =>
      countOf('select count(*)::int as count from graphile_worker.jobs where id = $1 and last_error is not null', [id])
    const outcome = async () => {
      if ((await waitingFor(WRITINGS[meant])) === 1) return 'meant'
      return (await waitingFor(WRITINGS[meant === 'delete' ? 'update' : 'delete'])) === 1 || (await hasFailed()) === 1 ? 'other' : 'none'
    }
    await soon(async () => {
      const seen = await outcome()
      isMeant = seen === 'meant'
      return seen
    }).not.toBe('none')
    if (!isMeant) return
    await observer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query ~ $1`,
      [WRITINGS[meant]],
    )
  })
  return isMeant
}

/** The job waits for this, three seconds at most: then it fails. */
const TABLE_LOCK = 'lock table announcement in access exclusive mode'

/** Runs jobs until the connection of one is lost while the queue writes that it ended as meant. Then that job is run again, and is done. */
async function loseJobOnce(meant: Writing): Promise<void> {
  for (let isLost = false; !isLost; ) {
    let id = ''
    await whileLocked(TABLE_LOCK, async (release) => {
      id = await addJob()
      await soon(() => waitingFor('"announcement"')).toBeGreaterThan(0)
      isLost = await loseOutcome(id, meant, meant === 'delete' ? release : async () => {})
    })
    await soon(() => isLeft(id)).toBe(0)
  }
  expect(await readiness()).toMatchObject({ status: 200, ok: true })
}

/** How many jobs lose their connection while they end well, and badly. */
const LOSSES = selectByTestTier({ landing: { well: 1, badly: 1 }, release: { well: 3, badly: 2 } })
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

test.each(upTo(LOSSES.well))('a job that succeeds while its connection is lost runs again, and the server survives (%i)', PATIENT, () =>
  loseJobOnce('delete'),
)

test.each(upTo(LOSSES.badly))('a job that fails then does not end the server either (%i)', PATIENT, () => loseJobOnce('update'))

test('while the queue has no database, readiness reports it and the mall serves on; later all waiting jobs run', PATIENT, async () => {
  const restarts = await figure('mall_jobs_restarts_total')
  expect(restarts).toBeGreaterThanOrEqual(LOSSES.well + LOSSES.badly)
  let id = ''
  await whileLocked(TABLE_LOCK, async (release) => {
    id = await addJob()
    await soon(() => waitingFor('"announcement"')).toBeGreaterThan(0)
    queueLine.cut()
    await release()
    await soon(readiness).toMatchObject({ status: 200, ok: true, jobs: 'interrupted' })
  })
  expect(await figure('mall_jobs_running')).toBe(0)
  const refused = queueLine.refused()
  await expect.poll(() => queueLine.refused(), { timeout: 90_000 }).toBeGreaterThan(refused + 2)
  expect(await isLeft(id)).toBe(1)
  queueLine.restore()
  await soon(() => isLeft(id)).toBe(0)
  await soon(readiness).toMatchObject({ status: 200, ok: true, jobs: 'running', failedJobs: expect.any(Number) })
  expect(await figure('mall_jobs_running')).toBe(1)
  expect(await figure('mall_jobs_restarts_total')).toBeGreaterThan(restarts)
  expect(program.complaints()).toBe('')
})

test('a server without the credentials of the owner role reports that it runs no jobs', PATIENT, async () => {
  const other = await findFreePort()
  await startServer({ PORT: String(other) })
  expect(await (await fetch(`http://127.0.0.1:${other}/readyz`)).json()).toEqual({ ok: true, jobs: 'off' })
})

/** The workers that beat, by id, with how often they did: once a look of their process. */
const readBeats = async () =>
  new Map(
    (await observer.query<{ id: string; beats: number }>('select id, beats::int from job_worker')).rows.map(({ id, beats }) => [id, beats]),
  )
const holderOf = async (id: string) =>
  (await observer.query<{ locked_by: string | null }>('select locked_by from graphile_worker.jobs where id = $1', [id])).rows[0]
    ?.locked_by ?? undefined

test.runIf(selectByTestTier({ landing: false, release: true }))(
  'a job of a killed server is run by another within a minute',
  PATIENT,
  async () => {
    program.send('SIGTERM')
    await program.ended
    const doomed = await startServer({ DATABASE_OWNER_URL: mall.ownerUrl, PORT: '0' })
    await soon(async () => (await readBeats()).size).toBeGreaterThan(0)
    const own = await readBeats()
    const other = await startServer({ DATABASE_OWNER_URL: mall.ownerUrl, PORT: '0' })
    const findOther = async () => [...(await readBeats()).keys()].find((one) => !own.has(one)) ?? ''
    await soon(findOther).not.toBe('')
    const otherId = await findOther()
    const readLooks = async () => (await readBeats()).get(otherId) ?? expect.fail('the other server does not beat')
    // The other one is frozen when the job comes, so that the first takes it.
    other.send('SIGSTOP')
    let id = ''
    let dead: string | undefined
    await whileLocked(TABLE_LOCK, async () => {
      id = await addJob()
      await soon(() => waitingFor('"announcement"')).toBeGreaterThan(0)
      dead = await holderOf(id)
      doomed.send('SIGKILL')
      await doomed.ended
    })
    const looksBefore = await readLooks()
    other.send('SIGCONT')
    expect(dead).toBeDefined()
    await observer.query('update graphile_worker._private_jobs set attempts = max_attempts where id = $1', [id])
    await soon(async () => (await holderOf(id)) === dead, 120_000).toBe(false)
    const looks = (await readLooks()) - looksBefore
    // A busy machine looks late, so the minute is counted in looks.
    const seconds = (looks * WORKER_HEARTBEAT_INTERVAL_MS) / 1_000
    console.info(`freed: a job of a killed server after ${looks} looks of another, which are ${seconds} s`)
    expect(seconds).toBeLessThanOrEqual(60)
    await soon(() => isLeft(id)).toBe(0)
  },
)

test('SIGTERM while the queue has no database ends the server cleanly', PATIENT, async () => {
  const server = await startServer({ DATABASE_OWNER_URL: queueLine.url, PORT: '0' })
  queueLine.cut()
  server.send('SIGTERM')
  const { code, complaints } = await server.ended
  expect({ code, complaints }).toEqual({ code: 0, complaints: '' })
})
