import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import {
  createEnterpriseWithSubAccount,
  fetchLatestPendingApprovalId,
  fetchOrderState,
  listApprovalStates,
  listOrderMessageTitles,
  listPendingApprovals,
  selectFirstOrderNo,
  selectFirstOrderState,
  submitOrders,
} from '#server/platform/testing/enterprise.ts'
import { ONE_DAY_MS, ONE_HOUR_MS, openMall } from '#server/platform/testing/mall.ts'

// Stories in which time passes: a mall of their own, where few people have to log in anew.
const mall = await openMall()
const { approve, reject } = contract.approval
const DECIDED = { status: 200, code: 409, reason: 'APPROVAL_DECIDED', msg: '该审批已处理或已过期' }
const pick = () => mall.createSku('截齿', { stock: 10, sale: '600.00', credit: '600.00' })

test('an unanswered approval expires after exactly 72 hours, for all orders of a trade at once', async () => {
  const { lin, li, used } = await createEnterpriseWithSubAccount(mall, { order: '1000' })
  const other = await mall.newShop('三店')
  const skus = [await pick(), await mall.createSku('三店', { stock: 10, sale: '600.00', credit: '600.00', shopId: other })]
  const trade = await submitOrders(li, skus)
  const id = await fetchLatestPendingApprovalId(lin)
  mall.clock.forward(72 * ONE_HOUR_MS - 1)
  expect(await mall.runDeadlines()).toBe(0)
  mall.clock.forward(1)
  expect(await used()).toBe(120_000)
  expect(await mall.runDeadlines()).toBe(1)
  expect(await mall.runDeadlines()).toBe(0)
  expect((await li.api.order.trade({ tradeId: trade.tradeId })).orders.map(({ state }) => state)).toEqual(['CANCELLED', 'CANCELLED'])
  expect(await lin.api.approval.detail({ id })).toMatchObject({
    state: 'EXPIRED',
    decidedBy: null,
    decidedAt: mall.clock.now,
    mayDecide: false,
  })
  expect((await listOrderMessageTitles(li)).slice(0, 2)).toEqual(['采购审批已过期', '采购审批已过期'])
  expect(await li.api.order.detail({ orderNo: selectFirstOrderNo(trade) })).toMatchObject({ cancelReason: '72 小时未审批，已自动取消' })
  expect(await lin.post(approve.path, { id })).toMatchObject(DECIDED)
  expect([
    await used(),
    await mall.countStock(skus[0] ?? ''),
    await mall.countStock(skus[1] ?? ''),
    await mall.findInvariantBreaches(),
  ]).toEqual([0, 10, 10, {}])
})

test('an approved order can be paid for one day from the approval on', async () => {
  const { lin, li } = await createEnterpriseWithSubAccount(mall, { order: '100' })
  const trade = await submitOrders(li, [await pick()])
  mall.clock.forward(50 * ONE_HOUR_MS)
  await lin.api.approval.approve({ id: await fetchLatestPendingApprovalId(lin) })
  mall.clock.forward(ONE_DAY_MS - 1)
  await mall.runDeadlines()
  expect(await fetchOrderState(lin, trade)).toBe('WAIT_PAY')
  mall.clock.forward(1)
  await mall.runDeadlines()
  expect([await fetchOrderState(lin, trade), await listApprovalStates(lin)]).toEqual(['CANCELLED', ['APPROVED']])
})

