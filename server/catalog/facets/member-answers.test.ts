import { expect, test } from 'vitest'
import { adjustStock, updateRestockDays } from '#server/catalog/inventory/public.ts'
import { updateMemberLevelColumn } from '#server/people/organisation/public.ts'
import { type Buyer, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { nameStatementsOfRoundTrips } from '#server/platform/testing/round-trips.ts'
import { createMemberAnswerCache } from './member-answers.ts'

const mall = await openMall()
const desk = await mall.staff('catalogue')
const skuId = await mall.createSku('U84 采煤截齿', { sale: '60.00', credit: '63.00', stock: 40 })
const { goodsId } = await desk.api.consoleSku.detail({ skuId })
const [lin, wu] = [await mall.buyer('林'), await mall.buyer('吴')]
const guest = mall.guest()

const PAGE = { pageNo: 1, pageSize: 24 }
const PROVEN = 'select goods_search + select sku_stock'

type Viewer = Pick<Buyer, 'api'>
/** The cash price and the stock in the list and on the page, which must be the same. */
async function sees({ api }: Viewer): Promise<{ price: number; stock: number }> {
  const { dataList } = await api.goods.list(PAGE)
  const card = dataList.find((one) => one.goodsId === goodsId) ?? expect.fail('no card')
  const { skus } = await api.goods.detail({ goodsId })
  expect(skus[0]).toMatchObject({ salePrice: card.salePrice, stock: card.stock })
  return { price: card.salePrice, stock: card.stock }
}

/** Reads until the answer is remembered: the second read proves it, so from the third on it is given again. */
async function warm(viewer: Viewer): Promise<void> {
  for (let at = 0; at < 2; at++) await sees(viewer)
}

/** Whether the next list and the next page come from memory: then each needs one round trip after that of the session. */
async function isRemembered(viewer: Viewer): Promise<boolean> {
  mall.roundTrips.length = 0
  await sees(viewer)
  return nameStatementsOfRoundTrips(mall.roundTrips).every((trip) => trip === 'select session' || trip === PROVEN)
}

const from = (quantity: number, price: string) => ({ from: quantity, salePrice: yuanTextToFen(price), creditPrice: yuanTextToFen(price) })

/** Sets the prices of a list, or the public ones. */
const setsPrices = async (listId: string | undefined, ...prices: ReturnType<typeof from>[]) => {
  const { rowVersion } = await desk.api.consolePrice.prices({ listId, skuId })
  await desk.api.consolePrice.setPrices({ listId, skuId, prices, rowVersion, confirmed: true })
}

const agrees = async ({ enterpriseId }: Buyer, price: string, fromDay = '2026-11-01'): Promise<string> => {
  const { listId } = await desk.api.consolePrice.add({ name: `协议 ${price}`, enterpriseId, fromDay })
  await setsPrices(listId, from(1, price))
  return listId
}

test('a list and a page are given again to a company after one packet of statements, always at its own prices', async () => {
  await agrees(lin, '55.00')
  for (let at = 0; at < 4; at++) {
    expect(await sees(lin)).toEqual({ price: 5_500, stock: 40 })
    expect(await sees(wu)).toEqual({ price: 6_000, stock: 40 })
    expect(await sees(guest)).toEqual({ price: 6_000, stock: 40 })
  }
  mall.roundTrips.length = 0
  await lin.api.goods.list(PAGE)
  await lin.api.goods.detail({ goodsId })
  expect(nameStatementsOfRoundTrips(mall.roundTrips)).toEqual(['select session', PROVEN, 'select session', PROVEN])
})

test('what changes is in the next answer: stock, a price of the company, a shop that is paused', async () => {
  await Promise.all([warm(lin), warm(wu)])
  expect(await isRemembered(lin)).toBe(true)
  await mall.runInTransaction((tx) =>
    adjustStock(tx, mall.moment(), { skuId, minimum: 1, change: -7, kind: 'count', reason: '盘点', staffId: null }),
  )
  expect([await sees(lin), await sees(wu)]).toEqual([
    { price: 5_500, stock: 33 },
    { price: 6_000, stock: 33 },
  ])
  await warm(lin)
  await mall.runInTransaction(async (tx) => {
    expect(await updateRestockDays(tx, [{ skuId, days: ['2026-12-01'] }])).toBe(true)
    expect(await updateRestockDays(tx, [{ skuId, days: ['2026-12-01'] }])).toBe(false)
  })
  expect((await lin.api.goods.detail({ goodsId })).skus[0]?.restockDay).toBe('2026-12-01')
  await warm(lin)
  await mall.pool.query(`update sku_stock set elsewhere = '{"${skuId}": 3}' where sku_id = $1`, [skuId])
  expect((await lin.api.goods.detail({ goodsId })).skus[0]?.unitsByWarehouse).toContainEqual({ warehouseId: skuId, units: 3 })
  await warm(wu)
  await agrees(wu, '52.00')
  expect((await sees(wu)).price).toBe(5_200)
  expect((await sees(lin)).price).toBe(5_500)
  await warm(lin)
  const { shopId } = await lin.api.goods.detail({ goodsId })
  const { rowVersion } = await desk.api.consoleShop.detail({ shopId })
  await desk.api.consoleShop.pause({ shopId, rowVersion })
  expect((await lin.api.goods.detail({ goodsId })).shopPaused).toBe(true)
})

test('a base price, a public tier and the level of the company are in the next answer of one without prices of its own', async () => {
  const zhou = await mall.buyer('周')
  const { listId } = await desk.api.consolePrice.add({ name: '黄金会员价', level: 3, fromDay: '2026-11-01' })
  await setsPrices(listId, from(1, '54.00'))
  await warm(zhou)
  expect(await isRemembered(zhou)).toBe(true)
  await setsPrices(undefined, from(1, '58.00'))
  expect((await sees(zhou)).price).toBe(5_800)
  await warm(zhou)
  await setsPrices(undefined, from(1, '58.00'), from(20, '56.00'))
  const [shown] = (await zhou.api.goods.detail({ goodsId })).skus
  expect(shown?.steps.map(({ from, salePrice }) => [from, salePrice])).toEqual([
    [1, 5_800],
    [20, 5_600],
  ])
  await warm(zhou)
  expect(await isRemembered(zhou)).toBe(true)
  await mall.runInTransaction((tx) => updateMemberLevelColumn(tx, zhou.enterpriseId, 3))
  expect((await sees(zhou)).price).toBe(5_400)
})

test('an answer is not remembered if a price was another one only while it was computed', async () => {
  const listId = await agrees(wu, '50.00')
  const cache = createMemberAnswerCache<{ price: number }>()
  const viewer = { db: mall.db, moment: mall.moment(), enterpriseId: wu.enterpriseId }
  const asks = (first: () => Promise<void> = async () => {}) =>
    cache.findOrMake(viewer, {}, async () => {
      await first()
      return { answer: { price: (await sees(wu)).price }, pricedSkuIds: [skuId], stockedSkuIds: [skuId] }
    })
  expect(await asks()).toEqual({ price: 5_000 })
  expect(await asks(() => setsPrices(listId, from(1, '49.00')))).toEqual({ price: 4_900 })
  await setsPrices(listId, from(1, '50.00'))
  expect(await asks()).toEqual({ price: 5_000 })
  expect(await asks(() => expect.fail('it is remembered now'))).toEqual({ price: 5_000 })
})

test('a price that begins on another day is seen on that day, although nothing is written then', async () => {
  await agrees(lin, '51.00', '2026-11-19')
  await warm(lin)
  expect(await isRemembered(lin)).toBe(true)
  expect((await sees(lin)).price).toBe(5_500)
  mall.clock.forward(86_400_000)
  expect((await sees(lin)).price).toBe(5_100)
})

test('a list with a keyword is never remembered, because searches in vain are counted', async () => {
  for (let at = 0; at < 3; at++) expect((await lin.api.goods.list({ ...PAGE, keyword: '没有的货' })).total).toBe(0)
  const missed = await mall.db.selectFrom('missed_search').select('times').executeTakeFirstOrThrow()
  expect(missed.times).toBe(3)
})

test('the answers of a company that asks for ever other pages stay within 16 MB', async () => {
  const cache = createMemberAnswerCache<{ text: string }>()
  const viewer = { db: mall.db, moment: mall.moment(), enterpriseId: lin.enterpriseId }
  const made = { answer: { text: '截'.repeat(500_000) }, pricedSkuIds: [skuId], stockedSkuIds: [skuId] }
  let most = 0
  for (let page = 0; page < 20; page++)
    for (let time = 0; time < 2; time++) {
      await cache.findOrMake(viewer, { page }, async () => ({ ...made, answer: { ...made.answer } }))
      most = Math.max(most, cache.bytes())
      // Kept are two bytes of each character as an object, and three as UTF-8.
      if (page === 0 && time === 1) expect(most).toBeGreaterThan(5 * 500_000)
    }
  expect(most).toBeLessThanOrEqual(16_000_000)
  expect(most).toBeGreaterThan(8_000_000)
})
