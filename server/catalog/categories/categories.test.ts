import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { ConsoleSubcategory } from '#contract/catalog/categories/console-api.ts'
import { refreshSearchAfterCategoryChange } from '#server/catalog/goods/public.ts'
import { createCouponHelpers } from '#server/platform/testing/coupons.ts'
import { followCatalogVersion } from '#server/platform/testing/follow-catalog-version.ts'
import { openMall } from '#server/platform/testing/mall.ts'

const mall = await openMall()
followCatalogVersion(mall)
const [catalogue, admin, support] = [await mall.staff('catalogue'), await mall.staff('admin'), await mall.staff('support')]
const { consoleCategory } = contract
const { list, save, move, merge } = consoleCategory
const { api } = catalogue

const facts = { shown: true, pictureId: null, taxClass: null }
const create = async (name: string, parentId: number | null = null) =>
  (await api.consoleCategory.save({ ...facts, name, parentId })).categoryId
const everything = async (): Promise<ConsoleSubcategory[]> =>
  (await api.consoleCategory.list({})).flatMap(({ children, ...top }) => [top, ...children])
const find = async (id: number) => (await everything()).find(({ categoryId }) => categoryId === id) ?? expect.fail('no such category')
const seen = async (categoryId: number) => ({ categoryId, rowVersion: (await find(categoryId)).rowVersion })
const childrenOf = async (id: number) =>
  ((await api.consoleCategory.list({})).find(({ categoryId }) => categoryId === id)?.children ?? []).map(({ name }) => name)
/** Goods with this name in a category. */
const goodsIn = async (categoryId: number, name: string) => {
  const skuId = await mall.createSku(name)
  const { goods_id } = await mall.db.selectFrom('sku').select('goods_id').where('id', '=', skuId).executeTakeFirstOrThrow()
  await mall.runInTransaction((tx) => tx.updateTable('goods').set({ category_id: categoryId }).where('id', '=', goods_id).execute())
  await searchLearns(categoryId)
  return goods_id
}
/** What the job does after the change of a category. */
const searchLearns = (...categoryIds: number[]) => refreshSearchAfterCategoryChange(mall.db, { categoryIds })
const namesIn = async (categoryId: number) => (await mall.guest().api.goods.list({ categoryId })).dataList.map(({ name }) => name)

test('a category tree of two levels has goods counts, and category ids are never reused', async () => {
  const top = await create('钻具')
  const below = await create('钻头', top)
  await goodsIn(below, '钻头 32')
  await create('钻杆', top)
  const tree = (await support.api.consoleCategory.list({})).find(({ categoryId }) => categoryId === top)
  expect(tree).toMatchObject({ name: '钻具', goodsCount: 1, shown: true, rowVersion: 0 })
  expect(tree?.children.map(({ name, goodsCount }) => [name, goodsCount])).toEqual([
    ['钻头', 1],
    ['钻杆', 0],
  ])
  const last = await create('临时')
  await api.consoleCategory.delete(await seen(last))
  expect(await create('临时')).toBeGreaterThan(last)
})

test.each<[string, object, object]>([
  ['no name', { name: '' }, { code: 400, detail: { field: 'name' } }],
  ['a name of 5,000 characters', { name: '类'.repeat(5_000) }, { code: 400, detail: { field: 'name' } }],
  ['half a tax class', { taxClass: { taxCode: '1090201020000000000' } }, { code: 400 }],
  ['a parent that is none', { parentId: 999_999 }, { reason: 'CATEGORY_NOT_FOUND' }],
  ['a third level', { parentId: 2 }, { reason: 'CATEGORY_TOO_DEEP' }],
  ['a name that its sibling has', { name: '合金系列', parentId: 1 }, { reason: 'CATEGORY_NAME_TAKEN', detail: { field: 'name' } }],
  ['another parent of one that is there', { categoryId: 2, parentId: null }, { code: 400, detail: { field: 'parentId' } }],
])('nothing is changed by %s', async (_, wrong, received) => {
  const before = await everything()
  expect(await catalogue.post(save.path, { ...facts, name: '随便', ...wrong })).toMatchObject(received)
  expect(await everything()).toEqual(before)
})

test('a category and the tax code screen share one tax class, and their concurrent edits conflict', async () => {
  const categoryId = await create('油料')
  const taxClass = { taxCode: '1070101030100000000', taxName: '柴油' }
  await api.consoleCategory.save({ ...facts, categoryId, name: '油料', taxClass })
  expect((await api.consoleTaxCode.categories({})).find((row) => row.categoryId === categoryId)).toMatchObject({ own: taxClass })
  const before = await seen(categoryId)
  await api.consoleTaxCode.setCategory({ categoryId, taxClass: null, rowVersion: before.rowVersion })
  expect(await catalogue.post(save.path, { ...facts, name: '油品', ...before })).toMatchObject({
    reason: 'ROW_CHANGED',
    detail: { what: '税收分类 由 柴油 1070101030100000000 改为 无' },
  })
})

