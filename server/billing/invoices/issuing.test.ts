import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import { createInvoiceHelpers } from '#server/platform/testing/invoices.ts'
import { type Buyer, ONE_HOUR_MS, openMall } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const stories = await createInvoiceHelpers(mall)
const { sent, applies, issued, settles, runs, faults, finance, refunds, returns, sandbox } = stories
const { consoleInvoice } = finance.api
const lin = await mall.buyer('林', { wallet: '90000', credit: '90000' })
const owner = new pg.Client({ connectionString: mall.ownerUrl })
await owner.connect()
afterAll(() => owner.end())
const detail = ({ id }: { id: string }, buyer: Buyer = lin) => buyer.api.invoice.detail({ id })
const blues = () => sandbox.all().filter(({ asked, state }) => asked.invoiceType === 1 && state === 2).length

/** A request that finance has agreed to. */
async function agreed(price = '500.00', units = 1) {
  const ordered = await sent(lin, [{ price, units }])
  const ref = await applies(lin, [ordered.orderNo])
  await consoleInvoice.approve(ref)
  return { ordered, ref }
}

describe('issuing through the provider', () => {
  test('takes time; then number, day and three files are stored, and the buyer is notified', async () => {
    faults({})
    const { ref } = await agreed()
    await runs()
    expect(await detail(ref)).toMatchObject({ state: 'ISSUING', number: null })
    await settles()
    const { number, issues, entries } = await detail(ref)
    expect(number).toMatch(/^26440\d{15}$/)
    expect(issues).toMatchObject([{ kind: 'blue', state: 'ISSUED', amount: 50_000, tax: 5_752, formats: ['pdf', 'ofd', 'xml'] }])
    expect(entries.map(({ verb }) => verb)).toEqual(['apply', 'approve', 'issue'])
    await consoleInvoice.file({ ...ref, issueId: issues[0]?.id ?? '', format: 'pdf' })
    const auditor = await mall.staff('auditor')
    const views = await auditor.api.consoleDocumentView.list({ enterpriseId: lin.enterpriseId, paper: 'invoice' })
    expect(views.dataList).toMatchObject([{ actorName: 'finance', actionName: '下载发票', objectId: ref.id }])
    for (const [format, head] of [
      ['pdf', '%PDF-'],
      ['ofd', 'PK'],
      ['xml', '<?xml'],
    ] as const) {
      const paper = await lin.api.invoice.file({ id: ref.id, issueId: issues[0]?.id ?? '', format })
      expect(Buffer.from(paper.bytes).toString('latin1').startsWith(head)).toBe(true)
      const kept = mall.db.selectFrom('invoice_file').select('hash').where('enterprise_id', '=', lin.enterpriseId)
      const hashes = await kept
        .where('issue_id', '=', issues[0]?.id ?? '')
        .where('format', '=', format)
        .execute()
      expect(hashes[0]?.hash).toEqual(sha256(Buffer.from(paper.bytes)))
    }
    expect((await lin.api.message.list({ kind: 'system' })).dataList[0]).toMatchObject({ title: '发票已开具' })
  })

  test.each([
    ['does not hear', { deaf: 1 }],
    ['hears, and its answer is lost', { mute: 1 }],
  ])('%s: the request is queried again and makes one invoice', async (_, fault) => {
    const before = blues()
    faults(fault)
    const { ref } = await agreed()
    await runs()
    expect(await detail(ref)).toMatchObject({ state: 'ISSUING' })
    faults({})
    mall.clock.forward(ONE_HOUR_MS)
    await settles()
    expect(await detail(ref)).toMatchObject({ state: 'ISSUED' })
    expect(blues()).toBe(before + 1)
  })

  test('after a crash between call and commit the same serial number returns the same invoice', async () => {
    faults({})
    const before = blues()
    const { ref } = await agreed()
    const provider = mall.services.eInvoice ?? expect.fail('no provider')
    // The call is made, and nothing that it answered is written down.
    mall.services.eInvoice = {
      ...provider,
      issue: (order, now) => provider.issue(order, now).then(() => Promise.reject(new Error('the power is cut'))),
    }
    await expect(runs()).rejects.toThrow('the power is cut')
    mall.services.eInvoice = provider
    mall.clock.forward(ONE_HOUR_MS)
    await settles()
    expect(await detail(ref)).toMatchObject({ state: 'ISSUED' })
    expect(blues()).toBe(before + 1)
  })

  test('two concurrent jobs send one request', async () => {
    faults({})
    const before = sandbox.all().length
    const { ref } = await agreed()
    for (let pass = 0; pass < 4; pass++) {
      await Promise.all([runs(), runs(), runs()])
      mall.clock.forward(12_000)
    }
    expect(await detail(ref)).toMatchObject({ state: 'ISSUED' })
    expect(sandbox.all().length).toBe(before + 1)
  })

  test('a refused request, immediately or later, waits for finance, who can retry with a new serial number', async () => {
    for (const fault of [{ refuse: 1 }, { fail: 1 }]) {
      faults(fault)
      const { ref } = await agreed()
      await settles()
      expect(await detail(ref)).toMatchObject({ state: 'FAILED', issues: [] })
      const opened = await consoleInvoice.detail(ref)
      expect(opened).toMatchObject({
        actions: ['reject', 'enter', 'retry'],
        issues: [{ state: 'FAILED', failure: expect.stringMatching(/税/) }],
      })
      faults({})
      await consoleInvoice.retry(ref)
      await settles()
      expect(await detail(ref)).toMatchObject({ state: 'ISSUED' })
      expect((await consoleInvoice.detail(ref)).issues.map(({ state }) => state)).toEqual(['FAILED', 'ISSUED'])
    }
  })

  test('whoever decides later reads which colleague was faster, also after the provider has answered', async () => {
    faults({})
    const { ref } = await agreed()
    const other = await mall.staff('finance', 'support')
    const [rejects, takesBack] = [contract.consoleInvoice.reject, contract.consoleInvoice.takeBack].map(
      ({ path }) =>
        () =>
          other.post(path, { ...ref, reason: '税号有误' }),
    )
    const agreedBefore = { code: 409, reason: 'INVOICE_MOVED', msg: expect.stringMatching(/^finance 已于 \d\d:\d\d 同意开票$/) }
    expect(await rejects?.()).toMatchObject(agreedBefore)
    await settles()
    expect(await rejects?.()).toMatchObject(agreedBefore)
    await consoleInvoice.takeBack({ ...ref, reason: '税号有误' })
    expect(await takesBack?.()).toMatchObject({
      reason: 'INVOICE_MOVED',
      msg: expect.stringMatching(/^finance 已于 \d\d:\d\d 申请全额红冲$/),
    })
    await settles()
    // The last step was the provider's.
    expect(await rejects?.()).toMatchObject({ msg: '该发票已红冲，不能驳回，请刷新' })
  })

  test('an invoice with another amount is not accepted', async () => {
    faults({ wrongAmount: 1 })
    const { ref } = await agreed()
    await settles()
    const { state, issues } = await consoleInvoice.detail(ref)
    expect({ state, failure: issues[0]?.failure }).toEqual({
      state: 'ISSUING',
      failure: expect.stringMatching(/^服务商开出的金额与申请不符/),
    })
    faults({})
    mall.clock.forward(12 * ONE_HOUR_MS)
    await mall.renew()
    await settles()
    expect(await detail(ref)).toMatchObject({ state: 'ISSUED' })
  })

  test('an answer with an invalid signature is not accepted', async () => {
    faults({})
    const { ref } = await agreed()
    const { createSignedHttpInvoiceProvider } = await import('#server/adapters/e-invoice/signed-invoice-provider.ts')
    const provider = mall.services.eInvoice
    mall.services.eInvoice = createSignedHttpInvoiceProvider({ appKey: 'x', secret: 'y', base: sandbox.base, nonce: () => 'n' })
    await runs()
    expect((await consoleInvoice.detail(ref)).issues[0]).toMatchObject({ state: 'WAIT', failure: 'an answer that is not the provider’s' })
    mall.services.eInvoice = provider
  })
})

