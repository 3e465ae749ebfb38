import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { PLATFORM_API_DOCUMENT_PATH } from '#contract/integration/integration/paths.ts'
import { PLATFORM_API_ROWS_PER_CALL_MAX, platformApiEndpoints, platformRowInputs } from '#contract/integration/integration/platform-api.ts'
import { followCatalogVersion } from '#server/platform/testing/follow-catalog-version.ts'
import { createGoodsEditor } from '#server/platform/testing/goods-editor.ts'
import { openMall, TEST_USER_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createPlatformProgramClients } from '#server/platform/testing/platform-program.ts'

const mall = await openMall()
followCatalogVersion(mall)
const { catalogue, fresh, content, shown, edits } = await createGoodsEditor(mall)
const { key } = createPlatformProgramClients(mall)
const admin = await mall.staff('admin')
const warehouse = await mall.staff('warehouse')
const erp = await key(catalogue, TEST_USER_PASSWORD)
const store = await key(warehouse, TEST_USER_PASSWORD, { scopes: ['stock'] })
const guest = mall.guest()
const [picture] = content().pictures
const shop = (await catalogue.api.consoleShop.list({})).dataList[0]?.name ?? ''
const category = (await mall.db.selectFrom('category').select('name').where('id', '=', 2).executeTakeFirstOrThrow()).name

const goodsRow = (goodsCode: string, code: string, more: Record<string, unknown> = {}) => ({
  goodsCode,
  code,
  name: '采煤截齿',
  shop,
  category,
  unit: '支',
  pictures: [picture?.id],
  props: { 规格: code },
  salePrice: 3_850,
  creditPrice: 4_040,
  ...more,
})
const skuOf = async (code: string) =>
  mall.db
    .selectFrom('sku')
    .select(['id', 'sale_price_fen as sale', 'credit_price_fen as credit'])
    .where('code', '=', code)
    .executeTakeFirst()
const stockOf = async (code: string) => {
  const { id = '' } = (await skuOf(code)) ?? {}
  return mall.db.selectFrom('sku_stock').select(['available', 'reserved']).where('sku_id', '=', id).executeTakeFirst()
}
const movementsOf = async (code: string) => (await warehouse.api.consoleStock.movements({ skuId: (await skuOf(code))?.id ?? '' })).dataList
/** New goods with one SKU of this code. */
const sells = async (code: string, given: { costPrice?: ReturnType<typeof yuanTextToFen> } = {}) => {
  const plain = content()
  return fresh({
    skus: plain.skus.map((sku) => ({ ...sku, code, salePrice: yuanTextToFen('100'), creditPrice: yuanTextToFen('110'), ...given })),
  })
}
/** How many statements a call needs. */
const counted = async (call: () => Promise<unknown>): Promise<number> => {
  const before = mall.statements.length
  await call()
  return mall.statements.length - before
}
const keyNo = () => `platform-key-${Math.random().toString(36).slice(2, 12)}`

/** A member of the catalogue's staff who keeps a shop of his own. */
const clerk = async () => {
  const person = await mall.staff('catalogue', 'warehouse')
  const { staffId = '' } = (await person.api.staff.me({})) as { staffId?: string }
  const { shopId } = await admin.api.consoleShop.save({
    name: `分店 ${keyNo()}`.slice(0, 20),
    city: '太原',
    notice: '',
    contactName: '',
    contactPhone: '',
    returnAddress: '',
    taxPartyName: null,
    taxPartyCode: null,
    pictureId: null,
  })
  const known = (await admin.api.consoleShop.staff({})).find((one) => one.staffId === staffId)
  await admin.api.consoleShop.setStaff({ staffId, shopIds: [shopId], rowVersion: known?.rowVersion ?? 0 })
  return { person, shopId, staffId }
}

