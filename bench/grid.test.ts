import { expect, test } from 'vitest'
import { listForConsole, listOrders } from '#server/orders/orders/list-orders.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { prefillOrders } from './prefill.ts'

// field §6.12: what a page of the orders' grid reads does not grow with the orders that there are. `node bench/grid.ts` measures 200,000.

const mall = await openMall()
const COMPANIES = 3
const [lin] = [await mall.buyer('林'), await mall.buyer('吴'), await mall.buyer('周')]
await mall.shelves('截齿')
await prefillOrders(mall.ownerUrl, 6_000)

const caller = { enterpriseId: lin.enterpriseId, permCode: null }
const page = { pageNo: 1, pageSize: 20 }

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}
const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)]

/** The plans of all pages of orders that some work asks for, with the rows that each step of them went through. */
async function plansOf(work: () => Promise<unknown>): Promise<Node[][]> {
  const from = mall.statements.length
  await work()
  const asked = mall.statements.slice(from).filter((text) => /from "order"/.test(text) && /limit \$\d+ offset/.test(text))
  expect(asked.length).toBeGreaterThan(0)
  const plans = []
  for (const text of asked) {
    const given = parametersOf(text)
    const { rows } = await mall.pool.query({ text: `explain (analyze, format json) ${text}`, values: given })
    plans.push(nodes(rows[0]['QUERY PLAN'][0].Plan))
  }
  return plans
}

/** The same as the lists give: the company first, then what narrows, then the page. */
function parametersOf(text: string): unknown[] {
  const own = /"order"\."enterprise_id" = \$1/.test(text) ? [lin.enterpriseId] : []
  const state = /"order"\."state" = \$/.test(text) ? ['CANCELLED'] : []
  return [...own, ...state, 20, 0]
}

test.each<[string, () => Promise<unknown>]>([
  ['a buyer’s', () => listOrders(mall.db, page, caller)],
  ['a buyer’s of one state', () => listOrders(mall.db, { ...page, state: 'CANCELLED' }, caller)],
  ['staff’s', () => listForConsole(mall.db, page)],
  ['staff’s of one state', () => listForConsole(mall.db, { ...page, state: 'CANCELLED' })],
])('%s page of orders is read by an index, and reads a page', async (_, work) => {
  for (const plan of await plansOf(work)) {
    const onOrders = plan.filter((node) => node['Relation Name'] === 'order')
    expect(onOrders.map((node) => node['Node Type'])).toEqual(['Index Scan'])
    const gone = onOrders.map((node) => node['Actual Rows'] * node['Actual Loops'] + (node['Rows Removed by Filter'] ?? 0))
    // A page; of a company among a few, at most a page of each of them: none of it grows with the orders that there are.
    expect(Math.max(...gone)).toBeLessThanOrEqual(page.pageSize * COMPANIES)
  }
})
