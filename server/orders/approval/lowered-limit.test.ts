import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import {
  createEnterpriseWithSubAccount,
  fetchLatestPendingApprovalId,
  fetchOrderState,
  listApprovalStates,
  type PurchaseLimitsInYuan,
  submitOrders,
} from '#server/platform/testing/enterprise.ts'
import { type Buyer, openMall } from '#server/platform/testing/mall.ts'
import { connectSandboxPaymentProvider } from '#server/platform/testing/payment-provider.ts'
import { createTransferHelpers } from '#server/platform/testing/transfers.ts'

// domain §5: an order above its buyer's limits at the time of payment waits for the main account, whatever the method.

const mall = await openMall()
await connectSandboxPaymentProvider(mall)
const { proves, upload } = createTransferHelpers(mall)
const company = (limits: PurchaseLimitsInYuan) => createEnterpriseWithSubAccount(mall, limits, { wallet: '100000', credit: '100000' })
const goods = (sale: string) => mall.createSku('截齿', { stock: 1_000, sale, credit: sale })

type Trade = Awaited<ReturnType<typeof submitOrders>>
const key = () => ({ 'idempotency-key': randomUUID() })
const ways = {
  online: (buyer: Buyer, { tradeId }: Trade) => buyer.post(contract.payment.create.path, { tradeId, channel: 'wechat' }, key()),
  transfer: (buyer: Buyer, { tradeId }: Trade) => buyer.post(contract.transfer.begin.path, { tradeId }, key()),
} as const
const openPayments = ({ tradeId }: Trade) =>
  mall.db
    .selectFrom('payment')
    .select(['id', 'state'])
    .where('trade_id', '=', tradeId)
    .where('enterprise_id', 'is not', null)
    .where('state', 'in', ['CREATED', 'PENDING', 'UNKNOWN'])
    .execute()
const NEEDS_APPROVAL = { status: 200, code: 409, reason: 'NEEDS_APPROVAL', msg: '订单超过采购限额，已提交主账号审批，通过后可继续支付' }

describe.each(['online', 'transfer'] as const)('a purchase limit lowered below an unpaid order with payment by %s', (method) => {
  const begins = ways[method]

  test('makes the order wait when its buyer pays; it cannot be paid before the main account approves', async () => {
    const { lin, li, limit } = await company({ order: '1000' })
    const trade = await submitOrders(li, [await goods('600.00')], method)
    await limit({ order: '500' })
    expect(await begins(li, trade)).toMatchObject(NEEDS_APPROVAL)
    expect([await fetchOrderState(li, trade), await listApprovalStates(lin), await openPayments(trade)]).toEqual([
      'WAIT_APPROVAL',
      ['PENDING'],
      [],
    ])
    expect(await begins(li, trade)).toMatchObject({ code: 409, reason: 'ALREADY_PAID' })
    await lin.api.approval.approve({ id: await fetchLatestPendingApprovalId(lin) })
    expect(await begins(li, trade)).toMatchObject({ code: 200 })
    expect(await openPayments(trade)).toHaveLength(1)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('counts for the monthly limit as well, including other orders', async () => {
    const { li, limit } = await company({})
    const trade = await submitOrders(li, [await goods('600.00')], method)
    await submitOrders(li, [await goods('600.00')])
    await limit({ month: '1000' })
    expect(await begins(li, trade)).toMatchObject(NEEDS_APPROVAL)
  })

  test('does not apply to the main account or to what it has approved', async () => {
    const { lin, li, limit } = await company({ order: '1000' })
    const sku = await goods('600.00')
    const open = await submitOrders(li, [sku], method)
    await limit({ order: '100' })
    const agreed = await submitOrders(li, [sku], method)
    await lin.api.approval.approve({ id: await fetchLatestPendingApprovalId(lin) })
    await limit({ order: '0', month: '0' })
    expect(await begins(lin, open)).toMatchObject({ code: 200 })
    expect(await begins(li, agreed)).toMatchObject({ code: 200 })
  })

  test('applies the limits of the buyer when a colleague pays', async () => {
    const { lin, li, limit } = await company({ order: '1000' })
    const trade = await submitOrders(li, [await goods('600.00')], method)
    const colleague = await mall.subAccount(lin, ['buyPay', 'lookOrder'])
    await limit({ order: '500' })
    expect(await begins(colleague, trade)).toMatchObject(NEEDS_APPROVAL)
  })

  test('concurrent with the start of a payment: either it has started before, or the order waits', async () => {
    const sku = await goods('600.00')
    const { li, limit } = await company({})
    for (let round = 0; round < 8; round++) {
      await limit({ order: '1000' })
      const trade = await submitOrders(li, [sku], method)
      const [answer] = await Promise.all([begins(li, trade), limit({ order: '500' })])
      const [state, open] = [await fetchOrderState(li, trade), await openPayments(trade)]
      expect([answer.code, state, open.length]).toEqual(answer.code === 200 ? [200, 'WAIT_PAY', 1] : [409, 'WAIT_APPROVAL', 0])
    }
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

test('closes an online payment that was started when the buyer tries to pay again', async () => {
  const { li, limit } = await company({ order: '1000' })
  const trade = await submitOrders(li, [await goods('600.00')], 'online')
  expect(await ways.online(li, trade)).toMatchObject({ code: 200 })
  await limit({ order: '500' })
  expect(await ways.online(li, trade)).toMatchObject(NEEDS_APPROVAL)
  expect(await openPayments(trade)).toEqual([])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('makes a voucher wait for the main account too, and the transfer keeps its code', async () => {
  const { lin, li, limit } = await company({ order: '1000' })
  const trade = await submitOrders(li, [await goods('600.00')], 'transfer')
  const { paymentId } = await li.api.transfer.begin({ tradeId: trade.tradeId })
  const { remarkCode } = await li.api.transfer.detail({ paymentId })
  await limit({ order: '500' })
  const answer = await li.post(contract.transfer.submitVoucher.path, { paymentId, fileIds: [await upload(li)], remark: '' })
  expect(answer).toMatchObject(NEEDS_APPROVAL)
  expect([await fetchOrderState(li, trade), await listApprovalStates(lin)]).toEqual(['WAIT_APPROVAL', ['PENDING']])
  expect((await li.api.transfer.detail({ paymentId })).vouchers).toEqual([])
  await lin.api.approval.approve({ id: await fetchLatestPendingApprovalId(lin) })
  expect(await li.api.transfer.begin({ tradeId: trade.tradeId })).toEqual({ paymentId })
  expect((await li.api.transfer.detail({ paymentId })).remarkCode).toBe(remarkCode)
  await proves(li, paymentId)
  expect(await mall.findInvariantBreaches()).toEqual({})
})