test('a decision and an expiry at the same time: only one takes effect', async () => {
  const { lin, li } = await createEnterpriseWithSubAccount(mall, { order: '100' })
  for (let round = 0; round < 8; round++) {
    const sku = await pick()
    const trade = await submitOrders(li, [sku])
    const id = await fetchLatestPendingApprovalId(lin)
    mall.clock.forward(72 * ONE_HOUR_MS)
    const decision = round % 2 ? lin.post(reject.path, { id, reason: '不要了' }) : lin.post(approve.path, { id })
    const [answer] = await Promise.all([decision, mall.runDeadlines(), mall.runDeadlines()])
    const [state, { state: became }] = [await fetchOrderState(lin, trade), await lin.api.approval.detail({ id })]
    if (answer.code !== 200) expect([state, became, answer]).toMatchObject(['CANCELLED', 'EXPIRED', DECIDED])
    else expect([state, became]).toEqual(round % 2 ? ['CANCELLED', 'REJECTED'] : ['WAIT_PAY', 'APPROVED'])
    expect([await mall.countStock(sku), await mall.findInvariantBreaches()]).toEqual([state === 'WAIT_PAY' ? 9 : 10, {}])
  }
})

test('a month counts the orders that this person submitted in it and did not cancel, in Shanghai time', async () => {
  mall.clock.now = new Date('2026-12-30T06:00:00Z')
  const { lin, li, used } = await createEnterpriseWithSubAccount(mall, { month: '1200' })
  const sku = await mall.createSku('截齿', { sale: '600.00', credit: '600.00' })
  await submitOrders(lin, [sku, sku, sku])
  const [first, second] = [await submitOrders(li, [sku]), await submitOrders(li, [sku])]
  expect([selectFirstOrderState(first), selectFirstOrderState(second), await used()]).toEqual(['WAIT_PAY', 'WAIT_PAY', 120_000])
  expect([selectFirstOrderState(await submitOrders(li, [sku])), await used()]).toEqual(['WAIT_APPROVAL', 180_000])
  expect((await listPendingApprovals(lin))[0]?.why).toBe('每月限额 ¥1,200.00，已用 ¥1,200.00，本次 ¥600.00，超出 ¥600.00')
  await lin.api.approval.reject({ id: await fetchLatestPendingApprovalId(lin), reason: '下月再买' })
  expect(await used()).toBe(120_000)
  await li.api.order.cancel({ orderNo: selectFirstOrderNo(first), reason: '不要了' })
  expect([await used(), selectFirstOrderState(await submitOrders(li, [sku]))]).toEqual([60_000, 'WAIT_PAY'])
  // The last millisecond of the year in Shanghai, and the first of the next.
  mall.clock.now = new Date('2026-12-31T15:59:59.999Z')
  expect([await used(), selectFirstOrderState(await submitOrders(li, [sku]))]).toEqual([120_000, 'WAIT_APPROVAL'])
  mall.clock.forward(1)
  expect([
    await used(),
    selectFirstOrderState(await submitOrders(li, [sku])),
    selectFirstOrderState(await submitOrders(li, [sku])),
    await used(),
  ]).toEqual([...[0, 'WAIT_PAY', 'WAIT_PAY', 120_000]])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('a repriced order of last month counts for the month in which it was submitted', async () => {
  mall.clock.now = new Date('2027-01-31T15:00:00Z')
  const { lin, li } = await createEnterpriseWithSubAccount(mall, { month: '1000' }, { credit: '10000' })
  const dear = await mall.createSku('截齿', { sale: '600.00', credit: '900.00' })
  const [one, two] = [await submitOrders(li, [dear], 'transfer'), await submitOrders(li, [await pick()], 'transfer')]
  expect([selectFirstOrderState(one), selectFirstOrderState(two)]).toEqual(['WAIT_PAY', 'WAIT_APPROVAL'])
  mall.clock.forward(ONE_HOUR_MS)
  expect(selectFirstOrderState(await li.api.order.changeMethod({ tradeId: one.tradeId, method: 'credit' }))).toBe('WAIT_APPROVAL')
  expect((await listPendingApprovals(lin)).map(({ why }) => why)).toEqual([
    '每月限额 ¥1,000.00，已用 ¥600.00，本次 ¥900.00，超出 ¥500.00',
    '每月限额 ¥1,000.00，已用 ¥600.00，本次 ¥600.00，超出 ¥200.00',
  ])
})
