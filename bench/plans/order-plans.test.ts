import { expect, inject, test } from 'vitest'
import { countRowsRead, countRowsSorted, explainQuery, isSequentialScan, type PlanNode } from '#bench/explain.ts'
import { ROWS_REACHABLE_BY_PAGES_MAX } from '#contract/platform/core/fields.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createShop } from '#server/catalog/shops/public.ts'
import { systemClock } from '#server/platform/core/moment.ts'
import { withDatabaseClient } from '#server/platform/database/connect.ts'
import { replaceDatabaseUrlParts } from '#server/platform/database/roles.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import { createQueryPlanActions } from './acts.ts'
import { insertOrdersForQueryPlans } from './fill-plans.ts'
import { findListCalls } from './paged-lists.ts'
import { findQueryPlanActionObjects, insertPlanProject, insertPlanTags, limitStaffToLastShop } from './scene.ts'

// Every list of the contract, asked over HTTP in each way that its filters allow, on many orders and payments: none reads a table from end to end,
// and none sorts more than a page. The small size suffices for the planner to choose indexes; the release tier has two million.

const ORDERS = selectByTestTier({ landing: 40_000, release: 2_000_000 })
/** The more orders, the more companies: a count that stops at `ROWS_REACHABLE_BY_PAGES_MAX` may rightly read the table if one of eight rows is the company's. */
const COMPANIES = selectByTestTier({ landing: 8, release: 100 })
/** The largest page that a list has. */
const PAGE_MAX = 100
/**
 * A count stops at `ROWS_REACHABLE_BY_PAGES_MAX`. It may meet in the table itself what more than one of five rows are: that many it reads whatever the table's size.
 */
const isFaulty = (step: PlanNode) =>
  isSequentialScan(step, TABLES) &&
  countRowsRead(step) > ROWS_REACHABLE_BY_PAGES_MAX &&
  5 * step['Actual Rows'] * step['Actual Loops'] < countRowsRead(step)
const TABLES = ['order', 'payment', 'trade', 'payment_allocation']
const ROLES = ['support', 'warehouse', 'finance', 'catalogue', 'admin'] as const
const READS = /\b(?:from|join) "?(?:order|payment|trade|payment_allocation)"?(?![_a-z])/

const mall = await openMall({ now: systemClock() })
const day = toShanghaiDay(mall.clock.now)
const buyer = await mall.buyer('林', { credit: '1000' })
for (let at = 1; at < COMPANIES; at++) await mall.buyer(`吴${at}`)
await mall.runInTransaction((tx) => createShop(tx, mall.moment(), { name: '小店', city: '深圳' }))
const staff = await mall.staff(...ROLES)
const keeper = await mall.staff('support', 'warehouse')
const superUrl = replaceDatabaseUrlParts(inject('superUrl'), { database: new URL(mall.ownerUrl).pathname.slice(1) })
const facts = await withDatabaseClient(superUrl, async (client) => {
  await limitStaffToLastShop(client, 'support-warehouse@staff.test')
  await insertPlanProject(client, buyer.enterpriseId)
  await insertOrdersForQueryPlans(superUrl, ORDERS)
  await insertPlanTags(client, buyer.enterpriseId)
  return findQueryPlanActionObjects(client, buyer.enterpriseId)
})
const scene = {
  ...facts,
  db: mall.db,
  buyer: buyer.api,
  staff: staff.api,
  keeper: keeper.api,
  enterpriseId: buyer.enterpriseId,
  userId: buyer.userId,
}

/** What is wrong with the plans of the reads of some work: empty if nothing. */
async function findFaults(work: () => Promise<unknown>): Promise<string[]> {
  const sent = (await mall.queriesOf(work)).filter(({ sql }) => /^(?:select|with|\s)/.test(sql) && READS.test(sql))
  const faults: string[] = []
  for (const query of sent) {
    const steps = await explainQuery(mall.pool, query)
    const scans = steps.filter(isFaulty)
    const sorted = Math.max(...steps.map(countRowsSorted))
    const received = query.sql.replaceAll(/\s+/g, ' ').slice(0, 300)
    if (scans.length > 0) faults.push(`reads all of ${scans[0]?.['Relation Name']}: ${received}`)
    if (sorted > PAGE_MAX) faults.push(`sorts ${sorted} rows: ${received}`)
  }
  return faults
}

test('every list call of the contract uses indexes and sorts at most one page of rows', async () => {
  const found: Record<string, string[]> = {}
  let answered = 0
  for (const { name, path, input, by } of findListCalls(ROLES, day)) {
    const faults = await findFaults(async () => {
      const { code } = await (by === 'staff' ? staff : buyer).post(path, input)
      // Some filters say nothing without another.
      expect([200, 422], name).toContain(code)
      answered += code === 200 ? 1 : 0
    })
    if (faults.length > 0) found[name] = faults
  }
  expect(found).toEqual({})
  expect(answered).toBeGreaterThan(100)
})

test('every other read of orders and payments uses indexes too', async () => {
  const found: Record<string, string[]> = {}
  for (const [name, act] of Object.entries(createQueryPlanActions(scene, day))) {
    const faults = await findFaults(act)
    if (faults.length > 0) found[name] = faults
  }
  expect(found).toEqual({})
})

test('what is to be shipped is counted in its index alone, also of a shop with most of the orders', async () => {
  const ofLargeShop = await mall.staff('warehouse')
  await withDatabaseClient(superUrl, (client) =>
    client.query(`insert into staff_shop (staff_id, shop_id)
      select (select id from staff where email = 'warehouse@staff.test'), id from shop order by created_at limit 1`),
  )
  const counts: { reads: string[]; heapFetches: number }[] = []
  for (const { api } of [staff, ofLargeShop]) {
    const sent = await mall.queriesOf(() => api.consoleQueue.list({}))
    for (const query of sent.filter(({ sql }) => /from "order"\s+where.*'PART_SENT'/s.test(sql))) {
      const steps = (await explainQuery(mall.pool, query)).filter(({ Alias }) => Alias === 'order')
      const heapFetches = steps.reduce((sum, step) => sum + (step['Heap Fetches'] ?? 0), 0)
      counts.push({ reads: steps.map((step) => `${step['Node Type']} of ${step['Index Name']}`), heapFetches })
    }
  }
  // For each of them, all and those that are overdue.
  expect(counts).toEqual(Array(4).fill({ reads: ['Index Only Scan of order_to_ship_since'], heapFetches: 0 }))
})
