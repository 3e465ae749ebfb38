import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import { fen } from '#contract/platform/core/money.ts'
import { createPriceAndShelfEdits } from '#server/platform/testing/console-edits.ts'
import { createGoodsEditor } from '#server/platform/testing/goods-editor.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'

const mall = await openMall()
const { catalogue, content, sku, fresh, shown, contentOf, edits, publishes } = await createGoodsEditor(mall)
const admin = await mall.staff('admin')
const { consoleGoods } = contract

describe('a version', () => {
  test('records who changed what, when and why, and an old one can be restored as a draft', async () => {
    const { goodsId, skuIds } = await fresh({ name: '一', tags: ['新品'], skus: [sku({ code: 'V-1' }), sku({ code: 'V-2' })] })
    await edits(goodsId, ({ skus }) => ({
      name: '二',
      freight: 'free',
      skus: [...skus.map((one, at) => (at === 0 ? { ...one, salePrice: yuanTextToFen('39.00') } : one)).toReversed(), sku({ code: 'V-3' })],
    }))
    const { rowVersion } = await shown(goodsId)
    await admin.api.consoleGoods.publish({ goodsId, rowVersion, note: '换季' })
    const { dataList, total } = await catalogue.api.consoleGoods.history({ goodsId })
    const [first = ''] = skuIds
    const third = (await contentOf(goodsId)).skus[2]?.skuId
    expect([total, dataList]).toMatchObject([
      2,
      [
        {
          version: 2,
          by: 'admin',
          note: '换季',
          differences: [
            { path: 'name', label: '商品名称', from: '一', to: '二' },
            { path: 'freight', label: '运费', from: '按店铺运费模板', to: '包邮' },
            { path: `skus.${first}.salePrice`, label: '规格 V-1 · 现金价', from: '¥38.50', to: '¥39.00' },
            { path: `skus.${third}`, label: '规格 V-3', from: '无', to: '新增' },
            { path: 'skus', label: '规格顺序', from: '原顺序', to: '新顺序' },
          ],
        },
        { version: 1, by: 'catalogue', note: '', differences: [] },
      ],
    ])
    expect(await catalogue.api.consoleGoods.version({ goodsId, version: 1 })).toMatchObject({ by: 'catalogue', content: { name: '一' } })
    expect(await catalogue.post(consoleGoods.version.path, { goodsId, version: 3 })).toMatchObject({ reason: 'GOODS_VERSION_NOT_FOUND' })

    await catalogue.api.consoleGoods.restore({ goodsId, version: 1, rowVersion: (await shown(goodsId)).rowVersion })
    expect((await shown(goodsId)).published?.name).toBe('二')
    await publishes(goodsId)
    const { name, freight, skus } = await contentOf(goodsId)
    expect([name, freight, skus.map(({ code, salePrice, archived }) => [code, salePrice, archived])]).toEqual([
      '一',
      'shop',
      [
        ['V-1', yuanTextToFen('38.50'), false],
        ['V-2', yuanTextToFen('38.50'), false],
        ['V-3', yuanTextToFen('38.50'), true],
      ],
    ])
  })

  test('history of goods older than versions begins with their content at that time', async () => {
    const skuId = await mall.createSku('老商品', { code: 'OLD-1' })
    const { goods_id: goodsId } = await mall.db.selectFrom('sku').select('goods_id').where('id', '=', skuId).executeTakeFirstOrThrow()
    const { pictures } = content()
    await edits(goodsId, () => ({ name: '新名称', pictures }))
    await publishes(goodsId)
    expect((await catalogue.api.consoleGoods.history({ goodsId })).dataList).toMatchObject([
      { version: 2, by: 'catalogue', differences: [{ from: '老商品', to: '新名称' }, { label: '图片' }] },
      { version: 1, by: null, note: '保存版本之前的内容' },
    ])
  })

  test('with deleted choices is restored without them', async () => {
    const { consoleAttribute, consoleAttributeSet, consoleCategory } = catalogue.api
    const definition = { kind: 'choice' as const, unit: '', decimals: 0, lower: null, upper: null, multiple: false, ruler: false }
    const flags = { required: false, filterable: true, compared: true, onCard: false }
    const saves = (
      code: string,
      makesSkus: boolean,
      choices: { choiceId?: string; name: string }[],
      more: { id?: string; rowVersion: number },
    ) =>
      consoleAttribute.save({
        ...definition,
        ...flags,
        code,
        name: code,
        makesSkus,
        choices: choices.map((choice) => ({ ...choice, synonyms: [] })),
        ...more,
      })
    const { id: steel } = await saves('steel', false, [{ name: '42CrMo' }, { name: '35CrMo' }], { rowVersion: 0 })
    const { id: tip } = await saves('tip', true, [{ name: '19' }, { name: '22' }], { rowVersion: 0 })
    const lines = [steel, tip].map((attributeId) => ({ attributeId }))
    const { id: setId } = await consoleAttributeSet.save({ name: '截齿', lines, rowVersion: 0 })
    const { categoryId } = await consoleCategory.save({
      parentId: 1,
      name: '带参数',
      shown: true,
      pictureId: null,
      taxClass: null,
      rowVersion: 0,
    })
    await consoleAttributeSet.assign({ categoryId, setId, rowVersion: 0 })
    const [steels, tips] = [(await consoleAttribute.detail({ id: steel })).choices, (await consoleAttribute.detail({ id: tip })).choices]
    const chooses = (attributeId: string, choice: { choiceId: string } | undefined) => [
      { attributeId, choiceIds: [choice?.choiceId ?? ''] },
    ]
    const skus = [
      sku({ choices: chooses(tip, tips[0]) }),
      sku({ choices: chooses(tip, tips[0]) }),
      sku({ choices: chooses(steel, steels[0]) }),
    ]
    const wrong = await catalogue.api.consoleGoods.save({ content: content({ categoryId, skus }) })
    expect(wrong.problems.map(({ reason }) => reason)).toEqual(['参数不在该分类的模板里', '规格值与第 1 行相同'])

    const typed: [string, string][] = [
      ['用途', '硬岩'],
      ['tip', '过时'],
    ]
    const good = [sku({ choices: chooses(tip, tips[0]), props: [] }), sku({ choices: chooses(tip, tips[1]), props: typed })]
    const { goodsId } = await fresh({ categoryId, attributes: chooses(steel, steels[1]), skus: good })
    expect((await mall.guest().api.goods.detail({ goodsId })).skus.map(({ skuProps }) => skuProps)).toEqual([
      '{"tip":"19"}',
      '{"用途":"硬岩","tip":"22"}',
    ])
    await edits(goodsId, () => ({ attributes: [], name: '无材质' }))
    await publishes(goodsId)
    await saves('steel', false, [{ choiceId: steels[0]?.choiceId ?? '', name: '42CrMo' }], { id: steel, rowVersion: 0 })
    await catalogue.api.consoleGoods.restore({ goodsId, version: 1, rowVersion: (await shown(goodsId)).rowVersion })
    const { draft, problems } = await shown(goodsId)
    expect([draft?.content.attributes, draft?.content.skus.map(({ choices }) => choices.length), problems]).toEqual([[], [1, 1], []])
  })
})

