import { expect, test } from 'vitest'
import { countRowsRead, countRowsSorted, explainQuery, isSequentialScan, type PlanNode } from '#bench/explain.ts'
import { fillLargeCatalog } from '#server/platform/testing/large-catalog.ts'
import { openMall } from '#server/platform/testing/mall.ts'

// Every list of goods is read by indexes, so that its cost does not grow with the catalog.

const GOODS = 6_000
const mall = await openMall()
const catalogue = await mall.staff('catalogue')
const large = await fillLargeCatalog(mall.ownerUrl, { goods: GOODS })
const buyer = await mall.buyer('林')
const { consoleGoods, consoleSku, goodsImport, consoleSearchWord } = catalogue.api
const page = { pageNo: 1, pageSize: 20 }
/** The largest page that a list has. What is sorted fits on it. */
const PAGE_MAX = 100
const BIG = [
  ...['goods', 'goods_draft', 'goods_search', 'goods_machine_model', 'goods_attribute', 'goods_import_row'],
  ...['sku', 'sku_stock', 'missed_search', 'search_lexeme'],
]
// The first list reads the catalog into memory, all of it.
await buyer.api.goods.list(page)

/**
 * A list reads rows in its own order until a page is full. One of fifty goods is in a category, so the list reads fifty for each row of a
 * page.
 */
const MET_MAX = 50 * page.pageSize

const isRead = (sql: string) => /^\s*(?:select|with)\b/.test(sql) && !/\bfor (?:update|share|key share)\b|pg_advisory/.test(sql)
const isCount = (sql: string) => /^\s*select count\(\*\)/.test(sql)
const onBig = ({ 'Relation Name': table = '' }: PlanNode) => BIG.includes(table)
const isScan = (node: PlanNode) => isSequentialScan(node, BIG)

const perform = async (work: () => Promise<unknown>) => {
  const queries = (await mall.queriesOf(work)).filter(({ sql }) => isRead(sql))
  expect(queries.length).toBeGreaterThan(0)
  return Promise.all(queries.map(async ({ sql, parameters }) => ({ sql, plan: await explainQuery(mall.pool, { sql, parameters }) })))
}

test.each<[string, () => Promise<unknown>]>([
  ['goods for staff', () => consoleGoods.list(page)],
  ['goods for staff, of a state', () => consoleGoods.list({ ...page, state: 'draft' })],
  ['goods for staff, of a state that few have', () => consoleGoods.list({ ...page, state: 'archived' })],
  ['goods for staff, of a shop', () => consoleGoods.list({ ...page, shopId: large.shopId })],
  ['goods for staff, of a category', () => consoleGoods.list({ ...page, categoryId: large.categoryId })],
  ['goods for staff, of a brand', () => consoleGoods.list({ ...page, brandId: large.brandId })],
  ['goods for staff, with a draft', () => consoleGoods.list({ ...page, hasDraft: true })],
  ['goods for staff, without a draft', () => consoleGoods.list({ ...page, hasDraft: false })],
  ['goods for staff, with a part of a name', () => consoleGoods.list({ ...page, keyword: '用刀盘 M4507' })],
  ['goods for staff, with a part of a goods code', () => consoleGoods.list({ ...page, keyword: 'c-4711' })],
  ['goods for staff, with a part of a SKU code', () => consoleGoods.list({ ...page, keyword: 'c-4711-2' })],
  ['SKUs', () => consoleSku.list(page)],
  ['SKUs with a part of a code', () => consoleSku.list({ ...page, keyword: 'c-4711' })],
  ['imports', () => goodsImport.list(page)],
  ['rows of an import', () => goodsImport.rows({ ...page, id: large.importId })],
  ['rows of an import that were refused', () => goodsImport.rows({ ...page, id: large.importId, result: 'refused' })],
  ['rows of an import with questions', () => goodsImport.rows({ ...page, id: large.importId, questions: true })],
  ['search words', () => consoleSearchWord.list({ kind: 'synonyms' })],
  ['goods', () => buyer.api.goods.list({ ...page, facets: true })],
  ['goods of a category', () => buyer.api.goods.list({ ...page, facets: true, categoryId: large.categoryId })],
  ['goods of a brand', () => buyer.api.goods.list({ ...page, facets: true, brandIds: [large.brandId] })],
  ['goods for a machine', () => buyer.api.goods.list({ ...page, facets: true, machineModelId: large.machineModelId })],
  ['goods with a value of an attribute', () => buyer.api.goods.list({ ...page, facets: true, choices: [large.choice] })],
  ['goods with a keyword', () => buyer.api.goods.list({ ...page, facets: true, keyword: large.keyword })],
  ['goods with a part number', () => buyer.api.goods.list({ ...page, keyword: 'LC-4711-1' })],
  ['goods with a wrong letter', () => buyer.api.goods.list({ ...page, keyword: '专用刀匣' })],
  ['the table of a category', () => buyer.api.goods.skuList({ ...page, categoryId: large.categoryId })],
  ['suggestions', () => buyer.api.suggestion.suggest({ keyword: '专用刀' })],
])('a page of %s uses index scans and sorts at most one page of rows', async (_, work) => {
  for (const { sql, plan } of (await perform(work)).filter((one) => !isCount(one.sql))) {
    expect(plan.filter(isScan), sql).toEqual([])
    expect(Math.max(...plan.map(countRowsSorted)), sql).toBeLessThanOrEqual(PAGE_MAX)
    expect(Math.max(0, ...plan.filter(onBig).map(countRowsRead)), sql).toBeLessThanOrEqual(MET_MAX)
  }
})

test('the total count ignores the rows that the list excludes', async () => {
  const narrowed = { state: { state: 'draft' }, category: { categoryId: large.categoryId }, keyword: { keyword: 'c-4711' } } as const
  for (const given of Object.values(narrowed)) {
    const counts = (await perform(() => consoleGoods.list({ ...page, ...given }))).filter(({ sql }) => isCount(sql))
    expect(counts).toHaveLength(1)
    for (const { sql, plan } of counts) {
      expect(plan.filter(isScan), sql).toEqual([])
      expect(Math.max(...plan.filter(onBig).map(countRowsRead)), sql).toBeLessThanOrEqual(GOODS / 10)
    }
  }
})

test('missed searches of several days are read through the index on the day', async () => {
  for (const { plan } of await perform(() => consoleSearchWord.missed({ period: 'week' }))) {
    expect(plan.filter(isScan)).toEqual([])
    expect(Math.max(0, ...plan.filter(onBig).map(countRowsRead))).toBeLessThan(GOODS / 4)
  }
})
