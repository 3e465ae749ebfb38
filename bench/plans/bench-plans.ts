import pg from 'pg'
import { type LoadDatabase, openLoadDatabase } from '#bench/cluster.ts'
import { countRowsRead, countRowsSorted, isSequentialScan, readQueryPlan } from '#bench/explain.ts'
import { openAppRecordingStatements } from '#bench/record.ts'
import { createLoadWorld, LOAD_SECOND_STAFF_EMAIL, LOAD_STAFF_EMAIL, type LoadWorld, PASSWORD } from '#bench/world.ts'
import { ROWS_REACHABLE_BY_PAGES_MAX } from '#contract/platform/core/fields.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createShop } from '#server/catalog/shops/public.ts'
import { runInTransaction } from '#server/platform/core/db.ts'
import { createMoment, systemClock } from '#server/platform/core/moment.ts'
import { createTestUser } from '#server/platform/testing/test-user.ts'
import { createQueryPlanActions, type PlanScene } from './acts.ts'
import { insertOrdersForQueryPlans } from './fill-plans.ts'
import { findQueryPlanActionObjects, insertPlanProject, insertPlanTags, limitStaffToLastShop } from './scene.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)
const TABLES = ['order', 'payment'] as const
const COMPANIES = 40
const SKUS = 200
/** A page of a list has twenty rows. Sorting many more rows to find them means that an index is missing. */
const SORTED_MAX = 2_000
/** Counts of tables that grow without end stop here, and may read the table from its start until then. */
const READ_MAX = ROWS_REACHABLE_BY_PAGES_MAX
const READS = /\b(?:from|join) "?(?:order|payment)"?(?![_a-z])/

/** The relevant facts of a plan about the tables. */
interface StatementPlan {
  /** The list or job that sends the statement. */
  act: string
  sql: string
  /** Names of indexes, in the order of the plan. */
  indexes: string[]
  /** Tables that it reads completely, or in large parts. */
  scanned: string[]
  /** Rows that were sorted in the largest sort. */
  sorted: number
  ms: number
  /** Pages of 8 kB that were read. */
  pages: number
}

async function explainStatement(
  client: pg.Client,
  { act, sql, parameters }: { act: string; sql: string; parameters: readonly unknown[] },
): Promise<StatementPlan> {
  const { steps, ms } = await readQueryPlan(client, { sql, parameters })
  const [root] = steps
  return {
    act,
    sql,
    indexes: [...new Set(steps.flatMap((step) => step['Index Name'] ?? []))],
    scanned: steps
      .filter((step) => isSequentialScan(step, TABLES) && countRowsRead(step) > READ_MAX)
      .map((step) => step['Relation Name'] ?? ''),
    sorted: Math.max(...steps.map(countRowsSorted)),
    ms,
    pages: (root?.['Shared Hit Blocks'] ?? 0) + (root?.['Shared Read Blocks'] ?? 0),
  }
}

interface IndexSize {
  table: string
  index: string
  bytes: number
  definition: string
}

async function readIndexes(client: pg.Client): Promise<IndexSize[]> {
  const { rows } = await client.query<IndexSize>(
    `select t.relname as table, c.relname as index, pg_relation_size(c.oid)::float8 as bytes,
       regexp_replace(pg_get_indexdef(c.oid), '^.* USING btree ', '') as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
     where t.relname = any($1::text[]) and t.relnamespace = 'public'::regnamespace order by 1, 2`,
    [TABLES],
  )
  return rows
}

async function setScene(client: pg.Client, { database, buyers }: LoadWorld): Promise<void> {
  const moment = createMoment(systemClock())
  await runInTransaction(database.db, (tx) => createShop(tx, moment, { name: '小店', city: '深圳' }))
  // An administrator would keep all shops.
  await client.query(`update staff set roles = 'support' where email = $1`, [LOAD_SECOND_STAFF_EMAIL])
  await limitStaffToLastShop(client, LOAD_SECOND_STAFF_EMAIL)
  const [buyer] = buyers
  if (!buyer) throw new Error('nobody to ask')
  await insertPlanProject(client, buyer.enterpriseId)
}

type Recorded = Awaited<ReturnType<typeof openAppRecordingStatements>>

