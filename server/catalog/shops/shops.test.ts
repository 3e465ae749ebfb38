import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { followCatalogVersion } from '#server/platform/testing/follow-catalog-version.ts'
import { createUnifiedSocialCreditCode } from '#server/platform/testing/identity-documents.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { createPhoto, toBlob } from '#server/platform/testing/uploads.ts'

const mall = await openMall()
followCatalogVersion(mall)
const [catalogue, admin, support] = [await mall.staff('catalogue'), await mall.staff('admin'), await mall.staff('support')]
const { consoleShop, cart, order } = contract

const typed = {
  name: '岩锋钻具',
  city: '株洲',
  notice: '',
  contactName: '',
  contactPhone: '',
  returnAddress: '',
  taxPartyName: null,
  taxPartyCode: null,
  pictureId: null,
}
const shops = async () => (await catalogue.api.consoleShop.list({})).dataList
const goodsIdOf = async (skuId: string) =>
  (await mall.db.selectFrom('sku').select('goods_id').where('id', '=', skuId).executeTakeFirstOrThrow()).goods_id
const shopWithGoods = async () => {
  const { shopId } = await admin.api.consoleShop.save({ ...typed, name: `店 ${randomUUID().slice(0, 8)}` })
  const skuId = await mall.createSku('截齿', { shopId, sale: '10.00' })
  return { shopId, skuId, goodsId: await goodsIdOf(skuId) }
}

test('a shop is created, found and changed, and its goods are counted', async () => {
  const facts = {
    ...typed,
    notice: '国庆照常发货',
    contactName: '刘敏',
    contactPhone: '0731-8888 6666',
    returnAddress: '株洲市荷塘区 1 号',
  }
  const { shopId } = await catalogue.api.consoleShop.save(facts)
  await mall.createSku('钻头', { shopId })
  expect(await support.api.consoleShop.detail({ shopId })).toMatchObject({ ...facts, shopId, state: 'open', goodsCount: 1, rowVersion: 0 })
  expect((await catalogue.api.consoleShop.list({ keyword: '钻具' })).dataList.map(({ name }) => name)).toEqual(['岩锋钻具'])
  expect((await catalogue.api.consoleShop.list({ pageSize: 1, pageNo: 2 })).dataList).toHaveLength(1)
  const party = { taxPartyName: '株洲钻具', taxPartyCode: createUnifiedSocialCreditCode('91440300MA5FAKE01') }
  await catalogue.api.consoleShop.save({ ...facts, ...party, shopId })
  expect(await catalogue.api.consoleShop.detail({ shopId })).toMatchObject({ ...party, rowVersion: 1 })
  expect(await catalogue.post(consoleShop.detail.path, { shopId: randomUUID() })).toMatchObject({ code: 404, reason: 'SHOP_NOT_FOUND' })
})

test.each<[string, object, string]>([
  ['no name', { name: ' ' }, 'name'],
  ['a name of 5,000 characters', { name: '店'.repeat(5_000) }, 'name'],
  ['a notice of 5,000 characters', { notice: '长'.repeat(5_000) }, 'notice'],
  ['a telephone that is none', { contactPhone: '<script>' }, 'contactPhone'],
  ['a seller without a code', { taxPartyName: '株洲钻具' }, 'taxPartyCode'],
  ['a picture that is no id', { pictureId: '../../etc' }, 'pictureId'],
  ['no city', { city: undefined }, 'city'],
])('nothing is changed by %s', async (_, wrong, field) => {
  const before = await shops()
  expect(await catalogue.post(consoleShop.save.path, { ...typed, name: '别的店', ...wrong })).toMatchObject({
    code: 400,
    reason: 'INVALID_INPUT',
    detail: { field },
  })
  expect(await shops()).toEqual(before)
})

test('shop names are unique, also when two shops are created at the same time', async () => {
  const answers = await Promise.all([1, 2].map(() => catalogue.post(consoleShop.save.path, { ...typed, name: '同名店' })))
  expect(answers.map(({ reason }) => reason).sort()).toEqual(['SHOP_NAME_TAKEN', undefined].sort())
  expect((await shops()).filter(({ name }) => name === '同名店')).toHaveLength(1)
})

