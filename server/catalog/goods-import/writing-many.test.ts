import { expect, test } from 'vitest'
import { refreshSearchRowsOfGoods } from '#server/catalog/goods/public.ts'
import { createGoodsEditor } from '#server/platform/testing/goods-editor.ts'
import { createGoodsImporter, toCsv } from '#server/platform/testing/goods-imports.ts'
import { openMall } from '#server/platform/testing/mall.ts'

// Goods of a file share their transactions. Each is still written whole or not at all, and as the editor would write it.

const mall = await openMall()
const { catalogue, contentOf, fresh } = await createGoodsEditor(mall)
const { uploads, tries, applies, run, settle, faultsOf } = createGoodsImporter(mall, catalogue)
const other = await fresh()
const [picture] = (await contentOf(other.goodsId)).pictures
const shop = (await catalogue.api.consoleShop.list({})).dataList[0]?.name ?? ''
const category = (await mall.db.selectFrom('category').select('name').where('id', '=', 2).executeTakeFirstOrThrow()).name

const HEAD = ['商品编码', '规格编码', '商品名称', '店铺', '分类', '单位', '图片', '规格值', '现金价', '赊销价']
/** A file of some goods with some SKUs each. */
const fileOf = (name: string, { goods, skus, price = 38 }: { goods: number; skus: number; price?: number }) =>
  toCsv(
    HEAD,
    ...Array.from({ length: goods * skus }, (_, at) => {
      const [own, place] = [Math.floor(at / skus) + 1, (at % skus) + 1]
      const code = `${name}-${own}-${place}`
      const prices = [`${price}.50`, `${price + 2}.40`]
      return [`${name}-${own}`, code, `截齿 ${name} ${own}`, shop, category, '支', picture?.id ?? '', `规格：${code}`, ...prices]
    }),
  )
const rowsOf = async (text: string, values: unknown[] = []) => (await mall.pool.query(text, values)).rows
const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
const untilSomebodyWaits = () => expect.poll(async () => (await rowsOf(WAITING)).length, { interval: 5 }).toBeGreaterThan(0)
const versionOfCatalog = async () => (await rowsOf('select version from catalog_version'))[0]?.version

test('many goods are written with few statements, and large files take no more for each goods', async () => {
  const costs = async (goods: number, price?: number) => {
    const tried = await tries(fileOf(`COST${goods}`, { goods, skus: 3, ...(price && { price }) }))
    const before = mall.statements.length
    const { counts } = await applies(tried, { confirmed: true })
    expect(counts.applied).toBe(goods * 3)
    return (mall.statements.length - before) / goods
  }
  expect(await costs(150)).toBeLessThan(5)
  expect(await costs(150, 99)).toBeLessThan(6)
})

test('everything that the editor writes is written: versions, stock, search, prices, sale state, position', async () => {
  const before = await versionOfCatalog()
  await applies(await tries(fileOf('ALL', { goods: 12, skus: 2 })))
  const goods = await rowsOf(`select * from goods where slug like 'ALL-%' order by position`)
  expect(goods.map(({ slug }) => slug)).toEqual(Array.from({ length: 12 }, (_, at) => `ALL-${at + 1}`))
  for (const one of goods)
    expect(one).toMatchObject({ state: 'on_sale', version: 1, change_note: '发布版本 1', published_at: mall.clock.now })
  expect(new Set(goods.map(({ position }) => position)).size).toBe(12)
  const ids = goods.map(({ id }) => id as string)
  const versions = await rowsOf('select version, note, staff_id, content from goods_version where goods_id = any($1) order by at', [ids])
  expect(versions).toHaveLength(12)
  for (const { content, ...one } of versions) {
    expect(one).toEqual({ version: 1, note: '导入 商品.csv', staff_id: goods[0]?.changed_by })
    expect(content.skus).toHaveLength(2)
  }
  expect(await rowsOf('select from goods_draft where goods_id = any($1)', [ids])).toEqual([])
  expect(await rowsOf('select from sku s join sku_stock t on t.sku_id = s.id where s.goods_id = any($1)', [ids])).toHaveLength(24)
  const searched = () =>
    rowsOf("select to_jsonb(s) - 'changed_in' as row from goods_search s where goods_id = any($1) order by goods_id", [ids])
  const found = await searched()
  expect(found).toHaveLength(12)
  await mall.runInTransaction((tx) => refreshSearchRowsOfGoods(tx, ids))
  expect(await searched()).toEqual(found)
  expect(await versionOfCatalog()).toBeGreaterThan(before)
  await applies(await tries(fileOf('ALL', { goods: 12, skus: 2, price: 39 })))
  const moves = await rowsOf('select c.* from price_change c join sku s on s.id = c.sku_id where s.goods_id = any($1)', [ids])
  expect(moves).toHaveLength(24)
  for (const move of moves)
    expect(move).toMatchObject({ was_sale_fen: 3_850, is_sale_fen: 3_950, list_id: null, staff_id: goods[0]?.changed_by, file_name: null })
  expect(new Set((await rowsOf('select version from goods where id = any($1)', [ids])).map(({ version }) => version))).toEqual(new Set([2]))
})