describe('goods over the API', () => {
  test('are added, changed and left unchanged by code, as by the editor, in the name of the owner of the key', async () => {
    const rows = [
      goodsRow('SA-1', 'SA-1-A'),
      {
        goodsCode: 'SA-1',
        code: 'SA-1-B',
        props: { 规格: 'B' },
        salePrice: 5_000,
        crossReferences: [{ brand: '某牌', partNumber: 'PM-38', fit: 'size' }],
      },
      goodsRow('SA-2', 'SA-2-A'),
    ]
    expect(await erp.goods(rows)).toEqual(['added', 'added', 'added'])
    const { dataList } = await catalogue.api.consoleGoods.list({ keyword: 'SA-1' })
    const { goodsId } = dataList.find(({ code }) => code === 'SA-1') ?? expect.fail('nothing was written')
    expect((await guest.api.aboutGoods.about({ goodsId })).crossReferences).toMatchObject([
      { skuCode: 'SA-1-B', brand: '某牌', fit: 'size' },
    ])
    expect(await guest.api.goods.detail({ goodsId })).toMatchObject({
      name: '采煤截齿',
      skus: [
        { code: 'SA-1-A', salePrice: yuanTextToFen('38.50'), creditPrice: yuanTextToFen('40.40') },
        { code: 'SA-1-B', salePrice: yuanTextToFen('50.00') },
      ],
    })
    expect((await catalogue.api.consoleGoods.history({ goodsId })).dataList).toMatchObject([
      { version: 1, by: 'catalogue', note: '接口「ERP」' },
    ])
    expect(await erp.goods([...rows.slice(0, 2), { ...rows[2], name: '掘进截齿' }])).toEqual(['unchanged', 'unchanged', 'changed'])
  })

  test('that are invalid are refused completely with the field, and do not affect other goods', async () => {
    expect(
      await erp.goods([
        goodsRow('SB-1', 'SB-1-A'),
        goodsRow('SB-1', 'SB-1-B', { unit: '个' }),
        goodsRow('SB-2', 'SB-2-A', { category: '没有这一类' }),
        goodsRow('SB-3', 'SB-3-A', { salePrice: 38.5 }),
        goodsRow('SB-3', 'SB-3-B'),
        goodsRow('SB-4', 'SB-4-A', { attributes: { NO_SUCH: 1 } }),
        goodsRow('SB-5', 'SB-5-A', { colour: '红' }),
        goodsRow('SB-6', 'SB-6-A'),
      ]),
    ).toEqual([
      'refused 同一商品的第 2 行有误，整个商品不导入',
      'refused unit 与第 1 行不同：同一商品各行的“单位”须相同，或只填一行',
      expect.stringMatching(/^refused category 没有这个分类/),
      'refused salePrice 金额须为以分为单位的整数',
      'refused 同一商品的第 4 行有误，整个商品未写入',
      expect.stringMatching(/^refused attributes.NO_SUCH /),
      'refused colour 没有名为 colour 的字段',
      'added',
    ])
    for (const code of ['SB-1-A', 'SB-2-A', 'SB-3-A', 'SB-3-B', 'SB-4-A', 'SB-5-A'])
      expect([code, await skuOf(code)]).toEqual([code, undefined])
  })

  test('with an unusual price are written only if every such row confirms it', async () => {
    await erp.goods([goodsRow('SC-1', 'SC-1-A'), goodsRow('SC-1', 'SC-1-B', { props: { 规格: 'B' } })])
    const dear = { goodsCode: 'SC-1', code: 'SC-1-A', salePrice: 9_900, creditPrice: 9_900 }
    const asked = await erp.goods([dear, { goodsCode: 'SC-1', code: 'SC-1-B', packing: '10 支/盒' }])
    expect(asked[0]).toMatch(/^refused confirmed .*超过 30%.*confirmed: true/)
    expect(asked[1]).toBe('refused 同一商品的第 1 行须先确认价格，整个商品未写入')
    expect((await skuOf('SC-1-A'))?.sale).toBe(3_850)
    expect(await erp.goods([{ ...dear, confirmed: true }])).toEqual(['changed'])
    expect((await skuOf('SC-1-A'))?.sale).toBe(9_900)
  })

  test('of a shop that is not kept, or with a draft, are not changed', async () => {
    const { goodsId } = await fresh({ code: 'SD-1' })
    const [{ code = '' } = {}] = (await guest.api.goods.detail({ goodsId })).skus
    const { person } = await clerk()
    const bound = await key(person, TEST_USER_PASSWORD)
    expect(await bound.goods([{ goodsCode: 'SD-1', code, name: '别人的' }])).toEqual(['refused goodsCode 该商品属于其他店铺，您不能修改'])
    expect((await bound.goods([goodsRow('SD-2', 'SD-2-A')]))[0]).toMatch(/^refused goodsCode 您只负责指定的店铺/)
    await edits(goodsId, () => ({ subtitle: '正在编辑' }))
    expect(await erp.goods([{ goodsCode: 'SD-1', code, name: '改名' }])).toEqual([
      'refused goodsCode 商品有未发布的草稿，请先发布或放弃草稿',
    ])
    expect((await shown(goodsId)).published?.name).toBe('U84 采煤截齿')
  })

  test('that two calls write at once end in the state of one of them, and no row is lost', async () => {
    const two = await Promise.all(
      ['甲', '乙'].map((name) => erp.goods([goodsRow('SE-1', 'SE-1-A', { name }), goodsRow('SE-2', 'SE-2-A', { name })])),
    )
    expect(two.flat().filter((one) => !['added', 'changed', 'unchanged'].includes(one))).toEqual([])
    const rows = await mall.db.selectFrom('goods').select(['slug', 'name']).where('slug', 'in', ['SE-1', 'SE-2']).execute()
    expect(rows.map(({ slug }) => slug).sort()).toEqual(['SE-1', 'SE-2'])
  })

  test('that are added between two reads of the plan are changed, not refused for a duplicate code', async () => {
    const { goodsId, skuId } = await fresh()
    const writer = await mall.pool.connect()
    await writer.query('begin')
    await writer.query('lock table sku')
    const call = erp.goods([goodsRow('SF-1', 'SF-1-A', { name: '乙' })])
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await mall.pool.query(waiting)).rowCount, { interval: 5 }).toBeGreaterThan(0)
    await writer.query(`update goods set slug = 'SF-1' where id = $1`, [goodsId])
    await writer.query(`update sku set code = 'SF-1-A' where id = $1`, [skuId])
    await writer.query('commit')
    writer.release()
    expect(await call).toEqual(['changed'])
    expect((await shown(goodsId)).published?.name).toBe('乙')
  })
})

