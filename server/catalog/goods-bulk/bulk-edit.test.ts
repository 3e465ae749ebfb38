import { describe, expect, test } from 'vitest'
import {
  awaitBulkRefusalText,
  buildAddTagsBulkChange,
  buildPriceBulkChange,
  createGoodsBulkEditor,
} from '#server/platform/testing/goods-bulks.ts'
import { createGoodsEditor } from '#server/platform/testing/goods-editor.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const { catalogue, sku, fresh, contentOf, edits, publishes, shown } = await createGoodsEditor(mall)
const { goodsBulk, consoleGoods } = catalogue.api
const { tries, applies, undoes, resultsOf } = createGoodsBulkEditor(mall, catalogue)
const guest = mall.guest()
const facts = { shown: true, pictureId: null, taxClass: null }
const pricesOf = async (goodsId: string) => (await contentOf(goodsId)).skus.map(({ salePrice, creditPrice }) => [salePrice, creditPrice])

describe('prices in a bulk edit', () => {
  test('are tried without a change, with old and new values, then written as one version of each goods', async () => {
    const [one, other] = [
      await fresh(),
      await fresh({ skus: [sku({ creditPrice: null }), sku({ salePrice: yuanTextToFen('0.05'), creditPrice: yuanTextToFen('0.05') })] }),
    ]
    const ids = [one.goodsId, other.goodsId]
    const tried = await tries(ids, buildPriceBulkChange())
    expect(tried).toMatchObject({
      state: 'tried',
      goodsCount: 2,
      doneCount: 2,
      counts: { changed: 2, refused: 0, applied: 0 },
      by: 'catalogue',
    })
    expect(await pricesOf(one.goodsId)).toEqual([[3850, 4040]])
    const { dataList } = await goodsBulk.rows({ id: tried.id })
    const code = (await contentOf(one.goodsId)).skus[0]?.code
    expect(dataList.find(({ goodsId }) => goodsId === one.goodsId)?.differences).toMatchObject([
      { label: `规格 ${code} · 现金价`, from: '¥38.50', to: '¥42.35' },
      { label: `规格 ${code} · 赊销价`, from: '¥40.40', to: '¥44.44' },
    ])
    // 0.05 and 10 % are 0.055, half up 0.06: that is a large move.
    expect(await awaitBulkRefusalText(goodsBulk.apply({ id: tried.id, seen: 'other' }))).toContain('GOODS_BULK_MOVED')
    expect(await applies(tried, true)).toMatchObject({ state: 'done', counts: { applied: 2 } })
    expect(await pricesOf(one.goodsId)).toEqual([[4235, 4444]])
    expect(await pricesOf(other.goodsId)).toEqual([
      [4235, null],
      [6, 6],
    ])
    expect((await consoleGoods.history({ goodsId: one.goodsId })).dataList[0]).toMatchObject({
      version: 2,
      by: 'catalogue',
      note: '批量修改价格',
    })
    expect((await guest.api.goods.detail({ goodsId: one.goodsId })).skus).toMatchObject([{ salePrice: yuanTextToFen('42.35') }])
    expect(await awaitBulkRefusalText(goodsBulk.apply({ id: tried.id, seen: tried.seen ?? '' }))).toContain('GOODS_BULK_STATE_WRONG')
  })

  test.each<[string, Parameters<typeof buildPriceBulkChange>[0], number, number | null]>([
    ['by an amount', { step: { by: 'amount', amount: yuanTextToFen('1.00') } }, 3950, 4140],
    ['down, to jiao', { direction: 'down', step: { by: 'percent', percent: 3.33 }, rounding: 'jiao' }, 3720, 3910],
    ['up, to yuan', { rounding: 'yuan' }, 4200, 4400],
    ['cash alone', { prices: 'sale', step: { by: 'percent', percent: 2 } }, 3927, 4040],
    ['credit alone', { prices: 'credit', step: { by: 'percent', percent: 2 } }, 3850, 4121],
    ['the surcharge by percent', { prices: 'surcharge', step: { by: 'percent', percent: 6 } }, 3850, 4081],
    ['the surcharge by an amount', { prices: 'surcharge', step: { by: 'amount', amount: yuanTextToFen('2.00') } }, 3850, 4050],
  ])('are changed: %s', async (_, given, sale, credit) => {
    const { goodsId } = await fresh()
    await applies(await tries([goodsId], buildPriceBulkChange(given)))
    expect(await pricesOf(goodsId)).toEqual([[sale, credit]])
  })

  test('that are invalid are refused with the SKU: credit below cash, zero, negative or too large', async () => {
    const { goodsId } = await fresh({ skus: [sku({ code: 'BULK-WRONG' })] })
    const reasons = [
      [buildPriceBulkChange({ prices: 'sale', step: { by: 'percent', percent: 20 } }), 'refused: 规格 BULK-WRONG：赊销价不能低于现金价'],
      [buildPriceBulkChange({ direction: 'down', step: { by: 'percent', percent: 100 } }), 'refused: 规格 BULK-WRONG：现金价必须大于 0'],
      [
        buildPriceBulkChange({ direction: 'down', step: { by: 'amount', amount: yuanTextToFen('50.00') } }),
        'refused: 规格 BULK-WRONG：金额不能小于 0',
      ],
      [
        buildPriceBulkChange({ step: { by: 'amount', amount: yuanTextToFen('1000000000.00') } }),
        'refused: 规格 BULK-WRONG：金额不能超过 1000000000',
      ],
      [buildPriceBulkChange({ direction: 'down', step: { by: 'percent', percent: 0 } }), 'same'],
    ] as const
    for (const [change, result] of reasons) expect(await resultsOf((await tries([goodsId], change)).id, [goodsId])).toEqual([result])
    expect(await pricesOf(goodsId)).toEqual([[3850, 4040]])
    for (const percent of [0.001, -1, 1001])
      expect(
        await awaitBulkRefusalText(
          goodsBulk.try({ goodsIds: [goodsId], change: buildPriceBulkChange({ step: { by: 'percent', percent } }) }),
        ),
      ).toContain('百分比')
  })

  test('with several problems at several SKUs are refused with all of them', async () => {
    const { goodsId } = await fresh({
      skus: ['A', 'B', 'C'].map((name) => sku({ code: `BULK-ALL-${name}`, creditPrice: yuanTextToFen('40.40') })),
    })
    const raised = await tries([goodsId], buildPriceBulkChange({ prices: 'sale', step: { by: 'percent', percent: 20 } }))
    expect(await resultsOf(raised.id, [goodsId])).toEqual(['refused: 规格 BULK-ALL-A、BULK-ALL-B、BULK-ALL-C：赊销价不能低于现金价'])
    const nothing = await tries(
      [goodsId],
      buildPriceBulkChange({ prices: 'sale', direction: 'down', step: { by: 'percent', percent: 100 } }),
    )
    expect(await resultsOf(nothing.id, [goodsId])).toEqual(['refused: 规格 BULK-ALL-A、BULK-ALL-B、BULK-ALL-C：现金价必须大于 0'])
    const { categoryId } = await catalogue.api.consoleCategory.save({ ...facts, parentId: 1, name: '两项必填' })
    const lines = []
    for (const [code, name] of [
      ['NEED-ONE', '必填甲'],
      ['NEED-TWO', '必填乙'],
    ] as const)
      lines.push({
        attributeId: (await catalogue.api.consoleAttribute.save({ code, name, kind: 'text', unit: '', decimals: 0 })).id,
        required: true,
      })
    const { id: setId } = await catalogue.api.consoleAttributeSet.save({ name: '两项必填', lines })
    await catalogue.api.consoleAttributeSet.assign({ categoryId, setId, rowVersion: 0 })
    const moved = await tries([goodsId], { kind: 'category', categoryId })
    expect(await resultsOf(moved.id, [goodsId])).toEqual(['refused: 必填甲：必填\n必填乙：必填'])
  })

  test('that change much or fall below cost need confirmation with both numbers before they are written', async () => {
    const { goodsId } = await fresh({ skus: [sku({ code: 'BULK-FAR', costPrice: yuanTextToFen('30.00') })] })
    const tried = await tries([goodsId], buildPriceBulkChange({ direction: 'down', step: { by: 'percent', percent: 40 } }))
    expect(tried.counts).toMatchObject({ changed: 1, questions: 1 })
    const { dataList } = await goodsBulk.rows({ id: tried.id, questions: true })
    expect(dataList).toMatchObject([
      { questions: { changes: [{ code: 'BULK-FAR' }, { code: 'BULK-FAR' }], belowCost: [{ salePrice: 2310, costPrice: 3000 }] } },
    ])
    expect(await awaitBulkRefusalText(goodsBulk.apply({ id: tried.id, seen: tried.seen ?? '' }))).toContain('PRICE_CHANGE_LARGE')
    expect(await pricesOf(goodsId)).toEqual([[3850, 4040]])
    await applies(tried, true)
    expect(await pricesOf(goodsId)).toEqual([[2310, 2424]])
  })
})