async function openScene(client: pg.Client, { app, db }: Recorded, { buyers }: LoadWorld): Promise<PlanScene> {
  const [buyer] = buyers
  if (!buyer) throw new Error('nobody to ask')
  await insertPlanTags(client, buyer.enterpriseId)
  const guest = createTestUser(app.http)
  const person = await guest.api.security.loginByMobile({ mobile: buyer.mobile, pwd: PASSWORD })
  const asStaff = async (email: string) => createTestUser(app.http, (await guest.api.staff.logIn({ email, pwd: PASSWORD })).token).api
  return {
    db,
    ...(await findQueryPlanActionObjects(client, buyer.enterpriseId)),
    buyer: createTestUser(app.http, person.token).api,
    staff: await asStaff(LOAD_STAFF_EMAIL),
    keeper: await asStaff(LOAD_SECOND_STAFF_EMAIL),
    enterpriseId: buyer.enterpriseId,
    userId: buyer.userId,
  }
}

async function planEach(client: pg.Client, recorded: Recorded, scene: PlanScene): Promise<StatementPlan[]> {
  const plans: StatementPlan[] = []
  for (const [act, run] of Object.entries(createQueryPlanActions(scene, toShanghaiDay(systemClock())))) {
    recorded.queries.length = 0
    await run().catch((error: Error) => print(`  ${act}: ${error.message}`))
    const sent = recorded.queries.filter(({ sql }) => /^(?:select|with|\s)/.test(sql) && READS.test(sql))
    for (const { sql, parameters } of sent) plans.push(await explainStatement(client, { act, sql, parameters }))
  }
  return plans
}

/** The problem of a plan: it grows with the orders. */
const listFaults = ({ scanned, sorted }: Pick<StatementPlan, 'scanned' | 'sorted'>): string[] => [
  ...scanned.map((table) => `reads all of ${table}`),
  ...(sorted > SORTED_MAX ? [`sorts ${sorted} rows`] : []),
]

function printFigures(indexes: readonly IndexSize[], plans: readonly StatementPlan[]): void {
  for (const { act, sql, indexes: used, scanned, sorted, ms, pages } of plans) {
    const bad = listFaults({ scanned, sorted })
    print(`${act} | ${ms.toFixed(1)} ms, ${pages} pages | ${used.join(', ')}${bad.length > 0 ? ` | !! ${bad.join(', ')}` : ''}`)
    if (bad.length > 0) print(`    ${sql.replaceAll(/\s+/g, ' ').slice(0, 400)}`)
  }
  print('')
  for (const { table, index, bytes, definition } of indexes) {
    const by = [...new Set(plans.filter((plan) => plan.indexes.includes(index)).map(({ act }) => act))]
    print(`${table} | ${index} ${definition} | ${(bytes / 2 ** 20).toFixed(1)} MB | ${by.join('; ') || 'no plan'}`)
  }
}

async function withClient(database: LoadDatabase, url: string, work: (client: pg.Client, mallUrl: string) => Promise<void>): Promise<void> {
  const mall = new URL(url)
  mall.pathname = new URL(database.appUrl).pathname
  const client = new pg.Client({ connectionString: mall.toString() })
  await client.connect()
  await work(client, mall.toString())
  await client.end()
}

/** Fills a separate mall with orders and payments, and explains every read of them. It reports acts that fail. */
async function readPlansOfManyOrders(orders: number): Promise<{ indexes: IndexSize[]; plans: StatementPlan[] }> {
  const database = await openLoadDatabase({ jit: 'off' })
  try {
    let result: { indexes: IndexSize[]; plans: StatementPlan[] } | undefined
    const world = await createLoadWorld({ url: database.appUrl, secret: database.secret, buyers: COMPANIES, skus: SKUS, stock: 1_000 })
    await withClient(database, database.superUrl, async (client, url) => {
      await setScene(client, world)
      await insertOrdersForQueryPlans(url, orders)
      const recorded = await openAppRecordingStatements(database.appUrl, world.keys)
      const scene = await openScene(client, recorded, world)
      result = { indexes: await readIndexes(client), plans: await planEach(client, recorded, scene) }
      await recorded.close()
    })
    await world.database.close()
    if (!result) throw new Error('no plans')
    return result
  } finally {
    database.close()
    database.remove()
  }
}

/**
 * `npm run bench -- --plans`: the plan of every read of orders and payments on many of them, and for each index the reads that use it. Returns
 * how many plans grow with the orders.
 */
export async function benchPlans(orders: number): Promise<number> {
  const { indexes, plans } = await readPlansOfManyOrders(orders)
  printFigures(indexes, plans)
  return plans.filter((plan) => listFaults(plan).length > 0).length
}
