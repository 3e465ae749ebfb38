import { readSheet } from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createGoodsEditor } from '#server/platform/testing/goods-editor.ts'
import { createGoodsImporter, toCsv } from '#server/platform/testing/goods-imports.ts'
import { ONE_DAY_MS, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createFlatPng } from '#server/platform/testing/uploads.ts'
import { deleteOldGoodsImports } from './public.ts'

const mall = await openMall()
const { catalogue, sku, fresh, contentOf, edits, publishes } = await createGoodsEditor(mall)
const { settle, uploads, tries, applies, faultsOf, resultsOf, run, runUntil } = createGoodsImporter(mall, catalogue)
const { goodsImport, consoleGoods } = catalogue.api
const guest = mall.guest()
const [picture] = (await contentOf((await fresh()).goodsId)).pictures
const shop = (await catalogue.api.consoleShop.list({})).dataList[0]?.name ?? ''
const category = (await mall.db.selectFrom('category').select('name').where('id', '=', 2).executeTakeFirstOrThrow()).name

const HEAD = ['商品编码', '规格编码', '商品名称', '店铺', '分类', '单位', '图片', '规格值', '现金价', '赊销价', '成本']
const row = (goods: string, code: string, more: Record<string, string> = {}): string[] => {
  const usual = {
    商品编码: goods,
    规格编码: code,
    商品名称: '采煤截齿',
    店铺: shop,
    分类: category,
    单位: '支',
    图片: picture?.id ?? '',
    规格值: `规格：${code}`,
    现金价: '38.5',
    赊销价: '40.4',
    ...more,
  } as Record<string, string>
  return HEAD.map((title) => usual[title] ?? '')
}
const sheet = (...rows: string[][]) => toCsv(HEAD, ...rows)
const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error) => `${error.reason} ${error.message}`,
  )
const goodsByCode = async (code: string) => (await consoleGoods.list({ keyword: code })).dataList.find((one) => one.code === code)
const places = async () =>
  (
    await mall.pool.query<{ place: string }>(
      `select ctid || ' ' || xmin as place from goods union all select ctid || ' ' || xmin from sku order by 1`,
    )
  ).rows

