import { execFileSync } from 'node:child_process'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '#server/platform/database/migrate.ts'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import { findCommitOfLastRelease } from '#tools/release-before.ts'
import { type LoadDatabase, NODE, openLoadDatabase } from './cluster.ts'
import { checkOutCommit, installOwnPackages } from './compare/checkout.ts'
import { startMixedLoad } from './mixed-load.ts'
import { startProxiedServers } from './proxied-servers.ts'
import { findProxyVersion } from './proxy.ts'
import type { LoadWorld } from './world.ts'

const PEOPLE = { guests: 2, carts: 2, buyers: 3 }

const ends: (() => unknown)[] = []
const endAll = async () => {
  for (const end of ends.splice(0).reverse()) await end()
}
afterAll(endAll)

/** The program of the release before, in a folder of its own with the packages that it names. */
function unpackReleaseBefore(): string {
  const checkout = checkOutCommit(findCommitOfLastRelease())
  ends.push(checkout.remove)
  installOwnPackages(checkout)
  return checkout.root
}

const runIn = (root: string, args: readonly string[], env: Record<string, string> = {}): string =>
  execFileSync(NODE, args, { cwd: root, encoding: 'utf8', env: { PATH: process.env.PATH ?? '', ...env } })

/** A database with the schema and the people of another program. */
async function openDatabaseOf(root: string): Promise<{ database: LoadDatabase; world: Pick<LoadWorld, 'buyers' | 'skuIds'> }> {
  const database = await openLoadDatabase({}, async (ownerUrl) => runIn(root, ['tools/migrate.ts'], { DATABASE_OWNER_URL: ownerUrl }))
  ends.push(async () => {
    await database.close()
    database.remove()
  })
  const request = { url: database.appUrl, buyers: PEOPLE.buyers + PEOPLE.carts, skus: 40, stock: 1_000_000 }
  const script = `
    import { createLoadWorld } from './bench/world.ts'
    const secret = Buffer.from('${database.secret.toString('hex')}', 'hex')
    const { database, buyers, skuIds } = await createLoadWorld({ ...${JSON.stringify(request)}, secret })
    await database.close()
    console.log(JSON.stringify({ buyers, skuIds }))`
  return { database, world: JSON.parse(runIn(root, ['--input-type=module', '-e', script])) }
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query<Row>(text, values).then(
    async ({ rows }) => {
      await client.end()
      return rows
    },
    async (error: unknown) => {
      await client.end()
      throw error
    },
  )
}

const proxyVersion = findProxyVersion()
const inRelease = selectByTestTier({ landing: false, release: true })
if (inRelease && proxyVersion === undefined) console.warn('rolling upgrade: skipped, HAProxy is not installed (Debian package haproxy)')

test.runIf(inRelease && proxyVersion !== undefined).each([2, 4])(
  'a rolling upgrade and restart of %i servers behind HAProxy fails no call and loses no data',
  async (count) => {
    const root = unpackReleaseBefore()
    const { database, world } = await openDatabaseOf(root)
    const servers = await startProxiedServers({ database, count, root })
    ends.push(servers.stop)
    const load = await startMixedLoad({ base: servers.base, world, ...PEOPLE })
    const { record } = load
    const phases: string[] = []
    const phase = async (name: string, work: () => Promise<unknown>) => {
      const before = { ...record.calls }
      await work()
      // People have bought meanwhile, and they go on.
      const paid = record.paid.length
      await expect.poll(() => record.paid.length).toBeGreaterThan(paid + 5)
      const calls = Object.entries(record.calls).map(([kind, made]) => `${kind} ${made - before[kind as keyof typeof before]}`)
      phases.push(`${name}: ${calls.join(', ')}; ${record.failures.length} failed`)
    }
    await phase('before', async () => undefined)
    let applied: string[] = []
    await phase('migrated', async () => (applied = await migrate(database.ownerUrl)))
    await phase('upgraded', servers.roll)
    await phase('restarted', servers.roll)
    await load.end()

    expect([...new Set(record.failures)]).toEqual([])
    expect(servers.unexpectedExits()).toEqual([])
    const found = await query<{ trade_id: string; paid: boolean }>(
      database.ownerUrl,
      `select trade_id, bool_and(state <> 'WAIT_PAY') as paid from "order" group by trade_id`,
    )
    // Each that was answered, and no other.
    expect(found.map(({ trade_id }) => trade_id).sort()).toEqual(record.submitted.toSorted())
    const there = new Map(found.map((row) => [row.trade_id, row.paid]))
    expect(record.paid.filter((id) => !there.get(id))).toEqual([])
    const carts = await query<{ sku_id: string; goods_num: number }>(database.ownerUrl, 'select sku_id, goods_num from cart_line')
    expect(new Map(carts.map(({ sku_id, goods_num }) => [sku_id, goods_num]))).toEqual(record.carts)
    // Every event was passed on, and no job has failed.
    const waiting = () => query(database.ownerUrl, 'select id from outbox where published_at is null')
    await expect.poll(waiting).toEqual([])
    expect(await query(database.ownerUrl, 'select last_error from graphile_worker._private_jobs where attempts >= max_attempts')).toEqual(
      [],
    )
    expect(await findInvariantBreaches(database.ownerUrl)).toEqual({})
    console.info(
      `${count} servers behind HAProxy ${proxyVersion}, ${applied.length} migrations; ${record.submitted.length} orders, ` +
        `${record.paid.length} payments, 0 lost\n${phases.map((line) => `  ${line}`).join('\n')}`,
    )
    await endAll()
  },
  1_200_000,
)
