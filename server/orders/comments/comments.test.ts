import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { type Buyer, ONE_DAY_MS, openMall } from '#server/platform/testing/mall.ts'
import { createPhoto, toBlob } from '#server/platform/testing/uploads.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

const mall = await openMall()
const { order, send, support } = await createAfterSaleHelpers(mall)
const { comment } = contract
const guest = mall.guest()

const uploaded = async (buyer: Buyer) =>
  (await buyer.api.files.uploadImage({ purpose: 'comment' }, { file: toBlob(await createPhoto()) })).fileId

/** An order of some goods, one line each, that has arrived. */
async function received(buyer: Buyer, goods = 1) {
  const bought = await order(
    buyer,
    Array.from({ length: goods }, () => ({ price: '100.00', units: 2 })),
  )
  await send(bought, Object.fromEntries(Array.from({ length: goods }, (_, at) => [at + 1, 2])))
  await buyer.api.order.receive({ orderNo: bought.orderNo })
  const { lines } = await buyer.api.order.detail({ orderNo: bought.orderNo })
  return { ...bought, goodsIds: lines.map(({ goodsId }) => goodsId) }
}

const stateOf = async (buyer: Buyer, orderNo: string) => (await buyer.api.order.detail({ orderNo })).state
const newComment = (orderNo: string, lineNo = 1) => ({ orderNo, lineNo, stars: 5 as const, text: '耐磨，到货快' })
const ratingOf = async (goodsId: string) => (await mall.buyer('读者')).api.comment.list({ goodsId }).then(({ rating }) => rating)
const lin = await mall.buyer('林', { wallet: '100000' })

describe('a comment on an order line', () => {
  test('is made once, and the last line completes the order', async () => {
    const { orderNo, goodsIds } = await received(lin, 2)
    expect(await lin.api.comment.count({})).toEqual({ todo: 2, mine: 0 })
    expect((await lin.api.comment.todo({ orderNo })).dataList).toMatchObject([
      { orderNo, lineNo: 1, goodsNum: 2, goodsId: goodsIds[0] },
      { orderNo, lineNo: 2 },
    ])
    expect((await lin.api.comment.add(newComment(orderNo))).orderDone).toBe(false)
    expect(await lin.post(comment.add.path, newComment(orderNo))).toMatchObject({ code: 409, reason: 'COMMENT_EXISTS' })
    expect(await stateOf(lin, orderNo)).toBe('WAIT_COMMENT')
    expect((await lin.api.comment.add({ ...newComment(orderNo, 2), stars: 3 })).orderDone).toBe(true)
    expect(await stateOf(lin, orderNo)).toBe('DONE')
    expect((await lin.api.order.detail({ orderNo })).events.at(-1)).toMatchObject({ verb: 'comment', by: '采购方' })
    expect(await lin.api.comment.count({})).toEqual({ todo: 0, mine: 2 })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('is refused before the receipt, for a line that was not shipped, or 30 days after the receipt', async () => {
    const buyer = await mall.buyer('周', { wallet: '5000' })
    const bought = await order(buyer, [
      { price: '100.00', units: 2 },
      { price: '100.00', units: 1 },
    ])
    await send(bought, { 1: 2 })
    const add = (lineNo = 1) => buyer.post(comment.add.path, newComment(bought.orderNo, lineNo))
    expect(await add()).toMatchObject({ reason: 'COMMENT_NOT_ALLOWED', msg: '确认收货后才能评论' })
    const { enterpriseId, orderNo } = bought
    await (await mall.staff('warehouse')).api.consoleFulfilment.closeShort({ enterpriseId, orderNo, reason: '缺货' })
    await buyer.api.order.receive({ orderNo })
    expect(await add(2)).toMatchObject({ reason: 'COMMENT_NOT_ALLOWED', msg: '该商品没有发货，不能评论' })
    mall.clock.forward(30 * ONE_DAY_MS + 1_000)
    await mall.renew()
    expect(await add()).toMatchObject({ reason: 'COMMENT_NOT_ALLOWED', msg: '收货已超过 30 天，评论期已结束' })
    mall.clock.forward(-30 * ONE_DAY_MS - 1_000)
    // What has not left holds nothing up.
    expect((await add()).data).toMatchObject({ orderDone: true })
  })

  test('is made once under concurrent requests of several members', async () => {
    const { orderNo, goodsIds } = await received(lin)
    const answers = await Promise.all(Array.from({ length: 12 }, () => lin.post(comment.add.path, newComment(orderNo))))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ reason }) => reason === 'COMMENT_EXISTS')).toHaveLength(11)
    expect(await ratingOf(goodsIds[0] ?? '')).toMatchObject({ count: 1, tenths: 50 })
  })
})

