import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createPriceAndShelfEdits } from '#server/platform/testing/console-edits.ts'
import { followCatalogVersion } from '#server/platform/testing/follow-catalog-version.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { measureMinimumOfThree } from '#server/platform/testing/measure-fastest.ts'

const mall = await openMall()
followCatalogVersion(mall)

const LIST = '/goods-api/api/goods/list'
const DETAIL = '/goods-api/api/goods/detail'
const guest = mall.guest()

const skuOf = async (name: string, request: Parameters<typeof mall.createSku>[1] = {}) => {
  const skuId = await mall.createSku(name, request)
  const { goods_id } = await mall.db.selectFrom('sku').select('goods_id').where('id', '=', skuId).executeTakeFirstOrThrow()
  return { skuId, goodsId: goods_id }
}
const get = async (path: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  guest.get(`/api${path}?${new URLSearchParams(query)}`, headers)
const SECOND_MS = 1_000
const within = async (ms: number, holds: () => Promise<boolean>): Promise<number> => {
  const begun = performance.now()
  while (performance.now() - begun < ms) {
    if (await holds()) return performance.now() - begun
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return Number.POSITIVE_INFINITY
}

const { goodsId } = await skuOf('U84 采煤截齿', { sale: '38.50', credit: '40.40', hardness: [4, 6] })

describe('a read gives the same answer to GET and POST', () => {
  test.each<[string, string, Record<string, string | number | boolean>]>([
    ['all goods', LIST, {}],
    ['a page', LIST, { pageNo: 1, pageSize: 5 }],
    ['prices', LIST, { priceMin: 38.5, priceMax: 100 }],
    ['what is in stock', LIST, { inStock: true }],
    ['a band of hardness', LIST, { hardness: 3 }],
    ['a category', LIST, { categoryId: 1 }],
    ['words', LIST, { keyword: '截齿', sort: 'priceUp' }],
    ['a good', DETAIL, { goodsId }],
    ['the categories', contract.goodsCategory.list.path, {}],
    ['what is recommended', contract.goodsCategory.recom.path, {}],
    ['the hardness ruler', contract.goods.hardness.path, {}],
    ['the footer', contract.site.info.path, {}],
    ['the credit agreement', contract.site.agreement.path, { categoryId: 4 }],
  ])('%s', async (_, path, input) => {
    const byPost = await guest.post(path, input)
    const byGet = await get(path, Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)])))
    expect(byPost.code).toBe(200)
    expect(JSON.parse(byGet.body)).toEqual({ code: byPost.code, msg: byPost.msg, success: byPost.success, data: byPost.data })
  })

  test('a guest with a current answer gets 304 without a body', async () => {
    const first = await get(DETAIL, { goodsId })
    const etag = String(first.headers.etag)
    expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Accept-Encoding, Authorization' })
    const again = await get(DETAIL, { goodsId }, { 'if-none-match': etag })
    expect([again.status, again.body, again.headers.etag]).toEqual([304, '', etag])
    const other = await get(DETAIL, { goodsId }, { 'if-none-match': '"another"' })
    expect([other.status, other.body]).toEqual([200, first.body])
  })

  test.each([
    ['takes it packed', 'br, gzip;q=0.8', 'gzip'],
    ['takes it packed in no way that we have', 'br', undefined],
    ['will not have it packed', 'gzip;q=0', undefined],
  ])('a guest who %s gets the full answer', async (_, taken, encoding) => {
    const agreement = contract.site.agreement.path
    const plain = await get(agreement, { categoryId: '4' })
    const url = `/api${agreement}?categoryId=4`
    const { rawPayload, headers } = await mall.app.http.inject({ method: 'GET', url, headers: { 'accept-encoding': taken } })
    expect([headers['content-encoding'], headers.etag]).toEqual([encoding, plain.headers.etag])
    expect(String(encoding ? gunzipSync(rawPayload) : rawPayload)).toBe(plain.body)
    expect(rawPayload.length < Buffer.byteLength(plain.body)).toBe(encoding !== undefined)
  })

  test('answers to members are not cached', async () => {
    const lin = await mall.buyer('林')
    const { headers } = await lin.get(`/api${DETAIL}?goodsId=${goodsId}`)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers.etag).toBeUndefined()
  })

  test('a repeated query of a guest is answered from memory without the database', async () => {
    await get(LIST, { keyword: 'u84' })
    const before = mall.statements.length
    await get(LIST, { keyword: 'u84' })
    expect(mall.statements.length).toBe(before)
  })
})

