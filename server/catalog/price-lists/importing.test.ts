import { describe, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { contract } from '#contract/api.ts'
import { createPriceAndShelfEdits } from '#server/platform/testing/console-edits.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'

const mall = await openMall()
const catalogue = await mall.staff('catalogue')
const desk = { ...catalogue.api.consolePrice, ...createPriceAndShelfEdits(catalogue) }
const HEAD = '规格编码,商品,起订数量,现金价,赊销价'
const sheet = (...rows: string[]) => Buffer.from(`\uFEFF${[HEAD, ...rows].join('\r\n')}\r\n`)
const bring = (bytes: Uint8Array, more: { listId?: string; seen?: string; confirmed?: 'yes' } = {}) =>
  desk.import({ fileName: '价格.csv', ...more }, { file: toBlob(bytes, 'text/csv') })
/** Tried first, and then meant. */
const brings = async (bytes: Uint8Array, listId?: string) => {
  const list = listId === undefined ? {} : { listId }
  const { seen } = await bring(bytes, list)
  return bring(bytes, { ...list, seen, confirmed: 'yes' })
}
const received = ({ rows }: Awaited<ReturnType<typeof bring>>) => rows.map(({ row, result, text }) => [row, result, text])
const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error) => error.reason,
  )
const pricesOf = async (skuId: string, listId?: string) =>
  (await desk.prices({ skuId, ...(listId === undefined ? {} : { listId }) })).prices.map(({ from, salePrice, creditPrice }) => [
    from,
    salePrice / 100,
    creditPrice === null ? null : creditPrice / 100,
  ])
/** Where every row of a table lies: whatever is written moves. */
const places = async (table: 'sku' | 'goods_search' | 'sku_tier' | 'price_list_item') =>
  (await mall.pool.query<{ place: string; row: string }>(`select ctid || ' ' || xmin as place, t::text as row from ${table} t order by 1`))
    .rows
const version = async () => (await mall.db.selectFrom('catalog_version').select('version').executeTakeFirstOrThrow()).version

const pick = await mall.createSku('U84 采煤截齿', { code: 'KT-INS114DRE', sale: '40.00', credit: '42.00' })
const cash = await mall.createSku('铣刨齿', { code: 'XB-22', sale: '20.00', credit: null })
const twin = [await mall.createSku('孪生一', { code: 'TW-1.0' }), await mall.createSku('孪生二', { code: 'TW-10' })]

test('a trial shows the result of each row and changes nothing; the confirmed import changes exactly that', async () => {
  const bytes = sheet(
    'KT-INS114DRE,U84,1,39.00,41.00',
    'kt ins114dre,,100,37.5,',
    'XB-22,,,20,无',
    'NO-SUCH,,,1,',
    'TW10,,,1,',
    'TW-10,,,30.00,',
    'XB-22,,1,19,',
    'XB-22,,零,19,',
    'XB-22,,50,十九,',
    'XB-22,,60,0,',
    'XB-22,,70,19,18',
    'XB-22,,80,19,abc',
    'XB-22,,90,,',
    ',,1,5,6',
    'XB-22,,200,删除,',
    'KT-INS114DRE,,1,删除,',
    ',,,,',
    'XB-22,,300,1000000000.01,',
    'XB-22,,310,19,1000000000.01',
  )
  const before = [await places('sku'), await places('sku_tier'), await version()]
  const trial = await bring(bytes)
  expect(received(trial)).toEqual([
    [2, 'changed', ''],
    [3, 'added', ''],
    [4, 'same', ''],
    [5, 'refused', '没有编码为“NO-SUCH”的规格'],
    [6, 'refused', '没有编码为“TW10”的规格'],
    [7, 'changed', ''],
    [8, 'refused', '与第 4 行重复，以第 4 行为准'],
    [9, 'refused', '起订数量“零”不是 1 到 999999 的整数'],
    [10, 'refused', '现金价“十九”无法识别'],
    [11, 'refused', '现金价必须大于 0'],
    [12, 'refused', '赊销价不能低于现金价'],
    [13, 'refused', '赊销价“abc”无法识别；不支持赊销请填“无”'],
    [14, 'refused', '缺少现金价'],
    [15, 'refused', '缺少规格编码'],
    [16, 'refused', '没有这一级价格，无法删除'],
    [17, 'refused', '与第 2 行重复，以第 2 行为准'],
    [19, 'refused', '价格不能超过 1,000,000,000.00 元'],
    [20, 'refused', '价格不能超过 1,000,000,000.00 元'],
  ])
  expect(trial).toMatchObject({ applied: false, counts: { changed: 2, added: 1, same: 1, refused: 14, removed: 0 } })
  expect(trial.rows[0]).toMatchObject({
    code: 'KT-INS114DRE',
    goodsName: 'U84 采煤截齿',
    from: 1,
    was: { salePrice: yuanTextToFen('40.00'), creditPrice: yuanTextToFen('42.00') },
    is: { salePrice: yuanTextToFen('39.00'), creditPrice: yuanTextToFen('41.00') },
  })
  expect([await places('sku'), await places('sku_tier'), await version()]).toEqual(before)

  const done = await bring(bytes, { seen: trial.seen })
  expect({ ...done, applied: false }).toEqual(trial)
  expect(await pricesOf(pick)).toEqual([
    [1, 39, 41],
    [100, 37.5, null],
  ])
  // A credit price that the row leaves out stays as it was.
  expect(await pricesOf(twin[1] ?? '')).toEqual([[1, 30, 40.4]])
  expect((await bring(bytes)).counts).toMatchObject({ changed: 0, added: 0, same: 4 })
})

