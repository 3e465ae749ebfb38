import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { GOODS_KEYWORD_LENGTH_MAX } from '#contract/catalog/goods/keyword.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { measureFastest } from '#server/platform/testing/measure-fastest.ts'
import {
  refreshSearchAfterBrandOrModelChange,
  refreshSearchRowsOfGoods,
  refreshStockInSearch,
  rewriteOutdatedGoodsSearchWords,
} from './public.ts'
import { buildTsQuery, splitCodeIntoSuffixes } from './search-tokens.ts'

const mall = await openMall()
await mall.createSku('合金截齿', { code: 'KT-INS114DRE', sale: '38.50', credit: '40.40', stock: 5, hardness: [4, 6] })
await mall.createSku('旋挖钻齿', { code: 'BKH-47.22', sale: '120.00', credit: null, stock: 0, hardness: [1, 3] })
await mall.createSku('铣刨刀 W6', { code: 'W6/20-SL', sale: '9.99', stock: 50, hardness: [6, 9] })
await mall.createSku('截齿 100%_专用', { code: 'U84X', sale: '60.00', minimum: 10, step: 10, stock: 9, hardness: [2, 4] })
// The drill tooth is no pick: it stands in a category of its own, as the name of a category is searched too.
const drill = await mall.db.selectFrom('sku').select('goods_id').where('code', '=', 'BKH-47.22').executeTakeFirstOrThrow()
await mall.runInTransaction(async (tx) => {
  const rows = [
    { id: 11, parent_id: null, name: '旋挖', position: 11 },
    { id: 12, parent_id: 11, name: '钻齿系列', position: 12 },
  ]
  await tx.insertInto('category').values(rows).execute()
  await tx.updateTable('goods').set({ category_id: 12 }).where('id', '=', drill.goods_id).execute()
  await refreshSearchRowsOfGoods(tx, [drill.goods_id])
})
const guest = mall.guest()
const findSku = (code: string) => mall.db.selectFrom('sku').select(['id', 'goods_id']).where('code', '=', code).executeTakeFirstOrThrow()
const skuOf = async (code: string) => (await findSku(code)).id
const goodsOf = async (code: string) => (await findSku(code)).goods_id
const searchRow = (goodsId: string) =>
  mall.db.selectFrom('goods_search').select('in_stock').where('goods_id', '=', goodsId).executeTakeFirstOrThrow()

test('search rows of many goods are written with as many statements as one', async () => {
  const all = (await mall.db.selectFrom('goods').select('id').execute()).map(({ id }) => id)
  /** Without the transaction that has written them. */
  const rows = async () =>
    (await mall.db.selectFrom('goods_search').selectAll().orderBy('goods_id').execute()).map(({ changed_in: _, ...row }) => row)
  const before = await rows()
  const count = async (ids: readonly string[]) => {
    const begun = mall.statements.length
    await mall.runInTransaction((tx) => refreshSearchRowsOfGoods(tx, ids))
    return mall.statements.length - begun
  }
  expect(await count(all)).toBe(await count(all.slice(0, 1)))
  expect(await rows()).toEqual(before)
})

const LIST = '/goods-api/api/goods/list'

const names = async (given: Parameters<typeof guest.api.goods.list>[0]) =>
  (await guest.api.goods.list(given)).dataList.map(({ name }) => name)

describe('a buyer finds goods by any spelling of a part number', () => {
  test.each([
    ...[
      'KT-INS114DRE',
      'KT-INS114',
      'kt ins114',
      'ins114dre',
      'INS114',
      'ktins114dre',
      'kt-ins',
      '114dre',
      'ＫＴ－ＩＮＳ１１４',
      'kt  ins114  dre',
      'KT.INS114',
    ],
    ...['合金截齿', '合金', 'jiechi', 'hejin', 'HeJinJieChi', 'hjjc', '合金 截齿', '　合金　'],
  ])('"%s" finds the alloy pick', async (keyword) => {
    expect(await names({ keyword })).toContain('合金截齿')
  })

  test.each([
    ['jc', ['合金截齿', '截齿 100%_专用', '铣刨刀 W6']],
    ['截齿', ['合金截齿', '截齿 100%_专用', '铣刨刀 W6']],
    ['xuanwa', ['旋挖钻齿']],
    ['旋挖', ['旋挖钻齿']],
    ['bkh4722', ['旋挖钻齿']],
    ['47.22', ['旋挖钻齿']],
    ['w6', ['铣刨刀 W6']],
    ['U84', ['截齿 100%_专用']],
    ['截齿 u84x', ['截齿 100%_专用']],
    ['截钻', []],
    ['xyz', []],
    ['114', ['合金截齿']],
  ])('"%s" finds %o and nothing else', async (keyword, found) => {
    expect((await names({ keyword })).sort()).toEqual([...found].sort())
  })

  test('an exact part number comes first in every sorting', async () => {
    await mall.createSku('截齿套件', { code: 'SET-U84X-10', sale: '1.00', stock: 900 })
    for (const sort of ['default', 'sales', 'priceUp', 'priceDown', 'newest'] as const) {
      expect((await names({ keyword: 'u84x', sort }))[0]).toBe('截齿 100%_专用')
    }
  })
})

