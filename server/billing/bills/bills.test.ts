import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { billEntryTypes } from '#contract/billing/bills/api.ts'
import { transferKinds } from '#contract/money/ledger/transfer-kinds.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall({ now: new Date('2026-10-18T06:00:00Z') })
const { buys, refunds, dawns, jobs } = createDebtHelpers(mall)

test('every transfer that moves a wallet or a debt is a bill of exactly one type; holds are not bills', () => {
  const billed = Object.values(billEntryTypes).flatMap(({ kinds }): readonly string[] => kinds)
  expect(new Set(billed).size).toBe(billed.length)
  const touching = keysOf(transferKinds).filter((kind) => {
    const { from, to } = transferKinds[kind]
    return [from, to].some((account) => ['wallet', 'creditDrawn', 'interest'].includes(account))
  })
  expect(touching.filter((kind) => !billed.includes(kind))).toEqual([])
  expect(['hold', 'void', 'postHeld'].filter((kind) => billed.includes(kind))).toEqual([])
})

test('the bills of an enterprise are listed by type and month, with the goods, for permitted members', async () => {
  const lin = await mall.buyer('林', { credit: '50000', wallet: '2000' })
  const { enterpriseId } = lin
  const { parcelId, orderNo } = await buys(lin, '600.00')
  const skuId = await mall.createSku('钻杆', { sale: '500.00' })
  const request = { lines: [{ skuId, goodsNum: 1 }], method: 'wallet' as const, addressId: lin.addressId }
  const { quote } = await lin.api.order.preview(request)
  const { tradeId, orders } = await lin.api.order.submit({ ...request, quote })
  await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  await refunds(enterpriseId, parcelId, yuanTextToFen('100'))
  await dawns('2026-11-12')
  await jobs()
  await lin.api.statement.repayByWallet({ amount: yuanTextToFen('500.25'), payPwd: TEST_USER_PAYMENT_PASSWORD })

  const shown = async (filter: Parameters<typeof lin.api.bill.list>[0] = {}, by = lin) =>
    (await by.api.bill.list(filter)).dataList.map(
      ({ title, typeLabel, method, sign, amount }) => `${typeLabel} ${title} ${method} ${sign}${amount}`,
    )
  const october = [
    '退款 退款-截齿 冲减赊销账款 +10000',
    '商城消费 钻杆 钱包支付 -50000',
    '商城消费 截齿 赊销额度支付 -60000',
    '账户充值 账户充值-转账支付 转账支付 +200000',
  ]
  const november = [
    '还款 钱包还款-2026-10 账单 钱包支付 -50000',
    '逾期利息 钱包还款-逾期利息 钱包支付 -25',
    '逾期利息 2026-10 账单 2026-11-11 逾期利息 赊销账户 -25',
  ]
  expect(await shown()).toEqual([...november, ...october])
  expect(await shown({ month: '2026-10' })).toEqual(october)
  expect(await shown({ month: '2026-11', type: 'interest' })).toEqual(november.slice(1))
  expect(await shown({ type: 'topUp' })).toEqual(october.slice(3))
  expect((await lin.api.bill.list({ pageSize: 2, pageNo: 2 })).total).toBe(7)

  const ids = (await lin.api.bill.list({ month: '2026-10' })).dataList.map(({ id }) => id)
  const line = { quantity: 1, unit: '支' }
  expect(await lin.api.bill.detail({ id: ids[2] ?? '' })).toMatchObject({
    typeLabel: '商城消费',
    method: '赊销额度支付',
    amount: 60_000,
    orderNo,
    lines: [{ goodsName: '截齿', ...line }],
  })
  expect(await lin.api.bill.detail({ id: ids[1] ?? '' })).toMatchObject({
    orderNo: orders[0]?.orderNo,
    lines: [{ goodsName: '钻杆', ...line }],
  })
  expect(await lin.api.bill.detail({ id: ids[3] ?? '' })).toMatchObject({ orderNo: null, lines: [], kindLabel: '转账充值' })

  // Whoever may see the wallet alone sees its movements alone, also by their ids; others’ are not there.
  const [cash, debt] = [await mall.subAccount(lin, ['cashAccount']), await mall.subAccount(lin, ['applyLimit'])]
  expect(await shown({}, cash)).toEqual([october[1], october[3]])
  expect(await shown({ month: '2026-10' }, debt)).toEqual([october[0], october[2]])
  const chen = await mall.buyer('陈')
  const { detail } = contract.bill
  for (const [by, id] of [
    [cash, ids[2]],
    [debt, ids[1]],
    [chen, ids[1]],
  ] as const)
    expect(await by.post(detail.path, { id })).toMatchObject({ code: 404, reason: 'BILL_NOT_FOUND' })
  expect(await (await mall.subAccount(lin, ['buyPay'])).post(contract.bill.list.path, {})).toMatchObject({ code: 403 })
})