describe('changes between versions', () => {
  const historyOf = async (goodsId: string) =>
    (await catalogue.api.consoleGoods.history({ goodsId })).dataList.map(({ version, published, by, note, differences }) => [
      `${published ? '发布' : '变化'} ${version}`,
      by,
      note,
      ...differences.map(({ label, from, to }) => `${label}：${from} → ${to}`),
    ])

  test('are in the history with difference, person and reason, and not attributed to a version', async () => {
    const { goodsId, skuId } = await fresh({ name: '一', skus: [sku({ code: 'EV-1', creditPrice: null })] })
    const { setPrice, setShelf, setPrices } = createPriceAndShelfEdits(admin)
    const base = { skuId, creditPrice: null }
    await setPrice({ ...base, salePrice: yuanTextToFen('39.00') })
    await setShelf({ skuId, onShelf: false })
    const steps = [
      { from: 1, salePrice: yuanTextToFen('40.00'), creditPrice: yuanTextToFen('41.00') },
      { from: 100, salePrice: yuanTextToFen('38.00'), creditPrice: null },
    ]
    await setPrices({ skuId, prices: steps })
    const taxClass = { taxCode: '1090201020000000001', taxName: '钎具' }
    await admin.api.consoleTaxCode.setGoods({ goodsId, taxClass, rowVersion: 0 })
    for (const verb of ['takeOff', 'relist'] as const)
      await admin.api.consoleGoods[verb]({ goodsId, rowVersion: (await shown(goodsId)).rowVersion })
    await edits(goodsId, ({ skus }) => ({ name: '二', skus: skus.map((one) => ({ ...one, onShelf: true })) }))
    await publishes(goodsId)
    for (const verb of ['takeOff', 'archive'] as const)
      await admin.api.consoleGoods[verb]({ goodsId, rowVersion: (await shown(goodsId)).rowVersion })
    expect(await historyOf(goodsId)).toEqual([
      ['变化 2', 'admin', '归档', '状态：已下架 → 已归档'],
      ['变化 2', 'admin', '下架', '状态：在售 → 已下架'],
      ['发布 2', 'catalogue', '', '商品名称：一 → 二', '规格 EV-1 · 上架：否 → 是'],
      ['变化 1', 'admin', '重新上架', '状态：已下架 → 在售'],
      ['变化 1', 'admin', '下架', '状态：在售 → 已下架'],
      ['变化 1', 'admin', '税收分类', '税收分类：沿用分类 → 钎具 1090201020000000001'],
      [
        '变化 1',
        'admin',
        '改价',
        '规格 EV-1 · 现金价：¥39.00 → ¥40.00',
        '规格 EV-1 · 赊销价：无 → ¥41.00',
        '规格 EV-1 · 满 100 起现金价 / 赊销价：无 → ¥38.00',
      ],
      ['变化 1', 'admin', '规格下架', '规格 EV-1 · 上架：是 → 否'],
      ['变化 1', 'admin', '改价', '规格 EV-1 · 现金价：¥38.50 → ¥39.00'],
      ['发布 1', 'catalogue', ''],
    ])
    const pages = await Promise.all([1, 2, 3].map((pageNo) => catalogue.api.consoleGoods.history({ goodsId, pageNo, pageSize: 4 })))
    expect(pages.map(({ total, dataList }) => [total, dataList.length])).toEqual([
      [10, 4],
      [10, 4],
      [10, 2],
    ])
    expect(pages[0]?.dataList[2]).toMatchObject({ published: true, differences: [{ to: '二' }, { label: '规格 EV-1 · 上架' }] })
  })

  test('by an imported sheet name the file and take one statement; changed tiers are no edit conflict', async () => {
    const many = await Promise.all(['EV-2', 'EV-3'].map((code) => fresh({ skus: [sku({ code, creditPrice: null })] })))
    const before = await Promise.all(many.map(async ({ goodsId }) => (await shown(goodsId)).rowVersion))
    const file = toBlob(Buffer.from('规格编码,起订数量,现金价,赊销价\nEV-2,1,39.00,无\nEV-3,50,38.00,无\n'), 'text/csv')
    const brings = (more: { seen?: string }) => catalogue.api.consolePrice.import({ fileName: '价格.csv', ...more }, { file })
    const { seen } = await brings({})
    const sent = (await mall.queriesOf(() => brings({ seen }))).filter(({ sql }) => sql.includes('goods_event'))
    expect(sent).toHaveLength(1)
    expect(await Promise.all(many.map(async ({ goodsId }) => (await historyOf(goodsId))[0]))).toEqual([
      ['变化 1', 'catalogue', '改价：价格.csv', '规格 EV-2 · 现金价：¥38.50 → ¥39.00'],
      ['变化 1', 'catalogue', '改价：价格.csv', '规格 EV-3 · 满 50 起现金价 / 赊销价：无 → ¥38.00'],
    ])
    const after = await Promise.all(many.map(async ({ goodsId }) => (await shown(goodsId)).rowVersion))
    expect(after.map((version, at) => version - (before[at] ?? 0))).toEqual([1, 0])
  })

  test('that a version reverts are part of its difference', async () => {
    const { goodsId, skuId } = await fresh({ skus: [sku({ code: 'EV-4', creditPrice: null })] })
    await createPriceAndShelfEdits(admin).setPrice({ skuId, salePrice: yuanTextToFen('39.00'), creditPrice: null })
    await catalogue.api.consoleGoods.restore({ goodsId, version: 1, rowVersion: (await shown(goodsId)).rowVersion })
    await publishes(goodsId)
    expect(await historyOf(goodsId)).toEqual([
      ['发布 2', 'catalogue', '', '规格 EV-4 · 现金价：¥39.00 → ¥38.50'],
      ['变化 1', 'admin', '改价', '规格 EV-4 · 现金价：¥38.50 → ¥39.00'],
      ['发布 1', 'catalogue', ''],
    ])
  })
})