describe('an import file', () => {
  test('is tried without a change, then written one goods at a time as by the editor', async () => {
    const bytes = sheet(row('IM-1', 'IM-1-A'), row('IM-1', 'IM-1-B', { 商品名称: '', 店铺: '', 分类: '', 图片: '' }), row('IM-2', 'IM-2-A'))
    const before = await places()
    const tried = await tries(bytes)
    expect(tried).toMatchObject({
      state: 'tried',
      rowCount: 3,
      doneCount: 3,
      counts: { added: 3, changed: 0, refused: 0, applied: 0 },
      by: 'catalogue',
    })
    expect(await places()).toEqual(before)
    const done = await applies(tried)
    expect(done).toMatchObject({ state: 'done', doneCount: 3, counts: { added: 3, applied: 3 } })
    const [file] = (await (await mall.staff('admin')).api.consoleFileHistory.list({ direction: 'in' })).dataList
    expect(file).toMatchObject({ importKind: 'goods', goodsImportId: tried.id, rows: 3, refused: 0 })
    const { goodsId } = (await goodsByCode('IM-1')) ?? expect.fail('nothing was written')
    expect(await guest.api.goods.detail({ goodsId })).toMatchObject({
      name: '采煤截齿',
      skus: [
        { code: 'IM-1-A', salePrice: yuanTextToFen('38.50'), creditPrice: yuanTextToFen('40.40') },
        { code: 'IM-1-B', salePrice: yuanTextToFen('38.50') },
      ],
    })
    expect((await consoleGoods.history({ goodsId })).dataList).toMatchObject([{ version: 1, by: 'catalogue', note: '导入 商品.csv' }])
    // The same file again has nothing to say, and cannot be applied twice.
    expect((await tries(bytes)).counts).toMatchObject({ same: 3, added: 0, changed: 0 })
    expect(await refusal(goodsImport.apply({ id: tried.id, seen: tried.seen ?? '' }))).toContain('GOODS_IMPORT_STATE_WRONG')
    expect(await refusal(applies({ id: (await tries(bytes)).id, seen: 'other' }))).toContain('GOODS_IMPORT_MOVED')
  })

  test('leaves missing columns and empty cells unchanged, and clears values only on request', async () => {
    const { goodsId, skuId } = await fresh({
      code: 'IM-LEFT',
      subtitle: '副',
      tags: ['热销'],
      skus: [sku({ code: 'IM-LEFT-A', barcode: '69', creditPrice: yuanTextToFen('41.00') })],
    })
    const bytes = toCsv(['规格编码', '副标题', '条码', '赊销价', '商品编码'], ['im-left-a', '', '70', '', 'IM-LEFT'])
    expect((await applies(await tries(bytes))).counts).toMatchObject({ changed: 1, applied: 1 })
    expect(await contentOf(goodsId)).toMatchObject({
      subtitle: '副',
      tags: ['热销'],
      skus: [{ skuId, barcode: '70', creditPrice: yuanTextToFen('41.00') }],
    })
    expect((await applies(await tries(bytes, { clearEmpty: 'yes' }))).counts).toMatchObject({ applied: 1 })
    expect(await contentOf(goodsId)).toMatchObject({ subtitle: '', tags: ['热销'], skus: [{ barcode: '70', creditPrice: null }] })
  })

  test('can be limited to adding goods or to changing them', async () => {
    await fresh({ code: 'IM-OLD', skus: [sku({ code: 'IM-OLD-A' })] })
    const bytes = sheet(row('IM-OLD', 'IM-OLD-A', { 商品名称: '新名' }), row('IM-NEW', 'IM-NEW-A'))
    const added = await tries(bytes, { mode: 'new' })
    expect(await resultsOf(added.id)).toEqual(['skipped', 'added'])
    const changed = await tries(bytes, { mode: 'change' })
    expect(await resultsOf(changed.id)).toEqual(['changed', 'skipped'])
    expect(await faultsOf(changed.id)).toEqual(['3 商品编码：没有这个商品编码，本次只修改已有商品'])
  })

  test('gets invalid cells reported with place, reason and suggestion; goods are written whole or not at all', async () => {
    await fresh({ code: 'IM-OTHER', name: '别人的', skus: [sku({ code: 'IM-TAKEN' })] })
    const { id, counts } = await tries(
      sheet(
        row('BAD-1', 'BAD-1-A', { 现金价: '0.001' }),
        row('BAD-1', 'BAD-1-B'),
        row('BAD-2', 'BAD-2-A', { 赊销价: '30' }),
        row('BAD-3', 'IM-TAKEN'),
        row('BAD-4', 'bad-1-a'),
        row('BAD-5', 'BAD-5-A', { 店铺: shop.slice(0, -1) }),
        row('BAD-6', 'BAD-6-A', { 现金价: '=1+1', 商品名称: '' }),
        row('BAD-7', 'BAD-7-A', { 商品名称: '长'.repeat(121) }),
        row('BAD-8', '', { 现金价: '-3' }),
        row('', 'BAD-9-A'),
        row('BAD-10', 'BAD-10-A', { 图片: '' }),
        row('BAD-11', 'BAD-11-A', { 单位: '支' }),
        row('BAD-11', 'BAD-11-B', { 单位: '个' }),
        row('GOOD-1', 'GOOD-1-A'),
      ),
    )
    expect(await faultsOf(id)).toEqual([
      '2 现金价：金额最多两位小数',
      '3 ：同一商品的第 2 行有误，整个商品不导入',
      '4 赊销价：赊销价不能低于现金价',
      '5 规格编码：规格编码 IM-TAKEN 已用于商品“别人的”',
      '6 规格编码：规格编码与第 2 行重复',
      `7 店铺：没有这个店铺，可以在「店铺」中新增 → ${shop}`,
      '8 现金价：单元格是公式，请改为值（复制后“选择性粘贴”为数值）',
      '9 商品名称：最多120字',
      '10 规格编码：请填写规格编码',
      '11 商品编码：请填写商品编码',
      '12 图片：请上传至少一张图片',
      '13 ：同一商品的第 14 行有误，整个商品不导入',
      '14 单位：与第 13 行不同：同一商品各行的“单位”须相同，或只填一行',
    ])
    expect(counts).toMatchObject({ refused: 13, added: 1 })
    expect((await applies(await goodsImport.state({ id }))).counts).toMatchObject({ applied: 1 })
    expect(await goodsByCode('BAD-1')).toBeUndefined()
    // The result says the same in a sheet, which can be corrected and uploaded again.
    const result = await goodsImport.result({ id, format: 'xlsx' })
    const [titles, first, ...others] = await readSheet(Buffer.from(result.bytes))
    expect(titles?.slice(-2)).toEqual(['导入结果', '原因'])
    expect(first?.slice(-2)).toEqual(['有误', '现金价：金额最多两位小数'])
    expect(others.at(-1)?.slice(-2)).toEqual(['新增，已导入', null])
    expect((await tries(Buffer.from(result.bytes))).counts).toMatchObject({ refused: 13, same: 1 })
  })

  test.each([
    ['a picture', createFlatPng(4, 4), '文件无法识别'],
    ['a page', Buffer.from('<html><table></table></html>'), '网页格式的表格'],
    ['no heading', toCsv(['规格', '价格'], ['a', '1']), '不是已知的列'],
    ['no goods code', toCsv(['规格编码', '现金价'], ['a', '1']), '第 1 行缺少“商品编码”列'],
    ['two columns of one kind', toCsv(['商品编码', '规格编码', '现金价', '现金价（元）'], ['a', 'b', '1', '2']), '与第 3 列重复'],
    ['an unknown attribute', toCsv(['商品编码', '规格编码', '硬度[NONE]'], ['a', 'b', '1']), '“硬度[NONE]”不是已知的列'],
    ['no rows', toCsv(HEAD), '没有商品'],
    ['100,001 rows', Buffer.from(`商品编码,规格编码\n${'A,B\n'.repeat(100_001)}`), '最多 100001 行'],
  ])('that is %s is refused with a reason', async (_, bytes, reason) => {
    expect(await refusal(uploads(bytes))).toContain(reason)
  })

  test('may be encoded in GBK', async () => {
    const gbk = Buffer.from([0xc9, 0xcc, 0xc6, 0xb7, 0xb1, 0xe0, 0xc2, 0xeb, 0x2c, 0xb9, 0xe6, 0xb8, 0xf1, 0xb1, 0xe0, 0xc2, 0xeb, 0x0a])
    const { id } = await tries(Buffer.concat([gbk, Buffer.from('IM-1,IM-1-A\n')]))
    expect(await resultsOf(id)).toEqual(['same'])
  })
})

