import { describe, expect, test } from 'vitest'
import { createInvoiceHelpers, TEST_TAX_NO } from '#server/platform/testing/invoices.ts'
import { type Buyer, ONE_HOUR_MS, openMall } from '#server/platform/testing/mall.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'

const mall = await openMall()
const stories = await createInvoiceHelpers(mall)
const { sent, applies, issued, settles, runs, faults, finance, returns, sandbox } = stories
const { consoleInvoice } = finance.api
const lin = await mall.buyer('林', { wallet: '90000' })
const bank = { address: '太原市某路 1 号', phone: '0351-1234567', bank: '中国银行太原分行', accountNo: '622200001111' }
const special = { kind: 'SPECIAL', taxNo: TEST_TAX_NO, ...bank } as const
await lin.api.invoiceTitle.add({ ...special, name: '林矿业有限公司', isDefault: true })

type Ref = Awaited<ReturnType<typeof issued>>
const detail = ({ id }: Ref, buyer: Buyer = lin) => buyer.api.invoice.detail({ id })
const redOf = async (ref: Ref) => (await consoleInvoice.detail(ref)).issues.findLast(({ kind }) => kind === 'red') ?? expect.fail('no red')
const reds = () => sandbox.all().filter(({ asked, state }) => asked.invoiceType === 2 && state === 2)
const walletOf = async () => (await lin.api.wallet.overview({})).balance
const waitingFor = async (ref: Ref) =>
  (await consoleInvoice.list({ queue: 'confirm', enterpriseId: ref.enterpriseId })).dataList.map(({ id }) => id)

/** An issued 专票 over two units for 500 yuan, which its buyer may have deducted. */
async function invoiced({ deducted }: { deducted: boolean }) {
  faults({})
  const ordered = await sent(lin, [{ price: '250.00', units: 2 }])
  const ref = await issued(lin, [ordered.orderNo])
  const invoiceNo = (await detail(ref)).number ?? ''
  if (deducted) sandbox.buyer({ invoiceNo, act: 'deduct' })
  return { ordered, ref, invoiceNo }
}

