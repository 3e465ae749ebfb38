import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { sendAlerts } from '#server/operations/alerts/public.ts'
import { unsealSms } from '#server/people/sms/public.ts'
import type { OutboxTopics } from '#server/platform/core/outbox.ts'
import { runTwoCallsInLockOrder } from '#server/platform/testing/lock-order.ts'
import { type Buyer, ONE_DAY_MS, openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const support = await mall.staff('support')
const catalogue = await mall.staff('catalogue')
const { consoleOrderProposal, consoleOrder } = support.api

const otherShopId = await mall.newShop('别家的店')
const bit = await mall.createSku('电话截齿', { code: 'PBIT-1', sale: '100.00', credit: '110.00', minimum: 10, step: 10 })
const drill = await mall.createSku('电话钻头', { code: 'PDRILL-1', sale: '600.00', credit: '660.00' })
const foreign = await mall.createSku('外店锚杆', { code: 'PBOLT-1', sale: '30.00', shopId: otherShopId })
const lin = await mall.buyer('林', { credit: '500000', wallet: '200000' })
const wu = await mall.buyer('吴', { wallet: '9000' })

const bits = { skuId: bit, goodsNum: 20 }
const drills = { skuId: drill, goodsNum: 3 }

type Sent = { id: string; proposalNo: string; enterpriseId: string }
async function sends(
  lines = [bits, drills],
  { buyer = lin, to, remark = '' }: { buyer?: Buyer; to?: string; remark?: string } = {},
): Promise<Sent> {
  const { enterpriseId, userId } = buyer
  return {
    ...(await consoleOrderProposal.send({ enterpriseId, userId: to ?? userId, addressId: lin.addressId, remark, lines })),
    enterpriseId,
  }
}
const asStaff = ({ enterpriseId, id }: Sent) => ({ enterpriseId, id })
const source = ({ id }: Pick<Sent, 'id'>, lineNos = [1, 2]) => ({ proposal: { proposalId: id, lineNos } })

/** The buyer looks at the confirmation page and submits. */
async function submits(sent: Sent, { lineNos = [1, 2], method = 'wallet' as 'wallet' | 'credit', buyer = lin as Buyer } = {}) {
  const given = { ...source(sent, lineNos), method }
  const { quote } = await buyer.api.order.preview(given)
  return buyer.api.order.submit({ ...given, addressId: buyer.addressId, quote })
}
const stateOf = async ({ id }: Sent) => (await lin.api.orderProposal.detail({ id })).state

/** The SMS that have gone out to a person, after the job has run. */
async function readSmsTitles(buyer: Pick<Buyer, 'mobile'>): Promise<(string | undefined)[]> {
  const made = await mall.db.selectFrom('outbox').select('payload').where('topic', '=', 'alert.made').execute()
  for (const { payload } of made)
    await sendAlerts(
      { db: mall.db, keys: mall.keys, publicUrl: '', wechatAccount: undefined },
      mall.moment(),
      payload as unknown as OutboxTopics['alert.made'],
    )
  const rows = await mall.db.selectFrom('outbox').select('payload').where('topic', '=', 'sms.send').orderBy('at').execute()
  return rows
    .map(({ payload }) => unsealSms(mall.keys, (payload as { sealed: string }).sealed))
    .filter(({ mobile, template }) => mobile === buyer.mobile && template === 'alert')
    .map(({ facts }) => facts.title)
}

test('staff prepare lines at the company’s own prices, and the buyer confirms them and pays on credit', async () => {
  const { enterpriseId } = lin
  const company = await consoleOrderProposal.company({ enterpriseId })
  expect(company).toMatchObject({
    buyers: [{ userId: lin.userId, name: '林', isMain: true }],
    addresses: [{ addressId: lin.addressId }],
    usableCredit: yuanTextToFen('500000'),
    stopped: null,
    validDays: 3,
  })
  const rows = [
    { rowNo: 1, code: 'PBIT-1', quantity: '20' },
    { rowNo: 2, code: '电话钻头', quantity: '3个' },
  ]
  const found = await consoleOrderProposal.match({ enterpriseId, rows })
  expect(found.skus.map(({ skuCode, salePrice, stock }) => [skuCode, salePrice, stock]).toSorted()).toEqual([
    ['PBIT-1', yuanTextToFen('100.00'), 1_000],
    ['PDRILL-1', yuanTextToFen('600.00'), 1_000],
  ])

  const sent = await sends([bits, drills], { remark: '周五前到矿' })
  const [message] = (await lin.api.message.list({})).dataList
  expect(message).toMatchObject({
    title: '客服为您准备了订单，请确认',
    messageContent: `${sent.proposalNo}（电话截齿 等 2 种商品）请在 2026-11-21 前查看并确认下单。价格以下单时为准，未经您确认不会下单`,
    target: { screen: '/proposal', search: { id: sent.id } },
  })
  expect(await readSmsTitles(lin)).toEqual(['客服为您准备了订单，请确认'])
  // Nothing is bought, held or reserved by it.
  expect((await lin.api.order.list({})).total).toBe(0)
  expect(await mall.countStock(bit)).toBe(1_000)

  const shown = await lin.api.orderProposal.detail({ id: sent.id })
  expect(shown).toMatchObject({
    state: 'SENT',
    preparedBy: 'support',
    buyerName: '林',
    remark: '周五前到矿',
    addressId: lin.addressId,
    orders: [],
  })
  expect(shown.lines.map(({ lineNo, goodsNum, sentSalePrice }) => [lineNo, goodsNum, sentSalePrice])).toEqual([
    [1, 20, yuanTextToFen('100.00')],
    [2, 3, yuanTextToFen('600.00')],
  ])
  const preview = await lin.api.order.preview({ ...source(sent), method: 'wallet' })
  expect(preview).toMatchObject({
    proposal: { proposalId: sent.id, preparedBy: 'support' },
    quotation: null,
    address: { id: lin.addressId },
    goodsAmount: yuanTextToFen('3800.00'),
  })
  const { tradeId, orders } = await submits(sent, { method: 'credit' })
  await lin.api.order.payByCredit({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  const orderNo = orders[0]?.orderNo ?? expect.fail('no order')
  const done = await consoleOrder.detail({ enterpriseId, orderNo })
  expect(done).toMatchObject({ state: 'WAIT_SEND', payable: yuanTextToFen('4180.00') })
  expect(done.proposal).toEqual({ proposalId: sent.id, proposalNo: sent.proposalNo, preparedBy: 'support' })
  expect(await consoleOrderProposal.detail({ enterpriseId, id: sent.id })).toMatchObject({
    state: 'ACCEPTED',
    orders: [{ orderNo, state: 'WAIT_SEND' }],
  })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('the buyer pays from his wallet what is left of it, at the prices of the day', async () => {
  const gone = await mall.createSku('停售衬套', { code: 'PGONE-1', sale: '50.00', stock: 5 })
  const sent = await sends([bits, drills, { skuId: gone, goodsNum: 4 }])
  const { priceVersion } = (await catalogue.api.consoleSku.list({ keyword: 'PDRILL-1' })).dataList[0] ?? expect.fail('no SKU')
  const price = { skuId: drill, salePrice: yuanTextToFen('620.00'), creditPrice: yuanTextToFen('680.00') }
  await catalogue.api.consoleSku.setPrice({ ...price, rowVersion: priceVersion, confirmed: true })
  await (await mall.staff('warehouse')).api.consoleSku.adjustStock({ skuId: gone, change: -3, reason: '盘点' })

  const { lines } = await lin.api.orderProposal.detail({ id: sent.id })
  expect(lines.map(({ sku, sentSalePrice }) => [sentSalePrice, sku?.salePrice, sku?.stock])).toEqual([
    [yuanTextToFen('100.00'), yuanTextToFen('100.00'), 980],
    [yuanTextToFen('600.00'), yuanTextToFen('620.00'), 997],
    [yuanTextToFen('50.00'), yuanTextToFen('50.00'), 2],
  ])
  await expect(submits(sent, { lineNos: [1, 2, 3] })).rejects.toMatchObject({ reason: 'OUT_OF_STOCK' })
  expect(await stateOf(sent)).toBe('SENT')
  const { tradeId, payable } = await submits(sent)
  expect(payable).toBe(yuanTextToFen('3860.00'))
  await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  expect(await stateOf(sent)).toBe('ACCEPTED')
  await catalogue.api.consoleSku.setPrice({
    skuId: drill,
    salePrice: yuanTextToFen('600.00'),
    creditPrice: yuanTextToFen('660.00'),
    rowVersion: priceVersion + 1,
    confirmed: true,
  })
})

test('a price that changes while the confirmation page is open is confirmed again, as for any order', async () => {
  const sent = await sends([drills])
  const { quote } = await lin.api.order.preview({ ...source(sent, [1]), method: 'wallet' })
  const { priceVersion } = (await catalogue.api.consoleSku.list({ keyword: 'PDRILL-1' })).dataList[0] ?? expect.fail('no SKU')
  const price = { skuId: drill, creditPrice: yuanTextToFen('660.00'), confirmed: true }
  await catalogue.api.consoleSku.setPrice({ ...price, salePrice: yuanTextToFen('590.00'), rowVersion: priceVersion })
  const old = { ...source(sent, [1]), method: 'wallet' as const, addressId: lin.addressId, quote }
  await expect(lin.api.order.submit(old)).rejects.toMatchObject({ reason: 'ORDER_CHANGED' })
  expect(await stateOf(sent)).toBe('SENT')
  await catalogue.api.consoleSku.setPrice({ ...price, salePrice: yuanTextToFen('600.00'), rowVersion: priceVersion + 1 })
})

describe('it ends once', () => {
  test('two submits at once make one order, and none can be made of it later', async () => {
    const sent = await sends()
    const { quote } = await lin.api.order.preview({ ...source(sent), method: 'wallet' })
    const submit = () => lin.api.order.submit({ ...source(sent), method: 'wallet', addressId: lin.addressId, quote })
    const [first, second] = await runTwoCallsInLockOrder(mall, { table: 'order_proposal', id: sent.id, enterpriseId: lin.enterpriseId }, [
      submit,
      () => submit().catch((error: unknown) => error),
    ])
    expect(second).toMatchObject({ reason: 'ORDER_PROPOSAL_MOVED' })
    const orderNo = first.orders[0]?.orderNo ?? expect.fail('no order')
    expect((await lin.api.orderProposal.detail({ id: sent.id })).orders).toMatchObject([{ orderNo }])
    // Also not after the order was cancelled: the buyer asks again.
    await lin.api.order.cancel({ orderNo, reason: '下错了' })
    await expect(submit()).rejects.toMatchObject({ reason: 'ORDER_PROPOSAL_MOVED' })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('the buyer does not need it, with a reason that staff see', async () => {
    const sent = await sends()
    await lin.api.orderProposal.decline({ id: sent.id, reason: '已在别处买到' })
    expect(await consoleOrderProposal.detail(asStaff(sent))).toMatchObject({ state: 'DECLINED', reason: '已在别处买到' })
    const [notice] = (await support.api.consoleNotice.list({})).dataList
    const { noticeKind = 'digest', id: noticeId = '' } = notice ?? {}
    const listed = async (filter: object) => (await support.api.consoleNotice.list(filter)).dataList.map(({ id }) => id)
    expect(await listed({ noticeKind, unread: true })).toContain(noticeId)
    expect(await listed({ noticeKind: 'security' })).not.toContain(noticeId)
    await support.api.consoleNotice.readAll({ upTo: noticeId })
    expect([await listed({ unread: true }), (await listed({ noticeKind })).includes(noticeId)]).toEqual([[], true])
    expect(notice).toMatchObject({ title: `代客下单 ${sent.proposalNo} 买家不需要`, content: '原因：已在别处买到' })
    await expect(submits(sent)).rejects.toMatchObject({ reason: 'ORDER_PROPOSAL_MOVED' })
    await expect(consoleOrderProposal.withdraw(asStaff(sent))).rejects.toMatchObject({
      reason: 'ORDER_PROPOSAL_MOVED',
    })
  })

  test('staff withdraw it, the buyer is told, and both acts of staff are in the audit log', async () => {
    const sent = await sends()
    await consoleOrderProposal.withdraw(asStaff(sent))
    expect((await lin.api.message.list({})).dataList[0]).toMatchObject({ title: '客服撤回了为您准备的订单' })
    await expect(submits(sent)).rejects.toMatchObject({ reason: 'ORDER_PROPOSAL_MOVED' })
    await expect(lin.api.orderProposal.decline({ id: sent.id })).rejects.toMatchObject({ reason: 'ORDER_PROPOSAL_MOVED' })
    const admin = await mall.staff('admin')
    const acts = async ({ path }: { path: string }) => (await admin.api.consoleAudit.list({ action: path, outcome: 'ok' })).total
    const { send, withdraw } = contract.consoleOrderProposal
    expect([(await acts(send)) > 0, await acts(withdraw)]).toEqual([true, 1])
  })

  test('it expires with its last day in Shanghai, which an administrator can set', async () => {
    const admin = await mall.staff('admin')
    const { rowVersion } = (await admin.api.consoleSetting.read({})).orderProposal
    await admin.api.consoleSetting.setOrderProposal({ validDays: 1, rowVersion })
    const sent = await sends()
    const { validUntil } = await lin.api.orderProposal.detail({ id: sent.id })
    mall.clock.now = new Date(`${validUntil}T15:59:59.000Z`)
    await mall.renew()
    const { quote } = await lin.api.order.preview({ ...source(sent), method: 'wallet' })
    mall.clock.forward(1_000)
    const late = { ...source(sent), method: 'wallet' as const, addressId: lin.addressId, quote }
    await expect(lin.api.order.submit(late)).rejects.toMatchObject({ reason: 'ORDER_PROPOSAL_EXPIRED' })
    expect(await stateOf(sent)).toBe('EXPIRED')
    expect((await consoleOrderProposal.list({ state: 'EXPIRED' })).dataList.map(({ id }) => id)).toEqual([sent.id])
    await mall.runDeadlines()
    expect((await lin.api.message.list({})).dataList[0]?.title).toBe('客服为您准备的订单已过期')
    const written = mall.db.selectFrom('order_proposal').select('state').where('enterprise_id', '=', lin.enterpriseId)
    expect(await written.where('id', '=', sent.id).executeTakeFirst()).toEqual({ state: 'EXPIRED' })
    mall.clock.forward(ONE_DAY_MS)
    await mall.renew()
  })
})

describe('who may', () => {
  test('whoever may order in the company confirms it, others do not even see it, and another company finds nothing', async () => {
    const clerk = await mall.subAccount(lin, ['buyPay', 'lookOrder'])
    const viewer = await mall.subAccount(lin, ['lookOrder', 'lookGoods'])
    const sent = await sends([bits, drills], { to: clerk.userId })
    expect(await readSmsTitles(clerk)).toEqual(['客服为您准备了订单，请确认'])
    expect(await clerk.api.orderProposal.detail({ id: sent.id })).toMatchObject({ state: 'SENT' })
    await expect(viewer.api.orderProposal.detail({ id: sent.id })).rejects.toMatchObject({ reason: 'NO_PERMISSION' })
    await expect(viewer.api.orderProposal.decline({ id: sent.id })).rejects.toMatchObject({ reason: 'NO_PERMISSION' })
    for (const call of [
      () => wu.api.orderProposal.detail({ id: sent.id }),
      () => wu.api.orderProposal.decline({ id: sent.id }),
      () => wu.api.order.preview(source(sent)),
      () => consoleOrderProposal.detail({ enterpriseId: wu.enterpriseId, id: sent.id }),
    ])
      await expect(call()).rejects.toMatchObject({ reason: 'ORDER_PROPOSAL_NOT_FOUND' })
    const { orders } = await submits(sent, { buyer: lin })
    expect(orders).toHaveLength(1)
  })

  test('only a member who may order can be asked, with an address of his company and quantities that can be ordered', async () => {
    const viewer = await mall.subAccount(lin, ['lookOrder'])
    await expect(sends([bits], { to: viewer.userId })).rejects.toMatchObject({ reason: 'ORDER_PROPOSAL_BUYER_UNFIT' })
    await expect(sends([bits], { to: wu.userId })).rejects.toMatchObject({ reason: 'ORDER_PROPOSAL_BUYER_UNFIT' })
    await expect(sends([drills], { buyer: wu })).rejects.toMatchObject({ reason: 'ADDRESS_NOT_FOUND' })
    await expect(sends([{ skuId: bit, goodsNum: 7 }])).rejects.toMatchObject({ reason: 'QUANTITY_OFF_STEP' })
    await expect(sends([bits, bits])).rejects.toThrow('同一商品请合并为一行')
    await expect(lin.api.order.preview({ ...source(await sends([bits]), [1, 2]) })).rejects.toMatchObject({ reason: 'ORDER_EMPTY' })
  })

  test('a frozen company gets none', async () => {
    const zhao = await mall.buyer('赵')
    const { api } = await mall.staff('reviewer')
    await api.consoleEnterpriseAccess.freeze({ enterpriseId: zhao.enterpriseId, reason: '核查' })
    const lines = [bits]
    await expect(consoleOrderProposal.send({ enterpriseId: zhao.enterpriseId, userId: zhao.userId, lines })).rejects.toThrow('企业已冻结')
  })

  test('whoever keeps certain shops prepares and sees only goods of his shops', async () => {
    const keeper = await mall.staff('support', 'warehouse')
    const admin = await mall.staff('admin')
    const { staffId = '' } =
      (await admin.api.consoleShop.staff({})).find(({ roles }) => roles.includes('support') && roles.includes('warehouse')) ?? {}
    await admin.api.consoleShop.setStaff({ staffId, shopIds: [otherShopId], rowVersion: 0 })
    const { enterpriseId, userId } = lin
    const rows = [
      { rowNo: 1, code: 'PBIT-1', quantity: '20' },
      { rowNo: 2, code: 'PBOLT-1', quantity: '8' },
    ]
    const found = await keeper.api.consoleOrderProposal.match({ enterpriseId, rows })
    expect(found.skus.map(({ skuId }) => skuId)).toEqual([foreign])
    expect(found.rows.map(({ status, skuId }) => [status, skuId])).toEqual([
      ['UNKNOWN', null],
      ['FOUND', foreign],
    ])
    const own = { enterpriseId, userId, lines: [{ skuId: foreign, goodsNum: 8 }] }
    await expect(keeper.api.consoleOrderProposal.send({ ...own, lines: [...own.lines, bits] })).rejects.toMatchObject({
      reason: 'SKU_NOT_FOUND',
    })
    const mixed = await sends([bits, { skuId: foreign, goodsNum: 8 }])
    const sent = await keeper.api.consoleOrderProposal.send(own)
    expect((await keeper.api.consoleOrderProposal.list({})).dataList.map(({ id }) => id)).toEqual([sent.id])
    await expect(keeper.api.consoleOrderProposal.detail(asStaff(mixed))).rejects.toMatchObject({ reason: 'ORDER_PROPOSAL_NOT_FOUND' })
    await expect(keeper.api.consoleOrderProposal.withdraw(asStaff(mixed))).rejects.toMatchObject({
      reason: 'ORDER_PROPOSAL_NOT_FOUND',
    })
    // Two shops are two orders of one trade.
    expect((await submits(mixed)).orders).toHaveLength(2)
    expect((await lin.api.orderProposal.detail({ id: mixed.id })).orders).toHaveLength(2)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})