describe('a refund of invoiced goods', () => {
  test('makes a red letter automatically, first in part and then in full, including the tax', async () => {
    faults({})
    const ordered = await sent(lin, [{ price: '333.33', units: 3 }])
    const ref = await issued(lin, [ordered.orderNo])
    await refunds(ordered, [[1, 'sent', 1]])
    expect(await detail(ref)).toMatchObject({ state: 'ISSUED', red: 0, lines: [{ amount: 99_999, red: 33_333 }] })
    await settles()
    expect(await detail(ref)).toMatchObject({
      state: 'ISSUED',
      red: 33_333,
      issues: [{}, { kind: 'red', state: 'ISSUED', redReason: '04', amount: 33_333 }],
    })
    await returns(ordered, [[1, 'sent', 2]])
    await settles()
    const { state, red, tax, issues } = await detail(ref)
    expect({ state, red }).toEqual({ state: 'RED', red: 99_999 })
    expect(issues.filter(({ kind }) => kind === 'red').reduce((total, issue) => total + issue.tax, 0)).toBe(tax)
    expect((await lin.api.message.list({ kind: 'system' })).dataList[0]).toMatchObject({ title: '发票已红冲' })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('reduces an application that is not issued, and rejects it when nothing is left', async () => {
    const ordered = await sent(lin, [{ price: '250.00', units: 2 }])
    const ref = await applies(lin, [ordered.orderNo])
    await refunds(ordered, [[1, 'sent', 1]])
    expect(await detail(ref)).toMatchObject({ state: 'APPLIED', amount: 25_000, tax: 2_876, issues: [] })
    await refunds(ordered, [[1, 'sent', 1]])
    expect(await detail(ref)).toMatchObject({ state: 'REJECTED', amount: 0, reason: expect.stringMatching(/已全额退款，无需开票$/) })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('of an application that finance rejects just before leaves it as it is', async () => {
    const ordered = await sent(lin, [{ price: '250.00', units: 2 }])
    const ref = await applies(lin, [ordered.orderNo])
    const ours = 'select pid from pg_locks where database = (select oid from pg_database where datname = current_database())'
    const waiting = async () => (await owner.query(`select 1 from pg_locks where not granted and pid in (${ours})`)).rowCount
    // Both wait for the invoice: first finance, then the refund, which has already read that the line is in an application.
    await owner.query('begin')
    await owner.query('select 1 from invoice where enterprise_id = $1 and id = $2 for no key update', [ref.enterpriseId, ref.id])
    const rejected = consoleInvoice.reject({ ...ref, reason: '抬头不符' })
    await expect.poll(waiting, { interval: 20 }).toBe(1)
    const refunded = refunds(ordered, [[1, 'sent', 1]])
    await expect.poll(waiting, { interval: 20 }).toBe(2)
    await owner.query('commit')
    await Promise.all([rejected, refunded])
    expect(await detail(ref)).toMatchObject({ state: 'REJECTED', amount: 50_000, red: 0, lines: [{ amount: 50_000, red: 0 }] })
    expect((await consoleInvoice.detail(ref)).issues).toEqual([])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('while issuing makes the red letter wait for the number; if issuing fails, the application is reduced', async () => {
    faults({})
    const first = await agreed('250.00', 2)
    await refunds(first.ordered, [[1, 'sent', 1]])
    expect((await consoleInvoice.detail(first.ref)).issues).toMatchObject([
      { kind: 'blue' },
      { kind: 'red', state: 'WAIT', nextTryAt: null },
    ])
    expect(await mall.findInvariantBreaches()).toEqual({})
    await settles()
    await settles()
    expect(await detail(first.ref)).toMatchObject({ state: 'ISSUED', amount: 50_000, red: 25_000 })

    faults({ fail: 1 })
    const second = await agreed('250.00', 2)
    await refunds(second.ordered, [[1, 'sent', 1]])
    await settles()
    expect(await detail(second.ref)).toMatchObject({ state: 'FAILED', amount: 25_000, lines: [{ amount: 25_000, red: 0 }] })
    faults({})
    await consoleInvoice.retry(second.ref)
    await settles()
    expect(await detail(second.ref)).toMatchObject({ state: 'ISSUED', amount: 25_000, red: 0 })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('whose red letter is refused waits for finance and succeeds on retry', async () => {
    faults({})
    const ordered = await sent(lin, [{ price: '500.00', units: 1 }])
    const ref = await issued(lin, [ordered.orderNo])
    faults({ refuse: 1 })
    await refunds(ordered, [[1, 'sent', 1]])
    await settles()
    const red = (await consoleInvoice.detail(ref)).issues.find(({ kind }) => kind === 'red')
    expect(red).toMatchObject({ state: 'FAILED' })
    const waiting = (await consoleInvoice.queues({})).queues.find(({ queue }) => queue === 'red')
    expect(waiting?.count).toBeGreaterThan(0)
    faults({})
    await consoleInvoice.retryRed({ ...ref, issueId: red?.id ?? '' })
    await settles()
    expect(await detail(ref)).toMatchObject({ state: 'RED' })
  })
})