describe('a category change by moving or merging', () => {
  const { consoleCategory: tree } = catalogue.api
  const create = async (name: string, parentId: number | null) =>
    (await tree.save({ shown: true, pictureId: null, taxClass: null, name, parentId })).categoryId
  const seen = async (id: number) => {
    const all = (await tree.list({})).flatMap(({ children, ...top }) => [top, ...children])
    return { categoryId: id, rowVersion: all.find(({ categoryId }) => categoryId === id)?.rowVersion ?? 0 }
  }
  const historyOf = async (goodsId: string) =>
    (await catalogue.api.consoleGoods.history({ goodsId })).dataList.map(({ published, note, differences }) => [
      published,
      note,
      ...differences.map(({ label, from, to }) => `${label}：${from} → ${to}`),
    ])

  test('is in the history of its goods, and saving in an open editor reports the new category', async () => {
    const [one, two] = [await create('钻具一', null), await create('钻具二', null)]
    const [from, into] = [await create('钻头', one), await create('钎头', one)]
    const { goodsId } = await fresh({ categoryId: from, name: '一' })
    const { goodsId: draftId } = await catalogue.api.consoleGoods.save({ content: content({ categoryId: from }) })
    const opened = await shown(goodsId)
    await admin.api.consoleCategory.move({ ...(await seen(from)), parentId: two, position: 0 })
    expect((await shown(goodsId)).rowVersion).toBe(opened.rowVersion)
    await admin.api.consoleCategory.merge({ ...(await seen(from)), intoId: into })
    const late = { goodsId, rowVersion: opened.rowVersion, content: { ...(opened.published ?? expect.fail()), name: '二' } }
    const received = await catalogue.post(consoleGoods.save.path, JSON.parse(JSON.stringify(late)) as object)
    expect(received).toMatchObject({ reason: 'ROW_CHANGED', msg: expect.stringContaining('分类 钻头 并入 钎头') })
    await edits(goodsId, () => ({ name: '二' }))
    await publishes(goodsId)
    const merged = [false, '分类 钻头 并入 钎头', '分类：钻头 → 钎头']
    expect(await historyOf(goodsId)).toEqual([
      [true, '', '商品名称：一 → 二'],
      merged,
      [false, '分类 钻头 移到 钻具二', '上级分类：钻具一 → 钻具二'],
      [true, ''],
    ])
    expect(await historyOf(draftId)).toEqual([])
    await admin.api.consoleCategory.merge({ ...(await seen(one)), intoId: two })
    expect((await historyOf(goodsId))[0]).toEqual([false, '分类 钻具一 并入 钻具二', '上级分类：钻具一 → 钻具二'])
    // The old version names a category that is gone: as a draft it says so.
    await catalogue.api.consoleGoods.restore({ goodsId, version: 1, rowVersion: (await shown(goodsId)).rowVersion })
    expect((await shown(goodsId)).problems.map(({ path }) => path)).toEqual(['categoryId'])
  })
})