test('a new cash price above the unchanged credit price is refused', async () => {
  const [row] = (await bring(sheet('KT-INS114DRE,,1,60,'))).rows
  expect(row).toMatchObject({ result: 'refused', text: '原赊销价 41.00 低于新的现金价，请一并填写赊销价' })
})

describe('an import that does not match its trial is refused', () => {
  test('if a price was changed meanwhile, or the file differs', async () => {
    const [one, other] = [sheet('XB-22,,1,21.00,'), sheet('XB-22,,1,22.00,')]
    const { seen } = await bring(one)
    expect(await refusal(bring(other, { seen }))).toBe('PRICES_MOVED')
    await createPriceAndShelfEdits(catalogue).setPrice({ skuId: cash, salePrice: yuanTextToFen('20.50'), creditPrice: null })
    expect(await refusal(bring(one, { seen }))).toBe('PRICES_MOVED')
    expect(await pricesOf(cash)).toEqual([[1, 20.5, null]])
  })

  test('and if two people apply the same file at once, one is refused', async () => {
    const bytes = sheet('XB-22,,1,23.00,')
    const { seen } = await bring(bytes)
    const results = await Promise.all([refusal(bring(bytes, { seen })), refusal(bring(bytes, { seen }))])
    expect(results.sort()).toEqual(['PRICES_MOVED', 'done'])
  })
})

test('GBK and Excel files are read as well, and files that are not price sheets are refused', async () => {
  const gbk = Buffer.from([0xb9, 0xe6, 0xb8, 0xf1, 0xb1, 0xe0, 0xc2, 0xeb, 0x2c, 0xcf, 0xd6, 0xbd, 0xf0, 0xbc, 0xdb, 0x0a])
  expect((await bring(Buffer.concat([gbk, Buffer.from('XB-22,24.10\n')]))).rows).toMatchObject([
    { row: 2, result: 'changed', code: 'XB-22' },
  ])
  const cells = [
    ['规格编码', '现金价（元）', '赊销价'],
    ['XB-22', 24.5, 25.25],
  ].map((row) => row.map((value) => ({ value })))
  const xlsx = (await writeXlsxFile(cells as never).toBuffer()) as Buffer
  expect((await bring(xlsx)).rows).toMatchObject([{ is: { salePrice: yuanTextToFen('24.50'), creditPrice: yuanTextToFen('25.25') } }])
  for (const bytes of [Buffer.from('a,b\n1,2\n'), Buffer.from([0xff, 0xfe, 0, 0]), Buffer.from('')])
    expect(await refusal(bring(bytes))).toBe('PRICE_FILE_UNREADABLE')
})

