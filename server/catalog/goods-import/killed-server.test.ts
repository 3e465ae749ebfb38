import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { replaceDatabaseUrlParts } from '#server/platform/database/roles.ts'
import { type ChildProgram, startChildProgram } from '#server/platform/testing/child-program.ts'
import { createGoodsEditor } from '#server/platform/testing/goods-editor.ts'
import { createGoodsImporter, toCsv } from '#server/platform/testing/goods-imports.ts'
import { allowJobQueueSchemaCreation } from '#server/platform/testing/job-queue.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'

// A job of a dead server is released when its worker has not been heard of for half a minute.
const PATIENT = { timeout: 300_000 }
const RELEASED_MS = 120_000

const mall = await openMall({ now: new Date() })
const secret = randomBytes(32).toString('hex')
const { catalogue, sku, fresh, contentOf } = await createGoodsEditor(mall)
const { settle, tries, faultsOf } = createGoodsImporter(mall, catalogue)
const { goodsImport, consoleGoods, consolePrice } = catalogue.api
const [picture] = (await contentOf((await fresh()).goodsId)).pictures
const shop = (await catalogue.api.consoleShop.list({})).dataList[0]?.name ?? ''
const category = (await mall.db.selectFrom('category').select('name').where('id', '=', 2).executeTakeFirstOrThrow()).name

/** Sees which statements of others wait for a lock. */
const observer = new pg.Client({
  connectionString: replaceDatabaseUrlParts(inject('superUrl'), { database: new URL(mall.ownerUrl).pathname.slice(1) }),
})
const holder = new pg.Client({ connectionString: mall.ownerUrl })
const started: ChildProgram[] = []
beforeAll(async () => {
  await allowJobQueueSchemaCreation(mall.ownerUrl)
  await Promise.all([observer.connect(), holder.connect()])
})
afterAll(async () => {
  for (const server of started) server.send('SIGKILL')
  await Promise.all([observer.end(), holder.end()])
})

/** A server that runs the jobs. */
async function startServer(): Promise<ChildProgram> {
  const database = { DATABASE_URL: mall.appUrl, DATABASE_OWNER_URL: mall.ownerUrl, MALL_SECRET: secret }
  const server = startChildProgram('server/main.ts', { ...database, PORT: '0', LOG_LEVEL: 'info' })
  started.push(server)
  await server.says('"listening"')
  return server
}

const countWaiting = async (): Promise<number> => {
  const { rows } = await observer.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows[0]?.count ?? 0
}

const GOODS = 40
/** In the order of the file: the first transactions write one, two, four and eight goods; the next one holds this one. */
const HELD = 20
const HEAD = ['商品编码', '规格编码', '商品名称', '店铺', '分类', '单位', '图片', '规格值', '现金价', '赊销价', '成本']
const fileOf = (name: string): Buffer =>
  toCsv(
    HEAD,
    ...Array.from({ length: GOODS * 2 }, (_, at) => {
      const [goods, variant] = [Math.floor(at / 2), at % 2]
      const price = (20 + goods / 10).toFixed(2)
      return [
        `${name}-${goods}`,
        `${name}-${goods}-${variant}`,
        `采煤截齿 ${goods}`,
        shop,
        category,
        '支',
        picture?.id ?? '',
        `规格：${variant}`,
        price,
        '40.00',
        '',
      ]
    }),
  )

interface WrittenGoods {
  code: string
  skus: number
  versions: number
}

const writtenGoods = async (name: string): Promise<WrittenGoods[]> => {
  const { rows } = await observer.query<WrittenGoods>(
    `select g.slug as code, (select count(*)::int from sku where goods_id = g.id) as skus,
       (select count(*)::int from goods_version where goods_id = g.id) as versions
     from goods g where g.slug like $1 || '-%' and g.version > 0`,
    [name],
  )
  return rows
}

const WAYS: [string, (id: string) => Promise<unknown>][] = [
  ['a server that is told of it', settle],
  [
    'the next server, by itself, when the job of the dead one is released',
    async (id) => {
      await startServer()
      await expect.poll(async () => (await goodsImport.state({ id })).state, { timeout: RELEASED_MS, interval: 200 }).toBe('done')
    },
  ],
]

test.each(
  WAYS.slice(0, selectByTestTier({ landing: 1, release: WAYS.length })).map(([who, resume], at) => [who, `CUT${at}`, resume] as const),
)(
  'an import whose server is killed within a transaction is ended by %s: no goods twice, none by half',
  PATIENT,
  async (_, name, resume) => {
    const held = await fresh({
      code: `${name}-${HELD}`,
      skus: [0, 1].map((variant) => sku({ code: `${name}-${HELD}-${variant}`, props: [['规格', String(variant)]] })),
    })
    const before = (await consoleGoods.history({ goodsId: held.goodsId })).total
    const tried = await tries(fileOf(name))
    expect(tried.counts).toMatchObject({ added: (GOODS - 1) * 2, changed: 2, refused: 0 })
    const server = await startServer()
    await holder.query('begin')
    await holder.query('select 1 from goods where id = $1 for update', [held.goodsId])
    await goodsImport.apply({ id: tried.id, seen: tried.seen ?? '', confirmed: true })
    // It has written some goods, and waits for this one in the middle of a transaction.
    await expect.poll(async () => (await writtenGoods(name)).length > 1 && (await countWaiting()) > 0, { interval: 20 }).toBe(true)
    server.send('SIGKILL')
    await server.ended

    // What was committed is whole; of the open transaction nothing is there.
    const cut = await writtenGoods(name)
    expect(cut.length).toBeLessThan(GOODS)
    expect(cut.filter(({ skus, versions }) => skus !== 2 || versions !== 1)).toEqual([])
    expect(await goodsImport.state({ id: tried.id })).toMatchObject({ state: 'applying' })
    await holder.query('rollback')

    await resume(tried.id)
    expect(await goodsImport.state({ id: tried.id })).toMatchObject({ state: 'done', counts: { applied: GOODS * 2, refused: 0 } })
    expect(await faultsOf(tried.id)).toEqual([])
    const written = await writtenGoods(name)
    expect(written.map(({ code }) => code).toSorted()).toEqual(Array.from({ length: GOODS }, (__, at) => `${name}-${at}`).toSorted())
    expect(written.filter(({ code, skus, versions }) => skus !== 2 || versions !== (code === `${name}-${HELD}` ? 2 : 1))).toEqual([])
    expect((await consoleGoods.history({ goodsId: held.goodsId })).total).toBe(before + 1)
    for (const skuId of held.skuIds) expect((await consolePrice.history({ skuId })).total).toBe(1)
    // The same file again would change nothing: everything is as it says.
    expect((await tries(fileOf(name))).counts).toMatchObject({ same: GOODS * 2, added: 0, changed: 0, refused: 0 })
  },
)