describe('a keyword is treated as text and never as query syntax', () => {
  // F3: a sign that means something to a database means nothing here.
  test.each(['%', '_', '\\', '%%%', '"', "'", '-', '!', '&', '|', ':*', '()', '<->', '😀', '、。'])(
    '"%s" alone finds nothing',
    async (keyword) => {
      expect(await guest.api.goods.list({ keyword })).toEqual({ dataList: [], total: 0 })
    },
  )

  test.each(["' or 1=1--", "'; drop table goods;--", '截齿%', '截齿_', '截齿\\', "截齿' & '", '截齿:*', '!截齿', "u84x'::text"])(
    '"%s" is treated as plain text',
    async (keyword) => {
      const { dataList, total } = await guest.api.goods.list({ keyword })
      expect(total).toBe(dataList.length)
      expect(dataList.map(({ name }) => name)).not.toContain('旋挖钻齿')
    },
  )

  test('an OR operator has no effect: goods with only one of the words are merely similar', async () => {
    expect(await guest.api.goods.list({ keyword: '截齿 | 旋挖' })).toMatchObject({ similar: true })
  })

  test('no text breaks the search or makes it slow', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: GOODS_KEYWORD_LENGTH_MAX }), async (keyword) => {
        const took = await measureFastest(1_000, async () => {
          const { code, status } = await guest.post(LIST, { keyword })
          expect([200, 400]).toContain(code)
          expect(status).toBe(200)
        })
        expect(took).toBeLessThan(1_000)
      }),
      { numRuns: 150, seed: 7, includeErrorInReport: true },
    )
  })

  // F3
  test.each<[string, string]>([
    ['a zero byte', 'a\u0000b'],
    ['51 characters', '齿'.repeat(51)],
    ['10 kB', 'x'.repeat(10_000)],
  ])('%s is refused', async (_, keyword) => {
    expect(await guest.post(LIST, { keyword })).toMatchObject({ code: 400, reason: 'INVALID_INPUT', detail: { field: 'keyword' } })
  })

  test('fifty characters with surrounding blanks are accepted, and blanks alone list everything', async () => {
    expect((await guest.post(LIST, { keyword: '齿'.repeat(50) })).code).toBe(200)
    expect((await guest.api.goods.list({ keyword: '   ' })).total).toBe((await guest.api.goods.list({})).total)
  })

  test('the query of any keyword consists of a bounded number of plain words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 50 }), (text) => {
        const query = buildTsQuery(text)
        if (query === undefined) return
        expect(query.replace(/'[a-z0-9\p{Script=Han}]+'(:\*)?/gu, 'w')).toMatch(/^(\(?w( & w)*( \| w)?\)?)( & \(?w( & w)*( \| w)?\)?)*$/)
      }),
    )
    expect(splitCodeIntoSuffixes('KT-INS114DRE')).toEqual(['ktins114dre', 'ins114dre', '114dre', 'dre'])
  })
})

