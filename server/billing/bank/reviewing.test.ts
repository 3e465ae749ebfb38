import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { type Buyer, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { connectSandboxPaymentProvider } from '#server/platform/testing/payment-provider.ts'
import { createSeededRandom } from '#server/platform/testing/random.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'
import { createTransferHelpers, createVoucherPicture } from '#server/platform/testing/transfers.ts'

const mall = await openMall()
const bank = createTransferHelpers(mall)
const provider = await connectSandboxPaymentProvider(mall)
const finance = await mall.staff('finance')
const second = await mall.staff('finance', 'reviewer')
const { approve, reject } = contract.consoleVoucher

const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error) => error.reason ?? String(error),
  )
const state = async (buyer: Buyer, orderNo: string) => (await buyer.api.order.detail({ orderNo })).state
const lineOf = (lineId: string) => finance.api.consoleBank.line({ lineId })
const suspense = async () => (await finance.api.consoleBank.lines({ pageSize: 1 })).suspense

interface Request {
  price?: string
  picture?: Buffer
}

/** An order whose voucher waits for somebody to look at it. */
async function waits(buyer: Buyer, { price = '600.00', picture }: Request = {}) {
  const made = await bank.orders(buyer, price)
  const id = await bank.proves(buyer, made.paymentId, picture)
  return { ...made, id, enterpriseId: buyer.enterpriseId, ref: { enterpriseId: buyer.enterpriseId, id } }
}

const approves = (person: TestUser, ref: { enterpriseId: string; id: string }, amount: Fen, lineId?: string) =>
  person.api.consoleVoucher.approve({ ...ref, amount, ...(lineId === undefined ? {} : { lineId }) })

let lin: Buyer
beforeAll(async () => {
  lin = await mall.buyer('林')
})

