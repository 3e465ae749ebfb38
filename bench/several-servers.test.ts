import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { callOverNetwork } from '#server/platform/testing/child-program.ts'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import { type LoadDatabase, openLoadDatabase } from './cluster.ts'
import { startMixedLoad } from './mixed-load.ts'
import { type ProxiedServers, startProxiedServers } from './proxied-servers.ts'
import { findProxyVersion } from './proxy.ts'
import { queryOnce } from './query-once.ts'
import { logInStaffAt, measurePriceChange, measurePush, openPushLine, type PushLine } from './watch-servers.ts'
import { createLoadWorld, LOAD_STAFF_EMAIL, type LoadWorld, PASSWORD } from './world.ts'

// Two and four servers behind HAProxy with its configuration of deploy/, while people buy: what happens at one is seen at all, and jobs run once.

const PEOPLE = { guests: 1, carts: 1, buyers: 2 }
const ROUNDS = 4
const SECOND_MS = 1_000

const proxyVersion = findProxyVersion()
if (proxyVersion === undefined) console.warn('several servers: skipped, HAProxy is not installed (Debian package haproxy)')

/** Notes each time that a worker takes a job: beside the queue, which forgets a job when it is done. */
const NOTE_STARTS = `
  create table job_watch as select clock_timestamp() as since;
  create table job_start (job_id bigint, key text, task text, cron text, worker text);
  create function note_job_start() returns trigger language plpgsql as $$ begin
    insert into job_start select new.id, new.key, identifier, new.payload->'_cron'->>'ts', new.locked_by
    from graphile_worker._private_tasks where id = new.task_id;
    return null;
  end $$;
  create trigger note_job_start after update on graphile_worker._private_jobs
    for each row when (new.attempts > old.attempts) execute function note_job_start()`

/** Events of topics with a listener whose job was not started once, and runs of the timetable that were not. */
const NOT_ONCE = `
  select o.topic as what, count(s.job_id)::int as starts from outbox o left join job_start s on s.key = o.id::text
  where o.topic in (select task from job_start) and o.at > (select since from job_watch)
    and not exists (select 1 from graphile_worker._private_jobs j where j.key = o.id::text and j.run_at > now())
  group by o.id, o.topic having count(s.job_id) <> 1
  union all
  select task || ' of ' || cron, count(*)::int from job_start where cron is not null group by task, cron having count(*) <> 1
  union all
  select task, count(*)::int from job_start group by job_id, task having count(*) <> 1`

const COUNTS = `
  select count(*)::int as jobs, count(distinct worker)::int as workers, count(*) filter (where cron is not null)::int as scheduled,
    count(*) filter (where key in (select id::text from outbox))::int as events from job_start`

const UNDONE = `
  select (select count(*) from outbox where published_at is null)::int
    + (select count(*) from graphile_worker._private_jobs where run_at <= now())::int as count`

/** An event with a listener, as a write of the mall makes it. */
const ADD_EVENT = `insert into outbox (id, at, topic, payload)
  select uuid_v7(), clock_timestamp(), 'stock.changed', jsonb_build_object('skuIds', jsonb_build_array(id)) from sku limit 1`
const EVENTS = 200

interface JobCounts {
  jobs: number
  workers: number
  scheduled: number
  events: number
}

describe.runIf(proxyVersion !== undefined).each([2, 4])('%i servers behind HAProxy', (count) => {
  let database: LoadDatabase
  let world: LoadWorld
  let servers: ProxiedServers
  let staffToken: string
  const ends: (() => unknown)[] = []
  const print = (text: string) => console.info(`${count} servers: behind HAProxy ${proxyVersion}, ${text}`)
  const read = <Row extends object>(text: string) => queryOnce<Row>(database.ownerUrl, text)

  beforeAll(async () => {
    database = await openLoadDatabase()
    ends.push(
      () => database.remove(),
      () => database.close(),
    )
    world = await createLoadWorld({
      url: database.appUrl,
      secret: database.secret,
      buyers: PEOPLE.buyers + PEOPLE.carts + 1,
      skus: 40,
      stock: 1_000_000,
    })
    ends.push(() => world.database.close())
    servers = await startProxiedServers({ database, count })
    ends.push(servers.stop)
    staffToken = await logInStaffAt(servers.base, LOAD_STAFF_EMAIL, PASSWORD)
  })
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })

  test('a screen on each of them is told within two seconds what staff announce at one', async () => {
    const mobile = world.buyers.at(-1)?.mobile ?? ''
    const { data } = await callOverNetwork(servers.base, contract.security.loginByMobile.path, { body: { mobile, pwd: PASSWORD } })
    const { token } = data as { token: string }
    const lines: PushLine[] = []
    // The proxy gives a stream to the server with the fewest, but a server that has just started gets less.
    while ((await servers.countOpenRequests()).some((open) => open === 0)) lines.push(await openPushLine(servers.base, token))
    ends.push(() => lines.map((line) => line.hangUp()))
    const took: number[] = []
    for (let round = 0; round < ROUNDS; round++) took.push(await measurePush(servers.base, staffToken, lines))
    print(`${lines.length} push streams were told after ${took.map(Math.round).join(', ')} ms`)
    expect(took.every(Number.isFinite)).toBe(true)
    // A busy machine may be late once. A server that polls is late every time.
    expect(Math.min(...took)).toBeLessThan(2 * SECOND_MS)
  })

  test('a price that is changed in the console is seen at each of them within a second', async () => {
    const skuId = world.skuIds[0] ?? expect.fail('no SKU')
    const took: number[] = []
    for (let rowVersion = 0; rowVersion < ROUNDS; rowVersion++)
      took.push(await measurePriceChange(servers.base, servers.bases, { staffToken, skuId, rowVersion, price: 20.5 + rowVersion }))
    print(`a price was seen at each after ${took.map(Math.round).join(', ')} ms`)
    expect(took.every(Number.isFinite)).toBe(true)
    expect(Math.min(...took)).toBeLessThan(SECOND_MS)
  })

  test('the job of each event, and each of the timetable, runs once', async () => {
    await expect.poll(async () => (await read<{ count: number }>(UNDONE))[0]?.count).toBe(0)
    await read(NOTE_STARTS)
    const counts = async () => (await read<JobCounts>(COUNTS))[0]
    const load = await startMixedLoad({ base: servers.base, world, ...PEOPLE })
    for (let made = 0; made < EVENTS; made++) await read(ADD_EVENT)
    // The timetable has jobs every minute.
    await expect.poll(async () => ((await counts())?.scheduled ?? 0) > 0 && load.record.paid.length > 50, { timeout: 240_000 }).toBe(true)
    await load.end()
    expect(load.record.failures).toEqual([])
    await expect.poll(async () => (await read<{ count: number }>(UNDONE))[0]?.count).toBe(0)
    const { jobs = 0, workers = 0, scheduled = 0, events = 0 } = (await counts()) ?? {}
    print(`${jobs} jobs ran once each, on ${workers} workers: ${events} of events, ${scheduled} of the timetable`)
    expect(await read(NOT_ONCE)).toEqual([])
    expect(events).toBeGreaterThanOrEqual(EVENTS)
    // No server has all of them.
    expect(workers).toBeGreaterThan(1)
    expect(await findInvariantBreaches(database.ownerUrl)).toEqual({})
    expect(servers.unexpectedExits()).toEqual([])
  })
})
