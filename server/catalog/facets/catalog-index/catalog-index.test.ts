import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { skuSorts } from '#contract/catalog/goods/api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { fen } from '#contract/platform/core/money.ts'
import { findSkusInIndex } from '#server/catalog/facets/list-skus.ts'
import { refreshSearchRowsOfGoods } from '#server/catalog/goods/public.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { createSeededRandom } from '#server/platform/testing/random.ts'
import { createRandomCatalog } from '#server/platform/testing/random-catalog.ts'
import { createCatalogIndexReader } from './catalog-index.ts'
import { estimateGoodsBytes } from './estimate-bytes.ts'
import { toIndexedGoods } from './index-goods.ts'
import { createAttributeNumbering } from './numbers.ts'
import type { GoodsToIndex } from './read-catalog.ts'

const SEED = 1_127
const mall = await openMall()
const size = { goods: 60, skusPerGoods: 3, attributes: 12, attributesPerCategory: 6, topCategories: 2, subCategories: 3, brands: 4 }
const catalog = await createRandomCatalog(mall.db, mall.moment, { random: createSeededRandom(SEED), size })
const { db } = mall

/** What the whole catalog needs in memory. */
const whole = createCatalogIndexReader(1e9)
await whole.read(db)
const { bytes: wholeBytes, goods: wholeGoods } = whole.status() ?? expect.fail('nothing was read')

/** Readers of which all, some, few and none of the goods are in memory. */
const readers = [whole, ...[0.8, 0.6, 0].map((share) => createCatalogIndexReader(Math.round(wholeBytes * share)))]

const listCodes = async (reader: (typeof readers)[number], asked: Partial<Parameters<typeof findSkusInIndex>[2]>) => {
  const index = await reader.read(db)
  const all = { sort: 'code', sortAttribute: undefined, descending: false, count: 10_000 } as const
  const { first, total, goodsCounts } = await findSkusInIndex(db, index, { ...all, ...asked }, undefined)
  return { codes: first.map(({ sku }) => sku.code), total, goodsCounts: [...goodsCounts].sort(([a], [b]) => a - b) }
}

/** The answers of all readers, which are the same. */
async function listEverywhere(asked: Parameters<typeof listCodes>[1] = {}) {
  const [expected, ...others] = await Promise.all(readers.map((reader) => listCodes(reader, asked)))
  for (const other of others) expect(other).toEqual(expected)
  return expected ?? expect.fail('no reader')
}