describe('prices over the API', () => {
  test('are set by code, and each row reports whether it is unchanged, unknown, duplicate or invalid', async () => {
    for (const code of ['PA-1', 'PA-2', 'PA-3']) await sells(code)
    expect(
      await erp.prices([
        { code: 'PA-1', salePrice: 10_500, creditPrice: 11_500 },
        { code: 'pa2', salePrice: 10_000 },
        { code: 'PA-3', salePrice: 10_600, creditPrice: null },
        { code: 'PA-3', salePrice: 10_700 },
        { code: 'PA-404', salePrice: 10_000 },
        { code: 'PA-1', salePrice: 10_000, creditPrice: 9_999 },
        { code: 'PA-2', salePrice: 0 },
        { code: 'PA-2', salePrice: '100' },
        { code: '', salePrice: 100 },
        { code: 'PA-2' },
        {},
      ]),
    ).toEqual([
      'changed',
      'unchanged',
      'changed',
      'refused code 与第 3 行重复，以第 3 行为准',
      'refused code 没有编码为“PA-404”的规格',
      'refused creditPrice 赊销价不能低于现金价',
      'refused salePrice 金额必须大于 0',
      'refused salePrice 金额须为以分为单位的整数',
      'refused code 请填写编码',
      'refused salePrice 金额须为以分为单位的整数',
      'refused code 请填写文字',
    ])
    expect([await skuOf('PA-1'), await skuOf('PA-3')]).toMatchObject([
      { sale: 10_500, credit: 11_500 },
      { sale: 10_600, credit: null },
    ])
    const { id = '' } = (await skuOf('PA-1')) ?? {}
    const { dataList } = await catalogue.api.consolePrice.history({ skuId: id })
    expect(dataList).toMatchObject([{ fileName: '接口「ERP」', by: 'catalogue' }])
  })

  test('that change much or fall below cost need confirmation per row; credit prices below cash are refused', async () => {
    for (const code of ['PB-1', 'PB-2', 'PB-3']) await sells(code, { costPrice: yuanTextToFen('80') })
    const asked = await erp.prices([
      { code: 'PB-1', salePrice: 13_100, creditPrice: 14_000 },
      { code: 'PB-2', salePrice: 7_900 },
      { code: 'PB-3', salePrice: 12_000 },
      { code: 'PB-3', salePrice: 10_100, creditPrice: 11_000 },
    ])
    expect(asked[0]).toMatch(/^refused confirmed 改价幅度 \+31%：PB-1 现金价 ¥100.00 → ¥131.00，超过 30%.*confirmed: true/)
    expect(asked[1]).toMatch(/^refused confirmed PB-2 现金价 ¥79.00 低于成本 ¥80.00/)
    expect(asked[2]).toMatch(/^refused creditPrice 原赊销价 110.00 低于新的现金价/)
    expect(await skuOf('PB-1')).toMatchObject({ sale: 10_000 })
    expect(
      await erp.prices([
        { code: 'PB-1', salePrice: 13_100, creditPrice: 14_000, confirmed: true },
        { code: 'PB-2', salePrice: 7_900, confirmed: true },
        { code: 'PB-3', salePrice: 7_000 },
      ]),
    ).toEqual(['changed', 'changed', expect.stringMatching(/^refused confirmed /)])
    expect([await skuOf('PB-1'), await skuOf('PB-2'), await skuOf('PB-3')]).toMatchObject([
      { sale: 13_100 },
      { sale: 7_900 },
      { sale: 10_000 },
    ])
  })

  test('of a shop that is not kept are refused, and guests see new prices at once', async () => {
    const { goodsId } = await sells('PC-1')
    const bound = await key((await clerk()).person, TEST_USER_PASSWORD)
    expect(await bound.prices([{ code: 'PC-1', salePrice: 10_100 }])).toEqual(['refused code 规格 PC-1 不在您负责的店铺'])
    expect((await guest.api.goods.detail({ goodsId })).skus).toMatchObject([{ salePrice: yuanTextToFen('100') }])
    await erp.prices([{ code: 'PC-1', salePrice: 10_100 }])
    await expect.poll(async () => (await guest.api.goods.detail({ goodsId })).skus).toMatchObject([{ salePrice: yuanTextToFen('101') }])
  })
})