/** Lets an import come to where it writes goods, does something, and lets it go on. */
async function whileItWaitsToWrite(tried: { id: string; seen: string | null }, act: () => Promise<unknown>) {
  await catalogue.api.goodsImport.apply({ id: tried.id, seen: tried.seen ?? '' })
  const holder = await mall.pool.connect()
  await holder.query('begin')
  await holder.query(`select pg_advisory_xact_lock(hashtextextended('prices', 0))`)
  const running = run(tried.id)
  await untilSomebodyWaits()
  await act()
  await holder.query('rollback')
  holder.release()
  await running
  return settle(tried.id)
}

test('goods whose code is taken by somebody while they wait are refused alone, with the reason', async () => {
  const tried = await tries(fileOf('RACE', { goods: 12, skus: 1 }))
  const done = await whileItWaitsToWrite(tried, () => mall.pool.query(`update sku set code = 'race-7-1' where id = $1`, [other.skuId]))
  expect(done).toMatchObject({ state: 'done', counts: { applied: 11, refused: 1 } })
  expect(await faultsOf(tried.id)).toEqual(['8 规格编码：规格编码 RACE-7-1 已用于商品“U84 采煤截齿”'])
  expect(await rowsOf(`select from goods where slug like 'RACE-%'`)).toHaveLength(11)
  expect(await rowsOf(`select from goods where slug = 'RACE-7'`)).toEqual([])
})

test('goods that are saved without a change of content while they wait are planned again and written', async () => {
  await applies(await tries(fileOf('TOUCH', { goods: 6, skus: 1 })))
  const tried = await tries(fileOf('TOUCH', { goods: 6, skus: 1, price: 39 }))
  // A draft that is saved and thrown away leaves nothing but this.
  const done = await whileItWaitsToWrite(tried, () =>
    mall.pool.query(`update goods set row_version = row_version + 2 where slug in ('TOUCH-2', 'TOUCH-5')`),
  )
  expect(done).toMatchObject({ state: 'done', counts: { applied: 6, refused: 0 } })
  expect(await faultsOf(tried.id)).toEqual([])
})

test('a trial sees goods that are being written completely with their SKUs, or not at all', async () => {
  const busy = await fresh()
  const { id } = await uploads(fileOf('MOMENT', { goods: 1, skus: 1 }))
  const writer = await mall.pool.connect()
  await writer.query('begin')
  await writer.query('lock table sku')
  const running = run(id)
  await untilSomebodyWaits()
  await writer.query(`update goods set slug = 'MOMENT-1' where id = $1`, [busy.goodsId])
  await writer.query(`update sku set code = 'MOMENT-1-1' where id = $1`, [busy.skuId])
  await writer.query('commit')
  writer.release()
  await running
  expect(await settle(id)).toMatchObject({ state: 'tried', counts: { added: 1, refused: 0 } })
})