describe('goods that do not fit into memory', () => {
  test('are not kept there, however often the catalog is read', async () => {
    for (const [at, share] of [1, 0.8, 0.6, 0].entries()) {
      const reader = readers[at] ?? expect.fail()
      await reader.read(db)
      const { goods, bytes, hasGoodsBeyond } = reader.status() ?? expect.fail()
      expect(hasGoodsBeyond).toBe(share < 1)
      expect(goods === wholeGoods).toBe(share === 1)
      if (share === 0) expect(goods).toBe(0)
      else expect(bytes).toBeLessThanOrEqual(wholeBytes * share + 1)
      if (share > 0) expect(goods).toBeGreaterThan(0)
    }
  })

  test.each(keysOf(skuSorts))('are found and sorted like all others by %s', async (sort) => {
    const attributes = sort === 'attribute' ? catalog.attributes.map(({ code }) => code) : [undefined]
    for (const sortAttribute of attributes)
      for (const descending of [false, true]) {
        const { codes, total } = await listEverywhere({ sort, sortAttribute, descending })
        expect(codes).toHaveLength(total)
        const page = await listEverywhere({ sort, sortAttribute, descending, count: 7 })
        expect(page.codes).toEqual(codes.slice(0, 7))
      }
  })

  test('are read as they are at the time of the query after changes, additions and removals from sale', async () => {
    const change = async (goodsIds: readonly string[], set: { on_shelf?: boolean; sale_price_fen?: ReturnType<typeof fen> }) =>
      mall.runInTransaction(async (tx) => {
        await tx
          .updateTable('sku')
          .set({ ...set, credit_price_fen: null })
          .where('goods_id', 'in', [...goodsIds])
          .execute()
        await refreshSearchRowsOfGoods(tx, [...goodsIds])
      })
    const sold = catalog.goods
      .filter(({ onSale, skus }) => onSale && skus.some(({ onShelf }) => onShelf))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
    const [first, last] = [sold[0] ?? expect.fail(), sold.at(-1) ?? expect.fail()]
    await change([first.id, last.id], { sale_price_fen: fen(100_000_000) })
    const dear = await listEverywhere({ priceMin: fen(100_000_000) })
    expect(dear.codes).toEqual([...first.skus, ...last.skus].map(({ code }) => code).sort())
    const before = await listEverywhere()
    await change([first.id, last.id], { on_shelf: false })
    const left = await listEverywhere()
    expect(left.total).toBe(before.total - dear.total)
    await change([first.id, last.id], { on_shelf: true })
    expect(await listEverywhere()).toEqual(before)
    await mall.createSku('新品截齿', { code: 'NEW-1' })
    const more = await listEverywhere()
    expect(more.codes).toContain('NEW-1')
    expect(more.total).toBe(before.total + 1)
  })

  test('do not affect an answer that is being read while the memory changes', async () => {
    const reader = readers[2] ?? expect.fail()
    const before = await listCodes(reader, {})
    const answers = [listCodes(reader, {}), listCodes(reader, {})]
    await mall.createSku('另一新品', { code: 'NEW-2' })
    await reader.read(db)
    for (const { codes } of await Promise.all(answers)) expect(codes.filter((code) => code !== 'NEW-2')).toEqual(before.codes)
  })
})

test('the size estimate is close to the heap that goods really need', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const GOODS = 4_000
  const random = createSeededRandom(SEED)
  const id = (at: number) => `01a1ffca-ac47-7018-9e20-${String(at).padStart(12, '0')}`
  const read = (at: number): GoodsToIndex => {
    const skuIds = [1, 2, 3].map((sku) => id(at * 10 + sku))
    const attributeValues = Array.from({ length: 8 }, (_, place) => {
      const value = place % 2 === 0 ? id(900_000 + random.below(60)) : random.below(400) / 10
      return [place < 5 ? null : (skuIds[place % 3] ?? null), id(800_000 + place), value]
    })
    const skus = skuIds.map((sku, place) => [sku, `GR-${at}-${place}`, 100 + random.below(100_000), 200_000, place > 0])
    const own = {
      id: id(at * 10),
      name: `采煤截齿 U84 ${at}`,
      categoryId: 2,
      parentId: 1,
      shopId: id(1),
      brandId: id(2),
      sales: random.below(900),
    }
    const row = { ...own, hardnessFrom: 6.5, hardnessTo: 12.5, position: at, onShelf: true, skus, attributeValues }
    // The driver of the database makes new texts of all that it reads.
    return JSON.parse(JSON.stringify(row)) as GoodsToIndex
  }
  const build = () => {
    const numbers = createAttributeNumbering()
    const goods = Array.from({ length: GOODS }, (_, at) => toIndexedGoods(read(at), numbers))
    return { goods, bytes: goods.reduce((bytes, one) => bytes + estimateGoodsBytes(one), 0) }
  }
  // The process also frees what earlier tests have left, at any time. The middle one of three measurements is hardly moved by it.
  const held: ReturnType<typeof build>[] = []
  const measure = () => {
    collect()
    const before = process.memoryUsage().heapUsed
    const built = build()
    held.push(built)
    collect()
    return built.bytes / (process.memoryUsage().heapUsed - before)
  }
  const [, ratio] = [measure(), measure(), measure()].sort((one, other) => one - other)
  expect(held.flatMap(({ goods }) => goods)).toHaveLength(3 * GOODS)
  expect(ratio).toBeGreaterThan(0.8)
  expect(ratio).toBeLessThan(1.3)
})