test('a picture is public while its comment is visible, and only under the address of its comment', async () => {
  const { orderNo, goodsIds } = await received(lin)
  const [fileId, loose] = [await uploaded(lin), await uploaded(lin)]
  const { id } = await lin.api.comment.add({ ...newComment(orderNo), pictures: [fileId] })
  const seen = (picture: string) => guest.get(`/api${comment.picture.path}?id=${id}&fileId=${picture}`)
  const shown = await seen(fileId)
  expect([shown.headers['content-type'], shown.headers['cache-control']]).toEqual(['image/webp', 'public, max-age=600'])
  expect(JSON.parse((await seen(loose)).body)).toMatchObject({ reason: 'FILE_NOT_FOUND' })
  const { dataList, rating } = await guest.api.comment.list({ goodsId: goodsIds[0] ?? '', pictured: true })
  expect(dataList).toMatchObject([{ pictures: [fileId], by: '林矿业有限公司', stars: 5 }])
  expect(rating).toEqual({ count: 1, tenths: 50, byStars: [1, 0, 0, 0, 0], pictured: 1 })

  const ref = { enterpriseId: lin.enterpriseId, id }
  await support.api.consoleComment.hide({ ...ref, reason: '含有无关内容' })
  expect(JSON.parse((await seen(fileId)).body)).toMatchObject({ reason: 'FILE_NOT_FOUND' })
  expect((await support.post(contract.consoleComment.picture.path, { ...ref, fileId })).code).toBe(200)
  expect(await guest.api.comment.list({ goodsId: goodsIds[0] ?? '' })).toMatchObject({ total: 0, rating: { count: 0, pictured: 0 } })
  const { dataList: own } = await lin.api.comment.mine({ orderNo })
  expect(own).toMatchObject([{ hiddenReason: '含有无关内容', mine: true, pictures: [fileId] }])
  expect(await support.post(contract.consoleComment.hide.path, { ...ref, reason: '再次' })).toMatchObject({
    reason: 'COMMENT_MOVED',
    msg: expect.stringMatching(/^support 已于 \d\d:\d\d 隐藏这条评论$/),
  })
  await support.api.consoleComment.unhide(ref)
  expect((await seen(fileId)).status).toBe(200)
  const titles = (await lin.api.message.list({ kind: 'order' })).dataList.map(({ title }) => title)
  expect(titles.slice(0, 2)).toEqual(['您的评论已恢复显示', '您的评论已被隐藏'])
  const acts = await mall.db
    .selectFrom('audit_log')
    .select('action')
    .where('actor_kind', '=', 'staff')
    .where('object_id', '=', id)
    .execute()
  expect(acts.map(({ action }) => action)).toEqual([contract.consoleComment.hide.path, contract.consoleComment.unhide.path])

  await lin.api.comment.remove({ id })
  expect(JSON.parse((await seen(fileId)).body)).toMatchObject({ reason: 'FILE_NOT_FOUND' })
  expect(await ratingOf(goodsIds[0] ?? '')).toMatchObject({ count: 0, tenths: 0, pictured: 0 })
  expect(await lin.post(comment.add.path, newComment(orderNo))).toMatchObject({ reason: 'COMMENT_EXISTS' })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('staff answer a comment, only its enterprise can add to it, and only its author can delete it', async () => {
  const { orderNo, goodsIds } = await received(lin)
  const { id } = await lin.api.comment.add({ ...newComment(orderNo), stars: 1, anonymous: true })
  const queue = async () => (await support.api.consoleQueue.list({})).find(({ kind }) => kind === 'commentLow')?.count
  expect(await queue()).toBe(1)
  await support.api.consoleComment.answer({ enterpriseId: lin.enterpriseId, id, text: '已安排补发' })
  expect(await queue()).toBe(0)
  const clerk = await mall.subAccount(lin, ['buyPay', 'lookOrder'], '小李')
  const { replyId } = await clerk.api.comment.reply({ id, text: '补发已收到' })
  const [seen] = (await guest.api.comment.list({ goodsId: goodsIds[0] ?? '' })).dataList
  expect(seen).toMatchObject({ by: '某***公司', answer: { text: '已安排补发' }, replies: [{ text: '补发已收到' }] })
  expect(JSON.stringify(seen)).not.toContain('林')
  expect((await lin.api.comment.mine({ orderNo })).dataList[0]?.replies).toMatchObject([{ by: '小李', mine: false }])

  const stranger = await mall.buyer('陈')
  expect(await stranger.post(comment.reply.path, { id, text: '我也是' })).toMatchObject({ reason: 'COMMENT_NOT_FOUND' })
  for (const [person, path, input] of [
    [lin, comment.removeReply.path, { id, replyId }],
    [clerk, comment.remove.path, { id }],
  ] as const)
    expect(await person.post(path, input)).toMatchObject({ reason: 'COMMENT_NOT_YOURS' })
  await clerk.api.comment.removeReply({ id, replyId })
  expect((await lin.api.comment.list({ goodsId: goodsIds[0] ?? '' })).dataList[0]?.replies).toEqual([])
  for (let many = 0; many < 20; many++) await lin.api.comment.reply({ id, text: `第 ${many} 次` })
  expect(await lin.post(comment.reply.path, { id, text: '再一次' })).toMatchObject({ reason: 'REPLIES_FULL' })
})

test('the rating of goods counts visible comments, by star and by band, with pages', async () => {
  const skuId = await mall.createSku('钎头', { stock: 1_000, sale: '10.00' })
  const warehouse = await mall.staff('warehouse')
  const buys = async (given: 1 | 2 | 3 | 4 | 5) => {
    const lines = [{ skuId, goodsNum: 1 }]
    const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
    const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
    await lin.api.order.payByWallet({ tradeId, payPwd: '135790' })
    const orderNo = orders[0]?.orderNo ?? ''
    const parcel = { enterpriseId: lin.enterpriseId, orderNo, carrier: '德邦快递', trackingNo: createWaybillNo() }
    await warehouse.api.consoleFulfilment.ship({ ...parcel, lines: [{ lineNo: 1, quantity: 1 }] })
    await lin.api.order.receive({ orderNo })
    await lin.api.comment.add({ ...newComment(orderNo), stars: given })
    return (await lin.api.order.detail({ orderNo })).lines[0]?.goodsId ?? ''
  }
  let goodsId = ''
  for (const given of [5, 5, 4, 3, 1] as const) {
    goodsId = await buys(given)
    mall.clock.forward(1_000)
  }
  const list = (wish: object) => guest.api.comment.list({ goodsId, ...wish })
  expect((await list({})).rating).toEqual({ count: 5, tenths: 36, byStars: [2, 1, 1, 0, 1], pictured: 0 })
  const givenIn = async (wish: object) => (await list(wish)).dataList.map(({ stars }) => stars)
  expect(await givenIn({})).toEqual([1, 3, 4, 5, 5])
  expect([await givenIn({ band: 'good' }), await givenIn({ band: 'mid' }), await givenIn({ band: 'bad' })]).toEqual([[4, 5, 5], [3], [1]])
  expect([await givenIn({ stars: 4 }), await givenIn({ pictured: true })]).toEqual([[4], []])
  expect(await list({ pageNo: 2, pageSize: 2 })).toMatchObject({ total: 5, dataList: [{ stars: 4 }, { stars: 5 }] })
  // Whoever was sent a link to the oldest one finds it in front, and each other one once behind it.
  const oldest = (await list({})).dataList.at(-1)?.id ?? expect.fail('no comment')
  const pages = await Promise.all([1, 2, 3].map((pageNo) => list({ pageNo, pageSize: 2, id: oldest })))
  const ids = pages.flatMap((found) => found.dataList.map(({ id }) => id))
  expect([ids[0], ids.length, new Set(ids).size]).toEqual([oldest, 5, 5])
  const { dataList } = await support.api.consoleComment.list({ queue: 'unanswered', goodsId })
  expect(dataList.map(({ stars }) => stars)).toEqual([5, 5, 4, 3, 1])
})

test('comments are plain text: markup is returned as it was typed', async () => {
  const { orderNo, goodsIds } = await received(lin)
  const text = '<img src=x onerror=alert(1)> 好用'
  await lin.api.comment.add({ ...newComment(orderNo), text })
  expect((await guest.api.comment.list({ goodsId: goodsIds[0] ?? '' })).dataList[0]?.text).toBe(text)
})