test('guests see a renamed category within a second; a hidden category is not listed, but its goods are', async () => {
  const top = await create('破碎')
  const below = await create('锤头', top)
  await goodsIn(below, 'PC800')
  const guest = mall.guest()
  const listed = async () => (await guest.api.goodsCategory.list({})).map(({ name }) => name)
  expect(await listed()).toContain('破碎')
  await api.consoleCategory.save({ ...facts, ...(await seen(top)), name: '破碎配件' })
  await expect.poll(listed, { interval: 50 }).toContain('破碎配件')
  const events = await mall.db.selectFrom('outbox').select('payload').where('topic', '=', 'category.changed').execute()
  expect(events.map(({ payload }) => payload)).toContainEqual({ categoryIds: [top] })
  await searchLearns(top)
  expect((await guest.api.goods.list({ keyword: '破碎配件' })).dataList.map(({ name }) => name)).toEqual(['PC800'])

  await api.consoleCategory.save({ ...facts, ...(await seen(top)), name: '破碎配件', shown: false })
  await expect.poll(listed, { interval: 50 }).not.toContain('破碎配件')
  expect(await namesIn(below)).toEqual(['PC800'])
})

describe('moving a category', () => {
  test('keeps its goods, among siblings and to another parent', async () => {
    const [from, to] = [await create('甲'), await create('乙')]
    const [one, two, three] = [await create('一', from), await create('二', from), await create('三', from)]
    await goodsIn(one, '移动的商品')
    await api.consoleCategory.move({ ...(await seen(three)), parentId: from, position: 0 })
    expect(await childrenOf(from)).toEqual(['三', '一', '二'])
    await api.consoleCategory.move({ ...(await seen(three)), parentId: from, position: 900 })
    expect(await childrenOf(from)).toEqual(['一', '二', '三'])
    await api.consoleCategory.move({ ...(await seen(one)), parentId: to, position: 0 })
    expect([await childrenOf(from), await childrenOf(to)]).toEqual([['二', '三'], ['一']])
    expect(await namesIn(to)).toEqual(['移动的商品'])
    await api.consoleCategory.move({ ...(await seen(two)), parentId: null, position: 0 })
    expect((await api.consoleCategory.list({}))[0]).toMatchObject({ name: '二', children: [] })
  })

  test('to a third level, under itself, or up to the first level while it has goods is refused', async () => {
    const [top, other] = [await create('上'), await create('旁')]
    const below = await create('下', top)
    const before = await everything()
    const ask = async (categoryId: number, parentId: number | null) =>
      (await catalogue.post(move.path, { ...(await seen(categoryId)), parentId, position: 0 })).reason
    expect(await ask(top, top)).toBe('CATEGORY_UNDER_ITSELF')
    expect(await ask(top, below)).toBe('CATEGORY_UNDER_ITSELF')
    expect(await ask(top, other)).toBe('CATEGORY_TOO_DEEP')
    expect(await ask(other, below)).toBe('CATEGORY_TOO_DEEP')
    expect(await ask(below, 999_999)).toBe('CATEGORY_NOT_FOUND')
    expect(await everything()).toEqual(before)
    await goodsIn(below, '下面的商品')
    expect(await ask(below, null)).toBe('CATEGORY_HAS_GOODS')
  })

  test('at the same time as another move keeps two levels, and the second move of one category is refused', async () => {
    const [a, b] = [await create('同时甲'), await create('同时乙')]
    // Each under the other: one of them must be refused, or both would be gone from the tree. Somebody holds both rows until both have begun.
    const [ofA, ofB] = [await seen(a), await seen(b)]
    const holder = await mall.pool.connect()
    await holder.query('begin')
    await holder.query('select from category where id = any($1) for update', [[a, b]])
    const asked = Promise.all([
      catalogue.post(move.path, { ...ofA, parentId: b, position: 0 }),
      admin.post(move.path, { ...ofB, parentId: a, position: 0 }),
    ])
    const waiting = async () =>
      (await mall.pool.query("select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()")).rowCount
    await expect.poll(waiting, { interval: 20 }).toBe(2)
    await holder.query('commit')
    holder.release()
    const answers = await asked
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect((await everything()).filter(({ categoryId }) => [a, b].includes(categoryId))).toHaveLength(2)

    const [c, d] = [await create('目标一'), await create('目标二')]
    const child = await create('被移的', c)
    const known = await seen(child)
    const both = await Promise.all([c, d].map((parentId) => catalogue.post(move.path, { ...known, parentId, position: 0 })))
    expect(both.map(({ reason }) => reason).sort()).toEqual(['ROW_CHANGED', undefined].sort())
  })
})