describe('filters, sorting and pages', () => {
  test('a price range includes both ends, to the fen', async () => {
    expect((await names({ priceMin: yuanTextToFen('38.50'), priceMax: yuanTextToFen('60.00') })).sort()).toEqual(
      ['合金截齿', '截齿 100%_专用'].sort(),
    )
    expect(await names({ priceMin: yuanTextToFen('38.51'), priceMax: yuanTextToFen('59.99') })).toEqual([])
    expect(await names({ priceMin: yuanTextToFen('60.00'), priceMax: yuanTextToFen('38.50') })).toEqual([])
  })

  test('the filter for stock keeps orderable goods: less than the minimum counts as sold out', async () => {
    const inStock = await names({ inStock: true })
    expect(inStock).toContain('合金截齿')
    expect(inStock).not.toContain('旋挖钻齿')
    expect(inStock).not.toContain('截齿 100%_专用')
    const cards = (await guest.api.goods.list({})).dataList
    expect(
      cards
        .filter(({ soldOut }) => soldOut)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['截齿 100%_专用', '旋挖钻齿'].sort())
  })

  test('a category is filtered by id on both levels, a sub-category by name, too; unknown ones are empty', async () => {
    const picks = (await guest.api.goods.list({})).total - 1
    const totals = [1, 2, 11, 12].map(async (categoryId) => (await guest.api.goods.list({ categoryId })).total)
    expect(await Promise.all(totals)).toEqual([picks, picks, 1, 1])
    expect((await guest.api.goods.list({ subName: '合金系列' })).total).toBe(picks)
    expect((await guest.api.goodsCategory.list({})).map(({ name, goodsCount }) => [name, goodsCount])).toEqual([
      ['截齿', picks],
      ['旋挖', 1],
    ])
    expect([(await guest.api.goods.list({ categoryId: 99 })).total, (await guest.api.goods.list({ subName: '合金' })).total]).toEqual([
      0, 0,
    ])
  })

  test('a shop is filtered by id, and its name is part of the answer', async () => {
    const { shopId } = await mall.db
      .selectFrom('goods')
      .select('shop_id as shopId')
      .where('id', '=', drill.goods_id)
      .$narrowType<{ shopId: string }>()
      .executeTakeFirstOrThrow()
    const { shopName, dataList } = await guest.api.goods.list({ shopId })
    const own = await mall.db.selectFrom('goods').select('id').where('shop_id', '=', shopId).execute()
    expect(dataList.map(({ goodsId }) => goodsId).sort()).toEqual(own.map(({ id }) => id).sort())
    expect(shopName).toBe((await guest.api.goods.detail({ goodsId: drill.goods_id })).shopName)
    expect(await guest.api.goods.list({})).not.toHaveProperty('shopName')
    expect(await guest.api.goods.list({ shopId: crypto.randomUUID() })).toEqual({ dataList: [], total: 0 })
  })

  test('goods are sorted by price in both directions, or newest first', async () => {
    const prices = async (sort: 'priceUp' | 'priceDown') =>
      (await guest.api.goods.list({ sort })).dataList.map(({ salePrice }) => salePrice)
    const up = await prices('priceUp')
    expect(up).toEqual([...up].sort((a, b) => a - b))
    expect(await prices('priceDown')).toEqual([...up].sort((a, b) => b - a))
    expect((await names({ sort: 'newest' }))[0]).toBe('截齿套件')
  })

  test('pages cover the list without duplicates, and there is nothing after the last page', async () => {
    const { total } = await guest.api.goods.list({})
    const paged = []
    for (let pageNo = 1; pageNo <= total; pageNo++) paged.push(...(await names({ pageNo, pageSize: 1 })))
    expect(paged).toEqual(await names({}))
    expect(await guest.api.goods.list({ pageNo: total + 1, pageSize: 1 })).toEqual({ dataList: [], total })
    expect(await guest.api.goods.list({ pageNo: 10_000, pageSize: 100 })).toEqual({ dataList: [], total })
  })

  // F1, F2: by POST and by GET alike.
  test.each([
    ['pageSize', 0],
    ['pageSize', -1],
    ['pageSize', 101],
    ['pageSize', 1e9],
    ['pageSize', 1.5],
    ['pageSize', '10;drop'],
    ['pageSize', '1e1'],
    ['pageSize', ''],
    ['pageNo', 0],
    ['pageNo', 1e15],
    ['pageNo', 10_001],
    ['pageNo', 'NaN'],
    ['sort', 'price;select pg_sleep(5)'],
    ['sort', 'toString'],
    ['sort', ''],
    ['orderBy', 'price'],
    ['categoryId', 2_147_483_648],
    ['categoryId', -1],
    ['categoryId', '1 or 1=1'],
    ['priceMin', 0.001],
    ['priceMin', '1,5'],
    ['priceMax', '1e3'],
    ['hardness', 6],
    ['hardness', '3x'],
    ['inStock', 'yes'],
    ['inStock', 1],
    ['lang', "zh'"],
  ])('%s %s is refused', async (field, value) => {
    const posted = await guest.post(LIST, { [field]: value })
    const { body } = await guest.get(`/api${LIST}?${field}=${encodeURIComponent(String(value))}`)
    for (const answer of [posted, JSON.parse(body) as typeof posted])
      expect(answer).toMatchObject({ code: 400, reason: 'INVALID_INPUT', detail: { field } })
  })
})

