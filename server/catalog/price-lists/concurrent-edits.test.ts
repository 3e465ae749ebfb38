import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'

const mall = await openMall()
const [catalogue, admin] = [await mall.staff('catalogue'), await mall.staff('admin')]
const { consoleSku, consolePrice, consoleSetting } = contract

const skuOf = async (code: string) => {
  const skuId = await mall.createSku('截齿', { code, sale: '37.20', credit: '39.00' })
  const read = async () => (await catalogue.api.consoleSku.list({ keyword: code })).dataList[0] ?? expect.fail(code)
  return { skuId, read }
}

describe('two people who edit the same price', () => {
  test('conflict: the second sees who changed what and when, and overwrites it only after confirming', async () => {
    const { skuId, read } = await skuOf('TWO-1')
    const { priceVersion: rowVersion } = await read()
    const sets = (salePrice: number, seen: number) =>
      admin.post(consoleSku.setPrice.path, { skuId, salePrice, creditPrice: 45, rowVersion: seen })
    expect(await catalogue.post(consoleSku.setPrice.path, { skuId, salePrice: 40, creditPrice: 42, rowVersion })).toMatchObject({
      code: 200,
    })
    expect(await sets(38, rowVersion)).toMatchObject({
      code: 409,
      reason: 'ROW_CHANGED',
      msg: 'catalogue 已于 2026-11-18 14:00 修改：现金/赊销价 ¥37.20/¥39.00 → ¥40.00/¥42.00。您填写的没有保存，请核对后再保存',
      detail: { rowVersion: rowVersion + 1, by: 'catalogue' },
    })
    expect(await read()).toMatchObject({ salePrice: yuanTextToFen('40.00') })
    expect(await sets(38, rowVersion + 1)).toMatchObject({ code: 200 })
    expect(await read()).toMatchObject({ salePrice: yuanTextToFen('38.00'), priceVersion: rowVersion + 2 })
  })

  test('and more: of many saves at once exactly one is first, whatever was typed', async () => {
    const { skuId, read } = await skuOf('TWO-2')
    const { priceVersion: rowVersion } = await read()
    const prices = [38, 39, 40, 41, 42, 43]
    const answers = await Promise.all(
      prices.map((salePrice) => catalogue.post(consoleSku.setPrice.path, { skuId, salePrice, creditPrice: null, rowVersion })),
    )
    expect(answers.map(({ code, reason }) => [code, reason]).filter(([code]) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ reason }) => reason === 'ROW_CHANGED')).toHaveLength(prices.length - 1)
  })

  test('conflict if one edits tiers and one the price, but not between public and contract prices', async () => {
    const { skuId } = await skuOf('TWO-3')
    const lin = await mall.buyer('林')
    const { listId } = await catalogue.api.consolePrice.add({ name: '协议', fromDay: '2026-01-01', enterpriseId: lin.enterpriseId })
    const [all, agreed] = [await catalogue.api.consolePrice.prices({ skuId }), await catalogue.api.consolePrice.prices({ listId, skuId })]
    const tiers = (salePrice: number) => [{ from: 1, salePrice, creditPrice: null }]
    const saves = (body: object) => admin.post(consolePrice.setPrices.path, { skuId, ...body })
    expect(await saves({ listId, prices: tiers(36), rowVersion: agreed.rowVersion })).toMatchObject({ code: 200 })
    expect(await saves({ listId, prices: tiers(35), rowVersion: agreed.rowVersion })).toMatchObject({ reason: 'ROW_CHANGED' })
    expect(await saves({ prices: tiers(38), rowVersion: all.rowVersion })).toMatchObject({ code: 200 })
    const own = { skuId, salePrice: 39, creditPrice: null, rowVersion: all.rowVersion }
    expect(await admin.post(consoleSku.setPrice.path, own)).toMatchObject({ reason: 'ROW_CHANGED' })
  })

  test('conflict in the same way over sale state and the name of a price list', async () => {
    const { skuId, read } = await skuOf('TWO-4')
    const { shelfVersion: rowVersion } = await read()
    const shelves = (onShelf: boolean) => admin.post(consoleSku.setShelf.path, { skuId, onShelf, rowVersion })
    expect(await shelves(false)).toMatchObject({ code: 200 })
    expect(await shelves(true)).toMatchObject({ reason: 'ROW_CHANGED', detail: { by: 'admin', what: '下架' } })
    const { listId } = await catalogue.api.consolePrice.add({ name: '黄金', fromDay: '2026-01-01', level: 3 })
    const list = { listId, fromDay: '2026-01-01', untilDay: null, enabled: true, rowVersion: 0 }
    expect(await catalogue.post(consolePrice.modify.path, { ...list, name: '黄金会员价' })).toMatchObject({ code: 200 })
    expect(await admin.post(consolePrice.modify.path, { ...list, name: '黄金', enabled: false })).toMatchObject({
      reason: 'ROW_CHANGED',
      detail: { by: 'catalogue', what: '名称 由 黄金 改为 黄金会员价' },
    })
    expect((await catalogue.api.consolePrice.list({ listId })).enabled).toBe(true)
  })
})