describe('price lists', () => {
  test('are exported and imported in one format without a change, including public prices', async () => {
    const lin = await mall.buyer('林')
    const { listId } = await desk.add({
      name: '林矿业 2026 协议',
      fromDay: '2026-01-01',
      untilDay: '2026-12-31',
      enterpriseId: lin.enterpriseId,
    })
    const bytes = sheet('KT-INS114DRE,,1,35.00,36.00', 'KT-INS114DRE,,200,33.00,', 'XB-22,,,18.00,无')
    expect((await brings(bytes, listId)).counts).toMatchObject({ added: 3 })
    expect(await pricesOf(pick, listId)).toEqual([
      [1, 35, 36],
      [200, 33, null],
    ])
    for (const whose of [{ listId }, {}])
      for (const format of ['csv', 'xlsx'] as const) {
        const file = await desk.export({ ...whose, format })
        const again = await bring(file.bytes, whose)
        expect(again.counts).toEqual({ changed: 0, added: 0, removed: 0, same: again.rows.length, refused: 0 })
        expect(again.rows.length).toBeGreaterThan(2)
      }
    expect(await brings(sheet('KT-INS114DRE,,200,删除,'), listId)).toMatchObject({ counts: { removed: 1 } })
    expect(await pricesOf(pick, listId)).toEqual([[1, 35, 36]])
    const { dataList, total } = await desk.items({ listId, keyword: 'ins114' })
    expect([total, dataList]).toMatchObject([1, [{ code: 'KT-INS114DRE', from: 1, base: { salePrice: yuanTextToFen('39.00') } }]])
    expect((await desk.lists({ keyword: '林矿业' })).dataList).toMatchObject([
      { listId, level: null, enterpriseName: '林矿业有限公司', state: 'active', items: 2, by: 'catalogue', untilDay: '2026-12-31' },
    ])
  })

  test('need exactly one kind of holder, days in order, and falling prices', async () => {
    const lin = await mall.buyer('林')
    const { add, setPrices } = contract.consolePrice
    const dated = { name: '错', fromDay: '2026-05-01' }
    for (const body of [dated, { ...dated, level: 2, enterpriseId: lin.enterpriseId }, { ...dated, level: 2, untilDay: '2026-04-30' }])
      expect(await catalogue.post(add.path, body)).toMatchObject({ code: 400 })
    expect(await catalogue.post(add.path, { ...dated, enterpriseId: mall.moment().newId() })).toMatchObject({
      reason: 'ENTERPRISE_NOT_FOUND',
    })
    const wrong = [
      [[{ from: 2, salePrice: 5, creditPrice: null }], 'TIERS_NOT_FALLING'],
      [
        [
          { from: 1, salePrice: 5, creditPrice: null },
          { from: 9, salePrice: 5, creditPrice: null },
        ],
        'TIERS_NOT_FALLING',
      ],
      [[{ from: 1, salePrice: 5, creditPrice: 4.99 }], 'CREDIT_BELOW_SALE'],
    ] as const
    const { rowVersion } = await desk.prices({ skuId: cash })
    for (const [prices, reason] of wrong)
      expect(await catalogue.post(setPrices.path, { skuId: cash, prices, rowVersion })).toMatchObject({ reason })
    const nowhere = { listId: mall.moment().newId(), skuId: cash }
    expect(await catalogue.post(setPrices.path, { ...nowhere, prices: [], rowVersion: 0 })).toMatchObject({
      reason: 'PRICE_LIST_NOT_FOUND',
    })
  })

  test('show whether they have not begun, have ended or are disabled', async () => {
    const state = async (fromDay: string, untilDay: string | null, enabled = true) => {
      const { listId } = await desk.add({ name: '状态', fromDay, untilDay, level: 2 })
      await desk.modify({ listId, name: '状态', fromDay, untilDay, enabled })
      return (await desk.list({ listId })).state
    }
    expect([await state('2026-12-01', null), await state('2026-01-01', '2026-02-01'), await state('2026-01-01', null, false)]).toEqual([
      ...['coming', 'over', 'stopped'],
    ])
  })
})