test('a copy is new goods without the codes of the original', async () => {
  const { goodsId } = await fresh({ code: 'copied', skus: [sku({ code: 'C-1', barcode: '6901234567892' })] })
  const copy = await catalogue.api.consoleGoods.copy({ goodsId })
  const { state, draft, problems } = await shown(copy.goodsId)
  expect([state, draft?.content.name, draft?.content.skus]).toMatchObject([
    'draft',
    'U84 采煤截齿',
    [{ code: '', barcode: '', salePrice: 3_850 }],
  ])
  expect(problems).toEqual([{ path: 'skus.0.code', reason: '请填写规格编码', missing: true }])
  expect(draft?.content.code).not.toBe('copied')
  expect((await contentOf(goodsId)).code).toBe('copied')
})

test('a preview shows the draft at the prices of a guest, a level or an enterprise', async () => {
  const { goodsId, skuId } = await fresh()
  const lin = await mall.buyer('林')
  const lists = async (holder: object, salePrice: number) => {
    const { data } = await catalogue.post(contract.consolePrice.add.path, { name: '价目', fromDay: '2026-01-01', ...holder })
    const { listId } = data as { listId: string }
    const prices = [{ from: 1, salePrice: fen(salePrice), creditPrice: null }]
    await catalogue.api.consolePrice.setPrices({ listId, skuId, prices, rowVersion: 0, confirmed: true })
  }
  await lists({ level: 3 }, 3_700)
  await lists({ enterpriseId: lin.enterpriseId }, 3_600)
  await edits(goodsId, ({ skus }) => ({
    name: '预览',
    skus: [...skus.map((one) => ({ ...one, salePrice: yuanTextToFen('39.00') })), sku({ salePrice: null })],
  }))
  const sees = async (viewer: object) => {
    const { name, shopName, category, skus } = await catalogue.api.consoleGoods.preview({ goodsId, ...viewer })
    return [name, shopName, category?.name, skus.map(({ salePrice }) => salePrice / 100)]
  }
  const around = ['预览', '岩锋自营', '合金系列']
  expect(await sees({})).toEqual([...around, [39]])
  expect(await sees({ level: 2 })).toEqual([...around, [39]])
  expect(await sees({ level: 4 })).toEqual([...around, [37]])
  expect(await sees({ enterpriseId: lin.enterpriseId })).toEqual([...around, [36]])
  expect(await catalogue.post(consoleGoods.preview.path, { goodsId, level: 1, enterpriseId: lin.enterpriseId })).toMatchObject({
    code: 400,
  })
})

