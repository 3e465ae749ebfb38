import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { goodsAfterSaleRules, goodsFreightRules } from '#contract/catalog/goods/terms.ts'
import type { GoodsBulkEditChange } from '#contract/catalog/goods-bulk/change.ts'
import { goodsBulkEditPriceRoundings, goodsBulkEditPriceTargets } from '#contract/catalog/goods-bulk/change.ts'
import type { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { fen, formatMoney } from '#contract/platform/core/money.ts'
import {
  awaitBulkRefusalText,
  buildAddTagsBulkChange,
  buildPriceBulkChange,
  createGoodsBulkEditor,
} from '#server/platform/testing/goods-bulks.ts'
import { createGoodsEditor } from '#server/platform/testing/goods-editor.ts'
import { ONE_DAY_MS, openMall } from '#server/platform/testing/mall.ts'
import { createSeededRandom } from '#server/platform/testing/random.ts'
import { deleteOldGoodsBulkEdits } from './public.ts'

const mall = await openMall()
const { catalogue, sku, fresh, contentOf, edits, publishes, shown } = await createGoodsEditor(mall)
const { goodsBulk, consoleGoods } = catalogue.api
const { run, runUntil, settle, tries, applies, undoes, resultsOf } = createGoodsBulkEditor(mall, catalogue)
const facts = { shown: true, pictureId: null, taxClass: null }
const pricesOf = async (goodsId: string) => (await contentOf(goodsId)).skus.map(({ salePrice, creditPrice }) => [salePrice, creditPrice])

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
/** Holds a lock until the job waits for it, does something, and lets the job go on. */
async function whileItWaitsFor(
  lock: string,
  { id }: { id: string },
  act: (write: (text: string, values: unknown[]) => Promise<unknown>) => Promise<unknown>,
) {
  const holder = await mall.pool.connect()
  await holder.query('begin')
  await holder.query(lock)
  const running = run(id)
  await expect.poll(async () => (await mall.pool.query(WAITING)).rows.length, { interval: 5 }).toBeGreaterThan(0)
  await act((text, values) => holder.query(text, values))
  await holder.query('commit')
  holder.release()
  await running
  return settle(id)
}

describe('goods in a bulk edit', () => {
  test('with a draft, never published or archived are refused individually with the reason', async () => {
    const [drafted, archived] = [await fresh(), await fresh()]
    await edits(drafted.goodsId, () => ({ subtitle: '改' }))
    const { goodsId: unpublished } = await consoleGoods.copy({ goodsId: drafted.goodsId })
    for (const verb of ['takeOff', 'archive'] as const)
      await consoleGoods[verb]({ goodsId: archived.goodsId, rowVersion: (await shown(archived.goodsId)).rowVersion })
    const ids = [drafted.goodsId, unpublished, archived.goodsId]
    const tried = await tries(ids, buildPriceBulkChange())
    expect(tried.counts).toMatchObject({ changed: 0, refused: 3 })
    expect(await resultsOf(tried.id, ids)).toEqual([
      'refused: 商品有未发布的草稿，请先发布或放弃草稿',
      'refused: 商品还没有发布，请在编辑页修改',
      'refused: 商品已归档，不能修改',
    ])
  })

  test('that were changed between trial and apply are refused, and the others are written', async () => {
    const [one, other] = [await fresh(), await fresh()]
    const ids = [one.goodsId, other.goodsId]
    const tried = await tries(ids, buildAddTagsBulkChange('促销'))
    await edits(one.goodsId, () => ({ subtitle: '同事改的' }))
    await publishes(one.goodsId)
    const done = await applies(tried)
    expect(done).toMatchObject({ state: 'done', counts: { applied: 1, refused: 1 } })
    expect(await resultsOf(tried.id, ids)).toEqual(['refused: 试算之后商品有变动，没有修改；请重新试算', 'changed'])
    expect(await contentOf(one.goodsId)).toMatchObject({ subtitle: '同事改的', tags: [] })
  })

  test('that are changed while they wait are refused; with unchanged content they are planned again', async () => {
    const [touched, changed, still] = [await fresh(), await fresh(), await fresh()]
    const ids = [touched.goodsId, changed.goodsId, still.goodsId]
    const before = await Promise.all(ids.map(pricesOf))
    const tried = await tries(ids, buildPriceBulkChange())
    await goodsBulk.apply({ id: tried.id, seen: tried.seen ?? '' })
    const done = await whileItWaitsFor(`select pg_advisory_xact_lock(hashtextextended('prices', 0))`, tried, async (write) => {
      // A draft that is saved and thrown away leaves nothing but this.
      await write('update goods set row_version = row_version + 2 where id = $1', [touched.goodsId])
      await write(`update goods set subtitle = '同事改的', row_version = row_version + 1 where id = $1`, [changed.goodsId])
    })
    expect(done).toMatchObject({ state: 'done', counts: { applied: 2, refused: 1 } })
    expect(await resultsOf(tried.id, ids)).toEqual(['changed', 'refused: 试算之后商品有变动，没有修改；请重新试算', 'changed'])
    expect((await contentOf(changed.goodsId)).subtitle).toBe('同事改的')
    const after = await Promise.all(ids.map(pricesOf))
    expect(after.map((prices, at) => prices[0]?.[0] !== before[at]?.[0]?.[0])).toEqual([true, false, true])
  })

  test('that are published during the trial are seen completely with their SKUs, or not at all', async () => {
    const busy = await fresh()
    const [[price] = []] = await pricesOf(busy.goodsId)
    const { id } = await goodsBulk.try({ goodsIds: [busy.goodsId], change: buildPriceBulkChange() })
    const tried = await whileItWaitsFor('lock table sku', { id }, async (write) => {
      await write(`update goods set name = '改了名', row_version = row_version + 1 where id = $1`, [busy.goodsId])
      await write('update sku set sale_price_fen = sale_price_fen - 1000 where goods_id = $1', [busy.goodsId])
    })
    const [row] = (await goodsBulk.rows({ id })).dataList
    expect(row?.name).not.toBe('改了名')
    expect(row?.differences.map(({ from }) => from).join()).toContain(formatMoney(price ?? fen(0), { grouped: false }).slice(1))
    expect(await applies(tried)).toMatchObject({ counts: { applied: 0, refused: 1 } })
  })

  test('are restored by undo within a day, unless somebody has changed them since, who is named', async () => {
    const [one, other] = [await fresh(), await fresh()]
    const ids = [one.goodsId, other.goodsId]
    const before = await contentOf(one.goodsId)
    const done = await applies(await tries(ids, buildPriceBulkChange()))
    expect(done.undoUntil).toEqual(new Date(mall.clock.now.getTime() + ONE_DAY_MS))
    await edits(other.goodsId, () => ({ subtitle: '之后改的' }))
    const undone = await undoes(done.id)
    expect(undone).toMatchObject({ state: 'undone', counts: { applied: 2, undone: 1, kept: 1 }, undoUntil: null })
    expect(await contentOf(one.goodsId)).toEqual(before)
    expect(await resultsOf(done.id, ids)).toMatchObject(['changed', expect.stringMatching(/^kept: catalogue 已于 .+ 修改：编辑草稿/)])
    expect(await pricesOf(other.goodsId)).toEqual([[4235, 4444]])
    expect((await consoleGoods.history({ goodsId: one.goodsId })).dataList[0]).toMatchObject({ version: 3, note: '撤销批量修改价格' })
    expect(await awaitBulkRefusalText(goodsBulk.undo({ id: done.id }))).toContain('GOODS_BULK_STATE_WRONG')
    const late = await applies(await tries([one.goodsId], buildAddTagsBulkChange('晚')))
    mall.clock.forward(ONE_DAY_MS)
    await mall.renew()
    expect(await awaitBulkRefusalText(goodsBulk.undo({ id: late.id }))).toContain('GOODS_BULK_UNDO_LATE')
  })

  test('are selected by a filter up to a limit, and only in the shops that a person keeps', async () => {
    const keeper = await mall.staff('catalogue', 'warehouse')
    const admin = await mall.staff('admin')
    const shopId = await mall.newShop('自己的店')
    const own = await fresh({ shopId, name: '自己的钻头' })
    const others = await fresh({ name: '别人的钻头' })
    const { staffId = '' } = (await admin.api.consoleShop.staff({})).find(({ name }) => name.includes('warehouse')) ?? {}
    await admin.api.consoleShop.setStaff({ staffId, shopIds: [shopId], rowVersion: 0 })
    const mine = keeper.api.goodsBulk
    const { id, goodsCount } = await mine.try({ filter: { keyword: '钻头' }, change: buildAddTagsBulkChange('钻') })
    expect(goodsCount).toBe(1)
    const { seen } = await settle(id)
    await mine.apply({ id, seen: seen ?? '' })
    await settle(id)
    expect([(await contentOf(own.goodsId)).tags, (await contentOf(others.goodsId)).tags]).toEqual([['钻'], []])
    expect(
      await awaitBulkRefusalText(mine.try({ goodsIds: [own.goodsId, others.goodsId], change: buildAddTagsBulkChange('钻') })),
    ).toContain('GOODS_NOT_FOUND')
    // What others do is theirs: their rows have prices and names of other shops.
    const theirs = await tries([others.goodsId], buildAddTagsBulkChange('别人'))
    for (const call of ['state', 'rows', 'undo', 'stop'] as const)
      expect(await awaitBulkRefusalText(mine[call]({ id: theirs.id }))).toContain('GOODS_BULK_NOT_FOUND')
    expect((await mine.list({})).total).toBe(1)
    expect(
      await awaitBulkRefusalText(goodsBulk.try({ filter: { keyword: '没有这样的商品' }, change: buildAddTagsBulkChange('钻') })),
    ).toContain('GOODS_BULK_EMPTY')
    expect(await awaitBulkRefusalText(goodsBulk.try({ change: buildAddTagsBulkChange('钻') }))).toContain('请选择商品或筛选条件')
  })
})

describe('a bulk edit', () => {
  test('whose job runs twice at once writes and restores goods once', async () => {
    const ids = [(await fresh()).goodsId, (await fresh()).goodsId]
    const tried = await tries(ids, buildAddTagsBulkChange('一次'))
    await goodsBulk.apply({ id: tried.id, seen: tried.seen ?? '' })
    await Promise.all([run(tried.id), run(tried.id)])
    expect(await settle(tried.id)).toMatchObject({ state: 'done', counts: { applied: 2, refused: 0 } })
    await goodsBulk.undo({ id: tried.id })
    await Promise.all([run(tried.id), run(tried.id)])
    expect(await settle(tried.id)).toMatchObject({ state: 'undone', counts: { undone: 2, kept: 0 } })
    expect((await consoleGoods.history({ goodsId: ids[0] ?? '' })).total).toBe(3)
  })

  test('continues after a server crash, and can be stopped between two goods and undone', async () => {
    for (const stopped of [false, true]) {
      const ids = [(await fresh()).goodsId, (await fresh()).goodsId]
      const tried = await tries(ids, buildAddTagsBulkChange('半'))
      await goodsBulk.apply({ id: tried.id, seen: tried.seen ?? '' })
      await expect(runUntil(tried.id, 1)).rejects.toThrow('the server is gone')
      if (stopped) await goodsBulk.stop({ id: tried.id })
      const applied = stopped ? 1 : 2
      expect(await settle(tried.id)).toMatchObject({ state: stopped ? 'stopped' : 'done', counts: { applied } })
      expect(await undoes(tried.id)).toMatchObject({ state: 'undone', counts: { applied, undone: applied, kept: 0 } })
      for (const goodsId of ids) expect((await contentOf(goodsId)).tags).toEqual([])
    }
  })

  test('is open to goods editors only, and deleted after a month', async () => {
    const [{ id } = { id: '' }] = (await goodsBulk.list({ pageSize: 1 })).dataList
    const support = await mall.staff('support')
    expect(await support.post(contract.goodsBulk.state.path, { id })).toMatchObject({ reason: 'STAFF_ONLY' })
    const { now, ...moment } = mall.moment()
    await deleteOldGoodsBulkEdits(mall.db, { ...moment, now: new Date(now.getTime() + 31 * ONE_DAY_MS) }, 30)
    expect((await goodsBulk.list({})).total).toBe(0)
  })
})

test('a trial takes a constant number of statements, and writing a bounded number for each goods', async () => {
  const costs = async (goods: number, skus: number) => {
    const ids: string[] = []
    for (let at = 0; at < goods; at++) ids.push((await fresh({ skus: Array.from({ length: skus }, () => sku()) })).goodsId)
    const { id } = await goodsBulk.try({ goodsIds: ids, change: buildPriceBulkChange() })
    const start = mall.statements.length
    await run(id)
    const trial = mall.statements.length - start
    const { seen } = await goodsBulk.state({ id })
    await goodsBulk.apply({ id, seen: seen ?? '' })
    const middle = mall.statements.length
    await run(id)
    return { trial, written: mall.statements.length - middle }
  }
  const few = await costs(2, 1)
  const many = await costs(8, 3)
  expect(many.trial).toBe(few.trial)
  expect(few.trial).toBeLessThan(45)
  const each = (many.written - few.written) / 6
  expect(each).toBeLessThan(110)
})

const SEED = 20_261_123
const DRAWS = 8

test(`undo restores goods exactly after ${DRAWS} random bulk edits with the seed ${SEED}`, async () => {
  const random = createSeededRandom(SEED)
  const { below, pick } = random
  const { categoryId } = await catalogue.api.consoleCategory.save({ ...facts, parentId: 1, name: '随机分类' })
  const randomSku = () => {
    const [salePrice, more] = [1 + below(1_000_000), below(100_000)]
    return sku({
      salePrice: fen(salePrice),
      creditPrice: below(4) === 0 ? null : fen(salePrice + more),
      archived: false,
      onShelf: below(5) > 0,
    })
  }
  const randomContent = (): Partial<GoodsContent> => ({
    tags: ['热销', '新品', '清仓'].filter(() => below(2) === 0),
    skus: Array.from({ length: 1 + below(4) }, randomSku),
  })
  const randomChange = (): GoodsBulkEditChange => {
    const step =
      below(2) === 0 ? { by: 'percent' as const, percent: below(4_000) / 100 } : { by: 'amount' as const, amount: fen(below(5_000)) }
    return pick<GoodsBulkEditChange>([
      buildPriceBulkChange({
        prices: pick(keysOf(goodsBulkEditPriceTargets)),
        direction: pick(['up', 'down']),
        step,
        rounding: pick(keysOf(goodsBulkEditPriceRoundings)),
      }),
      { kind: 'tags', mode: pick(['add', 'remove', 'set']), tags: ['新品', '促销'] },
      { kind: 'category', categoryId: pick([2, categoryId]) },
      { kind: 'freight', freight: pick(keysOf(goodsFreightRules)) },
      { kind: 'afterSale', afterSale: pick(keysOf(goodsAfterSaleRules)) },
      { kind: 'shelf', onSale: below(2) === 0 },
    ])
  }
  const ids: string[] = []
  for (let at = 0; at < 5; at++) ids.push((await fresh(randomContent())).goodsId)
  const everything = async () => Promise.all(ids.map(async (id) => [(await shown(id)).state, await contentOf(id)]))
  let applied = 0
  for (let draw = 0; draw < DRAWS; draw++) {
    const before = await everything()
    const change = randomChange()
    const tried = await tries(ids, change)
    expect(await everything(), JSON.stringify(change)).toEqual(before)
    if (tried.counts.changed === 0) continue
    const done = await applies(tried, true)
    expect(done.counts.applied, JSON.stringify(change)).toBe(tried.counts.changed)
    expect(await everything(), JSON.stringify(change)).not.toEqual(before)
    expect(await undoes(done.id)).toMatchObject({ counts: { undone: done.counts.applied, kept: 0 } })
    expect(await everything(), JSON.stringify(change)).toEqual(before)
    applied += done.counts.applied
  }
  expect(applied).toBeGreaterThan(DRAWS)
})