describe('prices in an import', () => {
  test('that change much or fall below cost need confirmation with both numbers before they are written', async () => {
    const { goodsId } = await fresh({
      code: 'IM-FAR',
      skus: [sku({ code: 'IM-FAR-A', salePrice: yuanTextToFen('100.00'), creditPrice: null })],
    })
    const tried = await tries(toCsv(['商品编码', '规格编码', '现金价', '成本'], ['IM-FAR', 'IM-FAR-A', '60', '70']))
    expect(tried.counts).toMatchObject({ changed: 1, questions: 1 })
    const [asked] = (await goodsImport.rows({ id: tried.id, questions: true })).dataList
    expect(asked?.questions).toMatchObject({
      changes: [{ code: 'IM-FAR-A', was: 10_000, is: 6_000, percent: -40 }],
      belowCost: [{ salePrice: 6_000, costPrice: 7_000 }],
    })
    expect(await catalogue.post(contract.goodsImport.apply.path, { id: tried.id, seen: tried.seen })).toMatchObject({
      reason: 'PRICE_CHANGE_LARGE',
      detail: { percentMax: 30, count: 1, changes: [{ was: 100, is: 60 }] },
    })
    expect(await goodsImport.state({ id: tried.id })).toMatchObject({ state: 'tried' })
    await applies(tried, { confirmed: true })
    expect(await contentOf(goodsId)).toMatchObject({ skus: [{ salePrice: yuanTextToFen('60.00'), costPrice: yuanTextToFen('70.00') }] })
  })
})

