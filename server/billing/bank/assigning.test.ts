import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import type { BankAllocationInput } from '#contract/billing/bank/shapes.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { type Buyer, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createTransferHelpers } from '#server/platform/testing/transfers.ts'

const mall = await openMall()
const bank = createTransferHelpers(mall)
const debts = createDebtHelpers(mall)
const finance = await mall.staff('finance')
const other = await mall.staff('finance', 'reviewer')
const { consoleBank } = finance.api
const { assign } = contract.consoleBank

const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error) => error.reason ?? String(error),
  )
const state = async (buyer: Buyer, orderNo: string) => (await buyer.api.order.detail({ orderNo })).state
const toPayment = ({ enterpriseId }: Buyer, paymentId: string, amount: string): BankAllocationInput => ({
  to: 'payment',
  enterpriseId,
  paymentId,
  amount: yuanTextToFen(amount),
})

describe('matching a bank line', () => {
  test('proposes by transfer code, then by amount and payer, names the differences and assigns nothing', async () => {
    const [lin, wang] = [await mall.buyer('林'), await mall.buyer('王')]
    const [one, two, theirs] = [await bank.orders(lin, '611.00'), await bank.orders(lin, '612.00'), await bank.orders(wang, '612.00')]
    const { remarkCode } = await lin.api.transfer.detail({ paymentId: one.paymentId })
    const wide = [...remarkCode].map((letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)).join('')
    const lineId = await bank.arrives(yuanTextToFen('612'), {
      remark: `付 ${wide.slice(0, 6)} ${wide.slice(6)} 货款`,
      payer: '林矿业有限公司',
    })
    const { proposals } = await consoleBank.line({ lineId })
    expect(proposals.map(({ reason, transfer }) => [reason, transfer.paymentId])).toEqual([
      ['remarkCode', one.paymentId],
      ['amountAndPayer', two.paymentId],
      ['amount', theirs.paymentId],
    ])
    expect(proposals.map(({ warnings }) => warnings.length)).toEqual([1, 0, 1])
    expect([await state(lin, one.orderNo), await state(lin, two.orderNo)]).toEqual(['WAIT_PAY', 'WAIT_PAY'])
    const awaited = await consoleBank.awaited({ keyword: one.orderNo })
    expect(awaited).toMatchObject({
      total: 1,
      dataList: [{ paymentId: one.paymentId, remarkCode, orderNos: [one.orderNo], voucherState: null }],
    })
    expect((await consoleBank.awaited({ keyword: '王矿业' })).total).toBe(1)
    expect((await consoleBank.awaited({ keyword: '%' })).total).toBe(0)
  })

  test('also proposes a trade whose buyer has not begun a transfer', async () => {
    const lin = await mall.buyer('钱')
    const skuId = await mall.createSku('截齿', { sale: '640.00' })
    const lines = [{ skuId, goodsNum: 1 }]
    const { quote } = await lin.api.order.preview({ lines, method: 'transfer' })
    const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'transfer', addressId: lin.addressId, quote })
    const lineId = await bank.arrives(yuanTextToFen('640'), { payer: '钱矿业有限公司' })
    const [proposal] = (await consoleBank.line({ lineId })).proposals
    expect(proposal).toMatchObject({ reason: 'amountAndPayer', transfer: { paymentId: null, tradeId, amount: 64_000 } })
    const part: BankAllocationInput = { to: 'trade', enterpriseId: lin.enterpriseId, tradeId, amount: yuanTextToFen('640') }
    await consoleBank.assign({ lineId, rest: yuanTextToFen('640'), parts: [part] })
    expect(await state(lin, orders[0]?.orderNo ?? '')).toBe('WAIT_SEND')
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('assigning a bank line', () => {
  test('pays orders, a top-up, a repayment and a wallet of several enterprises; the rest is returned later', async () => {
    const lin = await mall.buyer('林', { credit: '5000' })
    const wang = await mall.buyer('王')
    await debts.draws(lin.enterpriseId, yuanTextToFen('300'))
    const [one, two] = [await bank.orders(lin), await bank.orders(wang, '700.00')]
    const topUp = await lin.api.transfer.topUp({ amount: yuanTextToFen('50') })
    const repay = await lin.api.transfer.repay({ amount: yuanTextToFen('100') })
    const lineId = await bank.arrives(yuanTextToFen('2000'))
    const parts: BankAllocationInput[] = [
      toPayment(lin, one.paymentId, '600'),
      toPayment(wang, two.paymentId, '700'),
      toPayment(lin, topUp.paymentId, '50'),
      toPayment(lin, repay.paymentId, '100'),
      { to: 'repay', enterpriseId: lin.enterpriseId, amount: yuanTextToFen('230') },
      { to: 'wallet', enterpriseId: wang.enterpriseId, amount: yuanTextToFen('20') },
    ]
    expect(await consoleBank.assign({ lineId, rest: yuanTextToFen('2000'), parts })).toEqual({ rest: 30_000 })
    expect([await state(lin, one.orderNo), await state(wang, two.orderNo)]).toEqual(['WAIT_SEND', 'WAIT_SEND'])
    // What is repaid beyond what is owed is the wallet's.
    expect(await debts.balances(lin)).toMatchObject({ drawn: 0, wallet: 8_000 })
    expect((await wang.api.wallet.entries({})).dataList).toMatchObject([{ title: '账户充值-转账支付', sign: '+', amount: 2_000 }])
    expect((await lin.api.statement.repayments({})).dataList.map(({ source, label }) => [source, label])).toEqual([
      ['bank', '转账还款'],
      ['bank', '转账还款'],
    ])
    const back = { lineId, rest: yuanTextToFen('300'), amount: yuanTextToFen('300'), reference: 'OUT0001', reason: '多付退回' }
    expect(await consoleBank.giveBack(back)).toEqual({ rest: 0 })
    expect(await refusal(consoleBank.giveBack({ ...back, rest: yuanTextToFen('0') }))).toBe('BANK_LINE_SHORT')
    const shown = await consoleBank.line({ lineId })
    expect(shown.allocations.map(({ kind }) => kind).sort()).toEqual([
      'back',
      'payment',
      'payment',
      'payment',
      'payment',
      'payment',
      'wallet',
    ])
    expect(shown.allocations.find(({ kind }) => kind === 'back')).toMatchObject({
      enterpriseId: null,
      reason: '多付退回',
      reference: 'OUT0001',
      by: 'finance',
    })
    const another = await bank.arrives(yuanTextToFen('5'))
    expect(await refusal(consoleBank.giveBack({ ...back, lineId: another, rest: yuanTextToFen('5'), amount: yuanTextToFen('5') }))).toBe(
      'BANK_REFERENCE_USED',
    )
    expect((await consoleBank.line({ lineId: another })).rest).toBe(500)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('applies all of its parts or none', async () => {
    const lin = await mall.buyer('林')
    const [one, two] = [await bank.orders(lin), await bank.orders(lin)]
    const lineId = await bank.arrives(yuanTextToFen('1200'))
    const uses = (parts: BankAllocationInput[], rest = '1200') => refusal(consoleBank.assign({ lineId, rest: yuanTextToFen(rest), parts }))
    const good = toPayment(lin, one.paymentId, '600')
    expect(await uses([good, toPayment(lin, two.paymentId, '599.99')])).toBe('AMOUNT_DIFFERS')
    expect(await uses([good, toPayment(lin, one.paymentId, '600')])).toBe('TRANSFER_OVER')
    expect(await uses([good, { to: 'wallet', enterpriseId: lin.enterpriseId, amount: yuanTextToFen('600.01') }])).toBe('BANK_LINE_SHORT')
    expect(await uses([good, { to: 'wallet', enterpriseId: PLATFORM_ENTERPRISE_ID, amount: yuanTextToFen('1') }])).toBe(
      'ENTERPRISE_NOT_FOUND',
    )
    const wang = await mall.buyer('王')
    expect(await uses([good, toPayment(wang, two.paymentId, '600')])).toBe('PAYMENT_NOT_FOUND')
    expect(await uses([good, { to: 'trade', enterpriseId: wang.enterpriseId, tradeId: two.tradeId, amount: yuanTextToFen('600') }])).toBe(
      'TRADE_NOT_FOUND',
    )
    expect(await uses([good], '1199')).toBe('BANK_LINE_CHANGED')
    expect([await state(lin, one.orderNo), (await consoleBank.line({ lineId })).rest]).toEqual(['WAIT_PAY', 120_000])
    expect(await uses([good, toPayment(lin, two.paymentId, '600')])).toBe('done')
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('succeeds for one of several concurrent assignments and answers the others with a conflict', async () => {
    for (let round = 0; round < 4; round++) {
      const lin = await mall.buyer('林')
      const made = [await bank.orders(lin), await bank.orders(lin)]
      const lineId = await bank.arrives(yuanTextToFen('1200'))
      const parts = made.map(({ paymentId }) => ({ to: 'payment', enterpriseId: lin.enterpriseId, paymentId, amount: 600 }))
      const wallet = { to: 'wallet', enterpriseId: lin.enterpriseId, amount: 1200 }
      const answers = await Promise.all([
        finance.post(assign.path, { lineId, rest: 1200, parts }),
        other.post(assign.path, { lineId, rest: 1200, parts: parts.toReversed() }),
        other.post(assign.path, { lineId, rest: 1200, parts: [wallet] }),
      ])
      expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409])
      expect((await consoleBank.line({ lineId })).rest).toBe(0)
    }
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('settles each payment once when two lines name the same payments in opposite order', async () => {
    const lin = await mall.buyer('林')
    const made = [await bank.orders(lin), await bank.orders(lin), await bank.orders(lin)]
    const [one, two] = [await bank.arrives(yuanTextToFen('1800')), await bank.arrives(yuanTextToFen('1800'))]
    const parts = made.map(({ paymentId }) => ({ to: 'payment', enterpriseId: lin.enterpriseId, paymentId, amount: 600 }))
    const answers = await Promise.all([
      finance.post(assign.path, { lineId: one, rest: 1800, parts }),
      other.post(assign.path, { lineId: two, rest: 1800, parts: parts.toReversed() }),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    expect((await consoleBank.line({ lineId: one })).rest + (await consoleBank.line({ lineId: two })).rest).toBe(180_000)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

test('a recorded top-up uses a whole bank line, and its reference only once', async () => {
  const lin = await mall.buyer('林')
  const record = (bankReference: string) =>
    finance.api.consoleWallet.recordTopUp({ enterpriseId: lin.enterpriseId, amount: yuanTextToFen('10'), bankReference })
  expect(await record('REC00001')).toEqual({ balance: 1_000 })
  expect(await refusal(record('REC00001'))).toBe('BANK_REFERENCE_USED')
  const answers = await Promise.all(Array.from({ length: 4 }, () => refusal(record('REC00002'))))
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(1)
  expect((await lin.api.payment.topUps({})).dataList).toMatchObject([
    { status: '已完成', method: 'transfer', paymentId: null },
    { status: '已完成', method: 'transfer', paymentId: null },
  ])
  const used = (await consoleBank.lines({ keyword: 'REC0000' })).dataList.map(({ rest, source }) => [rest, source])
  expect(used).toEqual([
    [0, 'typed'],
    [0, 'typed'],
  ])
  expect(
    await refusal(
      finance.api.consoleWallet.recordTopUp({ enterpriseId: PLATFORM_ENTERPRISE_ID, amount: yuanTextToFen('10'), bankReference: 'REC3' }),
    ),
  ).toBe('ENTERPRISE_NOT_FOUND')
  expect((await finance.api.consoleEnterprise.list({ pageSize: 100 })).dataList.map(({ name }) => name)).not.toContain('平台')
  expect(await mall.findInvariantBreaches()).toEqual({})
})