describe('stock over the API', () => {
  test('is set or changed by code, each with a movement, and units of orders count as present', async () => {
    for (const code of ['SK-1', 'SK-2', 'SK-3']) await sells(code)
    expect(
      await store.stock([
        { code: 'SK-1', quantity: 50 },
        { code: 'SK-2', change: 20 },
        { code: 'SK-3', quantity: 0 },
      ]),
    ).toEqual(['changed', 'changed', 'unchanged'])
    const lin = await mall.buyer('林', { wallet: '10000' })
    const skuId = (await skuOf('SK-1'))?.id ?? ''
    const lines = [{ skuId, goodsNum: 3 }]
    const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
    await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
    expect(
      await store.stock([
        { code: 'SK-1', quantity: 2 },
        { code: 'SK-2', change: -21 },
      ]),
    ).toEqual([
      'refused quantity 订单已占用 3，在库数量 2 少于占用；请先处理订单缺货',
      'refused change 可用库存 20（另有 0 已被订单占用），不能减少 21',
    ])
    expect(
      await store.stock([
        { code: 'SK-1', quantity: 40 },
        { code: 'SK-2', change: -20 },
      ]),
    ).toEqual(['changed', 'changed'])
    expect([await stockOf('SK-1'), await stockOf('SK-2')]).toEqual([
      { available: 37, reserved: 3 },
      { available: 0, reserved: 0 },
    ])
    expect(await movementsOf('SK-1')).toMatchObject([
      { kind: 'adjustment', change: -10, balance: 40, reason: '接口「ERP」', by: 'warehouse' },
      { change: 50, balance: 50 },
    ])
  })

  test('is refused at invalid rows', async () => {
    await sells('SL-1')
    expect(
      await store.stock([
        { code: 'SL-1', quantity: 5, change: 5 },
        { code: 'SL-1' },
        { code: 'SL-1', quantity: -1 },
        { code: 'SL-1', quantity: 1.5 },
        { code: 'SL-404', quantity: 1 },
        { code: 'SL-1', change: 7 },
        { code: 'SL-1', change: 7 },
      ]),
    ).toEqual([
      'refused quantity 在库数量 quantity 和增减 change 必须且只能填一个',
      'refused quantity 在库数量 quantity 和增减 change 必须且只能填一个',
      'refused quantity 数量不能小于 0',
      'refused quantity 数量必须为整数',
      'refused code 没有编码为“SL-404”的规格',
      'changed',
      'refused code 与第 6 行重复，以第 6 行为准',
    ])
    expect(await stockOf('SL-1')).toEqual({ available: 7, reserved: 0 })
  })

  test('of a shop that is not kept is refused', async () => {
    await sells('SN-1')
    const bound = await key((await clerk()).person, TEST_USER_PASSWORD, { scopes: ['stock'] })
    expect(await bound.stock([{ code: 'SN-1', quantity: 5 }])).toEqual(['refused code 规格 SN-1 不在您负责的店铺'])
    expect((await stockOf('SN-1'))?.available ?? 0).toBe(0)
  })

  test('keeps both of two concurrent changes, and a restocked SKU is available to buyers', async () => {
    const { goodsId } = await sells('SM-1')
    await store.stock([{ code: 'SM-1', quantity: 10 }])
    await Promise.all([1, 2, 3, 4].map((change) => store.stock([{ code: 'SM-1', change }])))
    expect(await stockOf('SM-1')).toEqual({ available: 20, reserved: 0 })
    expect((await guest.api.goods.detail({ goodsId })).skus).toMatchObject([{ stock: 20 }])
  })
})

