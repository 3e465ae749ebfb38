import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { FAVOURITES_PER_MEMBER_MAX } from '#contract/catalog/favourites/api.ts'
import { createPriceAndShelfEdits } from '#server/platform/testing/console-edits.ts'
import { type Buyer, openMall } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const goodsOf = async (skuId: string) =>
  (await mall.db.selectFrom('sku').select('goods_id').where('id', '=', skuId).executeTakeFirstOrThrow()).goods_id
const pickSku = await mall.createSku('U84 采煤截齿')
const [pick, tooth] = [await goodsOf(pickSku), await goodsOf(await mall.createSku('铣刨齿'))]
const names = async (buyer: Buyer) => (await buyer.api.favourites.list({})).dataList.map(({ name }) => name)
const { add } = contract.favourites

test('favourites are listed latest first, without duplicates, and separately for each member', async () => {
  const lin = await mall.buyer('林')
  const colleague = await mall.subAccount(lin, ['lookGoods'])
  await lin.api.favourites.add({ goodsId: pick })
  mall.clock.forward(1_000)
  await lin.api.favourites.add({ goodsId: tooth })
  await lin.api.favourites.add({ goodsId: pick })
  expect(await names(lin)).toEqual(['铣刨齿', 'U84 采煤截齿'])
  expect((await lin.api.favourites.ids({})).sort()).toEqual([pick, tooth].sort())
  expect(await names(colleague)).toEqual([])
  await colleague.api.favourites.delete({ goodsIds: [pick] })
  await lin.api.favourites.delete({ goodsIds: [tooth, tooth] })
  expect(await names(lin)).toEqual(['U84 采煤截齿'])
})

test('goods off sale stay among the favourites and are marked; unknown goods are refused', async () => {
  const lin = await mall.buyer('林')
  const sku = await mall.createSku('停产截齿')
  const goodsId = await goodsOf(sku)
  await lin.api.favourites.add({ goodsId })
  expect((await lin.api.favourites.list({})).dataList).toMatchObject([{ goodsId, card: { skuId: sku, soldOut: false } }])
  await createPriceAndShelfEdits(await mall.staff('catalogue')).setShelf({ skuId: sku, onShelf: false })
  expect((await lin.api.favourites.list({})).dataList).toMatchObject([{ goodsId, name: '停产截齿', card: null }])
  expect(await lin.post(add.path, { goodsId: mall.moment().newId() })).toMatchObject({ code: 404, reason: 'GOODS_NOT_FOUND' })
})

test('a person has at most five hundred favourites, and adding one again does not count', async () => {
  const lin = await mall.buyer('林')
  const { enterpriseId, userId } = lin
  await mall.runInTransaction(async (tx) => {
    const { on_shelf, ...from } = await tx.selectFrom('goods').selectAll().where('id', '=', pick).executeTakeFirstOrThrow()
    const lists = { parameters: '[]', pictures: '[]', documents: '[]' }
    for (let at = 0; at < FAVOURITES_PER_MEMBER_MAX; at++) {
      const id = mall.moment().newId()
      await tx
        .insertInto('goods')
        .values({ ...from, id, slug: `many-${at}`, state: 'off_sale', ...lists })
        .execute()
      await tx
        .insertInto('favourite')
        .values({ enterprise_id: enterpriseId, user_id: userId, goods_id: id, created_at: mall.clock.now })
        .execute()
    }
  })
  expect(await lin.post(add.path, { goodsId: pick })).toMatchObject({ code: 422, reason: 'FAVOURITES_FULL' })
  const [one = ''] = await lin.api.favourites.ids({})
  await lin.api.favourites.delete({ goodsIds: [one] })
  await lin.api.favourites.add({ goodsId: pick })
  await lin.api.favourites.add({ goodsId: pick })
  expect((await lin.api.favourites.list({})).total).toBe(FAVOURITES_PER_MEMBER_MAX)
})

test('favourites are deleted with the membership', async () => {
  const lin = await mall.buyer('林')
  const sub = await mall.subAccount(lin, ['lookGoods'])
  await sub.api.favourites.add({ goodsId: pick })
  const [seat] = await lin.api.subUser.list({})
  await lin.api.subUser.delete({ id: seat?.id ?? '' })
  const left = await mall.db.selectFrom('favourite').selectAll().where('enterprise_id', '=', lin.enterpriseId).execute()
  expect(left).toEqual([])
})