test('a preview shows the whole product page: tiers, stock, licences, documents, machines, related goods', async () => {
  const lin = await mall.buyer('林')
  const { kindId } = await admin.api.consoleLicence.saveKind({ name: '爆破作业证', ofShop: true, ofBuyer: true, note: '' })
  const { id: machineModelId } = await catalogue.api.consoleMachineModel.save({
    maker: '天山',
    model: 'EBZ9',
    kind: '掘进机',
    rowVersion: 0,
  })
  const document = await catalogue.api.goodsDocument.upload(
    { name: '合格证', kind: 'certificate' },
    { file: toBlob(Buffer.from('%PDF-1.7\n%%EOF')) },
  )
  const { goodsId: other } = await fresh({ name: '齿座' })
  const { goodsId, skuId } = await fresh()
  const { listId } = (
    await catalogue.post(contract.consolePrice.add.path, { name: '协议', fromDay: '2026-01-01', enterpriseId: lin.enterpriseId })
  ).data as { listId: string }
  const prices = [
    { from: 1, salePrice: fen(3_600), creditPrice: null },
    { from: 50, salePrice: fen(3_400), creditPrice: null },
  ]
  await catalogue.api.consolePrice.setPrices({ listId, skuId, prices, rowVersion: 0, confirmed: true })
  await edits(goodsId, () => ({
    hardness: [4, 6],
    licenceKindIds: [kindId],
    documents: [document.id],
    machineModelIds: [machineModelId],
    relations: [{ kind: 'fits', goodsId: other }],
  }))
  const { skus, attachments, licences, hardness, restricted } = await catalogue.api.consoleGoods.preview({
    goodsId,
    enterpriseId: lin.enterpriseId,
  })
  expect(skus.map(({ steps, stock }) => [stock, steps.map((step) => [step.from, step.salePrice, step.saleLabel])])).toEqual([
    [
      0,
      [
        [1, 3_600, '协议价'],
        [50, 3_400, '协议价'],
      ],
    ],
  ])
  expect([hardness, restricted]).toEqual([[4, 6], true])
  expect(licences).toMatchObject([
    { kindId, holder: 'shop', standing: 'missing' },
    { kindId, holder: 'buyer', standing: 'missing' },
  ])
  expect(attachments).toMatchObject({
    documents: [{ id: document.id, name: '合格证' }],
    machineModels: [{ machineModelId, model: 'EBZ9' }],
    relations: [{ kind: 'fits', goods: [{ goodsId: other, name: '齿座' }] }],
  })
  // A guest has no company whose licences could be looked at; what is published has none of it yet.
  expect((await catalogue.api.consoleGoods.preview({ goodsId })).licences).toMatchObject([{ standing: 'missing' }, { standing: null }])
  expect((await mall.guest().api.aboutGoods.about({ goodsId })).documents).toEqual([])
  // A draft without a shop shows what it will need.
  const shopless = await catalogue.api.consoleGoods.save({ content: content({ shopId: null, licenceKindIds: [kindId] }) })
  expect((await catalogue.api.consoleGoods.preview({ goodsId: shopless.goodsId })).licences).toMatchObject([
    { kindId, holder: 'shop', standing: 'missing' },
    { kindId, holder: 'buyer', standing: null },
  ])
  await catalogue.api.consoleGoods.discardDraft({ goodsId: shopless.goodsId, rowVersion: shopless.rowVersion })
})

