import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { findOrderRefsInStateSinceBefore } from '#server/orders/orders/public.ts'
import { type Buyer, ONE_DAY_MS, ONE_HOUR_MS, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createSeededRandom } from '#server/platform/testing/random.ts'
import { createTransferHelpers } from '#server/platform/testing/transfers.ts'
import { closeExpiredTransfersWithoutTrade } from './public.ts'

const mall = await openMall()
const bank = createTransferHelpers(mall)
const finance = await mall.staff('finance')
const { submitVoucher } = contract.transfer

const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error) => error.reason ?? String(error),
  )
const state = async (buyer: Buyer, orderNo: string) => (await buyer.api.order.detail({ orderNo })).state
/** Time flies, the clock does what is due, and everybody logs in again. */
const passes = async (ms: number) => {
  mall.clock.forward(ms)
  await mall.runDeadlines()
  await closeExpiredTransfersWithoutTrade(mall.db, mall.moment())
  await mall.renew()
}
const received = async (buyer: Buyer) => (await buyer.api.message.list({ kind: 'system' })).dataList.map(({ title }) => title)

describe('a trade paid by bank transfer', () => {
  test('shows the receiving account and the transfer code; starting twice returns the same transfer', async () => {
    const lin = await mall.buyer('林')
    const { tradeId, paymentId, orderNo } = await bank.orders(lin)
    expect(await lin.api.transfer.begin({ tradeId })).toEqual({ paymentId })
    const shown = await lin.api.transfer.detail({ paymentId })
    expect(shown).toMatchObject({
      purpose: 'trade',
      tradeId,
      amount: 60_000,
      state: 'AWAITING',
      label: '待提交汇款凭证',
      opinion: null,
      vouchersLeft: 5,
      vouchers: [],
      orders: [{ orderNo, payable: 60_000 }],
      account: { accountNo: '4000020200000000000', bankCode: '102584000000' },
    })
    expect(shown.remarkCode).toMatch(/^YF\d{10}$/)
    expect(shown.expiresAt).toEqual(new Date(mall.clock.now.getTime() + ONE_DAY_MS))
    expect((await lin.api.transfer.ofOrder({ orderNo })).transfer?.paymentId).toBe(paymentId)
    expect((await lin.api.transfer.list({})).total).toBe(1)
    const other = await bank.orders(lin)
    expect((await lin.api.transfer.detail({ paymentId: other.paymentId })).remarkCode).not.toBe(shown.remarkCode)
  })

  test('has no transfer when another payment method is chosen', async () => {
    const lin = await mall.buyer('林')
    const { tradeId, paymentId, orderNo } = await bank.orders(lin)
    await lin.api.order.changeMethod({ tradeId, method: 'wallet' })
    expect(await refusal(lin.api.transfer.begin({ tradeId }))).toBe('METHOD_NOT_OFFERED')
    expect(await lin.api.transfer.detail({ paymentId })).toMatchObject({ state: 'CLOSED', failure: '已更换支付方式', expiresAt: null })
    expect(await refusal(bank.proves(lin, paymentId))).toBe('TRANSFER_OVER')
    await lin.api.order.changeMethod({ tradeId, method: 'transfer' })
    const again = await lin.api.transfer.begin({ tradeId })
    expect((await lin.api.transfer.ofOrder({ orderNo })).transfer?.paymentId).toBe(again.paymentId)
    expect(again.paymentId).not.toBe(paymentId)
  })

  // L1
  test('is not found by another enterprise; files of another purpose or person are refused as vouchers', async () => {
    const [lin, wang] = [await mall.buyer('林'), await mall.buyer('王')]
    const { tradeId, paymentId, orderNo } = await bank.orders(lin)
    for (const call of [
      () => wang.api.transfer.begin({ tradeId }),
      () => wang.api.transfer.detail({ paymentId }),
      () => wang.api.transfer.ofOrder({ orderNo }),
      () => wang.api.transfer.withdrawVoucher({ paymentId }),
      () => wang.api.transfer.cancel({ paymentId }),
      () => bank.proves(wang, paymentId),
    ])
      expect(await refusal(call())).toMatch(/^(TRADE|PAYMENT|ORDER)_NOT_FOUND$/)
    const clerk = await mall.subAccount(lin, ['buyPay'])
    const theirs = await bank.upload(wang)
    const colleagues = await bank.upload(clerk)
    for (const fileId of [theirs, colleagues])
      expect(await lin.post(submitVoucher.path, { paymentId, fileIds: [fileId], remark: '' })).toMatchObject({ reason: 'FILE_NOT_FOUND' })
    expect(await lin.post(submitVoucher.path, { paymentId, fileIds: [], remark: '' })).toMatchObject({
      code: 400,
      msg: '请上传汇款凭证图片',
    })
    expect(await lin.post(submitVoucher.path, { paymentId })).toMatchObject({ code: 400, msg: '请上传汇款凭证图片' })
    const once = await bank.upload(lin)
    expect(await lin.post(submitVoucher.path, { paymentId, fileIds: [once, once] })).toMatchObject({ reason: 'FILE_NOT_FOUND' })
    const long = '备'.repeat(101)
    expect(await lin.post(submitVoucher.path, { paymentId, fileIds: [once], remark: long })).toMatchObject({ code: 400 })
    expect((await lin.api.transfer.detail({ paymentId })).state).toBe('AWAITING')
  })

  test('is visible only to members with the permission for its purpose', async () => {
    const lin = await mall.buyer('林')
    const { paymentId } = await bank.orders(lin)
    const topUp = await lin.api.transfer.topUp({ amount: yuanTextToFen('500') })
    const looker = await mall.subAccount(lin, ['lookOrder'])
    const cashier = await mall.subAccount(lin, ['cashAccount'])
    expect((await looker.api.transfer.list({})).dataList.map(({ purpose }) => purpose)).toEqual(['trade'])
    expect((await cashier.api.transfer.list({})).dataList.map(({ purpose }) => purpose)).toEqual(['topUp'])
    expect(await refusal(cashier.api.transfer.detail({ paymentId }))).toBe('PAYMENT_NOT_FOUND')
    expect(await refusal(looker.api.transfer.detail(topUp))).toBe('PAYMENT_NOT_FOUND')
    expect(await refusal(bank.proves(cashier, paymentId))).toBe('PAYMENT_NOT_FOUND')
    expect(await refusal(looker.api.transfer.withdrawVoucher({ paymentId }))).toBe('NO_PERMISSION')
  })
})