describe('a large price change', () => {
  const sets = async (skuId: string, salePrice: number, more: object = {}) => {
    const { rowVersion } = await catalogue.api.consolePrice.prices({ skuId })
    return catalogue.post(consoleSku.setPrice.path, { skuId, salePrice, creditPrice: null, rowVersion, ...more })
  }

  test('needs confirmation with old and new price above the bound, and none at the bound', async () => {
    const { skuId, read } = await skuOf('FAR-1')
    expect(await sets(skuId, 3_720)).toMatchObject({
      code: 409,
      reason: 'PRICE_CHANGE_LARGE',
      msg: '改价幅度 +9900%：FAR-1 现金价 ¥37.20 → ¥3,720.00，超过 30%，请核对后确认',
      detail: { percentMax: 30, count: 1, changes: [{ code: 'FAR-1', from: 1, price: 'sale', was: 37.2, is: 3720, percent: 9900 }] },
    })
    expect(await read()).toMatchObject({ salePrice: yuanTextToFen('37.20') })
    // 30 % up to the fen, and one fen more.
    expect(await sets(skuId, 48.36)).toMatchObject({ code: 200 })
    expect(await sets(skuId, 62.87)).toMatchObject({ reason: 'PRICE_CHANGE_LARGE', detail: { changes: [{ percent: 30.1 }] } })
    expect(await sets(skuId, 33.85)).toMatchObject({ reason: 'PRICE_CHANGE_LARGE' })
    expect(await sets(skuId, 3_720, { confirmed: true })).toMatchObject({ code: 200 })
    expect(await read()).toMatchObject({ salePrice: yuanTextToFen('3720.00') })
  })

  test('needs confirmation in a contract, too, where a new price is compared with the public one', async () => {
    const { skuId } = await skuOf('FAR-2')
    const lin = await mall.buyer('林')
    const { listId } = await catalogue.api.consolePrice.add({ name: '协议', fromDay: '2026-01-01', enterpriseId: lin.enterpriseId })
    const saves = (salePrice: number, more: object = {}) =>
      catalogue.post(consolePrice.setPrices.path, {
        listId,
        skuId,
        prices: [{ from: 1, salePrice, creditPrice: null }],
        rowVersion: 0,
        ...more,
      })
    expect(await saves(3.7)).toMatchObject({ reason: 'PRICE_CHANGE_LARGE', detail: { changes: [{ was: 37.2, is: 3.7, percent: -90.1 }] } })
    expect(await saves(3.7, { confirmed: true })).toMatchObject({ code: 200 })
  })

  test('in an imported sheet needs one confirmation with all of its rows before anything is written', async () => {
    const [one, other, near] = [await skuOf('FAR-3'), await skuOf('FAR-4'), await skuOf('FAR-5')]
    const file = toBlob(Buffer.from('规格编码,起订数量,现金价,赊销价\nFAR-3,1,3.72,\nFAR-4,1,20.00,\nFAR-5,1,38.00,\n'), 'text/csv')
    const brings = (more: { seen?: string; confirmed?: 'yes' }) =>
      catalogue.api.consolePrice.import({ fileName: '价格.csv', ...more }, { file })
    const { seen } = await brings({})
    const asked = await brings({ seen }).catch((error) => error)
    expect(asked).toMatchObject({
      reason: 'PRICE_CHANGE_LARGE',
      message: '2 处改价幅度超过 30%，请核对后确认',
      detail: {
        count: 2,
        changes: [
          { code: 'FAR-3', percent: -90 },
          { code: 'FAR-4', percent: -46.3 },
        ],
      },
    })
    for (const { read } of [one, other, near]) expect(await read()).toMatchObject({ salePrice: yuanTextToFen('37.20'), priceVersion: 0 })
    expect(await brings({ seen, confirmed: 'yes' })).toMatchObject({ applied: true, counts: { changed: 3 } })
    expect(await near.read()).toMatchObject({ salePrice: yuanTextToFen('38.00') })
  })

  test('is defined by a setting, in which concurrent edits conflict as well', async () => {
    const { skuId } = await skuOf('FAR-6')
    const { prices } = await admin.api.consoleSetting.read({})
    expect(prices).toMatchObject({ values: { askAbovePercent: 30 }, rowVersion: 0 })
    const saves = (askAbovePercent: number) => admin.post(consoleSetting.setPrices.path, { askAbovePercent, rowVersion: 0 })
    expect(await saves(5)).toMatchObject({ code: 200 })
    expect(await saves(50)).toMatchObject({ reason: 'ROW_CHANGED', detail: { what: '改价幅度超过多少须确认 由 30% 改为 5%' } })
    expect(await sets(skuId, 40)).toMatchObject({ reason: 'PRICE_CHANGE_LARGE', detail: { percentMax: 5, changes: [{ percent: 7.6 }] } })
    expect(await catalogue.post(consoleSetting.setPrices.path, { askAbovePercent: 90, rowVersion: 1 })).toMatchObject({ code: 403 })
    for (const wrong of [0, 101, 1.5]) expect(await saves(wrong)).toMatchObject({ code: 400 })
  })
})