test('staff who keep certain shops write only their goods', async () => {
  const other = await mall.newShop('别家')
  const { goodsId } = await fresh()
  const clerk = await mall.staff('catalogue', 'warehouse')
  const keeper = (await admin.api.consoleShop.staff({})).find(({ name }) => name === 'catalogue,warehouse')
  await admin.api.consoleShop.setStaff({ staffId: keeper?.staffId ?? '', shopIds: [other], rowVersion: 0 })
  expect(await clerk.post(consoleGoods.detail.path, { goodsId })).toMatchObject({ reason: 'GOODS_NOT_FOUND' })
  expect(await clerk.post(consoleGoods.takeOff.path, { goodsId, rowVersion: 1 })).toMatchObject({ reason: 'GOODS_NOT_FOUND' })
  expect(await clerk.post(consoleGoods.save.path, { content: { shopId: mall.shopId } })).toMatchObject({ reason: 'SHOP_NOT_YOURS' })
  const own = await clerk.api.consoleGoods.save({ content: content({ shopId: other }) })
  expect((await clerk.api.consoleGoods.list({})).dataList.map((row) => row.goodsId)).toEqual([own.goodsId])
})

test('every published content is read back as it was written', async () => {
  const words = fc
    .array(fc.constantFrom('截', '齿', 'U', '84', ' ', '“', '\\', '<b>', "'", '{}', '°'), { maxLength: 6 })
    .map((of) => of.join('').trim())
  const name = fc.constantFrom('规格', '刀头直径', '柄径', '长度', '材质')
  const price = fc.integer({ min: 1_000, max: 9_999 })
  const oneSku = fc.record({
    barcode: words,
    manufacturerNo: words,
    props: fc.uniqueArray(fc.tuple(name, words), { selector: ([of]) => of, maxLength: 5 }),
    salePrice: price.map(fen),
    surcharge: fc.option(fc.integer({ min: 0, max: 900 })),
    costPrice: fc.option(fc.integer({ min: 0, max: 999 }).map(fen)),
    minimum: fc.integer({ min: 1, max: 999 }),
    step: fc.integer({ min: 1, max: 999 }),
    packing: words,
    weightGrams: fc.nat(99_999),
    volumeCm3: fc.nat(99_999),
    lowStock: fc.option(fc.nat(500)),
    onShelf: fc.boolean(),
  })
  const written = fc.record({
    subtitle: words,
    spec: words,
    description: words,
    parameters: fc.array(fc.tuple(words, words), { maxLength: 5 }),
    hardness: fc.option(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 9, max: 20 }))),
    tags: fc.array(words, { maxLength: 4 }),
    freight: fc.constantFrom('shop' as const, 'free' as const),
    afterSale: fc.constantFrom('standard' as const, 'qualityOnly' as const, 'none' as const),
    skus: fc.array(oneSku, { minLength: 1, maxLength: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(written, async ({ skus, ...head }) => {
      const contents: GoodsContent = content({
        ...head,
        skus: skus.map(({ surcharge, ...one }, at) =>
          sku({
            ...one,
            props: [['序号', String(at)], ...one.props],
            creditPrice: surcharge === null ? null : fen(one.salePrice + surcharge),
          }),
        ),
      })
      const { goodsId } = await fresh(contents)
      const { published, problems, draft } = await shown(goodsId)
      expect([published, problems, draft]).toEqual([
        { ...contents, skus: contents.skus.map((one, at) => ({ ...one, skuId: published?.skus[at]?.skuId })) },
        [],
        null,
      ])
      expect((await catalogue.api.consoleGoods.version({ goodsId, version: 1 })).content).toEqual(published)
    }),
    { numRuns: 25 },
  )
})