test('every changed price is in its history with person, time and file, and the import in the audit log', async () => {
  const skuId = await mall.createSku('记录截齿', { code: 'HIST-1', sale: '10.00', credit: '11.00' })
  await createPriceAndShelfEdits(catalogue).setPrice({ skuId, salePrice: yuanTextToFen('9.00'), creditPrice: null })
  await createPriceAndShelfEdits(catalogue).setPrice({ skuId, salePrice: yuanTextToFen('9.00'), creditPrice: null })
  const { listId } = await desk.add({ name: '黄金会员', fromDay: '2026-01-01', level: 3 })
  await brings(sheet('HIST-1,,1,8.00,'), listId)
  await desk.setPrices({ listId, skuId, prices: [] })
  const { dataList } = await desk.history({ skuId })
  const amount = (both: { salePrice: number } | null) => both && both.salePrice / 100
  expect(dataList.map(({ listName, was, is, by, fileName }) => [listName, amount(was), amount(is), by, fileName])).toEqual([
    ['黄金会员', 8, null, 'catalogue', null],
    ['黄金会员', null, 8, 'catalogue', '价格.csv'],
    [null, 10, 9, 'catalogue', null],
  ])
  expect((await desk.history({ listId })).total).toBe(2)
  const trail = (await (await mall.staff('admin')).api.consoleAudit.list({ action: contract.consolePrice.import.path })).dataList
  expect(trail[0]).toMatchObject({ actorName: 'catalogue', outcome: 'ok', objectKind: 'priceList', objectId: listId })
  expect(trail[0]?.facts).toContainEqual({ name: 'fileName', value: '价格.csv' })
  const [file] = (await (await mall.staff('admin')).api.consoleFileHistory.list({})).dataList
  expect(file).toMatchObject({ importKind: 'price', name: '价格.csv', rows: 1, refused: 0 })
})

// Acceptance case 12
test('one changed price of five thousand writes one row, search row, history row and version', async () => {
  await mall.pool.query(`
    insert into goods (id, slug, shop_id, category_id, name, spec, unit, parameters, description, state, position, created_at,
      changed_at, published_at)
    select gen_random_uuid(), 'many-' || n, '${mall.shopId}', 2, '批量' || n, '', '支', '[]', '', 'on_sale', n, now(), now(), now() from generate_series(1, 5000) n`)
  await mall.pool.query(`
    insert into sku (id, goods_id, code, props, sale_price_fen, credit_price_fen, minimum, step, weight_grams, on_shelf, position)
    select gen_random_uuid(), id, upper(slug), '{}', 1000, 1100, 1, 1, 0, true, 0 from goods where slug like 'many-%'`)
  const { bytes } = await desk.export({ format: 'csv' })
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/^(MANY-2500,.*),10\.00,/m, '$1,9.99,')
  const before = {
    sku: await places('sku'),
    search: await places('goods_search'),
    tier: await places('sku_tier'),
    version: await version(),
  }
  const changes = async () => Number((await mall.pool.query('select count(*) as count from price_change')).rows[0]?.count)
  const had = await changes()
  const begun = performance.now()
  const { counts } = await brings(Buffer.from(text))
  console.info(`import: ${counts.same + counts.changed} prices tried and applied in ${(performance.now() - begun).toFixed(0)} ms`)
  expect(counts).toMatchObject({ changed: 1, added: 0, removed: 0, refused: 0 })
  expect(counts.same).toBeGreaterThan(5_000)
  const moved = (was: { place: string }[], is: { place: string; row: string }[]) => {
    const known = new Set(was.map(({ place }) => place))
    return is.filter(({ place }) => !known.has(place)).map(({ row }) => row)
  }
  const skus = moved(before.sku, await places('sku'))
  expect([skus.length, skus[0]]).toEqual([1, expect.stringContaining('MANY-2500,{},999,1100')])
  expect(moved(before.search, await places('goods_search'))).toHaveLength(1)
  expect(await places('sku_tier')).toEqual(before.tier)
  expect([await version(), await changes()]).toEqual([before.version + 1, had + 1])
})