describe('the index words of goods', () => {
  const lexemesOf = (goodsId: string) =>
    mall.db.selectFrom('goods_words').select(['version', 'codes']).where('goods_id', '=', goodsId).executeTakeFirst()

  test('are rebuilt by the job if they are missing or of another program version', async () => {
    const goodsId = await goodsOf('KT-INS114DRE')
    const before = await lexemesOf(goodsId)
    expect(await rewriteOutdatedGoodsSearchWords(mall.db)).toBe(0)
    await mall.runInTransaction((tx) =>
      tx.updateTable('goods_words').set({ version: 0, codes: '' }).where('goods_id', '=', goodsId).execute(),
    )
    expect(await rewriteOutdatedGoodsSearchWords(mall.db)).toBe(1)
    expect(await lexemesOf(goodsId)).toEqual(before)
    await mall.runInTransaction((tx) => tx.deleteFrom('goods_words').where('goods_id', '=', goodsId).execute())
    expect(await rewriteOutdatedGoodsSearchWords(mall.db)).toBe(1)
    expect(await lexemesOf(goodsId)).toEqual(before)
    // An older program takes goods off the shelf and leaves their words.
    await mall.runInTransaction((tx) => tx.updateTable('goods_search').set({ on_shelf: false }).where('goods_id', '=', goodsId).execute())
    expect(await rewriteOutdatedGoodsSearchWords(mall.db)).toBe(0)
    expect(await lexemesOf(goodsId)).toBeUndefined()
    await mall.runInTransaction((tx) => refreshSearchRowsOfGoods(tx, [goodsId]))
    expect(await lexemesOf(goodsId)).toEqual(before)
  })

  test('are not touched by a change of stock, which lists still show', async () => {
    const goodsId = await goodsOf('KT-INS114DRE')
    const physical = () =>
      sql<{ ctid: string }>`select ctid::text from goods_words where goods_id = ${goodsId}`
        .execute(mall.db)
        .then(({ rows }) => rows[0]?.ctid)
    const [place, { in_stock: was }] = [await physical(), await searchRow(goodsId)]
    await mall.runInTransaction(async (tx) => {
      await tx
        .updateTable('sku_stock')
        .set({ available: 0 })
        .where('sku_id', '=', await skuOf('KT-INS114DRE'))
        .execute()
      await refreshStockInSearch(tx, [goodsId])
    })
    expect([was, (await searchRow(goodsId)).in_stock, await physical()]).toEqual([true, false, place])
  })
})

test('the last words of a keyword decide: a search for a seat of a tooth finds the seat, not the tooth', async () => {
  const tooth = { skuId: await mall.createSku('重载刀头 W9-77', { code: 'TOOTH-1' }), parameters: [['适配', '快换刀座']] }
  const seat = { skuId: await mall.createSku('快换刀座 HT', { code: 'HT-88' }), parameters: [['适配', 'W9-77 重载刀头']] }
  for (const { skuId, parameters } of [tooth, seat])
    await mall.runInTransaction(async (tx) => {
      const { goods_id } = await tx.selectFrom('sku').select('goods_id').where('id', '=', skuId).executeTakeFirstOrThrow()
      await tx
        .updateTable('goods')
        .set({ parameters: JSON.stringify(parameters) })
        .where('id', '=', goods_id)
        .execute()
      await refreshSearchRowsOfGoods(tx, [goods_id])
    })
  expect((await names({ keyword: '重载刀头 W9-77' }))[0]).toBe('重载刀头 W9-77')
  expect((await names({ keyword: 'W9-77的刀座' }))[0]).toBe('快换刀座 HT')
})

test('of a word that no goods have, the last character decides between goods that have the rest', async () => {
  await mall.createSku('凿毛机座圈', { code: 'ZM-1' })
  await mall.createSku('凿毛机滚刀', { code: 'ZM-2' })
  expect((await names({ keyword: '凿毛滚头' }))[0]).toBe('凿毛机滚刀')
  expect((await names({ keyword: '凿毛托座' }))[0]).toBe('凿毛机座圈')
  expect(await names({ keyword: '托座' })).toEqual([])
})

test('goods are found by the current name of their brand', async () => {
  const catalogue = await mall.staff('catalogue')
  const brand = { pictureId: null, origin: '', certificates: '' }
  const { brandId } = await catalogue.api.consoleBrand.save({ ...brand, name: '铁山牌' })
  const goodsId = await goodsOf('KT-INS114DRE')
  await mall.runInTransaction(async (tx) => {
    await tx.updateTable('goods').set({ brand_id: brandId }).where('id', '=', goodsId).execute()
    await refreshSearchRowsOfGoods(tx, [goodsId])
  })
  expect(await names({ keyword: '铁山' })).toEqual(['合金截齿'])
  await catalogue.api.consoleBrand.save({ ...brand, brandId, rowVersion: 0, name: '远峰牌' })
  const { payload } = await mall.db
    .selectFrom('outbox')
    .select('payload')
    .where('topic', '=', 'search-texts.changed')
    .executeTakeFirstOrThrow()
  await refreshSearchAfterBrandOrModelChange(mall.db, payload as { brandId: string })
  expect(await names({ keyword: '远峰' })).toEqual(['合金截齿'])
  // What was asked before is in memory until the server has seen the change.
  await expect.poll(() => names({ keyword: '铁山' })).toEqual([])
})