describe('a voucher under review', () => {
  test('prevents the order from being cancelled, changed or expired until it is withdrawn', async () => {
    const lin = await mall.buyer('林')
    const { tradeId, paymentId, orderNo } = await bank.orders(lin)
    await bank.proves(lin, paymentId)
    expect(await lin.api.transfer.detail({ paymentId })).toMatchObject({
      state: 'REVIEW',
      label: '待审核',
      expiresAt: null,
      vouchersLeft: 4,
    })
    expect(await refusal(lin.api.order.cancel({ orderNo, reason: '不要了' }))).toBe('VOUCHER_IN_REVIEW')
    expect(await refusal(lin.api.order.changeMethod({ tradeId, method: 'wallet' }))).toBe('VOUCHER_IN_REVIEW')
    expect(await refusal(bank.proves(lin, paymentId))).toBe('VOUCHER_IN_REVIEW')
    expect((await lin.api.order.detail({ orderNo })).deadline).toBe(null)
    await passes(5 * ONE_DAY_MS)
    expect(await state(lin, orderNo)).toBe('WAIT_PAY')
    expect(await lin.api.transfer.withdrawVoucher({ paymentId })).toMatchObject({ state: 'AWAITING', vouchers: [{ state: 'WITHDRAWN' }] })
    expect(await refusal(lin.api.transfer.withdrawVoucher({ paymentId }))).toBe('VOUCHER_STATE')
    await passes(ONE_DAY_MS - 1)
    expect(await state(lin, orderNo)).toBe('WAIT_PAY')
    await passes(1)
    expect(await state(lin, orderNo)).toBe('CANCELLED')
    expect(await lin.api.transfer.detail({ paymentId })).toMatchObject({ state: 'CLOSED', failure: '订单已取消' })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('shows its opinion when rejected; without a new voucher the order is cancelled after 72 hours', async () => {
    const lin = await mall.buyer('林')
    const { paymentId, orderNo } = await bank.orders(lin)
    const id = await bank.proves(lin, paymentId)
    await passes(40 * ONE_HOUR_MS)
    await finance.api.consoleVoucher.reject({ enterpriseId: lin.enterpriseId, id, opinion: '图片看不清金额' })
    const expiresAt = new Date(mall.clock.now.getTime() + 72 * ONE_HOUR_MS)
    const rejected = { state: 'REJECTED', label: '审核驳回', opinion: '图片看不清金额', expiresAt }
    expect(await lin.api.transfer.detail({ paymentId })).toMatchObject(rejected)
    expect((await lin.api.order.detail({ orderNo })).deadline).toEqual(expiresAt)
    expect(await received(lin)).toContain('汇款凭证审核驳回')
    await passes(71 * ONE_HOUR_MS)
    expect(await state(lin, orderNo)).toBe('WAIT_PAY')
    // Nor does it stand in the way of those whose time has come.
    const due = await findOrderRefsInStateSinceBefore(mall.db, { states: ['WAIT_PAY'], before: mall.clock.now, now: mall.clock.now })
    expect(due.map((one) => one.orderNo)).not.toContain(orderNo)
    await bank.proves(lin, paymentId)
    await passes(10 * ONE_HOUR_MS)
    expect(await state(lin, orderNo)).toBe('WAIT_PAY')
    const [second] = (await lin.api.transfer.detail({ paymentId })).vouchers
    await finance.api.consoleVoucher.reject({ enterpriseId: lin.enterpriseId, id: second?.id ?? '', opinion: '仍看不清' })
    await passes(72 * ONE_HOUR_MS)
    expect((await lin.api.order.detail({ orderNo })).cancelReason).toBe('超过付款期限未支付，已自动取消')
  })

  // L4
  test('exists once at a time and five times per trade, also with concurrent uploads or another payment', async () => {
    const lin = await mall.buyer('林')
    const { tradeId, paymentId } = await bank.orders(lin)
    const files = await Promise.all(Array.from({ length: 6 }, () => bank.upload(lin)))
    const answers = await Promise.all(files.map((fileId) => lin.post(submitVoucher.path, { paymentId, fileIds: [fileId] })))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409, 409, 409])
    await lin.api.transfer.withdrawVoucher({ paymentId })
    for (let at = 0; at < 2; at++) {
      await bank.proves(lin, paymentId)
      await lin.api.transfer.withdrawVoucher({ paymentId })
    }
    await lin.api.order.changeMethod({ tradeId, method: 'wallet' })
    await lin.api.order.changeMethod({ tradeId, method: 'transfer' })
    const again = await lin.api.transfer.begin({ tradeId })
    expect((await lin.api.transfer.detail(again)).vouchersLeft).toBe(2)
    for (let at = 0; at < 2; at++) {
      await bank.proves(lin, again.paymentId)
      await lin.api.transfer.withdrawVoucher(again)
    }
    expect(await refusal(bank.proves(lin, again.paymentId))).toBe('VOUCHERS_FULL')
  })

  test('racing with a cancel leaves either a review or a cancelled order', async () => {
    const lin = await mall.buyer('林')
    const random = createSeededRandom(7)
    for (let round = 0; round < 8; round++) {
      const { paymentId, orderNo } = await bank.orders(lin)
      const fileIds = [await bank.upload(lin)]
      const acts = [
        () => lin.post(submitVoucher.path, { paymentId, fileIds }),
        () => lin.post(contract.order.cancel.path, { orderNo, reason: '不要了' }),
      ]
      if (random.below(2)) acts.reverse()
      const codes = (await Promise.all(acts.map((act) => act()))).map(({ code }) => code).sort()
      expect(codes).toEqual([200, 409])
      const cancelled = (await state(lin, orderNo)) === 'CANCELLED'
      expect((await lin.api.transfer.detail({ paymentId })).state).toBe(cancelled ? 'CLOSED' : 'REVIEW')
    }
  })
})