describe('a change by staff reaches guests', () => {
  test('a new price is visible within a second, and an old ETag is no longer confirmed', async () => {
    const { skuId, goodsId } = await skuOf('旋挖钻齿', { sale: '100.00', credit: '110.00' })
    const catalogue = await mall.staff('catalogue')
    const before = await get(DETAIL, { goodsId })
    await get(LIST, { keyword: '旋挖' })

    let salePrice = 99
    const took = await measureMinimumOfThree(SECOND_MS, async () => {
      salePrice += 0.5
      await createPriceAndShelfEdits(catalogue).setPrice({ skuId, salePrice: yuanTextToFen(salePrice.toFixed(2)), creditPrice: null })
      return within(3_000, async () => JSON.parse((await get(DETAIL, { goodsId })).body).data.skus[0].salePrice === salePrice)
    })
    expect(took).toBeLessThan(SECOND_MS)
    expect(JSON.parse((await get(LIST, { keyword: '旋挖' })).body).data.dataList).toMatchObject([{ salePrice, creditPrice: null }])
    expect((await get(DETAIL, { goodsId }, { 'if-none-match': String(before.headers.etag) })).status).toBe(200)
  })

  // F5
  test('goods taken off sale disappear within a second from lists, search and categories, and come back', async () => {
    const { skuId, goodsId } = await skuOf('下架截齿')
    const catalogue = await mall.staff('catalogue')
    const lin = await mall.buyer('林')
    const total = async () => (await lin.api.goodsCategory.list({}))[0]?.goodsCount ?? 0
    const full = await total()

    const edits = createPriceAndShelfEdits(catalogue)
    const setShelf = async (onShelf: boolean): Promise<number> => {
      await edits.setShelf({ skuId, onShelf })
      return within(3_000, async () => (await guest.post(DETAIL, { goodsId })).code === (onShelf ? 200 : 404))
    }
    const back: number[] = []
    const gone = await measureMinimumOfThree(SECOND_MS, async () => {
      if ((await guest.post(DETAIL, { goodsId })).code === 404) back.push(await setShelf(true))
      return setShelf(false)
    })
    expect(gone).toBeLessThan(SECOND_MS)
    expect(await guest.post(DETAIL, { goodsId })).toMatchObject({
      status: 200,
      code: 404,
      reason: 'GOODS_NOT_FOUND',
      msg: '商品不存在或已下架',
    })
    const found = await guest.api.goods.list({ keyword: '下架截齿' })
    expect(found.dataList.map((one) => one.goodsId)).not.toContain(goodsId)
    expect(found).toMatchObject({ similar: true })
    expect(await total()).toBe(full - 1)

    back.push(await setShelf(true))
    expect(Math.min(...back)).toBeLessThan(SECOND_MS)
  })

  test('received goods are in stock within a second', async () => {
    const { skuId } = await skuOf('补货截齿', { stock: 0 })
    expect((await guest.api.goods.list({ keyword: '补货', inStock: true })).total).toBe(0)
    const warehouse = await mall.staff('warehouse')
    const isInStock = async () => (await guest.api.goods.list({ keyword: '补货', inStock: true })).total === 1
    const took = await measureMinimumOfThree(SECOND_MS, async () => {
      if (await isInStock()) await warehouse.api.consoleSku.adjustStock({ skuId, change: -20, reason: '盘亏' })
      await expect.poll(isInStock).toBe(false)
      await warehouse.api.consoleSku.adjustStock({ skuId, change: 20, reason: '到货' })
      return within(3_000, isInStock)
    })
    expect(took).toBeLessThan(SECOND_MS)
  })

  test('invalid prices and negative stock are refused and change nothing', async () => {
    const { skuId } = await skuOf('底价截齿', { stock: 5 })
    const admin = await mall.staff('admin')
    const PRICE = contract.consoleSku.setPrice.path
    expect(await admin.post(PRICE, { skuId, salePrice: 10, creditPrice: 9.99, rowVersion: 0 })).toMatchObject({
      code: 422,
      reason: 'CREDIT_BELOW_SALE',
    })
    for (const salePrice of [0, -1, 0.001, '10', null])
      expect(await admin.post(PRICE, { skuId, salePrice, creditPrice: null, rowVersion: 0 })).toMatchObject({
        code: 400,
        detail: { field: 'salePrice' },
      })
    expect(await admin.post(contract.consoleSku.adjustStock.path, { skuId, change: -6, reason: '盘点' })).toMatchObject({
      code: 422,
      reason: 'OUT_OF_STOCK',
    })
    expect(await guest.api.goods.list({ keyword: '底价' })).toMatchObject({ dataList: [{ salePrice: yuanTextToFen('38.50'), stock: 5 }] })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('a price change is in the audit log with person and value', async () => {
    const { skuId } = await skuOf('记账截齿')
    await createPriceAndShelfEdits(await mall.staff('catalogue')).setPrice({
      skuId,
      salePrice: yuanTextToFen('12.34'),
      creditPrice: yuanTextToFen('13.00'),
    })
    const rows = await mall.db.selectFrom('audit_log').select(['actor_kind', 'action', 'facts']).where('object_id', '=', skuId).execute()
    expect(rows).toEqual([
      {
        actor_kind: 'staff',
        action: contract.consoleSku.setPrice.path,
        facts: { skuId, salePrice: 1234, creditPrice: 1300, rowVersion: 0, confirmed: true },
      },
    ])
  })
})

// F6
test('a sub-account without permission for goods is refused even what guests see', async () => {
  const lin = await mall.buyer('林')
  const blind = await mall.subAccount(lin, ['buyPay'])
  for (const { path } of [contract.goods.list, contract.goodsCategory.list, contract.goodsCategory.recom, contract.goods.hardness]) {
    expect(await guest.post(path)).toMatchObject({ code: 200 })
    expect(await blind.post(path)).toMatchObject({
      code: 403,
      reason: 'NO_PERMISSION',
      detail: { permCode: 'lookGoods', permName: '浏览商品' },
    })
    expect(JSON.parse((await blind.get(`/api${path}`)).body)).toMatchObject({ code: 403 })
  }
})

// F6
test('a guest with too many calls per minute gets 429', async () => {
  const strict = await openMall({ limits: { guestPerMinute: 5 } })
  const codes = []
  for (let at = 0; at < 7; at++) codes.push((await strict.guest().post(LIST, { pageNo: at + 1 })).code)
  expect(codes).toEqual([200, 200, 200, 200, 200, 429, 429])
})