describe('a change between trial and apply', () => {
  test('is refused at its rows, and the other goods are written', async () => {
    const one = await fresh({ code: 'IM-MOVED', skus: [sku({ code: 'IM-MOVED-A' })] })
    await fresh({ code: 'IM-STAYED', skus: [sku({ code: 'IM-STAYED-A' })] })
    const tried = await tries(
      toCsv(
        ['商品编码', '规格编码', '商品名称'],
        ['IM-MOVED', 'IM-MOVED-A', '甲'],
        ['IM-STAYED', 'IM-STAYED-A', '乙'],
        ['IM-GONE', 'IM-GONE-A', '丙'],
      ),
    )
    await edits(one.goodsId, () => ({ subtitle: '别人写的' }))
    await publishes(one.goodsId)
    const done = await applies(tried)
    expect(done).toMatchObject({ state: 'done', counts: { refused: 2, changed: 1, applied: 1 } })
    expect((await faultsOf(tried.id))[0]).toBe('2 ：试算之后商品、参数或图片有变动，请重新上传并试算')
    expect(await contentOf(one.goodsId)).toMatchObject({ subtitle: '别人写的', name: 'U84 采煤截齿' })
  })

  test('such as a new draft or a deleted attribute is refused at its rows, too', async () => {
    const one = await fresh({ code: 'IM-DRAFT', skus: [sku({ code: 'IM-DRAFT-A' })] })
    const { id: attributeId } = await catalogue.api.consoleAttribute.save({
      code: 'IMPORTED',
      name: '导入参数',
      kind: 'text',
      unit: '',
      decimals: 0,
    })
    const set = await catalogue.api.consoleAttributeSet.save({ name: '导入模板', lines: [{ attributeId }] })
    const assigns = async (setId: string | null) => {
      const { rowVersion = 0 } = (await catalogue.api.consoleAttributeSet.categories({})).find(({ categoryId }) => categoryId === 2) ?? {}
      await catalogue.api.consoleAttributeSet.assign({ categoryId: 2, setId, rowVersion })
    }
    await assigns(set.id)
    const tried = await tries(
      toCsv([...HEAD, '导入参数[IMPORTED]'], [...row('IM-DRAFT', 'IM-DRAFT-A'), ''], [...row('IM-ATTR', 'IM-ATTR-A'), '有']),
    )
    expect(await resultsOf(tried.id)).toEqual(['changed', 'added'])
    await edits(one.goodsId, () => ({ subtitle: '草稿' }))
    await assigns(null)
    await catalogue.api.consoleAttributeSet.delete({ id: set.id, rowVersion: 0 })
    const { rowVersion } = await catalogue.api.consoleAttribute.detail({ id: attributeId })
    await catalogue.api.consoleAttribute.delete({ id: attributeId, rowVersion })
    expect((await applies(tried)).counts).toMatchObject({ refused: 2, applied: 0 })
    expect(await faultsOf(tried.id)).toEqual([
      '2 商品编码：商品有未发布的草稿，请先发布或放弃草稿',
      '3 导入参数[IMPORTED]：参数不存在或已删除，请删除该列',
    ])
  })

  test('by another import of the same goods is reported to the later import', async () => {
    const { goodsId } = await fresh({ code: 'IM-TWICE', skus: [sku({ code: 'IM-TWICE-A' })] })
    const named = (name: string) => tries(toCsv(['商品编码', '规格编码', '商品名称'], ['IM-TWICE', 'IM-TWICE-A', name]))
    const [one, other] = [await named('甲'), await named('乙')]
    const done = await Promise.all([applies(one), applies(other)])
    expect(done.map(({ counts }) => counts.applied).toSorted()).toEqual([0, 1])
    expect((await consoleGoods.history({ goodsId })).total).toBe(2)
  })
})