describe('merging a category', () => {
  test('moves its goods, coupons and children, and children with equal names are merged', async () => {
    const [from, into] = [await create('旧截齿'), await create('新截齿')]
    const [twin, alone, there] = [await create('镐形', from), await create('刀形', from), await create('镐形', into)]
    await goodsIn(twin, '镐形旧')
    await goodsIn(alone, '刀形旧')
    await goodsIn(there, '镐形新')
    const { template } = await createCouponHelpers(mall)
    const templateId = await template({ categoryIds: [from, twin] })
    expect(await api.consoleCategory.merge({ ...(await seen(from)), intoId: into })).toEqual({ goodsCount: 1 })
    expect(await childrenOf(into)).toEqual(['镐形', '刀形'])
    expect((await everything()).some(({ categoryId }) => [from, twin].includes(categoryId))).toBe(false)
    expect((await namesIn(into)).sort()).toEqual(['刀形旧', '镐形旧', '镐形新'].sort())
    expect((await namesIn(there)).sort()).toEqual(['镐形旧', '镐形新'].sort())
    const row = await mall.db.selectFrom('coupon_template').select('scope_ids').where('id', '=', templateId).executeTakeFirstOrThrow()
    expect(row.scope_ids).toEqual([into, there].sort((one, other) => one - other))
    await searchLearns(into, there)
    expect((await mall.guest().api.goods.list({ keyword: '新截齿' })).total).toBe(3)
  })

  test('under another parent moves its goods or children if no name conflicts', async () => {
    const [here, there] = [await create('并一'), await create('并二')]
    const [from, into] = [await create('散件', here), await create('成件', there)]
    await goodsIn(from, '散件一')
    await goodsIn(from, '散件二')
    expect(await api.consoleCategory.merge({ ...(await seen(from)), intoId: into })).toEqual({ goodsCount: 2 })
    expect((await namesIn(there)).sort()).toEqual(['散件一', '散件二'].sort())
    expect([await namesIn(here), await childrenOf(here)]).toEqual([[], []])
    expect(await api.consoleCategory.merge({ ...(await seen(there)), intoId: here })).toEqual({ goodsCount: 0 })
    expect(await childrenOf(here)).toEqual(['成件'])
    // What was read of it before is forgotten within a second.
    await expect.poll(async () => (await namesIn(here)).length, { interval: 50 }).toBe(2)
  })

  test('into itself, into another level, or after a change by somebody else is refused', async () => {
    const [top, other] = [await create('合并上'), await create('合并旁')]
    const below = await create('合并下', top)
    const ask = async (categoryId: number, intoId: number) => catalogue.post(merge.path, { ...(await seen(categoryId)), intoId })
    expect(await ask(top, top)).toMatchObject({ reason: 'CATEGORY_INTO_ITSELF' })
    expect(await ask(below, other)).toMatchObject({ reason: 'CATEGORY_OTHER_LEVEL' })
    expect(await ask(below, 999_999)).toMatchObject({ reason: 'CATEGORY_NOT_FOUND' })
    const old = await seen(other)
    await admin.api.consoleCategory.save({ ...facts, ...old, name: '合并旁改' })
    expect(await catalogue.post(merge.path, { ...old, intoId: top })).toMatchObject({ reason: 'ROW_CHANGED', detail: { by: 'admin' } })
    expect(await support.post(merge.path, { ...old, intoId: top })).toMatchObject({ code: 403 })
  })
})

test('only an empty category can be deleted; otherwise the refusal says where it is used', async () => {
  const top = await create('要删的')
  const below = await create('要删的下级', top)
  await goodsIn(below, '还在的商品')
  const ask = async (id: number) => catalogue.post(consoleCategory.delete.path, await seen(id))
  expect(await ask(top)).toMatchObject({ code: 409, reason: 'CATEGORY_IN_USE', msg: '分类正在使用：1 个子分类，请先移走或合并' })
  expect(await ask(below)).toMatchObject({ msg: '分类正在使用：1 个商品，请先移走或合并' })
  expect((await catalogue.post(list.path)).code).toBe(200)
  const free = await create('空的', top)
  await (await createCouponHelpers(mall)).template({ categoryIds: [free] })
  expect(await ask(free)).toMatchObject({ msg: '分类正在使用：1 张优惠券，请先移走或合并' })
  const last = await create('真空', top)
  expect((await ask(last)).code).toBe(200)
  expect(await childrenOf(top)).toEqual(['要删的下级', '空的'])
})
