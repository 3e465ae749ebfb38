import { expect, test } from 'vitest'
import { listOrdersForConsole, listOrdersOfEnterprise } from '#server/orders/orders/list-orders.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { countRowsRead, explainQuery, type PlanNode } from './explain.ts'
import { prefillOrders } from './prefill.ts'

// Acceptance case 12: the number of rows that a page of orders reads does not grow with the number of orders. `node bench/grid.ts` measures
// 200,000.

const mall = await openMall()
const COMPANIES = 3
const [lin] = [await mall.buyer('林'), await mall.buyer('吴'), await mall.buyer('周')]
await mall.createSku('截齿')
await prefillOrders(mall.ownerUrl, 6_000)

const caller = { enterpriseId: lin.enterpriseId, permCode: null }
const page = { pageNo: 1, pageSize: 20 }

/** The steps that read the page. The count of all rows is a part of the same statement: an aggregate of as many as pages reach. */
const stepsOfPage = (step: PlanNode): PlanNode[] => {
  const below = step.Plans ?? []
  const isCount = step['Node Type'] === 'Aggregate' && below.some((child) => child['Node Type'] === 'Limit')
  return isCount ? [] : [step, ...below.flatMap(stepsOfPage)]
}

/** Returns the plans of all queries for pages of orders, with the rows that each step has read. */
async function plansOf(work: () => Promise<unknown>): Promise<PlanNode[][]> {
  const asked = (await mall.queriesOf(work)).filter(({ sql }) => /from "order"/.test(sql) && /limit \$\d+ offset/.test(sql))
  expect(asked.length).toBeGreaterThan(0)
  const plans: PlanNode[][] = []
  for (const query of asked) {
    const [root = expect.fail('no plan')] = await explainQuery(mall.pool, query)
    plans.push(stepsOfPage(root))
  }
  return plans
}

test.each<[string, () => Promise<unknown>]>([
  ['a buyer’s', () => listOrdersOfEnterprise(mall.db, page, caller)],
  ['a buyer’s of one state', () => listOrdersOfEnterprise(mall.db, { ...page, state: 'CANCELLED' }, caller)],
  ['staff’s', () => listOrdersForConsole(mall.db, { now: mall.clock.now }, { staffId: lin.userId, input: page })],
  [
    'staff’s of one state',
    () => listOrdersForConsole(mall.db, { now: mall.clock.now }, { staffId: lin.userId, input: { ...page, state: 'CANCELLED' } }),
  ],
])('%s page of orders uses an index and reads only one page of rows', async (_, work) => {
  for (const plan of await plansOf(work)) {
    const onOrders = plan.filter((node) => node['Relation Name'] === 'order')
    // The keys of the page, and then its rows by their keys.
    expect(onOrders.map((node) => node['Node Type']).sort()).toEqual([expect.stringMatching(/^Index (Only )?Scan$/), 'Index Scan'])
    const gone = onOrders.map(countRowsRead)
    // At most one page; for several enterprises, at most one page of each. Neither grows with the number of orders.
    expect(Math.max(...gone)).toBeLessThanOrEqual(page.pageSize * COMPANIES)
  }
})