test('the second of two editors is refused with what the first has changed, and nothing of his is saved', async () => {
  const { shopId } = await shopWithGoods()
  const { name, goodsCount: _, createdAt: __, state: ___, rowVersion, ...seen } = await catalogue.api.consoleShop.detail({ shopId })
  await catalogue.api.consoleShop.save({ ...seen, name, notice: '停电检修', rowVersion })
  const received = await admin.post(consoleShop.save.path, { ...seen, name: '改名', rowVersion })
  expect(received).toMatchObject({
    code: 409,
    reason: 'ROW_CHANGED',
    detail: { by: 'catalogue', what: '公告 由 无 改为 停电检修', rowVersion: 1 },
  })
  expect(await admin.api.consoleShop.detail({ shopId })).toMatchObject({ name, notice: '停电检修' })
})

test('guests see the new name and buyer information of a shop within a second', async () => {
  const { shopId, goodsId } = await shopWithGoods()
  const { goodsCount: _, createdAt: __, state: ___, ...seen } = await catalogue.api.consoleShop.detail({ shopId })
  const guest = mall.guest()
  const nameSeen = async () => (await guest.api.goods.detail({ goodsId })).shopName
  expect(await nameSeen()).toBe(seen.name)
  const { id: pictureId } = await admin.api.goodsPicture.upload({ alt: '店标' }, { file: toBlob(await createPhoto()) })
  await catalogue.api.consoleShop.save({ ...seen, name: '新店名', notice: '国庆照常发货', pictureId })
  await expect.poll(nameSeen, { interval: 50 }).toBe('新店名')
  expect(await guest.api.goods.detail({ goodsId })).toMatchObject({ shopNotice: '国庆照常发货', shopLogo: pictureId })
})

