import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'
import { sendMessages } from './messages.ts'

const mall = await openMall()
const { detail, read, readAll } = contract.message
const NO_ONE = '00000000-0000-7000-8000-000000000000'
const warehouse = await mall.staff('warehouse')

async function paidOrder(buyer: Buyer) {
  const lines = [{ skuId: await mall.createSku('合金截齿', { sale: '600.00' }), goodsNum: 2 }]
  const { quote } = await buyer.api.order.preview({ lines, method: 'wallet' })
  const { tradeId, orders } = await buyer.api.order.submit({ lines, method: 'wallet', addressId: buyer.addressId, quote })
  await buyer.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  return { enterpriseId: buyer.enterpriseId, orderNo: orders[0]?.orderNo ?? '' }
}
const send = (order: { enterpriseId: string; orderNo: string }) =>
  warehouse.api.consoleFulfilment.ship({
    ...order,
    carrier: '德邦快递',
    trackingNo: createWaybillNo(),
    lines: [{ lineNo: 1, quantity: 2 }],
  })
const unread = async (buyer: Buyer) => (await buyer.api.message.countNotRead({})).count
/** Something is told to somebody. */
const notify = ({ enterpriseId, userId }: Buyer, title: string) =>
  mall.runInTransaction((tx) =>
    sendMessages(tx, mall.moment(), [{ enterpriseId, userIds: [userId], kind: 'system', title, content: title }]),
  )

describe('a step of an order is notified once', () => {
  test('to the person who ordered and to the main account, with goods, amount and state', async () => {
    const lin = await mall.buyer('林', { wallet: '5000' })
    const [sub, idle] = [await mall.subAccount(lin, ['buyPay', 'lookOrder']), await mall.subAccount(lin, ['lookOrder'])]
    const order = await paidOrder(sub)
    await send(order)
    await sub.api.order.receive({ orderNo: order.orderNo })
    for (const reader of [lin, sub]) {
      const { dataList, total } = await reader.api.message.list({})
      expect([total, dataList.map(({ title }) => title)]).toEqual([3, ['订单已收货', '订单已发货', '订单已支付']])
      expect(dataList[1]).toMatchObject({
        kind: 'order',
        read: false,
        messageContent: '合金截齿已全部发出，请注意查收',
        order: { orderNo: order.orderNo, goodsName: '合金截齿', amount: 120_000, state: 'SENT' },
      })
    }
    expect(await unread(idle)).toBe(0)
  })

  test('also when both are the same person', async () => {
    const lin = await mall.buyer('林', { wallet: '5000' })
    await send(await paidOrder(lin))
    expect((await lin.api.message.list({})).total).toBe(2)
  })

  test('a failed step notifies nobody', async () => {
    const lin = await mall.buyer('林', { wallet: '5000' })
    const order = await paidOrder(lin)
    const before = (await lin.api.message.list({})).total
    await warehouse.post(contract.consoleFulfilment.ship.path, {
      ...order,
      carrier: '德邦',
      trackingNo: '1',
      lines: [{ lineNo: 1, quantity: 3 }],
    })
    await lin.post(contract.order.receive.path, { orderNo: order.orderNo })
    expect((await lin.api.message.list({})).total).toBe(before)
  })
})