describe('other fields in a bulk edit', () => {
  test('tags are added, removed and replaced; goods that already match are not changed', async () => {
    const [one, other] = [await fresh({ tags: ['热销'] }), await fresh({ tags: ['热销', '新品'] })]
    const ids = [one.goodsId, other.goodsId]
    const added = await tries(ids, buildAddTagsBulkChange('新品'))
    expect(await resultsOf(added.id, ids)).toEqual(['changed', 'same'])
    await applies(added)
    expect((await contentOf(one.goodsId)).tags).toEqual(['热销', '新品'])
    await applies(await tries(ids, { kind: 'tags', mode: 'remove', tags: ['热销'] }))
    expect((await contentOf(other.goodsId)).tags).toEqual(['新品'])
    await applies(await tries(ids, { kind: 'tags', mode: 'set', tags: [] }))
    expect((await contentOf(one.goodsId)).tags).toEqual([])
  })

  test('freight and the after-sale rule are changed for buyers, and restored by undo', async () => {
    const [one, other] = [await fresh(), await fresh({ freight: 'free' })]
    const ids = [one.goodsId, other.goodsId]
    const tried = await tries(ids, { kind: 'freight', freight: 'free' })
    expect(await resultsOf(tried.id, ids)).toEqual(['changed', 'same'])
    expect((await goodsBulk.rows({ id: tried.id, result: 'changed' })).dataList).toMatchObject([
      { differences: [{ label: '运费', from: '按店铺运费模板', to: '包邮' }] },
    ])
    await applies(tried)
    await applies(await tries(ids, { kind: 'afterSale', afterSale: 'qualityOnly' }))
    const seen = async () => {
      const { freeFreight, afterSale } = await guest.api.goods.detail({ goodsId: one.goodsId })
      return [freeFreight, afterSale]
    }
    await expect.poll(seen, { interval: 50 }).toEqual([true, 'qualityOnly'])
    expect((await undoes(tried.id)).counts).toMatchObject({ undone: 0, kept: 1 })
  })

  test('goods go on sale and off sale, and are restored by undo', async () => {
    const [one, other] = [await fresh(), await fresh()]
    const ids = [one.goodsId, other.goodsId]
    await consoleGoods.takeOff({ goodsId: other.goodsId, rowVersion: (await shown(other.goodsId)).rowVersion })
    const tried = await tries(ids, { kind: 'shelf', onSale: false })
    expect(await resultsOf(tried.id, ids)).toEqual(['changed', 'same'])
    await applies(tried)
    expect(await awaitBulkRefusalText(guest.api.goods.detail({ goodsId: one.goodsId }))).not.toBe('done')
    await undoes(tried.id)
    expect([(await shown(one.goodsId)).state, (await shown(other.goodsId)).state]).toEqual(['on_sale', 'off_sale'])
    expect((await consoleGoods.history({ goodsId: one.goodsId })).dataList).toMatchObject([
      {
        published: true,
        version: 3,
        by: 'catalogue',
        note: '撤销批量修改上下架',
        differences: [{ label: '状态', from: '已下架', to: '在售' }],
      },
      {
        published: true,
        version: 2,
        by: 'catalogue',
        note: '批量修改上下架',
        differences: [{ label: '状态', from: '在售', to: '已下架' }],
      },
      { published: true, version: 1 },
    ])
    // Each of them can be looked at and become the draft, like other versions.
    const { content } = await consoleGoods.version({ goodsId: one.goodsId, version: 2 })
    expect(content).toEqual(await contentOf(one.goodsId))
    await edits(one.goodsId, () => ({ subtitle: '改了再恢复' }))
    await publishes(one.goodsId)
    await consoleGoods.restore({ goodsId: one.goodsId, rowVersion: (await shown(one.goodsId)).rowVersion, version: 2 })
    await publishes(one.goodsId)
    expect(await contentOf(one.goodsId)).toEqual(content)
  })

  test('only a category of the second level is accepted', async () => {
    const { goodsId } = await fresh()
    const wrong = await tries([goodsId], { kind: 'category', categoryId: 1 })
    expect(await resultsOf(wrong.id, [goodsId])).toEqual(['refused: 请选择二级分类'])
    const { categoryId } = await catalogue.api.consoleCategory.save({ ...facts, parentId: 1, name: '硬质合金' })
    const tried = await tries([goodsId], { kind: 'category', categoryId })
    expect((await goodsBulk.rows({ id: tried.id })).dataList).toMatchObject([
      { differences: [{ label: '分类', from: '合金系列', to: '硬质合金' }] },
    ])
    await applies(tried)
    expect((await contentOf(goodsId)).categoryId).toBe(categoryId)
  })

  test('the tax class is restored by undo unless somebody has changed it since', async () => {
    const [one, other] = [await fresh(), await fresh()]
    const ids = [one.goodsId, other.goodsId]
    const taxClass = { taxCode: '1090201020000000001', taxName: '钎具' }
    const ownOf = async () => {
      const { rows } = await mall.pool.query('select tax_name from goods where id = any($1) order by array_position($1, id)', [ids])
      return rows.map(({ tax_name }) => tax_name)
    }
    const done = await applies(await tries(ids, { kind: 'taxClass', taxClass }))
    expect(await ownOf()).toEqual(['钎具', '钎具'])
    await catalogue.api.consoleTaxCode.setGoods({ goodsId: other.goodsId, taxClass: { ...taxClass, taxName: '凿岩工具' }, rowVersion: 1 })
    const undone = await undoes(done.id)
    expect(await resultsOf(undone.id, ids)).toEqual(['changed', 'kept: 税收编码刚刚被他人修改'])
    expect(await ownOf()).toEqual([null, '凿岩工具'])
    const { dataList } = await consoleGoods.history({ goodsId: one.goodsId })
    expect(dataList.map(({ version, published, note, differences }) => [version, published, note, differences[0]?.to])).toEqual([
      [3, true, '撤销批量修改税收编码', '沿用分类'],
      [2, true, '批量修改税收编码', '钎具 1090201020000000001'],
      [1, true, '', undefined],
    ])
  })
})
