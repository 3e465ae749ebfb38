import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createGoodsEditor } from '#server/platform/testing/goods-editor.ts'
import { ONE_DAY_MS, ONE_HOUR_MS, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { publishAllDueDrafts } from './public.ts'

const mall = await openMall()
const { catalogue, content, sku, fresh, shown, contentOf, edits, publishes } = await createGoodsEditor(mall)
const { consoleGoods } = contract
// Of members nothing is remembered.
const wu = await mall.buyer('吴')
const priceSeen = async (goodsId: string) => (await wu.api.goods.detail({ goodsId })).skus[0]?.salePrice
const withSku = (change: object) => (before: { skus: readonly object[] }) =>
  ({ skus: before.skus.map((one, at) => (at === 0 ? { ...one, ...change } : one)) }) as object
const publishPosts = async (goodsId: string, more: object = {}) =>
  catalogue.post(consoleGoods.publish.path, { goodsId, rowVersion: (await shown(goodsId)).rowVersion, ...more })

describe('prices at publishing', () => {
  test('that change much or fall below cost need one confirmation, and are recorded as price changes', async () => {
    const { goodsId, skuId } = await fresh({ skus: [sku({ code: 'FAR-1', creditPrice: null }), sku({ code: 'FAR-2' })] })
    await edits(goodsId, withSku({ salePrice: yuanTextToFen('20.00'), costPrice: yuanTextToFen('25.00') }))
    expect(await publishPosts(goodsId)).toMatchObject({
      code: 409,
      reason: 'PRICE_CHANGE_LARGE',
      msg: '改价幅度 -48.1%：FAR-1 现金价 ¥38.50 → ¥20.00，超过 30%，请核对后确认；另外，FAR-1 现金价 ¥20.00 低于成本 ¥25.00',
      detail: { changes: [{ code: 'FAR-1', was: 38.5, is: 20 }], belowCost: [{ code: 'FAR-1', salePrice: 20, costPrice: 25 }] },
    })
    expect(await priceSeen(goodsId)).toBe(yuanTextToFen('38.50'))
    expect(await publishPosts(goodsId, { confirmed: true })).toMatchObject({ code: 200 })
    expect(await priceSeen(goodsId)).toBe(yuanTextToFen('20.00'))
    const { dataList } = await catalogue.api.consolePrice.history({ skuId })
    expect(dataList).toMatchObject([{ was: { salePrice: 3_850 }, is: { salePrice: 2_000 }, by: 'catalogue', listId: null }])
    // What was below the cost before is not asked about again; what comes to be so is, also by a higher cost.
    await edits(goodsId, () => ({ subtitle: '新' }))
    expect(await publishPosts(goodsId)).toMatchObject({ code: 200 })
    await edits(goodsId, withSku({ costPrice: yuanTextToFen('26.00') }))
    expect(await publishPosts(goodsId)).toMatchObject({
      reason: 'PRICE_BELOW_COST',
      msg: 'FAR-1 现金价 ¥20.00 低于成本 ¥26.00，请核对后确认',
    })
  })

  test('on credit below the cash price are refused by the database as well', async () => {
    const { skuId } = await fresh()
    const below = mall.pool.query('update sku set credit_price_fen = sale_price_fen - 1 where id = $1', [skuId])
    await expect(below).rejects.toMatchObject({ constraint: 'sku_credit_not_below_sale' })
  })

  test('that were changed during a draft are kept unless the draft changes them, too', async () => {
    const { goodsId, skuId } = await fresh()
    await edits(goodsId, () => ({ name: '改名' }))
    const sets = async (salePrice: number) => {
      const { rowVersion } = await catalogue.api.consolePrice.prices({ skuId })
      return catalogue.api.consoleSku.setPrice({
        skuId,
        salePrice: yuanTextToFen(`${salePrice}.00`),
        creditPrice: null,
        rowVersion,
        confirmed: true,
      })
    }
    const { rowVersion } = await shown(goodsId)
    await sets(41)
    // Who had the draft open is told, and who opens it now has the new price in it.
    expect(await catalogue.post(consoleGoods.save.path, { goodsId, rowVersion, content: { name: '改名' } })).toMatchObject({
      reason: 'ROW_CHANGED',
      detail: { what: '改价' },
    })
    expect((await shown(goodsId)).draft).toMatchObject({
      content: { name: '改名', skus: [{ salePrice: yuanTextToFen('41.00'), creditPrice: null }] },
    })
    await publishes(goodsId)
    expect(await priceSeen(goodsId)).toBe(yuanTextToFen('41.00'))

    await edits(goodsId, withSku({ salePrice: yuanTextToFen('42.00') }))
    await sets(40)
    expect(await publishPosts(goodsId)).toMatchObject({
      reason: 'DRAFT_OUTDATED',
      detail: { differences: [{ path: `skus.${skuId}.salePrice`, from: '¥40.00', to: '¥42.00' }] },
    })
    expect(await priceSeen(goodsId)).toBe(yuanTextToFen('40.00'))
    await edits(goodsId, () => ({}))
    expect(await publishPosts(goodsId)).toMatchObject({ code: 200 })
    expect(await priceSeen(goodsId)).toBe(yuanTextToFen('42.00'))
  })

  test('do not undo a SKU taken off sale meanwhile: the draft takes over that change', async () => {
    const { goodsId, skuId } = await fresh({ skus: [sku(), sku()] })
    await edits(goodsId, () => ({ name: '改名' }))
    await catalogue.api.consoleSku.setShelf({ skuId, onShelf: false, rowVersion: 0 })
    await publishes(goodsId)
    expect((await contentOf(goodsId)).skus.map(({ onShelf }) => onShelf)).toEqual([false, true])
    await edits(goodsId, withSku({ onShelf: true }))
    await publishes(goodsId)
    // Who looks at the list of SKUs has an older version now.
    expect(await catalogue.post(contract.consoleSku.setShelf.path, { skuId, onShelf: false, rowVersion: 1 })).toMatchObject({
      reason: 'ROW_CHANGED',
    })
  })
})

describe('SKUs at publishing', () => {
  test('that were ordered keep their code and id, and SKUs left out are archived', async () => {
    const { goodsId, skuIds } = await fresh({ skus: [sku({ code: 'ORD-1' }), sku({ code: 'ORD-2' }), sku({ code: 'ORD-3' })] })
    const [ordered = '', free = ''] = skuIds
    await mall.runInTransaction((tx) => tx.updateTable('sku_stock').set({ available: 9 }).where('sku_id', '=', ordered).execute())
    const lin = await mall.buyer('林', { wallet: '5000' })
    const lines = [{ skuId: ordered, goodsNum: 1 }]
    const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
    await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
    expect((await shown(goodsId)).skus.map((one) => one.ordered)).toEqual([true, false, false])

    await edits(goodsId, ({ skus }) => ({ skus: skus.map((one, at) => ({ ...one, code: `NEW-${at}` })).slice(0, 2) }))
    expect(await publishPosts(goodsId)).toMatchObject({ detail: { problems: [{ reason: '规格 ORD-1 已有订单，编码不能修改' }] } })
    await edits(goodsId, ({ skus }) => ({ skus: skus.slice(1) }))
    expect(await publishPosts(goodsId)).toMatchObject({ detail: { problems: [{ reason: '规格 ORD-1 已有订单，不能删除，只能停用' }] } })
    await catalogue.api.consoleGoods.discardDraft({ goodsId, rowVersion: (await shown(goodsId)).rowVersion })

    await edits(goodsId, ({ skus }) => ({
      skus: [{ ...sku({ code: 'ORD-1' }), ...skus[0], replacedBy: free }, ...skus.slice(1, 2)] as never,
    }))
    await publishes(goodsId)
    expect((await contentOf(goodsId)).skus.map(({ code, archived, replacedBy }) => [code, archived, replacedBy])).toEqual([
      ['ORD-1', false, free],
      ['ORD-2', false, null],
      ['ORD-3', true, null],
    ])
    // Two that were never ordered exchange their codes.
    await edits(goodsId, ({ skus }) => ({ skus: skus.map((one, at) => (at === 0 ? one : { ...one, code: at === 1 ? 'ORD-3' : 'ORD-2' })) }))
    await publishes(goodsId)
    expect((await contentOf(goodsId)).skus.map(({ code }) => code)).toEqual(['ORD-1', 'ORD-3', 'ORD-2'])
  })

  test('of other goods are refused by id', async () => {
    const { skuId } = await fresh()
    const stolen = content({ skus: [sku({ skuId })] })
    expect(await catalogue.api.consoleGoods.save({ content: stolen }).catch(({ reason }) => reason)).toBe('SKU_NOT_FOUND')
  })

  test('that are removed and added again with the same code stay the same SKU with its stock', async () => {
    const { goodsId, skuIds } = await fresh({ skus: [sku({ code: 'SAME-1' }), sku({ code: 'SAME-2' })] })
    const [first = '', second = ''] = skuIds
    await mall.runInTransaction((tx) => tx.updateTable('sku_stock').set({ available: 9 }).where('sku_id', '=', first).execute())
    const anew = sku({ code: 'same-1', salePrice: yuanTextToFen('38.00') })
    expect(await edits(goodsId, ({ skus }) => ({ skus: [...skus.slice(1), anew] }))).toMatchObject({ problems: [] })
    await publishes(goodsId)
    expect((await contentOf(goodsId)).skus.map(({ skuId, code, archived }) => [skuId, code, archived])).toEqual([
      [second, 'SAME-2', false],
      [first, 'same-1', false],
    ])
    expect(await mall.countStock(first)).toBe(9)
    expect((await catalogue.api.consolePrice.history({ skuId: first })).dataList).toMatchObject([
      { is: { salePrice: yuanTextToFen('38.00') } },
    ])
    // Another SKU that is published itself is not the same one.
    await edits(goodsId, ({ skus }) => ({ skus: skus.slice(0, 1).map((one) => ({ ...one, code: 'SAME-1' })) }))
    expect(await publishPosts(goodsId)).toMatchObject({
      detail: { problems: [{ path: 'skus.0.code', reason: '规格编码 SAME-1 已用于本商品删除的规格，请换一个编码' }] },
    })
  })

  test('have codes that are unique regardless of case', async () => {
    await fresh({ name: '大写', skus: [sku({ code: 'CASE-1' })] })
    const { goodsId, rowVersion, problems } = await catalogue.api.consoleGoods.save({
      content: content({ skus: [sku({ code: 'case-1' })] }),
    })
    await catalogue.api.consoleGoods.discardDraft({ goodsId, rowVersion })
    expect(problems).toEqual([{ path: 'skus.0.code', reason: '规格编码 case-1 已用于商品“大写”' }])
    await expect(mall.createSku('截齿', { code: 'Case-1' })).rejects.toMatchObject({ message: expect.stringContaining('sku_code') })
  })

  test('that are archived are never reported as low in stock', async () => {
    const { goodsId } = await fresh({ skus: [sku({ code: 'ARCH-1' }), sku({ code: 'ARCH-2' })] })
    await edits(goodsId, ({ skus }) => ({ skus: skus.slice(1) }))
    await publishes(goodsId)
    const codes = async (asked: object) =>
      (await catalogue.api.consoleSku.list({ keyword: 'ARCH-', ...asked })).dataList.map(({ code }) => code)
    expect(await codes({})).toEqual(['ARCH-2', 'ARCH-1'])
    expect([await codes({ lowStock: true }), await codes({ soldOut: true })]).toEqual([['ARCH-2'], ['ARCH-2']])
  })

  test('take no more statements when there are many', async () => {
    const count = async (acts: () => Promise<unknown>) => {
      const before = mall.statements.length
      await acts()
      return mall.statements.length - before
    }
    const counts = async (skus: number) => {
      const typed = content({ skus: Array.from({ length: skus }, () => sku()) })
      const { goodsId } = await catalogue.api.consoleGoods.save({ content: typed })
      const saves = async (change: Parameters<typeof edits>[1]) => {
        const [{ rowVersion }, before] = [await shown(goodsId), await contentOf(goodsId)]
        return count(() => catalogue.api.consoleGoods.save({ goodsId, rowVersion, content: { ...before, ...change(before) } }))
      }
      const publish = async () => {
        const { rowVersion } = await shown(goodsId)
        return count(() => catalogue.api.consoleGoods.publish({ goodsId, rowVersion }))
      }
      const autosave = await saves(() => ({ name: '改名' }))
      const firstPublish = await publish()
      const autosaveOnSale = await saves(withSku({ salePrice: yuanTextToFen('39.00') }))
      const onePrice = await publish()
      await saves(({ skus: all }) => ({ skus: all.map((one) => ({ ...one, salePrice: yuanTextToFen('39.50'), packing: '盒' })) }))
      return { autosave, firstPublish, autosaveOnSale, onePrice, allPrices: await publish() }
    }
    const few = await counts(5)
    expect(few).toEqual({ autosave: 18, firstPublish: 29, autosaveOnSale: 24, onePrice: 38, allPrices: 38 })
    expect(await counts(50)).toEqual(few)
  })
})

describe('scheduled publishing', () => {
  test('publishes a draft at its time; a draft that is changed after that must be scheduled again', async () => {
    const { goodsId } = await fresh({ name: '今天' })
    await edits(goodsId, () => ({ name: '明天' }))
    const at = new Date(mall.clock.now.getTime() + ONE_HOUR_MS)
    await expect(publishes(goodsId, { publishAt: new Date(mall.clock.now.getTime() - 1) })).rejects.toMatchObject({
      reason: 'PUBLISH_TIME_PAST',
    })
    expect(await publishes(goodsId, { publishAt: at, note: '换季' })).toMatchObject({ version: 1, publishAt: at })
    await publishAllDueDrafts(mall.db, mall.moment())
    expect((await contentOf(goodsId)).name).toBe('明天')
    expect((await mall.guest().api.goods.detail({ goodsId })).name).toBe('今天')
    mall.clock.forward(ONE_HOUR_MS)
    await mall.renew()
    expect(await publishAllDueDrafts(mall.db, mall.moment())).toBe(1)
    expect(await shown(goodsId)).toMatchObject({ version: 2, draft: null, versions: [{ version: 2, by: 'catalogue', note: '换季' }, {}] })

    await edits(goodsId, () => ({ name: '后天' }))
    await publishes(goodsId, { publishAt: new Date(mall.clock.now.getTime() + ONE_HOUR_MS) })
    await edits(goodsId, () => ({ name: '再改' }))
    expect((await shown(goodsId)).draft?.publishAt).toBeNull()
    mall.clock.forward(ONE_DAY_MS)
    await mall.renew()
    expect(await publishAllDueDrafts(mall.db, mall.moment())).toBe(0)
  })

  test('keeps a draft that has become invalid, with the reason, and notifies catalogue staff once', async () => {
    const saved = await catalogue.api.consoleGoods.save({ content: content({ name: '晚到', skus: [sku({ code: 'LATE-1' })] }) })
    const publishAt = new Date(mall.clock.now.getTime() + ONE_HOUR_MS)
    await catalogue.api.consoleGoods.publish({ goodsId: saved.goodsId, rowVersion: saved.rowVersion, publishAt })
    await fresh({ name: '先到', skus: [sku({ code: 'LATE-1' })] })
    mall.clock.forward(2 * ONE_HOUR_MS)
    await mall.renew()
    expect(await publishAllDueDrafts(mall.db, mall.moment())).toBe(0)
    expect(await publishAllDueDrafts(mall.db, mall.moment())).toBe(0)
    const publishFailed = '还不能发布：规格编码 LATE-1 已用于商品“先到”'
    expect((await shown(saved.goodsId)).draft).toMatchObject({ publishAt: null, publishFailed })
    expect((await catalogue.api.consoleGoods.list({ state: 'draft' })).dataList).toMatchObject([{ name: '晚到', publishFailed: true }])
    const { dataList } = await catalogue.api.consoleNotice.list({})
    expect(dataList.filter(({ title }) => title === '定时发布失败')).toMatchObject([
      { content: `商品“晚到”没有按时发布：${publishFailed}`, screen: `/edit_goods?goodsId=${saved.goodsId}` },
    ])
  })
})
