import { expect, inject, test } from 'vitest'
import { countRowsRead, countRowsSorted, explainQuery, isSequentialScan, type PlanNode } from '#bench/explain.ts'
import { type FinderKind, finderKinds } from '#contract/operations/finder/api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { createShop } from '#server/catalog/shops/public.ts'
import { systemClock } from '#server/platform/core/moment.ts'
import { withDatabaseClient } from '#server/platform/database/connect.ts'
import { replaceDatabaseUrlParts } from '#server/platform/database/roles.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import { fillForFinderPlans } from './fill-finder.ts'
import { insertOrdersForQueryPlans } from './fill-plans.ts'
import { limitStaffToLastShop } from './scene.ts'

// What staff type into the finder is looked up by indexes, whatever it looks like: no table is read from end to end, and only the candidates are sorted.

const ROWS = selectByTestTier({ landing: 20_000, release: 500_000 })
/** Five forms of a text at most, with 50 candidates each. */
const CANDIDATES_MAX = 250
const TABLES = [
  ...(['order', 'parcel', 'after_sale', 'enterprise', 'app_user', 'membership', 'sku', 'goods', 'invoice', 'invoice_issue'] as const),
  ...(['payment', 'voucher', 'bank_line', 'stock_count', 'stock_receipt', 'stock_transfer', 'purchase_order', 'supplier'] as const),
  ...(['supplier_invoice', 'quotation', 'order_proposal', 'wave', 'waybill'] as const),
  ...(['coupon_template', 'coupon_code', 'sku_cross_reference', 'material_code', 'acceptance_bill', 'stock_batch'] as const),
]

const mall = await openMall({ now: systemClock() })
await mall.buyer('林')
await mall.createSku('截齿')
await mall.runInTransaction((tx) => createShop(tx, mall.moment(), { name: '小店', city: '深圳' }))
const admin = await mall.staff('admin')
const keeper = await mall.staff('support', 'warehouse')
const superUrl = replaceDatabaseUrlParts(inject('superUrl'), { database: new URL(mall.ownerUrl).pathname.slice(1) })
await withDatabaseClient(superUrl, (client) => limitStaffToLastShop(client, 'support-warehouse@staff.test'))
await insertOrdersForQueryPlans(superUrl, ROWS)
await fillForFinderPlans(superUrl, ROWS)

/** A text for each form, with a kind that it must find: a plan that finds nothing would show nothing. */
const texts: [keyword: string, kind: FinderKind][] = [
  ['199900000000000500', 'order'],
  ['1999000000000', 'order'],
  ['PO500', 'order'],
  ['DPK000000000500', 'parcel'],
  ['DPK0000000', 'parcel'],
  ['SF000000000500', 'afterSale'],
  ['SH2026112800000001F4', 'afterSale'],
  ['SH2026112800', 'afterSale'],
  ['138****0500', 'user'],
  ['0500', 'user'],
  ['采购500', 'user'],
  ['王采购', 'user'],
  ['库管王', 'user'],
  ['山西500矿业有限公司', 'enterprise'],
  ['矿业', 'enterprise'],
  ['KT-000500', 'sku'],
  ['000500', 'sku'],
  ['HM/500', 'sku'],
  ['6900000000500', 'sku'],
  ['采煤机截齿500', 'sku'],
  ['截齿', 'sku'],
  ['PD202611280500', 'stockCount'],
  ['PD20261128', 'stockCount'],
  ['RK202611280500', 'stockReceipt'],
  ['RK20261128', 'stockReceipt'],
  ['DB202611280500', 'stockTransfer'],
  ['DB20261128', 'stockTransfer'],
  ['CG202611280500', 'purchaseOrder'],
  ['CG20261128', 'purchaseOrder'],
  ['供应商500号', 'supplier'],
  ['供应商', 'supplier'],
  ['37000000000000000500', 'supplierInvoice'],
  ['Q2026112800000001F4', 'quotation'],
  ['Q2026112800', 'quotation'],
  ['P2026112800000001F4', 'orderProposal'],
  ['P2026112800', 'orderProposal'],
  ['202611280500', 'wave'],
  ['20261128', 'wave'],
  ['YT000000000500', 'waybill'],
  ['YT0000000', 'waybill'],
  ['26440000000000000500', 'invoice'],
  ['FP2026112800000001F4', 'invoice'],
  ['FP2026112800', 'invoice'],
  ['R10023', 'payment'],
  ['YF0000010029', 'payment'],
  ['YF0000010029', 'voucher'],
  ['ICBC0000000500', 'bankLine'],
  ['山西500', 'bankLine'],
  ['530200000000000000000000000500', 'acceptance'],
  ['5302000000', 'acceptance'],
  ['L500', 'batch'],
  ['HT199900000000000500', 'order'],
  ['满减券500号', 'coupon'],
  ['满减券', 'coupon'],
  ['清仓', 'banner'],
  ['现金钱包', 'article'],
  ['OTHER-500', 'sku'],
  ['物料500', 'sku'],
  ['¥105.00', 'bankLine'],
]

