import { afterAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { watchCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import { refreshSearchAfterCategoryChange } from '#server/catalog/goods/public.ts'
import { createGoodsEditor } from '#server/platform/testing/goods-editor.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'

const mall = await openMall()
const { memory } = mall.app
let lost = 0
const watch = watchCatalogVersion(mall.appUrl, { moved: memory.moveTo, lost: () => memory.moveTo(--lost) })
afterAll(() => watch.stop())

const editor = await createGoodsEditor(mall)
const { catalogue, content, sku, fresh, shown, contentOf, edits, publishes } = editor
const admin = await mall.staff('admin')
const { consoleGoods } = contract
const guest = mall.guest()
const nameSeen = async (goodsId: string) => (await guest.api.goods.detail({ goodsId })).name

describe('new goods', () => {
  test('are saved as an incomplete draft; publishing lists all problems at once, then guests see them', async () => {
    const { data } = await catalogue.post(consoleGoods.save.path, { content: { name: '半成品' } })
    const { goodsId, rowVersion, code, problems } = data as Awaited<ReturnType<typeof catalogue.api.consoleGoods.save>>
    expect(code).toMatch(/^SP261118[0-9A-F]{6}$/)
    expect(problems.map(({ path }) => path)).toEqual(['unit', 'shopId', 'categoryId', 'pictures', 'skus'])
    expect(await catalogue.post(consoleGoods.publish.path, { goodsId, rowVersion })).toMatchObject({
      code: 422,
      reason: 'GOODS_NOT_READY',
      msg: '还不能发布：请填写单位；请选择店铺；请选择分类；请上传至少一张图片；请添加至少一个规格',
      detail: { problems: [{ path: 'unit', reason: '请填写单位' }, {}, {}, {}, { path: 'skus' }] },
    })
    await expect(guest.api.goods.detail({ goodsId })).rejects.toMatchObject({ reason: 'GOODS_NOT_FOUND' })
    expect(await catalogue.api.consoleGoods.list({ state: 'draft', keyword: code })).toMatchObject({
      total: 1,
      dataList: [{ goodsId, code, name: '半成品', shopId: null, hasDraft: true, version: 0, lowestPrice: null }],
    })

    const description = '# 用途\n\n<script>alert(1)</script>'
    const typed = content({ code, name: 'U84 采煤截齿', description, skus: [sku({ code: 'ED-1' })] })
    const saved = await catalogue.api.consoleGoods.save({ goodsId, rowVersion, content: typed })
    expect(saved.problems).toEqual([])
    expect(await catalogue.api.consoleGoods.publish({ goodsId, rowVersion: saved.rowVersion })).toMatchObject({
      version: 1,
      publishAt: null,
    })
    // Markdown is kept as it was typed: the screens show HTML in it as text.
    expect(await guest.api.goods.detail({ goodsId })).toMatchObject({
      name: 'U84 采煤截齿',
      description,
      skus: [{ code: 'ED-1', salePrice: yuanTextToFen('38.50'), creditPrice: yuanTextToFen('40.40'), stock: 0 }],
    })
    expect((await guest.api.goods.list({ keyword: 'ED-1' })).dataList.map((card) => card.goodsId)).toEqual([goodsId])
    expect(await catalogue.api.consoleGoods.list({ keyword: 'ED-1' })).toMatchObject({
      total: 1,
      dataList: [{ goodsId, state: 'on_sale', version: 1, hasDraft: false, skuCount: 1, lowestPrice: 3_850, changedBy: 'catalogue' }],
    })
  })

  test('are refused at the field if a value is too large; other errors are listed as problems with a place', async () => {
    const long = await catalogue.post(consoleGoods.save.path, { content: { name: '长'.repeat(5_000) } })
    expect(long).toMatchObject({ code: 400, msg: '最多120字', detail: { field: 'content.name' } })
    const withValues = (count: number) => {
      const attributes = Array.from({ length: count }, () => ({ attributeId: mall.moment().newId(), number: 1 }))
      return catalogue.post(consoleGoods.save.path, { content: { name: '参数很多', attributes } })
    }
    expect(await withValues(101)).toMatchObject({ code: 400, msg: '最多 100 个参数', detail: { field: 'content.attributes' } })
    expect(await withValues(10_000)).toMatchObject({ code: 413, msg: '请求内容过大' })
    const { goodsId } = await fresh({ name: '别人的', skus: [sku({ code: 'TAKEN-1' })] })
    const skus = [
      sku({ code: 'taken-1', salePrice: null }),
      sku({ code: 'TAKEN-1', creditPrice: yuanTextToFen('30.00'), minimum: -5 }),
      sku({ code: 'DOUBLE', props: [['规格', '甲']] }),
      sku({ code: 'double', props: [['规格', '甲']], step: 0, replacedBy: goodsId }),
    ]
    const { problems } = await catalogue.api.consoleGoods.save({ content: content({ name: '', skus }) })
    expect(problems.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
      'name 请填写商品名称',
      'skus.0.code 规格编码 taken-1 已用于商品“别人的”',
      'skus.0.salePrice 请填写现金价',
      'skus.1.code 规格编码 TAKEN-1 已用于商品“别人的”',
      'skus.1.creditPrice 赊销价不能低于现金价',
      'skus.1.minimum 起订量不能小于 1',
      'skus.3.replacedBy 替代规格不存在',
      'skus.3.step 倍数不能小于 1',
      'skus.1.code 规格编码 TAKEN-1 与第 1 行重复',
      'skus.3.code 规格编码 double 与第 3 行重复',
      'skus.3.choices 规格值与第 3 行相同',
    ])
  })

  test('are written by catalogue staff only', async () => {
    for (const role of ['warehouse', 'finance', 'support'] as const) {
      const clerk = await mall.staff(role)
      expect(await clerk.post(consoleGoods.save.path, { content: { name: '不行' } })).toMatchObject({ code: 403 })
      expect(await clerk.post(consoleGoods.list.path, {})).toMatchObject({ code: 403 })
    }
  })
})

describe('goods on sale', () => {
  test('are edited in a draft, and buyers see changes within a second after publishing', async () => {
    const { goodsId } = await fresh()
    expect(await nameSeen(goodsId)).toBe('U84 采煤截齿')
    await edits(goodsId, () => ({ name: 'U85 采煤截齿' }))
    expect(await nameSeen(goodsId)).toBe('U84 采煤截齿')
    const detail = await shown(goodsId)
    expect(detail).toMatchObject({ state: 'on_sale', version: 1, published: { name: 'U84 采煤截齿' }, draft: { editedBy: 'catalogue' } })
    expect(detail.draft?.differences).toEqual([{ path: 'name', label: '商品名称', from: 'U84 采煤截齿', to: 'U85 采煤截齿' }])
    expect((await catalogue.api.consoleGoods.list({ hasDraft: true })).dataList.map((row) => row.goodsId)).toContain(goodsId)
    await publishes(goodsId)
    await expect.poll(() => nameSeen(goodsId), { interval: 50 }).toBe('U85 采煤截齿')
    expect(await shown(goodsId)).toMatchObject({ version: 2, draft: null, problems: [] })
  })

  test('go off sale and on again within a second, also in carts; archived goods stay off sale', async () => {
    const { goodsId, skuId } = await fresh()
    const lin = await mall.buyer('林')
    await mall.runInTransaction((tx) => tx.updateTable('sku_stock').set({ available: 9 }).where('sku_id', '=', skuId).execute())
    await lin.api.cart.add({ skuId, goodsNum: 1 })
    const inCart = async () => (await lin.api.cart.list({}))[0]?.cartList[0]?.fault
    const moves = async (path: string) => catalogue.post(path, { goodsId, rowVersion: (await shown(goodsId)).rowVersion })
    expect([await nameSeen(goodsId), await inCart()]).toEqual(['U84 采煤截齿', null])
    expect(await moves(consoleGoods.archive.path)).toMatchObject({ code: 409, reason: 'GOODS_STATE_WRONG' })
    expect(await moves(consoleGoods.takeOff.path)).toMatchObject({ code: 200 })
    const reason = () => nameSeen(goodsId).catch((error) => error.reason)
    await expect.poll(reason, { interval: 50 }).toBe('GOODS_NOT_FOUND')
    expect(await inCart()).toBe('OFF_SHELF')
    expect(await moves(consoleGoods.relist.path)).toMatchObject({ code: 200 })
    await expect.poll(reason, { interval: 50 }).toBe('U84 采煤截齿')
    await moves(consoleGoods.takeOff.path)
    // Off sale it can be written and published, and stays off sale.
    await edits(goodsId, () => ({ name: '改名' }))
    await publishes(goodsId)
    expect(await shown(goodsId)).toMatchObject({ state: 'off_sale', version: 2 })
    expect(await moves(consoleGoods.archive.path)).toMatchObject({ code: 200 })
    expect(await moves(consoleGoods.relist.path)).toMatchObject({ reason: 'GOODS_STATE_WRONG' })
    await expect(edits(goodsId, () => ({ name: '再改' }))).rejects.toMatchObject({ reason: 'GOODS_STATE_WRONG' })
  })

  test('with an unchanged draft cannot be published, and discarding a draft keeps the published content', async () => {
    const { goodsId } = await fresh()
    await expect(publishes(goodsId)).rejects.toMatchObject({ reason: 'GOODS_NO_DRAFT' })
    await edits(goodsId, () => ({}))
    await expect(publishes(goodsId)).rejects.toMatchObject({
      reason: 'GOODS_NO_DRAFT',
      message: '草稿与已发布的内容相同，没有待发布的修改',
    })
    const discards = async (id: string) =>
      catalogue.api.consoleGoods.discardDraft({ goodsId: id, rowVersion: (await shown(id)).rowVersion })
    await discards(goodsId)
    expect(await shown(goodsId)).toMatchObject({ state: 'on_sale', version: 1, draft: null })
    const { goodsId: never } = await catalogue.api.consoleGoods.save({ content: content() })
    // The search learns another name of its category, but nothing of a draft.
    await refreshSearchAfterCategoryChange(mall.db, { categoryIds: [2] })
    expect(await mall.db.selectFrom('goods_search').select('goods_id').where('goods_id', '=', never).execute()).toEqual([])
    await discards(never)
    await expect(shown(never)).rejects.toMatchObject({ reason: 'GOODS_NOT_FOUND' })
  })
})

describe('two editors', () => {
  test('conflict: the second sees who was first and what differs, and his input is neither lost nor saved', async () => {
    const { goodsId } = await fresh({ name: '原名' })
    const { rowVersion } = await shown(goodsId)
    const before = await contentOf(goodsId)
    await admin.api.consoleGoods.save({ goodsId, rowVersion, content: { ...before, name: '管理员改的' } })
    const mine = { ...before, name: '我改的', subtitle: '我的副标题' }
    await expect(catalogue.api.consoleGoods.save({ goodsId, rowVersion, content: mine })).rejects.toMatchObject({
      reason: 'ROW_CHANGED',
      message: 'admin 已于 2026-11-18 14:00 修改：编辑草稿。您填写的没有保存，请核对后再保存',
      detail: {
        rowVersion: rowVersion + 1,
        by: 'admin',
        differences: [
          { path: 'name', label: '商品名称', from: '我改的', to: '管理员改的' },
          { path: 'subtitle', label: '副标题', from: '我的副标题', to: '无' },
        ],
      },
    })
    expect((await contentOf(goodsId)).name).toBe('管理员改的')
    await catalogue.api.consoleGoods.save({ goodsId, rowVersion: rowVersion + 1, content: mine })
    expect((await contentOf(goodsId)).name).toBe('我改的')
  })

  test('and more save and publish at once without a deadlock, and one is first each time', async () => {
    const all = await Promise.all(Array.from({ length: 3 }, () => fresh()))
    await Promise.all(all.map(({ goodsId }) => edits(goodsId, ({ name }) => ({ name: `${name} 新` }))))
    const seen = await Promise.all(all.map(({ goodsId }) => shown(goodsId)))
    const answers = await Promise.all(
      seen.flatMap(({ goodsId, rowVersion, draft }) => [
        catalogue.post(consoleGoods.publish.path, { goodsId, rowVersion }),
        admin.post(consoleGoods.publish.path, { goodsId, rowVersion }),
        admin.post(consoleGoods.takeOff.path, { goodsId, rowVersion }),
        admin.post(consoleGoods.save.path, { goodsId, rowVersion, content: { name: draft?.content.name } }),
      ]),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(all.length)
    expect(answers.filter(({ reason }) => reason === 'ROW_CHANGED')).toHaveLength(3 * all.length)
  })
})

test('buyers see subtitle, brand, tags and documents of goods, and related goods on sale', async () => {
  const { api } = catalogue
  const { brandId } = await api.consoleBrand.save({ name: '岩锋', origin: '', certificates: '', pictureId: null, rowVersion: 0 })
  const file = toBlob(Buffer.from('%PDF-1.7\n%%EOF\n'), 'application/pdf')
  const { id: documentId } = await api.goodsDocument.upload({ name: 'U84 合格证', kind: 'certificate', validUntil: '2027-12-31' }, { file })
  const [holder, spare, gone] = [await fresh({ name: '齿座' }), await fresh({ name: '备用' }), await fresh({ name: '停售' })]
  const { goodsId } = await fresh({
    subtitle: '用于中硬岩',
    brandId,
    tags: ['热销'],
    documents: [documentId],
    relations: [
      { kind: 'together', goodsId: gone.goodsId },
      { kind: 'together', goodsId: holder.goodsId },
      { kind: 'substitute', goodsId: spare.goodsId },
    ],
  })
  await api.consoleGoods.takeOff({ goodsId: gone.goodsId, rowVersion: (await shown(gone.goodsId)).rowVersion })
  expect(await guest.api.goods.detail({ goodsId })).toMatchObject({
    subtitle: '用于中硬岩',
    brand: { brandId, name: '岩锋' },
    tags: ['热销'],
  })
  expect(await api.consoleGoods.preview({ goodsId })).toMatchObject({
    subtitle: '用于中硬岩',
    brand: { brandId, name: '岩锋' },
    tags: ['热销'],
  })
  expect(await guest.api.aboutGoods.about({ goodsId })).toMatchObject({
    documents: [{ id: documentId, name: 'U84 合格证', kind: 'certificate', validUntil: '2027-12-31' }],
    relations: [
      { kind: 'substitute', goods: [{ goodsId: spare.goodsId, name: '备用', salePrice: yuanTextToFen('38.50') }] },
      { kind: 'together', goods: [{ goodsId: holder.goodsId, name: '齿座' }] },
    ],
  })
  expect(await guest.api.aboutGoods.about({ goodsId: holder.goodsId })).toEqual({
    crossReferences: [],
    documents: [],
    machineModels: [],
    relations: [],
  })
  expect(await guest.post(contract.aboutGoods.about.path, { goodsId: gone.goodsId })).toMatchObject({ reason: 'GOODS_NOT_FOUND' })
})