describe('the messages of a person', () => {
  test('are counted as unread until marked read one by one, by kind or all at once', async () => {
    const lin = await mall.buyer('林', { wallet: '5000' })
    await send(await paidOrder(lin))
    await notify(lin, '系统升级')
    expect(await unread(lin)).toBe(3)
    const [first] = (await lin.api.message.listNotRead({ kind: 'order' })).dataList
    await lin.api.message.read({ id: first?.id ?? '' })
    await lin.api.message.read({ id: first?.id ?? '' })
    expect([await unread(lin), (await lin.api.message.listNotRead({})).total]).toEqual([2, 2])
    expect(await lin.api.message.readAll({ kind: 'order' })).toEqual({ count: 1 })
    expect(await lin.api.message.readAll({})).toEqual({ count: 1 })
    expect([await unread(lin), (await lin.api.message.list({})).total]).toEqual([0, 3])
  })

  // N5
  test('are counted correctly when all are marked read while a new one arrives', async () => {
    const lin = await mall.buyer('林')
    for (let round = 0; round < 8; round++) {
      await notify(lin, `第 ${round} 条`)
      const [marked] = await Promise.all([lin.api.message.readAll({}), notify(lin, `第 ${round} 条之后`)])
      expect([1, 2]).toContain(marked.count)
      expect(await unread(lin)).toBe(2 - marked.count)
      expect((await lin.api.message.listNotRead({})).total).toBe(2 - marked.count)
      await lin.api.message.readAll({})
    }
  })

  test('are listed newest first, across kinds and pages', async () => {
    const lin = await mall.buyer('林')
    const kinds = ['order', 'order', 'system', 'order', 'system', 'system', 'order'] as const
    for (const [at, kind] of kinds.entries()) {
      const { enterpriseId, userId } = lin
      const title = `第 ${at} 条`
      await mall.runInTransaction((tx) =>
        sendMessages(tx, mall.moment(), [{ enterpriseId, userIds: [userId], kind, title, content: title }]),
      )
      // Two of one moment stay in one order, too.
      if (at % 3 > 0) mall.clock.forward(1_000)
    }
    const pages = async (list: 'list' | 'listNotRead') => {
      const titles: string[] = []
      for (let pageNo = 1; pageNo <= 4; pageNo++) {
        const { dataList, total } = await lin.api.message[list]({ pageNo, pageSize: 2 })
        expect(total).toBe(kinds.length)
        titles.push(...dataList.map(({ title }) => title))
      }
      return titles
    }
    const newest = [...kinds.keys()].reverse().map((at) => `第 ${at} 条`)
    expect(await pages('list')).toEqual(newest)
    expect(await pages('listNotRead')).toEqual(newest)
  })

  // N1
  test('of others are not found, neither those of a colleague nor of a stranger', async () => {
    const [lin, chen] = [await mall.buyer('林'), await mall.buyer('陈')]
    const colleague = await mall.subAccount(lin, ['lookOrder'])
    for (const owner of [chen, colleague]) {
      await notify(owner, '只给你')
      const [theirs] = (await owner.api.message.list({})).dataList
      for (const { path } of [detail, read, contract.message.delete]) {
        const [foreign, none] = [await lin.post(path, { id: theirs?.id }), await lin.post(path, { id: NO_ONE })]
        expect(foreign).toEqual({ status: 200, code: 404, msg: '消息不存在', success: false, data: null, reason: 'MESSAGE_NOT_FOUND' })
        expect(foreign).toEqual(none)
      }
      expect(await lin.post(readAll.path)).toMatchObject({ data: { count: 0 } })
      expect(await owner.api.message.list({})).toMatchObject({ total: 1, dataList: [{ read: false }] })
    }
  })

  test('can be deleted once', async () => {
    const lin = await mall.buyer('林')
    await notify(lin, '看过就删')
    const [one] = (await lin.api.message.list({})).dataList
    const answers = await Promise.all([1, 2, 3].map(() => lin.post(contract.message.delete.path, { id: one?.id })))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 404, 404])
    expect([await unread(lin), (await lin.api.message.list({})).total]).toEqual([0, 0])
  })
})

test('the same person has other messages in another enterprise', async () => {
  const [lin, chen] = [await mall.buyer('林'), await mall.buyer('陈')]
  const { insertMembership } = await import('#server/people/organisation/public.ts')
  await mall.runInTransaction((tx) =>
    insertMembership(tx, mall.moment(), { enterpriseId: chen.enterpriseId, userId: lin.userId, permCode: '' }),
  )
  await notify(lin, '自己公司的')
  const { token } = await lin.api.enterprise.change({ enterpriseId: chen.enterpriseId })
  expect(await lin.post(contract.message.list.path, {}, { authorization: token })).toMatchObject({ data: { total: 0 } })
})