/** What is wrong with a plan: empty if nothing. */
function describeFaults(steps: readonly PlanNode[], text: string): string[] {
  const received = text.replaceAll(/\s+/g, ' ').slice(0, 200)
  const scans = steps.filter((step) => isSequentialScan(step, TABLES) && countRowsRead(step) > CANDIDATES_MAX)
  const sorted = Math.max(...steps.map(countRowsSorted))
  return [
    ...scans.map((scan) => `reads ${countRowsRead(scan)} rows of ${scan['Relation Name']}: ${received}`),
    ...(sorted > CANDIDATES_MAX ? [`sorts ${sorted} rows: ${received}`] : []),
  ]
}

test.each([
  ['of all shops', admin],
  ['of one small shop', keeper],
] as const)('whatever is typed is looked up by indexes, %s', async (_, staff) => {
  const found: Record<string, string[]> = {}
  for (const [keyword] of texts) {
    const sent = await mall.queriesOf(() => staff.api.consoleFinder.find({ keyword }))
    const searches = sent.filter(({ sql }) => /\bas found\b|\bfrom payment as p\b/.test(sql))
    expect(searches.length, keyword).toBeGreaterThan(0)
    const faults: string[] = []
    for (const query of searches) faults.push(...describeFaults(await explainQuery(mall.pool, query), query.sql))
    if (faults.length > 0) found[keyword] = faults
  }
  expect(found).toEqual({})
})

test('each sample text finds a record of its kind, so every kind of lookup is measured', async () => {
  const missed: string[] = []
  for (const [keyword, kind] of texts) {
    const { hits } = await admin.api.consoleFinder.find({ keyword })
    if (!hits.some((hit) => hit.kind === kind)) missed.push(`${keyword} finds no ${kind}`)
  }
  expect(missed).toEqual([])
  expect(keysOf(finderKinds).filter((kind) => !texts.some(([, of]) => of === kind))).toEqual([])
})

// The lists of people and of companies find what is typed there in the same way. What is sorted are the matches alone.
const lists: [list: string, keyword: string, ask: (keyword: string) => Promise<{ total: number }>][] = [
  ...['采购500', '138****0500', '0500', '库管王采购500'].map((keyword): (typeof lists)[number] => [
    'people',
    keyword,
    (text) => admin.api.consoleUser.list({ keyword: text }),
  ]),
  ...['西500矿', '代办500'].map((keyword): (typeof lists)[number] => [
    'companies',
    keyword,
    (text) => admin.api.consoleEnterprise.list({ keyword: text }),
  ]),
]

test.each(lists)('the list of %s filtered by %s uses indexes', async (_, keyword, ask) => {
  const { total } = await ask(keyword)
  expect(total).toBeGreaterThan(0)
  const faults: string[] = []
  for (const query of await mall.queriesOf(() => ask(keyword))) {
    if (/^\s*(?:select|with)\b/.test(query.sql)) faults.push(...describeFaults(await explainQuery(mall.pool, query), query.sql))
  }
  expect(faults).toEqual([])
})

test('the unfiltered lists of people and companies sort at most 100 rows per page', async () => {
  for (const ask of [() => admin.api.consoleUser.list({}), () => admin.api.consoleEnterprise.list({})]) {
    for (const query of (await mall.queriesOf(ask)).filter(
      ({ sql }) => /\border by\b/.test(sql) && /\b(?:app_user|enterprise)\b/.test(sql),
    ))
      expect(Math.max(...(await explainQuery(mall.pool, query)).map(countRowsSorted)), query.sql).toBeLessThanOrEqual(100)
  }
})