describe('an import job', () => {
  const twoGoods = (name: string) => sheet(row(`${name}-1`, `${name}-1-A`), row(`${name}-2`, `${name}-2-A`))

  test('that is stopped before its trial writes nothing', async () => {
    const { id } = await uploads(twoGoods('STOP'))
    await goodsImport.stop({ id })
    expect(await settle(id)).toMatchObject({ state: 'stopped', counts: { added: 0 } })
    expect(await refusal(goodsImport.stop({ id }))).toContain('GOODS_IMPORT_STATE_WRONG')
  })

  test('that runs twice at once writes goods once', async () => {
    const tried = await tries(twoGoods('ONCE'))
    await goodsImport.apply({ id: tried.id, seen: tried.seen ?? '' })
    await Promise.all([run(tried.id), run(tried.id)])
    expect(await settle(tried.id)).toMatchObject({ state: 'done', counts: { applied: 2 } })
    const { goodsId } = (await goodsByCode('ONCE-1')) ?? expect.fail('nothing was written')
    expect((await consoleGoods.history({ goodsId })).total).toBe(1)
  })

  test('continues at the next goods after a server crash, and can be stopped between two goods', async () => {
    for (const [name, stopped] of [
      ['KILL', false],
      ['HALT', true],
    ] as const) {
      const tried = await tries(twoGoods(name))
      await goodsImport.apply({ id: tried.id, seen: tried.seen ?? '' })
      await expect(runUntil(tried.id, 1)).rejects.toThrow('the server is gone')
      expect([(await goodsByCode(`${name}-1`))?.version, await goodsByCode(`${name}-2`)]).toEqual([1, undefined])
      if (stopped) await goodsImport.stop({ id: tried.id })
      expect(await settle(tried.id)).toMatchObject({ state: stopped ? 'stopped' : 'done', counts: { applied: stopped ? 1 : 2 } })
      expect((await goodsByCode(`${name}-2`))?.version).toBe(stopped ? undefined : 1)
    }
  })

  test('is visible to goods editors only, and deleted after a month', async () => {
    const { dataList, total } = await goodsImport.list({ pageSize: 1 })
    expect([dataList.length, total > 5]).toEqual([1, true])
    const support = await mall.staff('support')
    expect(await support.post(contract.goodsImport.state.path, { id: dataList[0]?.id })).toMatchObject({ reason: 'STAFF_ONLY' })
    expect(await refusal(goodsImport.rows({ id: mall.moment().newId() }))).toContain('GOODS_IMPORT_NOT_FOUND')
    const { now, ...moment } = mall.moment()
    await deleteOldGoodsImports(
      mall.db,
      { ...moment, now: new Date(now.getTime() + 31 * ONE_DAY_MS) },
      { files: mall.services.files, keptDays: 30 },
    )
    expect((await goodsImport.list({})).total).toBe(0)
  })
})

test('a trial takes a constant number of statements for any number of goods and SKUs', async () => {
  const costs = async (goods: number, skus: number) => {
    const rows = Array.from({ length: goods * skus }, (_, at) => row(`B${goods}-${Math.floor(at / skus)}`, `B${goods}-${skus}-${at}`))
    const { id } = await uploads(sheet(...rows))
    const before = mall.statements.length
    await run(id)
    return mall.statements.length - before
  }
  const few = await costs(3, 1)
  expect(await costs(60, 3)).toBe(few)
  expect(few).toBeLessThan(60)
})