describe('approving a voucher', () => {
  test('against a bank line pays the order, notifies the buyer and uses the line', async () => {
    const before = await suspense()
    const { ref, orderNo, paymentId } = await waits(lin)
    const { remarkCode } = await lin.api.transfer.detail({ paymentId })
    const lineId = await bank.arrives(yuanTextToFen('600'), { remark: ` 货款 ${remarkCode.toLowerCase()} `, day: '2026-11-16' })
    expect(await suspense()).toBe(before + 60_000)
    const shown = await finance.api.consoleVoucher.detail(ref)
    expect(shown).toMatchObject({ amount: 60_000, orders: [{ orderNo }], warnings: [], mine: false, secondAbove: 5_000_000 })
    expect(shown.lines[0]?.id).toBe(lineId)
    expect(await approves(finance, ref, yuanTextToFen('600'), lineId)).toEqual({ done: true })
    expect(await state(lin, orderNo)).toBe('WAIT_SEND')
    expect(await lin.api.transfer.detail({ paymentId })).toMatchObject({
      state: 'RECEIVED',
      label: '已到账',
      vouchers: [{ state: 'ACCEPTED' }],
    })
    expect((await lin.api.message.list({ kind: 'system' })).dataList.map(({ title }) => title)).toContain('转账已到账')
    expect(await lineOf(lineId)).toMatchObject({ rest: 0, allocations: [{ kind: 'payment', paymentId, amount: 60_000 }], proposals: [] })
    expect(await suspense()).toBe(before)
    const paid = await mall.db
      .selectFrom('ledger_transfer')
      .select(['kind', 'value_day'])
      .where('enterprise_id', '=', lin.enterpriseId)
      .execute()
    expect(paid).toContainEqual({ kind: 'payByBank', value_day: '2026-11-16' })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('is refused if voucher and line differ by one fen; the money stays in suspense', async () => {
    const { ref, orderNo } = await waits(lin)
    const lineId = await bank.arrives(yuanTextToFen('599.99'))
    for (const amount of ['599.99', '600.01'])
      expect(await refusal(approves(finance, ref, yuanTextToFen(amount), lineId))).toBe('AMOUNT_DIFFERS')
    expect(await refusal(approves(finance, ref, yuanTextToFen('600'), lineId))).toBe('BANK_LINE_SHORT')
    const shown = await finance.api.consoleVoucher.detail(ref)
    expect(shown.warnings.map(({ kind }) => kind)).toContain('amountDiffers')
    expect([await state(lin, orderNo), (await lineOf(lineId)).rest]).toEqual(['WAIT_PAY', 59_999])
    expect(await refusal(finance.api.consoleVoucher.approve({ ...ref, amount: yuanTextToFen('600') }))).toBe('BANK_LINE_NEEDED')
    await finance.api.consoleVoucher.reject({ ...ref, opinion: '少付一分' })
    const part = { to: 'wallet', enterpriseId: lin.enterpriseId, amount: yuanTextToFen('599.99') } as const
    expect(await finance.api.consoleBank.assign({ lineId, rest: yuanTextToFen('599.99'), parts: [part] })).toEqual({ rest: 0 })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('with a typed reference uses the same line that the statement imports later', async () => {
    const { ref, orderNo } = await waits(lin)
    const line = { reference: 'TYPED0001', day: '2026-11-18', amount: yuanTextToFen('600'), payerName: '林矿业有限公司' }
    const ahead = { ...line, day: '2026-11-19' }
    expect(await refusal(finance.api.consoleVoucher.approve({ ...ref, amount: yuanTextToFen('600'), line: ahead }))).toBe('DAY_AHEAD')
    expect(await finance.api.consoleVoucher.approve({ ...ref, amount: yuanTextToFen('600'), line })).toEqual({ done: true })
    const other = await waits(lin)
    // L6
    expect(await refusal(finance.api.consoleVoucher.approve({ ...other.ref, amount: yuanTextToFen('600'), line }))).toBe(
      'BANK_REFERENCE_USED',
    )
    const lineId = await bank.arrives(yuanTextToFen('600'), { reference: 'TYPED0001' })
    expect(await lineOf(lineId)).toMatchObject({ source: 'statement', rest: 0, payerAccount: '****4567' })
    expect(await refusal(approves(finance, other.ref, yuanTextToFen('600'), lineId))).toBe('BANK_LINE_SHORT')
    expect([await state(lin, orderNo), await state(lin, other.orderNo)]).toEqual(['WAIT_SEND', 'WAIT_PAY'])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  // L3
  test('above ¥50,000 needs two different people who give the same amount and line', async () => {
    const { ref, orderNo, paymentId } = await waits(lin, { price: '50000.01' })
    const lineId = await bank.arrives(yuanTextToFen('50000.01'))
    const elsewhere = await bank.arrives(yuanTextToFen('50000.01'))
    expect(await approves(finance, ref, yuanTextToFen('50000.01'), lineId)).toEqual({ done: false })
    expect(await state(lin, orderNo)).toBe('WAIT_PAY')
    // Two people are the platform's own matter.
    expect(await lin.api.transfer.detail({ paymentId })).toMatchObject({
      state: 'REVIEW',
      vouchers: [{ state: 'REVIEW', label: '待审核' }],
    })
    expect(await refusal(lin.api.transfer.withdrawVoucher({ paymentId }))).toBe('VOUCHER_STATE')
    expect(await finance.api.consoleVoucher.detail(ref)).toMatchObject({ state: 'SECOND', mine: true, lines: [{ id: lineId }] })
    expect(await refusal(approves(finance, ref, yuanTextToFen('50000.01')))).toBe('SECOND_PERSON_NEEDED')
    const parts = [{ to: 'payment', enterpriseId: lin.enterpriseId, paymentId, amount: yuanTextToFen('50000.01') }] as const
    const around = finance.api.consoleBank.assign({ lineId: elsewhere, rest: yuanTextToFen('50000.01'), parts: [...parts] })
    expect(await refusal(around)).toBe('SECOND_PERSON_NEEDED')
    expect(await refusal(approves(second, ref, yuanTextToFen('50000')))).toBe('SECOND_FIGURE_DIFFERS')
    expect(await refusal(approves(second, ref, yuanTextToFen('50000.01'), elsewhere))).toBe('SECOND_FIGURE_DIFFERS')
    expect(await approves(second, ref, yuanTextToFen('50000.01'))).toEqual({ done: true })
    expect(await state(lin, orderNo)).toBe('WAIT_SEND')
    expect((await lineOf(elsewhere)).rest).toBe(5_000_001)
    // The second one may find the money of another voucher in another line than the first.
    const other = await waits(lin, { price: '50000.01' })
    expect(await approves(finance, other.ref, yuanTextToFen('50000.01'), await bank.arrives(yuanTextToFen('50000.01')))).toEqual({
      done: false,
    })
    const part = { to: 'payment', enterpriseId: lin.enterpriseId, paymentId: other.paymentId, amount: yuanTextToFen('50000.01') } as const
    await second.api.consoleBank.assign({ lineId: elsewhere, rest: yuanTextToFen('50000.01'), parts: [part] })
    expect(await state(lin, other.orderNo)).toBe('WAIT_SEND')
    const exactly = await waits(lin, { price: '50000.00' })
    expect(await approves(finance, exactly.ref, yuanTextToFen('50000'), await bank.arrives(yuanTextToFen('50000')))).toEqual({ done: true })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('with a large amount that one person recorded needs another person to assign it', async () => {
    const line = { reference: 'TYPED0002', day: '2026-11-18', amount: yuanTextToFen('50000.01'), payerName: '林' }
    const { lineId } = await finance.api.consoleBank.record(line)
    const uses = (person: TestUser) =>
      person.api.consoleBank.assign({
        lineId,
        rest: yuanTextToFen('50000.01'),
        parts: [{ to: 'wallet', enterpriseId: lin.enterpriseId, amount: yuanTextToFen('50000.01') }],
      })
    expect(await refusal(uses(finance))).toBe('SECOND_PERSON_NEEDED')
    const back = { lineId, rest: yuanTextToFen('50000.01'), amount: yuanTextToFen('1'), reference: 'OUT-9', reason: '退' }
    expect(await refusal(finance.api.consoleBank.giveBack(back))).toBe('SECOND_PERSON_NEEDED')
    // A voucher is not refused for it: it waits for the second person.
    const small = await waits(lin)
    expect(await approves(finance, small.ref, yuanTextToFen('600'), lineId)).toEqual({ done: false })
    expect(await state(lin, small.orderNo)).toBe('WAIT_PAY')
    expect(await refusal(approves(finance, small.ref, yuanTextToFen('600')))).toBe('SECOND_PERSON_NEEDED')
    expect(
      await refusal(
        finance.api.consoleWallet.recordTopUp({ enterpriseId: lin.enterpriseId, amount: yuanTextToFen('50000.01'), bankReference: 'T3' }),
      ),
    ).toBe('SECOND_PERSON_NEEDED')
    expect(await uses(second)).toEqual({ rest: 0 })
  })
})

describe('concurrent decisions settle a payment once', () => {
  // L5
  test('two approvals and a rejection, with one bank line or with two', async () => {
    const random = createSeededRandom(11)
    for (let round = 0; round < 8; round++) {
      const { ref, orderNo, paymentId } = await waits(lin)
      const [one, two] = [await bank.arrives(yuanTextToFen('600')), await bank.arrives(yuanTextToFen('600'))]
      const presses = [
        () => finance.post(approve.path, { ...ref, amount: 600, lineId: one }),
        () => second.post(approve.path, { ...ref, amount: 600, lineId: random.below(2) ? one : two }),
        () => second.post(reject.path, { ...ref, opinion: '看不清' }),
      ]
      const answers = await Promise.all(presses.slice(0, 2 + random.below(2)).map((press) => press()))
      expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
      for (const { code } of answers) expect([200, 409, 422]).toContain(code)
      const paid = (await state(lin, orderNo)) === 'WAIT_SEND'
      expect((await lin.api.transfer.detail({ paymentId })).state).toBe(paid ? 'RECEIVED' : 'REJECTED')
      expect((await lineOf(one)).assigned + (await lineOf(two)).assigned).toBe(paid ? 60_000 : 0)
    }
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('one bank line for two payments settles only one of them', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await waits(lin), await waits(lin)]
      const lineId = await bank.arrives(yuanTextToFen('900'))
      const answers = await Promise.all([
        finance.post(approve.path, { ...one.ref, amount: 600, lineId }),
        second.post(approve.path, { ...two.ref, amount: 600, lineId }),
      ])
      expect(answers.map(({ code }) => code).sort()).toEqual([200, 422])
      expect(await lineOf(lineId)).toMatchObject({ assigned: 60_000, rest: 30_000 })
    }
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('one typed reference for two payments settles only one of them', async () => {
    const [one, two] = [await waits(lin), await waits(lin)]
    const line = { reference: 'SAME0001', day: '2026-11-18', amount: 600, payerName: '林' }
    const answers = await Promise.all([
      finance.post(approve.path, { ...one.ref, amount: 600, line }),
      second.post(approve.path, { ...two.ref, amount: 600, line }),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
  })

  // K9, T-06
  test('a late online payment, an approval and a cancel: paid once, and the rest is refunded', async () => {
    for (const lateBefore of [true, false]) {
      const buyer = await mall.buyer('晚')
      const skuId = await mall.createSku('截齿', { sale: '600.00' })
      const lines = [{ skuId, goodsNum: 1 }]
      const { quote } = await buyer.api.order.preview({ lines, method: 'online' })
      const { tradeId, orders } = await buyer.api.order.submit({ lines, method: 'online', addressId: buyer.addressId, quote })
      const { paymentId: online } = await buyer.api.payment.create({ tradeId, channel: 'wechat' })
      const { invitation } = await buyer.api.payment.detail({ paymentId: online })
      await buyer.api.order.changeMethod({ tradeId, method: 'transfer' })
      const { paymentId } = await buyer.api.transfer.begin({ tradeId })
      const ref = { enterpriseId: buyer.enterpriseId, id: await bank.proves(buyer, paymentId) }
      const lineId = await bank.arrives(yuanTextToFen('600'))
      const orderNo = orders[0]?.orderNo ?? ''
      const acts = [
        () => provider.pays(invitation),
        () => finance.post(approve.path, { ...ref, amount: 600, lineId }),
        () => buyer.post(contract.order.cancel.path, { orderNo, reason: '不要了' }),
      ]
      await Promise.all((lateBefore ? acts : acts.reverse()).map((act) => act()))
      await expect
        .poll(async () => (await buyer.api.message.list({ kind: 'system' })).dataList.map(({ title }) => title))
        .toContain('在线支付将原路退回')
      expect(await state(buyer, orderNo)).toBe('WAIT_SEND')
      const settled = await mall.db
        .selectFrom('payment')
        .select('method')
        .where('enterprise_id', '=', buyer.enterpriseId)
        .where('state', '=', 'SETTLED')
        .execute()
      expect(settled).toEqual([{ method: 'transfer' }])
      const back = await mall.db
        .selectFrom('refund')
        .select(['amount_fen', 'source'])
        .where('enterprise_id', '=', buyer.enterpriseId)
        .execute()
      expect(back).toEqual([{ amount_fen: 60_000, source: 'suspense' }])
    }
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

test('a reused voucher picture raises a warning, for any enterprise and after changes to the file', async () => {
  const wang = await mall.buyer('王')
  const picture = await createVoucherPicture()
  const first = await waits(lin, { picture })
  expect((await finance.api.consoleVoucher.detail(first.ref)).warnings.map(({ kind }) => kind)).not.toContain('duplicatePicture')
  const again = await waits(wang, { picture })
  const { warnings } = await finance.api.consoleVoucher.detail(again.ref)
  expect(warnings.find(({ kind }) => kind === 'duplicatePicture')?.text).toMatch(/林矿业有限公司.*600\.00 第 1 次/)
  // Brought anew for the same payment it is no other voucher's.
  await finance.api.consoleVoucher.reject({ ...first.ref, opinion: '请重传' })
  const anew = { enterpriseId: lin.enterpriseId, id: await bank.proves(lin, first.paymentId, picture) }
  const others = (await finance.api.consoleVoucher.detail(anew)).warnings.filter(({ kind }) => kind === 'duplicatePicture')
  expect(others).toHaveLength(1)
  expect(
    await finance.api.consoleFiles.viewPayment({
      enterpriseId: lin.enterpriseId,
      fileId: (await finance.api.consoleVoucher.detail(anew)).voucher.fileIds[0] ?? '',
    }),
  ).toMatchObject({ type: 'image/jpeg' })
})

test('a payer that differs or a missing bank line raises a warning', async () => {
  const buyer = await mall.buyer('赵')
  const { ref } = await waits(buyer, { price: '777.77' })
  expect((await finance.api.consoleVoucher.detail(ref)).warnings).toMatchObject([{ kind: 'noLine' }])
  await bank.arrives(yuanTextToFen('777.77'), { payer: '赵六个人' })
  expect((await finance.api.consoleVoucher.detail(ref)).warnings).toMatchObject([{ kind: 'payerDiffers' }])
})

test('the warning for a line without a payer says so and names no payer', async () => {
  const { ref } = await waits(await mall.buyer('孙'), { price: '888.88' })
  await bank.arrives(yuanTextToFen('888.88'), { payer: '' })
  expect((await finance.api.consoleVoucher.detail(ref)).warnings).toMatchObject([{ kind: 'payerDiffers', text: '对账单没有付款人' }])
})

test('the queue is sorted oldest first; support can only read; the decider is recorded', async () => {
  const support = await mall.staff('support')
  const { ref } = await waits(lin)
  const { dataList } = await support.api.consoleVoucher.list({ state: 'REVIEW', pageSize: 100 })
  expect(dataList.at(-1)?.id).toBe(ref.id)
  expect(await refusal(support.api.consoleVoucher.reject({ ...ref, opinion: '不' }))).toBe('STAFF_ONLY')
  expect(await lin.post(approve.path, { ...ref, amount: 600 })).toMatchObject({ code: 510 })
  await finance.api.consoleVoucher.reject({ ...ref, opinion: '金额看不清' })
  for (const again of [second.post(reject.path, { ...ref, opinion: '再驳' }), second.post(approve.path, { ...ref, amount: 600 })])
    expect(await again).toMatchObject({
      reason: 'VOUCHER_STATE',
      msg: expect.stringMatching(/^finance 已于 \d\d:\d\d 驳回这张凭证$/),
    })
  const decided = (await finance.api.consoleVoucher.list({ state: 'REJECTED', pageSize: 100 })).dataList
  expect(decided.find(({ id }) => id === ref.id)).toMatchObject({ decidedBy: 'finance', label: '审核驳回' })
  const audited = await mall.db.selectFrom('audit_log').select('action').where('action', '=', reject.path).execute()
  expect(audited.length).toBeGreaterThan(0)
})

test('cancelling an order paid by transfer refunds to the wallet; money that comes later stays on the line', async () => {
  const buyer = await mall.buyer('孙')
  const support = await mall.staff('support')
  const paid = await waits(buyer)
  await approves(finance, paid.ref, yuanTextToFen('600'), await bank.arrives(yuanTextToFen('600')))
  await buyer.api.order.askCancel({ orderNo: paid.orderNo, reason: '不要了' })
  await support.api.consoleOrder.agreeCancel({ enterpriseId: buyer.enterpriseId, orderNo: paid.orderNo })
  expect((await buyer.api.wallet.overview({})).balance).toBe(60_000)
  const gone = await bank.orders(buyer)
  const { remarkCode } = await buyer.api.transfer.detail({ paymentId: gone.paymentId })
  await buyer.api.order.cancel({ orderNo: gone.orderNo, reason: '不要了' })
  const lineId = await bank.arrives(yuanTextToFen('600'), { remark: remarkCode })
  const part = { to: 'payment', enterpriseId: buyer.enterpriseId, paymentId: gone.paymentId, amount: yuanTextToFen('600') } as const
  expect(await refusal(finance.api.consoleBank.assign({ lineId, rest: yuanTextToFen('600'), parts: [part] }))).toBe('TRANSFER_OVER')
  expect((await lineOf(lineId)).rest).toBe(60_000)
  expect(await mall.findInvariantBreaches()).toEqual({})
})