describe('a call of the platform API', () => {
  test('takes at most 500 rows, and the number of statements does not grow with them', async () => {
    await sells('CA-1')
    const tooMany = Array.from({ length: PLATFORM_API_ROWS_PER_CALL_MAX + 1 }, () => ({ code: 'CA-1', salePrice: 10_100 }))
    for (const path of [platformApiEndpoints.prices.path, platformApiEndpoints.goods.path])
      expect(await erp.sends(path, tooMany)).toMatchObject({ status: 400, reason: 'INVALID_INPUT', detail: { field: 'rows' } })
    expect(await erp.sends(platformApiEndpoints.prices.path, [])).toMatchObject({ status: 400, detail: { field: 'rows' } })
    expect(await erp.sends(platformApiEndpoints.prices.path, 'rows')).toMatchObject({ status: 400, detail: { field: 'rows' } })
    expect(await erp.sends(platformApiEndpoints.prices.path, tooMany.slice(0, PLATFORM_API_ROWS_PER_CALL_MAX))).toMatchObject({
      status: 200,
      data: { changed: 1, refused: 499 },
    })
  })

  test('takes as many statements for sixty prices or stocks as for two', async () => {
    const codes = Array.from({ length: 62 }, (_, at) => `CD-${at}`)
    const plain = content()
    const [usual] = plain.skus
    if (!usual) throw new Error('a content without a SKU')
    await fresh({
      skus: codes.map((code) => ({
        ...usual,
        code,
        props: [['规格', code]],
        salePrice: yuanTextToFen('100'),
        creditPrice: yuanTextToFen('110'),
      })),
    })
    const prices = (of: string[]) => counted(() => erp.prices(of.map((code) => ({ code, salePrice: 10_100 }))))
    const stock = (of: string[]) => counted(() => store.stock(of.map((code) => ({ code, quantity: 9 }))))
    expect([await prices(codes.slice(2)), await stock(codes.slice(2))]).toEqual([
      await prices(codes.slice(0, 2)),
      await stock(codes.slice(0, 2)),
    ])
  })

  test('repeated with its idempotency key writes once; other content or a missing key is refused', async () => {
    await sells('CB-1')
    const rows = [{ code: 'CB-1', change: 5 }]
    const [first, ...again] = await Promise.all([1, 2, 3].map(() => store.sends(platformApiEndpoints.stock.path, rows, 'same-key-1')))
    expect(again.map(({ body }) => body)).toEqual([first?.body, first?.body])
    expect(await stockOf('CB-1')).toEqual({ available: 5, reserved: 0 })
    const other = [{ code: 'CB-1', change: 6 }]
    expect(await store.sends(platformApiEndpoints.stock.path, other, 'same-key-1')).toMatchObject({
      status: 409,
      reason: 'IDEMPOTENCY_KEY_REUSED',
    })
    expect(await store.sends(platformApiEndpoints.stock.path, other, null)).toMatchObject({
      status: 400,
      reason: 'IDEMPOTENCY_KEY_MISSING',
    })
    const goods = [goodsRow('CB-2', 'CB-2-A')]
    const made = await erp.sends(platformApiEndpoints.goods.path, goods, 'same-key-2')
    expect(made.data.added).toBe(1)
    expect((await erp.sends(platformApiEndpoints.goods.path, goods, 'same-key-2')).body).toBe(made.body)
    expect(await erp.goods(goods)).toEqual(['unchanged'])
  })

  test('is in the audit log with its key', async () => {
    await sells('CC-1')
    await erp.prices([{ code: 'CC-1', salePrice: 10_200 }])
    const { dataList } = await admin.api.consoleAudit.list({ action: platformApiEndpoints.prices.path, pageSize: 1 })
    expect(dataList).toMatchObject([{ actorKind: 'machine', actorId: erp.id, facts: [{ name: expect.any(String) }] }])
  })
})

describe('the document of the platform API', () => {
  test('names every field in Chinese, and its examples are valid', async () => {
    const document = JSON.parse((await guest.get(PLATFORM_API_DOCUMENT_PATH)).body)
    expect(Object.keys(document.paths)).toEqual(Object.values(platformApiEndpoints).map(({ path }) => `/api${path}`))
    for (const [name, shape] of Object.entries(platformRowInputs)) {
      const { schema, example } = document.paths[`/api/open-api/v1/platform/${name}`].post.requestBody.content['application/json']
      const fields = Object.entries<{ description?: string }>(schema.properties.rows.items.properties)
      expect(fields.filter(([, { description }]) => !/\p{Script=Han}/u.test(description ?? '')).map(([field]) => field)).toEqual([])
      expect({ name, issues: z.safeDecode(shape as z.ZodMiniType, example.rows[0]).error?.issues }).toEqual({ name, issues: undefined })
    }
  })
})
