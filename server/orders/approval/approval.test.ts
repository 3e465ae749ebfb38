import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { SubmittedTrade } from '#contract/orders/orders/shapes.ts'
import { permissionCodes } from '#contract/platform/core/permissions.ts'
import { insertPurchaseApproval } from '#server/people/organisation/public.ts'
import { createPriceAndShelfEdits } from '#server/platform/testing/console-edits.ts'
import {
  createEnterpriseWithSubAccount,
  createOrderRequest,
  fetchLatestPendingApprovalId,
  fetchOrderState,
  listApprovalStates,
  listOrderMessageTitles,
  listPendingApprovals,
  type PurchaseLimitsInYuan,
  requestWalletPayment,
  selectFirstOrderNo,
  selectFirstOrderState,
  submitOrders,
} from '#server/platform/testing/enterprise.ts'
import { setBaseLimitAsStaff } from '#server/platform/testing/limits.ts'
import { type Buyer, type BuyerOptions, ONE_HOUR_MS, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const { approve, reject, detail, list } = contract.approval
const { cancel, changeMethod, payByCredit, payByWallet, submit } = contract.order
const NO_ONE = '00000000-0000-7000-8000-000000000000'
const DECIDED = { status: 200, code: 409, reason: 'APPROVAL_DECIDED', msg: '该审批已处理或已过期' }
const NOT_FOUND = { status: 200, code: 404, reason: 'APPROVAL_NOT_FOUND', msg: '采购审批不存在', success: false, data: null }
const why = { reason: '不要了' }

const company = (limits: PurchaseLimitsInYuan, request: BuyerOptions = { wallet: '100000', credit: '100000' }) =>
  createEnterpriseWithSubAccount(mall, limits, request)

/** Goods that cost the same on every way to pay, unless a price on account is named. No freight from 500 yuan. */
const goods = (sale: string, credit = sale) => mall.createSku('截齿', { stock: 1_000, sale, credit })
const wallet = async (lin: Buyer) => (await lin.api.wallet.overview({})).balance

describe('a purchase above the purchase limit', () => {
  test('waits for the main account, which is notified and approves; then it is paid normally', async () => {
    const { lin, li } = await company({ order: '1000' })
    const sku = await goods('600.00')
    const shown = await li.api.order.preview({ lines: [{ skuId: sku, goodsNum: 2 }], method: 'wallet' })
    expect(shown.approval).toBe('单笔限额 ¥1,000.00，本次 ¥1,200.00，超出 ¥200.00')
    expect((await lin.api.order.preview({ lines: [{ skuId: sku, goodsNum: 2 }], method: 'wallet' })).approval).toBeNull()

    const trade = await submitOrders(li, [sku, sku])

    expect(trade).toMatchObject({ payable: 120_000, orders: [{ state: 'WAIT_APPROVAL' }] })
    expect(await mall.countStock(sku)).toBe(998)
    const [asked] = await listPendingApprovals(lin)
    expect(asked).toMatchObject({
      tradeId: trade.tradeId,
      state: 'PENDING',
      askedBy: '小李',
      method: 'wallet',
      payable: 120_000,
      mayDecide: true,
      why: '单笔限额 ¥1,000.00，本次 ¥1,200.00，超出 ¥200.00',
      decidedBy: null,
      opinion: null,
      orders: [{ orderNo: selectFirstOrderNo(trade), payable: 120_000, lines: [{ goodsNum: 1 }, {}] }],
      deadline: new Date(mall.clock.now.getTime() + 72 * ONE_HOUR_MS),
    })
    expect(await li.api.approval.detail({ id: asked?.id ?? '' })).toEqual({ ...asked, mayDecide: false })
    expect([await listOrderMessageTitles(lin), await listOrderMessageTitles(li)]).toEqual([['采购待审批'], ['采购待审批']])
    expect(await li.api.order.detail({ orderNo: selectFirstOrderNo(trade) })).toMatchObject({
      state: 'WAIT_APPROVAL',
      actions: [],
      deadline: asked?.deadline,
    })
    for (const buyer of [li, lin]) {
      expect(await requestWalletPayment(buyer, trade)).toMatchObject({ code: 409, reason: 'ALREADY_PAID' })
      expect(await buyer.post(changeMethod.path, { tradeId: trade.tradeId, method: 'credit' })).toMatchObject({ code: 409 })
      expect(await buyer.post(cancel.path, { orderNo: selectFirstOrderNo(trade), ...why })).toMatchObject({
        code: 409,
        reason: 'ORDER_ACTION_NOT_ALLOWED',
      })
    }

    await lin.api.approval.approve({ id: asked?.id ?? '' })

    expect(await fetchOrderState(li, trade)).toBe('WAIT_PAY')
    expect(await lin.api.approval.detail({ id: asked?.id ?? '' })).toMatchObject({
      state: 'APPROVED',
      decidedBy: '林',
      decidedAt: mall.clock.now,
      mayDecide: false,
      deadline: null,
    })
    expect(await listOrderMessageTitles(li)).toEqual(['采购已同意', '采购待审批'])
    expect(await requestWalletPayment(li, trade)).toMatchObject({ code: 200, data: { orders: [{ state: 'WAIT_SEND' }] } })
    const { events } = await li.api.order.detail({ orderNo: selectFirstOrderNo(trade) })
    expect(events.map(({ verb, to }) => `${verb} ${to}`)).toEqual(['submit WAIT_APPROVAL', 'approve WAIT_PAY', 'pay WAIT_SEND'])
    expect([await wallet(lin), await mall.findInvariantBreaches()]).toEqual([9_880_000, {}])
  })

  test('waits if it exceeds the limit by one fen, not at the limit; the main account never waits', async () => {
    const { lin, li } = await company({ order: '600.00' })
    const [exact, above] = [await goods('600.00'), await goods('600.01')]
    expect([selectFirstOrderState(await submitOrders(li, [exact])), selectFirstOrderState(await submitOrders(li, [above]))]).toEqual([
      'WAIT_PAY',
      'WAIT_APPROVAL',
    ])
    expect(selectFirstOrderState(await submitOrders(lin, [above]))).toBe('WAIT_PAY')
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('is judged for the trade: the orders of two shops are added and wait together', async () => {
    const { lin, li } = await company({ order: '1000' })
    const other = await mall.newShop('二店')
    const skus = [await goods('600.00'), await mall.createSku('二店', { sale: '600.00', credit: '600.00', shopId: other })]
    const trade = await submitOrders(li, skus)
    expect(trade.orders.map(({ state }) => state)).toEqual(['WAIT_APPROVAL', 'WAIT_APPROVAL'])
    expect(await listPendingApprovals(lin)).toMatchObject([{ payable: 120_000, orders: [{ payable: 60_000 }, { payable: 60_000 }] }])
    await lin.api.approval.approve({ id: await fetchLatestPendingApprovalId(lin) })
    expect((await li.api.order.trade({ tradeId: trade.tradeId })).orders.map(({ state }) => state)).toEqual(['WAIT_PAY', 'WAIT_PAY'])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('is every purchase if the limit is zero', async () => {
    const { li } = await company({ order: '0', month: '0' })
    const trade = await submitOrders(li, [await goods('600.00')])
    expect(selectFirstOrderState(trade)).toBe('WAIT_APPROVAL')
    const [asked] = (await li.api.approval.list({})).dataList
    expect(asked?.why).toBe('单笔限额 ¥0.00，本次 ¥600.00，超出 ¥600.00；每月限额 ¥0.00，已用 ¥0.00，本次 ¥600.00，超出 ¥600.00')
  })

  test('that is sent twice with one key makes one approval', async () => {
    const { lin, li } = await company({ order: '100' })
    const body = await createOrderRequest(li, [await goods('600.00')])
    const key = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(Array.from({ length: 5 }, () => li.post(submit.path, body, key)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect([answers[0]?.code, await listApprovalStates(lin)]).toEqual([200, ['PENDING']])
  })
})

describe('the monthly purchase limit', () => {
  test('admits one of two concurrent orders if it covers only one', async () => {
    const sku = await goods('600.00')
    const { lin, li, limit, used } = await company({}, {})
    for (let round = 0; round < 10; round++) {
      await limit({ month: `${2_400 * round + 1_000}` })
      const body = await createOrderRequest(li, [sku], 'transfer')
      const made = await Promise.all(Array.from({ length: 4 }, () => li.post(submit.path, body, { 'idempotency-key': randomUUID() })))
      const begun = made.map(({ data }) => selectFirstOrderState(data as SubmittedTrade)).sort()
      expect(begun).toEqual(['WAIT_APPROVAL', 'WAIT_APPROVAL', 'WAIT_APPROVAL', 'WAIT_PAY'])
      expect([await used(), (await lin.api.approval.list({})).total]).toEqual([240_000 * (round + 1), 3 * (round + 1)])
    }
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('holds when a change to a dearer method and a submit happen concurrently', async () => {
    const [dear, cheap] = [await goods('600.00', '900.00'), await goods('600.00')]
    const { lin, li, limit, used } = await company({}, { credit: '100000' })
    for (let round = 0; round < 10; round++) {
      await limit({ month: `${1_500 * round + 1_300}` })
      const trade = await submitOrders(li, [dear], 'transfer')
      const by = round % 2 ? lin : li
      const [changed, placed] = await Promise.all([
        by.api.order.changeMethod({ tradeId: trade.tradeId, method: 'credit' }),
        li.api.order.submit(await createOrderRequest(li, [cheap], 'transfer')),
      ])
      const free = [changed, placed].filter((one) => selectFirstOrderState(one) === 'WAIT_PAY')
      // Whoever came second has seen the first. The main account's change may then be above the limit, which is written down.
      const agreed = (await lin.api.approval.list({ state: 'APPROVED' })).dataList.filter(({ tradeId }) => tradeId === trade.tradeId)
      expect(free.length - agreed.length).toBe(1)
      expect(await used()).toBe(150_000 * (round + 1))
    }
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('the decision of the main account', () => {
  test('to reject cancels the order with its reason and returns the stock', async () => {
    const { lin, li } = await company({ order: '100' })
    const sku = await goods('600.00')
    const trade = await submitOrders(li, [sku])
    const id = await fetchLatestPendingApprovalId(lin)
    expect(await lin.post(reject.path, { id, reason: ' ' })).toMatchObject({ code: 400 })
    await lin.api.approval.reject({ id, reason: '库里还有' })
    expect(await li.api.order.detail({ orderNo: selectFirstOrderNo(trade) })).toMatchObject({
      state: 'CANCELLED',
      cancelReason: '库里还有',
    })
    expect(await li.api.approval.detail({ id })).toMatchObject({ state: 'REJECTED', opinion: '库里还有', decidedBy: '林' })
    expect((await li.api.message.list({ kind: 'order' })).dataList[0]).toMatchObject({
      title: '采购被驳回',
      messageContent: '截齿的采购被驳回：库里还有',
      order: { state: 'CANCELLED' },
    })
    expect([await mall.countStock(sku), await mall.findInvariantBreaches()]).toEqual([1_000, {}])
    for (const path of [approve.path, reject.path])
      expect(await lin.post(path, { id, ...(path === reject.path ? why : {}) })).toMatchObject(DECIDED)
  })

  test('counts once under concurrent decisions', async () => {
    const sku = await goods('600.00')
    const { lin, li } = await company({ order: '100' })
    for (let round = 0; round < 8; round++) {
      const trade = await submitOrders(li, [sku])
      const id = await fetchLatestPendingApprovalId(lin)
      const answers = await Promise.all([
        ...[lin.post(approve.path, { id }), lin.post(reject.path, { id, ...why })],
        ...[lin.post(approve.path, { id }), lin.post(reject.path, { id, ...why })],
      ])
      expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409])
      const agreed = answers[0]?.code === 200 || answers[2]?.code === 200
      expect([await fetchOrderState(lin, trade), (await lin.api.approval.detail({ id })).state]).toEqual(
        agreed ? ['WAIT_PAY', 'APPROVED'] : ['CANCELLED', 'REJECTED'],
      )
    }
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('to approve lets the buyer cancel afterwards, not before', async () => {
    const sku = await goods('600.00')
    const { lin, li } = await company({ order: '100' })
    for (let round = 0; round < 8; round++) {
      const stock = await mall.countStock(sku)
      const trade = await submitOrders(li, [sku])
      const id = await fetchLatestPendingApprovalId(lin)
      const [agreed, cancelled] = await Promise.all([
        lin.post(approve.path, { id }),
        li.post(cancel.path, { orderNo: selectFirstOrderNo(trade), ...why }),
      ])
      expect(agreed.code).toBe(200)
      expect([200, 409]).toContain(cancelled.code)
      expect([await fetchOrderState(lin, trade), await mall.countStock(sku)]).toEqual(
        cancelled.code === 200 ? ['CANCELLED', stock] : ['WAIT_PAY', stock - 1],
      )
    }
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('cannot be made by the buyer or another sub-account', async () => {
    const { lin, li } = await company({ order: '100' })
    const other = await mall.subAccount(lin, permissionCodes, '小王')
    const trade = await submitOrders(li, [await goods('600.00')])
    const id = await fetchLatestPendingApprovalId(lin)
    for (const buyer of [li, other])
      for (const path of [approve.path, reject.path])
        expect(await buyer.post(path, { id, ...(path === reject.path ? why : {}) })).toMatchObject({
          code: 403,
          reason: 'MAIN_ACCOUNT_ONLY',
        })
    // A main account has no limits, so that it never asks; were it ever to, it could not answer itself.
    const own = await submitOrders(lin, [await goods('600.00')])
    await mall.runInTransaction((tx) =>
      insertPurchaseApproval(tx, mall.moment(), {
        enterpriseId: lin.enterpriseId,
        tradeId: own.tradeId,
        askedBy: lin.userId,
        why: '',
        payableFen: yuanTextToFen('600'),
        method: 'wallet',
      }),
    )
    const [hers] = (await listPendingApprovals(lin)).filter(({ tradeId }) => tradeId === own.tradeId)
    expect(hers?.mayDecide).toBe(false)
    for (const path of [approve.path, reject.path])
      expect(await lin.post(path, { id: hers?.id, ...(path === reject.path ? why : {}) })).toMatchObject({
        code: 403,
        reason: 'OWN_APPROVAL',
      })
    await mall.runInTransaction((tx) =>
      tx
        .updateTable('approval')
        .set({ state: 'EXPIRED' })
        .where('enterprise_id', '=', lin.enterpriseId)
        .where('id', '=', hers?.id ?? '')
        .execute(),
    )
    expect(await fetchOrderState(lin, trade)).toBe('WAIT_APPROVAL')
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('to approve on credit is refused if the credit limit no longer suffices, and the order still waits', async () => {
    const { lin, li } = await company({ order: '100' }, { credit: '600' })
    const trade = await submitOrders(li, [await goods('600.00')], 'credit')
    const id = await fetchLatestPendingApprovalId(lin)
    const finance = await mall.staff('finance')
    const opens = (limit: string) =>
      setBaseLimitAsStaff(finance, { enterpriseId: lin.enterpriseId, baseLimit: yuanTextToFen(limit), reason: '调整' })
    await opens('599.99')
    expect(await lin.post(approve.path, { id })).toMatchObject({
      code: 422,
      reason: 'CREDIT_SHORT',
      msg: '赊销可用额度 ¥599.99，还差 ¥0.01；可先还款、申请提额或改用其他支付方式',
    })
    expect([await fetchOrderState(lin, trade), await listApprovalStates(lin)]).toEqual(['WAIT_APPROVAL', ['PENDING']])
    await opens('600')
    await lin.api.approval.approve({ id })
    expect(await requestWalletPayment(li, trade, payByCredit)).toMatchObject({ code: 200, data: { orders: [{ state: 'WAIT_SEND' }] } })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('keeps prices and goods of the submit, whatever changed in the catalog', async () => {
    const { lin, li } = await company({ order: '100' })
    const sku = await mall.createSku('截齿', { stock: 1, sale: '600.00', credit: '600.00' })
    const trade = await submitOrders(li, [sku])
    const catalogue = await mall.staff('catalogue')
    await createPriceAndShelfEdits(catalogue).setPrice({ skuId: sku, salePrice: yuanTextToFen('900'), creditPrice: null })
    await createPriceAndShelfEdits(catalogue).setShelf({ skuId: sku, onShelf: false })
    await lin.api.approval.approve({ id: await fetchLatestPendingApprovalId(lin) })
    expect(await requestWalletPayment(li, trade)).toMatchObject({ code: 200, data: { payable: 600, orders: [{ state: 'WAIT_SEND' }] } })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('is possible after the membership of the buyer has ended, and the main account pays', async () => {
    const { lin, li, membershipId } = await company({ order: '100' })
    const sku = await goods('600.00')
    const [first, second] = [await submitOrders(li, [sku]), await submitOrders(li, [sku])]
    await lin.api.subUser.delete({ id: membershipId })
    expect((await listPendingApprovals(lin)).map(({ askedBy }) => askedBy)).toEqual(['小李', '小李'])
    const [one, two] = await listPendingApprovals(lin)
    await lin.api.approval.approve({ id: one?.id ?? '' })
    await lin.api.approval.reject({ id: two?.id ?? '', reason: '已离职' })
    const [agreed, refused] = one?.tradeId === first.tradeId ? [first, second] : [second, first]
    expect(await requestWalletPayment(lin, agreed)).toMatchObject({ code: 200 })
    expect([await fetchOrderState(lin, refused), await mall.findInvariantBreaches()]).toEqual(['CANCELLED', {}])
  })
})

describe('a change of the payment method', () => {
  test('to a total above the limit makes an order wait again', async () => {
    const { lin, li } = await company({ order: '600' })
    const trade = await submitOrders(li, [await goods('600.00', '630.00')])
    expect(selectFirstOrderState(trade)).toBe('WAIT_PAY')
    const changed = await li.api.order.changeMethod({ tradeId: trade.tradeId, method: 'credit' })
    expect(changed).toMatchObject({ method: 'credit', payable: 63_000, orders: [{ state: 'WAIT_APPROVAL' }] })
    expect(await listPendingApprovals(lin)).toMatchObject([
      { method: 'credit', payable: 63_000, why: '单笔限额 ¥600.00，本次 ¥630.00，超出 ¥30.00' },
    ])
    expect((await li.api.order.detail({ orderNo: selectFirstOrderNo(trade) })).events.map(({ verb }) => verb)).toEqual([
      'submit',
      'changeMethod',
      'askApproval',
    ])
    await lin.api.approval.approve({ id: await fetchLatestPendingApprovalId(lin) })
    expect(await requestWalletPayment(li, trade, payByCredit)).toMatchObject({ code: 200, data: { orders: [{ state: 'WAIT_SEND' }] } })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('to a total within the limit does not make it wait', async () => {
    const { li } = await company({ order: '630', month: '630' })
    const trade = await submitOrders(li, [await goods('600.00', '630.00')])
    expect(selectFirstOrderState(await li.api.order.changeMethod({ tradeId: trade.tradeId, method: 'credit' }))).toBe('WAIT_PAY')
    expect(selectFirstOrderState(await li.api.order.changeMethod({ tradeId: trade.tradeId, method: 'wallet' }))).toBe('WAIT_PAY')
  })

  test('to another total than was approved needs a new approval; the same total does not', async () => {
    const { lin, li } = await company({ order: '100' })
    const trade = await submitOrders(li, [await goods('600.00', '630.00')], 'credit')
    await lin.api.approval.approve({ id: await fetchLatestPendingApprovalId(lin) })
    expect(selectFirstOrderState(await li.api.order.changeMethod({ tradeId: trade.tradeId, method: 'credit' }))).toBe('WAIT_PAY')
    expect(selectFirstOrderState(await li.api.order.changeMethod({ tradeId: trade.tradeId, method: 'wallet' }))).toBe('WAIT_APPROVAL')
    expect((await listPendingApprovals(lin))[0]?.why).toBe('审批同意的是赊销支付 ¥630.00，现为钱包支付 ¥600.00')
    await lin.api.approval.approve({ id: await fetchLatestPendingApprovalId(lin) })
    expect(await requestWalletPayment(li, trade)).toMatchObject({ code: 200, data: { payable: 600, orders: [{ state: 'WAIT_SEND' }] } })
    expect([await listApprovalStates(lin), await mall.findInvariantBreaches()]).toEqual([['APPROVED', 'APPROVED'], {}])
  })

  test('by the main account counts as its approval, and the buyer pays', async () => {
    const { lin, li } = await company({ order: '600' })
    const trade = await submitOrders(li, [await goods('600.00', '630.00')])
    expect(selectFirstOrderState(await lin.api.order.changeMethod({ tradeId: trade.tradeId, method: 'credit' }))).toBe('WAIT_PAY')
    expect((await lin.api.approval.list({})).dataList).toMatchObject([
      { state: 'APPROVED', askedBy: '小李', decidedBy: '林', opinion: '主账号更换了支付方式', payable: 63_000 },
    ])
    expect(await requestWalletPayment(li, trade, payByCredit)).toMatchObject({ code: 200, data: { orders: [{ state: 'WAIT_SEND' }] } })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('by a colleague counts against the limit of the buyer of the order', async () => {
    const { lin, li } = await company({ order: '600' })
    const wang = await mall.subAccount(lin, permissionCodes, '小王')
    const trade = await submitOrders(li, [await goods('600.00', '630.00')])
    expect(selectFirstOrderState(await wang.api.order.changeMethod({ tradeId: trade.tradeId, method: 'credit' }))).toBe('WAIT_APPROVAL')
    expect(await listPendingApprovals(lin)).toMatchObject([{ askedBy: '小李' }])
    expect((await wang.api.approval.list({})).total).toBe(0)
  })
})

describe('a lowered purchase limit', () => {
  test('below an unpaid order makes it wait when its buyer pays, and moves no money', async () => {
    const { lin, li, limit } = await company({ order: '1000' })
    const trade = await submitOrders(li, [await goods('600.00')])
    await limit({ order: '500' })
    const paid = await requestWalletPayment(li, trade)
    expect(paid).toMatchObject({ code: 200, data: { orders: [{ state: 'WAIT_APPROVAL' }] } })
    expect([await wallet(lin), await listApprovalStates(lin)]).toEqual([10_000_000, ['PENDING']])
    await lin.api.approval.approve({ id: await fetchLatestPendingApprovalId(lin) })
    expect(await requestWalletPayment(li, trade)).toMatchObject({ code: 200, data: { orders: [{ state: 'WAIT_SEND' }] } })
    expect([await wallet(lin), await mall.findInvariantBreaches()]).toEqual([9_940_000, {}])
  })

  test('does not apply to the main account or to what it has approved', async () => {
    const { lin, li, limit } = await company({ order: '1000' })
    const sku = await goods('600.00')
    const open = await submitOrders(li, [sku])
    await limit({ order: '100' })
    const agreed = await submitOrders(li, [sku])
    await lin.api.approval.approve({ id: await fetchLatestPendingApprovalId(lin) })
    await limit({ order: '0', month: '0' })
    for (const answer of [await requestWalletPayment(lin, open), await requestWalletPayment(li, agreed)])
      expect(answer).toMatchObject({ code: 200, data: { orders: [{ state: 'WAIT_SEND' }] } })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('concurrent with a payment: either it is paid before, or it waits', async () => {
    const sku = await goods('600.00')
    const { lin, li, limit } = await company({})
    for (let round = 0; round < 12; round++) {
      await limit({ order: '1000' })
      const trade = await submitOrders(li, [sku], round % 2 ? 'credit' : 'wallet')
      const method = round % 2 ? payByCredit : payByWallet
      const settled = async () =>
        (
          await mall.db
            .selectFrom('payment')
            .select('id')
            .where('enterprise_id', '=', lin.enterpriseId)
            .where('trade_id', '=', trade.tradeId)
            .execute()
        ).length
      let atReturn = -1
      const [paid] = await Promise.all([
        requestWalletPayment(li, trade, method),
        limit({ order: '500' }).then(async () => (atReturn = await settled())),
      ])
      expect(paid.code).toBe(200)
      const state = selectFirstOrderState(paid.data as SubmittedTrade)
      expect(state === 'WAIT_SEND' || state === 'WAIT_APPROVAL').toBe(true)
      expect([await settled(), await fetchOrderState(lin, trade)]).toEqual([state === 'WAIT_SEND' ? 1 : 0, state])
      expect(atReturn).toBe(await settled())
    }
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('concurrent with a submit: an order submitted afterwards waits', async () => {
    const sku = await goods('600.00')
    const { lin, li, limit } = await company({})
    for (let round = 0; round < 8; round++) {
      await limit({ order: '1000' })
      const body = await createOrderRequest(li, [sku])
      const free = async () =>
        (
          await mall.db
            .selectFrom('order')
            .select('id')
            .where('enterprise_id', '=', lin.enterpriseId)
            .where('state', '=', 'WAIT_PAY')
            .execute()
        ).length
      let atReturn = -1
      await Promise.all([
        ...Array.from({ length: 5 }, () => li.post(submit.path, body, { 'idempotency-key': randomUUID() })),
        limit({ order: '500' }).then(async () => (atReturn = await free())),
      ])
      expect(await free()).toBe(atReturn)
    }
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('the approval list', () => {
  test('shows all to the main account and his own to a sub-account, by state and page, per enterprise', async () => {
    const { lin, li } = await company({ order: '100' })
    const wang = await mall.subAccount(lin, ['buyPay'], '小王')
    const seat = (await lin.api.subUser.list({})).find(({ name }) => name === '小王')
    await lin.api.subUser.modify({ id: seat?.id ?? '', name: '小王', permCode: 'buyPay', orderLimit: yuanTextToFen('1'), monthLimit: null })
    const sku = await goods('600.00')
    for (const buyer of [li, wang, li]) {
      mall.clock.forward(1_000)
      await submitOrders(buyer, [sku])
    }
    await lin.api.approval.approve({ id: await fetchLatestPendingApprovalId(lin) })
    const asked = async (buyer: Buyer, given: object = {}) => {
      const { dataList, total } = await buyer.api.approval.list(given)
      return [dataList.map(({ askedBy, state }) => `${askedBy} ${state}`), total]
    }
    expect(await asked(lin)).toEqual([['小李 APPROVED', '小王 PENDING', '小李 PENDING'], 3])
    expect(await asked(lin, { state: 'PENDING' })).toEqual([['小王 PENDING', '小李 PENDING'], 2])
    expect(await asked(lin, { pageSize: 1, pageNo: 2 })).toEqual([['小王 PENDING'], 3])
    expect(await asked(wang)).toEqual([['小王 PENDING'], 1])

    const chen = await mall.buyer('陈')
    const ids = (await lin.api.approval.list({})).dataList.map(({ id }) => id)
    expect([await asked(chen), await chen.post(detail.path, { id: ids[1] })]).toEqual([[[], 0], NOT_FOUND])
    expect(await wang.post(detail.path, { id: ids[0] })).toEqual(NOT_FOUND)
    for (const id of [ids[1] ?? '', NO_ONE]) {
      expect(await chen.post(approve.path, { id })).toEqual(NOT_FOUND)
      expect(await chen.post(reject.path, { id, ...why })).toEqual(NOT_FOUND)
    }
    expect(await lin.post(list.path, { state: 'OPEN' })).toMatchObject({ code: 400 })
    expect(await listApprovalStates(lin)).toEqual(['APPROVED', 'PENDING', 'PENDING'])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})