describe('a paused shop', () => {
  test('shows its goods and the pause within a second, and sells nothing until it opens again', async () => {
    const { shopId, skuId, goodsId } = await shopWithGoods()
    const { name } = await catalogue.api.consoleShop.detail({ shopId })
    const lin = await mall.buyer('林')
    await lin.api.cart.add({ skuId, goodsNum: 1 })
    const request = { lines: [{ skuId, goodsNum: 1 }], method: 'transfer' as const, addressId: lin.addressId }
    const { quote } = await lin.api.order.preview({ lines: request.lines, method: 'transfer' })
    const guest = mall.guest()
    expect((await guest.api.goods.detail({ goodsId })).shopPaused).toBe(false)

    await catalogue.api.consoleShop.pause({ shopId, rowVersion: 0 })
    await expect.poll(async () => (await guest.api.goods.detail({ goodsId })).shopPaused, { interval: 50 }).toBe(true)
    const received = { code: 422, reason: 'SHOP_PAUSED', msg: `店铺「${name}」暂停营业，暂时不能购买` }
    expect(await lin.post(cart.add.path, { skuId, goodsNum: 1 })).toMatchObject(received)
    expect((await lin.api.cart.addMany({ lines: request.lines })).lines).toMatchObject([{ added: false, why: received.msg }])
    const [line] = (await lin.api.cart.list({})).flatMap(({ cartList }) => cartList)
    expect(line).toMatchObject({ fault: 'SHOP_PAUSED' })
    expect(await lin.post(cart.setCartNum.path, { id: line?.id, goodsNum: 2 })).toMatchObject(received)
    expect(await lin.post(order.preview.path, { cartIds: [line?.id] })).toMatchObject(received)
    await expect(lin.api.order.submit({ ...request, quote })).rejects.toMatchObject({ reason: 'SHOP_PAUSED' })
    const quick = await lin.api.quickOrder.match({ rows: [{ rowNo: 1, code: '', quantity: '1', skuId }] })
    expect(quick.rows).toMatchObject([{ status: 'SHOP_PAUSED' }])
    expect(await mall.countStock(skuId)).toBe(1_000)

    await catalogue.api.consoleShop.open({ shopId, rowVersion: 1 })
    await lin.api.cart.add({ skuId, goodsNum: 1 })
    expect((await lin.api.order.submit({ ...request, quote })).tradeId).toBeTruthy()
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('is paused once, and the second of two people is refused with the change', async () => {
    const { shopId } = await shopWithGoods()
    const answers = await Promise.all([catalogue, admin].map((who) => who.post(consoleShop.pause.path, { shopId, rowVersion: 0 })))
    expect(answers.map(({ reason }) => reason).sort()).toEqual(['ROW_CHANGED', undefined].sort())
    expect(await catalogue.post(consoleShop.pause.path, { shopId, rowVersion: 1 })).toMatchObject({ reason: 'SHOP_MOVED' })
    expect(await support.post(consoleShop.open.path, { shopId, rowVersion: 1 })).toMatchObject({ code: 403 })
  })
})

describe('staff who keep certain shops', () => {
  test('see and change these only, until they keep all shops again', async () => {
    const [own, other] = [await shopWithGoods(), await shopWithGoods()]
    const keeper = await mall.staff('catalogue', 'support')
    const mine = async () => (await admin.api.consoleShop.staff({})).find(({ name }) => name === 'catalogue,support')
    const { staffId = '', rowVersion = 0 } = (await mine()) ?? {}
    await admin.api.consoleShop.setStaff({ staffId, shopIds: [own.shopId], rowVersion })
    expect(await mine()).toMatchObject({ shopIds: [own.shopId], rowVersion: 1 })
    expect((await keeper.api.consoleShop.list({})).dataList.map(({ shopId }) => shopId)).toEqual([own.shopId])
    for (const [path, body] of [
      [consoleShop.detail.path, { shopId: other.shopId }],
      [consoleShop.save.path, { ...typed, name: '改别人的', shopId: other.shopId }],
      [consoleShop.pause.path, { shopId: other.shopId, rowVersion: 0 }],
    ] as const)
      expect(await keeper.post(path, body)).toMatchObject({ code: 404, reason: 'SHOP_NOT_FOUND' })
    expect(await keeper.post(consoleShop.save.path, { ...typed, name: '自己开的' })).toMatchObject({ reason: 'SHOP_NOT_YOURS' })
    expect((await keeper.api.consoleFreight.list({})).shops.map(({ shopId }) => shopId)).toEqual([own.shopId])
    await keeper.api.consoleShop.pause({ shopId: own.shopId, rowVersion: 0 })

    expect(await admin.post(consoleShop.setStaff.path, { staffId, shopIds: [], rowVersion: 0 })).toMatchObject({ reason: 'ROW_CHANGED' })
    await admin.api.consoleShop.setStaff({ staffId, shopIds: [], rowVersion: 1 })
    expect((await keeper.api.consoleShop.list({})).dataList.length).toBeGreaterThan(1)
  })

  test('are assigned by administrators, who keep all shops themselves', async () => {
    const [known] = await admin.api.consoleShop.staff({})
    const staffId = known?.staffId ?? ''
    const ask = (body: object) => admin.post(consoleShop.setStaff.path, { staffId, shopIds: [], rowVersion: known?.rowVersion, ...body })
    expect(await ask({ shopIds: [randomUUID()] })).toMatchObject({ reason: 'SHOP_NOT_FOUND' })
    expect(await ask({ staffId: randomUUID() })).toMatchObject({ reason: 'STAFF_NOT_FOUND' })
    await mall.staff('finance', 'admin')
    const idOf = async (name: string) =>
      (await mall.db.selectFrom('staff').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
    expect(await ask({ staffId: await idOf('finance,admin') })).toMatchObject({ reason: 'STAFF_KEEPS_ALL_SHOPS' })
    expect(await ask({ staffId: await idOf('admin') })).toMatchObject({ reason: 'OWN_ACCOUNT' })
    expect(await catalogue.post(consoleShop.staff.path)).toMatchObject({ code: 403 })
  })
})