describe('a price below the cost of its SKU', () => {
  const below = (code: string, salePrice: number, more: object = {}) => ({ code, salePrice, costPrice: 36, ...more })
  const costs = async (code: string) => {
    const found = await skuOf(code)
    await mall.pool.query('update sku set cost_fen = 3600 where id = $1', [found.skuId])
    return found
  }

  test('needs one confirmation with both numbers in single and tier edits, unless it was below before', async () => {
    const { skuId, read } = await costs('COST-1')
    const version = async () => (await read()).priceVersion
    const sets = async (salePrice: number, more: object = {}) =>
      catalogue.post(consoleSku.setPrice.path, { skuId, salePrice, creditPrice: null, rowVersion: await version(), ...more })
    expect(await sets(35.99)).toMatchObject({
      code: 409,
      reason: 'PRICE_BELOW_COST',
      msg: 'COST-1 现金价 ¥35.99 低于成本 ¥36.00，请核对后确认',
      detail: { count: 0, changes: [], belowCost: [below('COST-1', 35.99, { from: 1 })] },
    })
    expect(await sets(36)).toMatchObject({ code: 200 })
    // Far and below: one question names both.
    expect(await sets(20)).toMatchObject({ reason: 'PRICE_CHANGE_LARGE', detail: { count: 1, belowCost: [below('COST-1', 20)] } })
    expect(await sets(35, { confirmed: true })).toMatchObject({ code: 200 })
    const tiers = async (sale: number, more: object = {}) => {
      const prices = [35, sale].map((salePrice, at) => ({ from: at * 99 + 1, salePrice, creditPrice: null }))
      return catalogue.post(consolePrice.setPrices.path, { skuId, prices, rowVersion: await version(), ...more })
    }
    expect(await tiers(34)).toMatchObject({ reason: 'PRICE_BELOW_COST', detail: { belowCost: [below('COST-1', 34, { from: 100 })] } })
    expect(await tiers(34, { confirmed: true })).toMatchObject({ code: 200 })
    expect(await tiers(34)).toMatchObject({ code: 200 })
  })

  test('needs confirmation in a contract and in a sheet before anything is written', async () => {
    const { skuId, read } = await costs('COST-2')
    const lin = await mall.buyer('林')
    const { listId } = await catalogue.api.consolePrice.add({ name: '协议', fromDay: '2026-01-01', enterpriseId: lin.enterpriseId })
    const agreed = { listId, skuId, prices: [{ from: 1, salePrice: 35.5, creditPrice: null }], rowVersion: 0 }
    const asked = { reason: 'PRICE_BELOW_COST', detail: { belowCost: [below('COST-2', 35.5)] } }
    expect(await catalogue.post(consolePrice.setPrices.path, agreed)).toMatchObject(asked)
    expect(await catalogue.post(consolePrice.setPrices.path, { ...agreed, confirmed: true })).toMatchObject({ code: 200 })

    const file = toBlob(Buffer.from('规格编码,起订数量,现金价,赊销价\nCOST-2,1,35.50,无\n'), 'text/csv')
    const brings = (more: { seen?: string; confirmed?: 'yes' }) =>
      catalogue.api.consolePrice.import({ fileName: '价格.csv', ...more }, { file })
    const { seen } = await brings({})
    expect(await brings({ seen }).catch((error) => error)).toMatchObject(asked)
    expect(await read()).toMatchObject({ salePrice: yuanTextToFen('37.20') })
    expect(await brings({ seen, confirmed: 'yes' })).toMatchObject({ applied: true, counts: { changed: 1 } })
    expect(await read()).toMatchObject({ salePrice: yuanTextToFen('35.50') })
  })
})