describe('a red letter of a 专票', () => {
  test('whose buyer has not deducted is issued at once, with the number of a 确认单 that nobody has to confirm', async () => {
    const { ordered, ref } = await invoiced({ deducted: false })
    const before = sandbox.confirmations().length
    await returns(ordered, [[1, 'sent', 2]])
    await settles()
    const red = await redOf(ref)
    expect(red).toMatchObject({
      state: 'ISSUED',
      needsConfirmation: true,
      confirmation: { state: 'UNNEEDED', way: 'provider', until: null },
    })
    expect(sandbox.confirmations()).toHaveLength(before + 1)
    expect(reds().at(-1)?.asked.redConfirmNo).toBe(red.confirmation?.number)
    const xml = await lin.api.invoice.file({ id: ref.id, issueId: red.id, format: 'xml' })
    expect(Buffer.from(xml.bytes).toString()).toContain(`<redConfirmNo>${red.confirmation?.number}</redConfirmNo>`)
    expect(await detail(ref)).toMatchObject({ state: 'RED', red: 50_000 })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('whose buyer has deducted waits for the buyer, while the money is back at once and the invoice stays as it is', async () => {
    const { ordered, ref, invoiceNo } = await invoiced({ deducted: true })
    const [money, before] = [await walletOf(), reds().length]
    await returns(ordered, [[1, 'sent', 1]])
    expect(await walletOf()).toBe(money + 25_000)
    await settles()
    expect(await detail(ref)).toMatchObject({
      state: 'ISSUED',
      red: 0,
      awaitsBuyer: true,
      issues: [{}, { state: 'WAIT', confirmation: { state: 'PENDING', until: expect.any(Date) } }],
    })
    expect((await lin.api.invoice.openOrders({})).total).toBe(0)
    expect(await waitingFor(ref)).toEqual([ref.id])
    const messages = (await lin.api.message.list({ kind: 'system' })).dataList.filter(({ title }) => title === '红字发票待确认')
    expect(messages).toMatchObject([{ target: { search: { id: ref.id } } }])
    expect(reds()).toHaveLength(before)
    sandbox.buyer({ invoiceNo, act: 'confirm' })
    mall.clock.forward(ONE_HOUR_MS)
    await Promise.all([runs(), runs()])
    await settles()
    expect(await redOf(ref)).toMatchObject({ state: 'ISSUED', confirmation: { state: 'CONFIRMED' } })
    expect(await detail(ref)).toMatchObject({ state: 'ISSUED', red: 25_000, awaitsBuyer: false })
    expect(reds()).toHaveLength(before + 1)
    expect(await waitingFor(ref)).toEqual([])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('whose buyer refuses waits for finance, who ask again under another number', async () => {
    const { ordered, ref, invoiceNo } = await invoiced({ deducted: true })
    await returns(ordered, [[1, 'sent', 2]])
    await settles()
    const first = (await redOf(ref)).confirmation?.number
    sandbox.buyer({ invoiceNo, act: 'refuse' })
    mall.clock.forward(ONE_HOUR_MS)
    await settles()
    const refused = await redOf(ref)
    expect(refused).toMatchObject({
      state: 'FAILED',
      failure: expect.stringMatching(/被购方拒绝或已作废，请核实后再次申请$/),
      confirmation: { state: 'REFUSED' },
    })
    expect((await consoleInvoice.list({ queue: 'red', enterpriseId: ref.enterpriseId })).dataList).toMatchObject([{ id: ref.id }])
    await consoleInvoice.retryRed({ ...ref, issueId: refused.id })
    await settles()
    const again = await redOf(ref)
    expect(again).toMatchObject({ state: 'WAIT', confirmation: { state: 'PENDING' } })
    expect(again.confirmation?.number).not.toBe(first)
    sandbox.buyer({ invoiceNo, act: 'confirm' })
    mall.clock.forward(ONE_HOUR_MS)
    await settles()
    expect(await detail(ref)).toMatchObject({ state: 'RED', red: 50_000 })
  })

  test('expires after 72 hours, and a number of the tax bureau that is typed then lets it go on', async () => {
    const { ordered, ref, invoiceNo } = await invoiced({ deducted: true })
    await returns(ordered, [[1, 'sent', 2]])
    await settles()
    mall.clock.forward(73 * ONE_HOUR_MS)
    await mall.renew()
    await settles()
    const red = await redOf(ref)
    expect(red).toMatchObject({ state: 'FAILED', failure: expect.stringMatching(/72 小时/), confirmation: { state: 'EXPIRED' } })
    expect((await detail(ref)).red).toBe(0)
    const { confirmNo } = sandbox.buyer({ invoiceNo, act: 'request' })
    await consoleInvoice.enterRedConfirmation({ ...ref, issueId: red.id, confirmationNumber: confirmNo })
    await settles()
    expect(await redOf(ref)).toMatchObject({ state: 'ISSUED', confirmation: { state: 'CONFIRMED', way: 'hand', number: confirmNo } })
    expect(reds().at(-1)?.asked.redConfirmNo).toBe(confirmNo)
    expect(await detail(ref)).toMatchObject({ state: 'RED', red: 50_000 })
  })

  test('of an invoice that was entered by hand needs the typed number first, which is of one red letter only', async () => {
    const ordered = await sent(lin, [{ price: '250.00', units: 2 }])
    const ref = await applies(lin, [ordered.orderNo])
    const pdf = { file: toBlob(Buffer.from('%PDF-1.7 sample'), 'application/pdf') }
    const issuedDay = mall.clock.now.toISOString().slice(0, 10)
    await consoleInvoice.enter({ ...ref, number: '22345678', issuedDay }, pdf)
    await returns(ordered, [[1, 'sent', 1]])
    const red = await redOf(ref)
    expect(red).toMatchObject({ state: 'WAIT', way: 'hand', needsConfirmation: true, confirmation: null })
    const typed = { ...ref, issueId: red.id, number: '22345679', issuedDay }
    await expect(consoleInvoice.enterRed(typed, pdf)).rejects.toMatchObject({ reason: 'INVOICE_RED_UNCONFIRMED' })
    const confirmed = { ...ref, issueId: red.id, confirmationNumber: '4401261100000001' }
    const faster = (what: string) => ({
      reason: 'INVOICE_MOVED',
      message: expect.stringMatching(new RegExp(`^finance 已于 \\d\\d:\\d\\d ${what}$`)),
    })
    mall.clock.forward(1_000)
    await consoleInvoice.enterRedConfirmation(confirmed)
    await expect(consoleInvoice.enterRedConfirmation(confirmed)).rejects.toMatchObject(faster('登记红字信息确认单'))
    mall.clock.forward(1_000)
    await consoleInvoice.enterRed(typed, pdf)
    await expect(consoleInvoice.enterRed(typed, pdf)).rejects.toMatchObject(faster('登记手工红字发票'))
    expect(await redOf(ref)).toMatchObject({
      state: 'ISSUED',
      confirmation: { state: 'CONFIRMED', way: 'hand', number: '4401261100000001' },
    })
    await returns(ordered, [[1, 'sent', 1]])
    const { id: issueId } = await redOf(ref)
    // Nobody has handled this one: what was done before was about the first.
    await expect(consoleInvoice.retryRed({ ...ref, issueId })).rejects.toMatchObject({ message: '该红字发票已被处理，请刷新后查看' })
    await expect(consoleInvoice.enterRedConfirmation({ ...confirmed, issueId })).rejects.toMatchObject({ reason: 'INVOICE_NUMBER_USED' })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('a number of a 确认单 that finance typed wrong', () => {
  test('and that the tax bureau does not know is corrected with a reason, and the red letter goes on', async () => {
    const { ordered, ref, invoiceNo } = await invoiced({ deducted: true })
    await returns(ordered, [[1, 'sent', 2]])
    await settles()
    sandbox.buyer({ invoiceNo, act: 'refuse' })
    mall.clock.forward(ONE_HOUR_MS)
    await settles()
    const issueId = (await redOf(ref)).id
    const { confirmNo } = sandbox.buyer({ invoiceNo, act: 'request' })
    const wrong = `${confirmNo.slice(0, -1)}${confirmNo.endsWith('0') ? 1 : 0}`
    const corrects = (confirmationNumber: string) =>
      consoleInvoice.enterRedConfirmation({ ...ref, issueId, confirmationNumber, correctionReason: '抄错一位' })
    await expect(corrects(wrong)).rejects.toMatchObject({ reason: 'INVOICE_MOVED', message: '该红字发票没有登记过确认单编号，请刷新' })
    await consoleInvoice.enterRedConfirmation({ ...ref, issueId, confirmationNumber: wrong })
    await expect(corrects(confirmNo)).rejects.toMatchObject({ reason: 'INVOICE_MOVED' })
    await settles()
    expect(await redOf(ref)).toMatchObject({
      state: 'FAILED',
      failure: expect.stringContaining('红字信息确认单不存在或未确认'),
      confirmation: { number: wrong },
    })
    await expect(consoleInvoice.enterRedConfirmation({ ...ref, issueId, confirmationNumber: confirmNo })).rejects.toMatchObject({
      reason: 'INVOICE_MOVED',
      message: expect.stringMatching(/^finance 已于 \d\d:\d\d 登记红字信息确认单$/),
    })
    await expect(corrects(wrong)).rejects.toMatchObject({ reason: 'RED_CONFIRMATION_UNCHANGED', message: '确认单编号没有变化，请核对' })
    await corrects(confirmNo)
    await settles()
    expect(await redOf(ref)).toMatchObject({ state: 'ISSUED', confirmation: { state: 'CONFIRMED', way: 'hand', number: confirmNo } })
    await expect(corrects(wrong)).rejects.toMatchObject({ reason: 'INVOICE_MOVED' })
    const corrected = ({ verb }: { verb: string }) => verb === 'correctConfirm'
    const text = `${wrong} → ${confirmNo}：抄错一位`
    expect((await consoleInvoice.detail(ref)).entries.filter(corrected)).toMatchObject([{ by: 'finance', text }])
    expect((await detail(ref)).entries.filter(corrected)).toMatchObject([{ text: '' }])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('the call to the provider', () => {
  test.each([
    ['is not heard', { deaf: 1 }],
    ['is heard, and its answer is lost', { mute: 1 }],
  ])('%s: it is made again and starts one 确认单', async (_, fault) => {
    const { ordered, ref } = await invoiced({ deducted: true })
    const before = sandbox.confirmations().length
    faults(fault)
    await returns(ordered, [[1, 'sent', 2]])
    await runs()
    expect(await redOf(ref)).toMatchObject({ state: 'WAIT', confirmation: { state: 'REQUESTED', number: null } })
    faults({})
    mall.clock.forward(ONE_HOUR_MS)
    await settles()
    expect(await redOf(ref)).toMatchObject({ confirmation: { state: 'PENDING' } })
    expect(sandbox.confirmations()).toHaveLength(before + 1)
  })

  test('that is answered after another request was started does not change that one', async () => {
    const { ordered, ref, invoiceNo } = await invoiced({ deducted: true })
    await returns(ordered, [[1, 'sent', 2]])
    await settles()
    sandbox.buyer({ invoiceNo, act: 'refuse' })
    mall.clock.forward(ONE_HOUR_MS)
    const provider = mall.services.eInvoice ?? expect.fail('no provider')
    // One process hears that the buyer has refused, and is slow. Another hears it too, finance asks again, and that call gets lost.
    const queryRedConfirmation: typeof provider.queryRedConfirmation = async (serial, now) => {
      const answer = await provider.queryRedConfirmation(serial, now)
      mall.services.eInvoice = provider
      mall.clock.forward(ONE_HOUR_MS)
      await runs()
      await consoleInvoice.retryRed({ ...ref, issueId: (await redOf(ref)).id })
      faults({ deaf: 1 })
      await runs()
      return answer
    }
    mall.services.eInvoice = Object.assign(Object.create(provider), { queryRedConfirmation })
    await runs()
    expect(await redOf(ref)).toMatchObject({ state: 'WAIT', confirmation: { state: 'REQUESTED', number: null } })
    faults({})
    mall.clock.forward(ONE_HOUR_MS)
    await settles()
    expect(await redOf(ref)).toMatchObject({ state: 'WAIT', confirmation: { state: 'PENDING' } })
  })

  test('is refused without a signature', async () => {
    const body = JSON.stringify({ serialNo: 'x', originalNo: '1', taxIncludedAmount: '-1.00', invoiceDetail: [] })
    const asked = await fetch(`${sandbox.base}/einvoice/v1/red-confirmations`, { method: 'POST', body })
    expect(asked.status).toBe(401)
    expect((await fetch(`${sandbox.base}/einvoice/v1/red-confirmations/x`)).status).toBe(401)
  })

  test('with an answer of somebody else changes nothing', async () => {
    const { ordered, ref } = await invoiced({ deducted: true })
    const { createSignedHttpInvoiceProvider } = await import('#server/adapters/e-invoice/signed-invoice-provider.ts')
    const provider = mall.services.eInvoice
    mall.services.eInvoice = createSignedHttpInvoiceProvider({ appKey: 'x', secret: 'y', base: sandbox.base, nonce: () => 'n' })
    await returns(ordered, [[1, 'sent', 2]])
    await runs()
    mall.services.eInvoice = provider
    expect(await redOf(ref)).toMatchObject({
      state: 'WAIT',
      failure: 'an answer that is not the provider’s',
      confirmation: { state: 'REQUESTED' },
    })
  })
})