describe('top-ups and repayments by bank transfer', () => {
  test('a top-up stays pending until its money arrives, its buyer closes it or a week has passed', async () => {
    const lin = await mall.buyer('林')
    const [one, two, three] = await Promise.all([1, 2, 3].map((at) => lin.api.transfer.topUp({ amount: yuanTextToFen(`${at}00`) })))
    const list = async () => (await lin.api.payment.topUps({})).dataList.map(({ title, status, amount }) => [title, status, amount]).sort()
    expect((await list())[0]).toEqual(['账户充值-转账支付', '充值中', 10_000])
    await lin.api.transfer.cancel(one ?? { paymentId: '' })
    expect(await refusal(lin.api.transfer.cancel(one ?? { paymentId: '' }))).toBe('TRANSFER_OVER')
    const line = await bank.arrives(yuanTextToFen('200'))
    const part = { to: 'payment', enterpriseId: lin.enterpriseId, paymentId: two?.paymentId ?? '', amount: yuanTextToFen('200') } as const
    await finance.api.consoleBank.assign({ lineId: line, rest: yuanTextToFen('200'), parts: [part] })
    mall.clock.forward(7 * ONE_DAY_MS)
    const closed = await Promise.all([
      closeExpiredTransfersWithoutTrade(mall.db, mall.moment()),
      closeExpiredTransfersWithoutTrade(mall.db, mall.moment()),
    ])
    expect(closed.reduce((sum, count) => sum + count)).toBeGreaterThan(0)
    await mall.renew()
    const ends = Object.fromEntries((await list()).map(([, status, amount]) => [amount, status]))
    expect(ends).toEqual({ 10000: '已关闭', 20000: '已完成', 30000: '已关闭' })
    expect((await lin.api.transfer.detail(three ?? { paymentId: '' })).failure).toBe('超时未到账，已关闭')
    expect((await lin.api.wallet.overview({})).balance).toBe(20_000)
    expect(await received(lin)).toContain('转账已到账')
  })

  test('a top-up with a voucher under review does not expire; the transfer of an order cannot be closed here', async () => {
    const lin = await mall.buyer('林')
    const { paymentId } = await lin.api.transfer.topUp({ amount: yuanTextToFen('100') })
    await bank.proves(lin, paymentId)
    expect(await refusal(lin.api.transfer.cancel({ paymentId }))).toBe('VOUCHER_IN_REVIEW')
    await passes(8 * ONE_DAY_MS)
    expect((await lin.api.transfer.detail({ paymentId })).state).toBe('REVIEW')
    const { paymentId: ofTrade } = await bank.orders(lin)
    expect(await refusal(lin.api.transfer.cancel({ paymentId: ofTrade }))).toBe('ORDER_ACTION_NOT_ALLOWED')
  })

  test('a repayment above the debt is refused, and the number of open transfers is limited', async () => {
    const lin = await mall.buyer('林')
    expect(await refusal(lin.api.transfer.repay({ amount: yuanTextToFen('1') }))).toBe('REPAY_TOO_MUCH')
    for (let at = 0; at < 20; at++) await lin.api.transfer.topUp({ amount: yuanTextToFen('1') })
    expect(await refusal(lin.api.transfer.topUp({ amount: yuanTextToFen('1') }))).toBe('TRANSFERS_FULL')
  })
})
