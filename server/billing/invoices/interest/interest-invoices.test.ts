import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { invoiceEndpoints } from '#contract/billing/invoices/api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import type { Refusal } from '#contract/platform/core/refusal.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { reduceInterestInvoices } from '#server/billing/invoices/public.ts'
import { createJournalEntriesOfMissingDays } from '#server/billing/journal/public.ts'
import { checkInvariants } from '#server/operations/invariants/check-invariants.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { createInvoiceHelpers } from '#server/platform/testing/invoices.ts'
import { type Buyer, openMall, TEST_USER_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'

/**
 * Invoices over interest. Each company owes 2,000.00 of September, so a day costs 1.00 from the 11th of October on, charged on the next day. From the 1st of
 * November on interest has the class and the rate of goods, 13 %; what is charged before has 6 %.
 */
const mall = await openMall({ now: new Date('2026-09-20T02:00:00Z') })
const { draws, receives, dawns, jobs } = createDebtHelpers(mall)
const { asked, settles, finance, sandbox, sent, runs } = await createInvoiceHelpers(mall)
const admin = await mall.staff('admin')
const owner = new pg.Client({ connectionString: mall.ownerUrl })
afterAll(() => owner.end())
const INTEREST = { orderNos: [] as string[], interest: true }
const FROM = '2026-11-01'

/** A night: the jobs, the journal of the day before, and what went back. */
async function passes(): Promise<void> {
  await jobs()
  await createJournalEntriesOfMissingDays(mall.db, mall.moment())
  await reduceInterestInvoices(mall.db, mall.moment())
}
const lives = async (until: string) => {
  for (let day = addDays(toShanghaiDay(mall.clock.now), 1); day <= until; day = addDays(day, 1)) {
    await dawns(day)
    await passes()
  }
}
const opens = async (buyer: Buyer) => {
  const { paid, invoiced, amount, rates } = await buyer.api.invoice.openInterest({})
  return [paid, invoiced, amount, ...rates.map((rate) => `${rate.rateBp} ${rate.amount}`)]
}
const applies = async (buyer: Buyer) => {
  const { id } = await buyer.api.invoice.apply({ ...INTEREST, ...(await asked(buyer)) })
  return { enterpriseId: buyer.enterpriseId, id }
}
/** Why a request is refused; null: it is made. */
const refusal = async (buyer: Buyer, input: Partial<InputOf<typeof invoiceEndpoints.apply>>) =>
  buyer.api.invoice.apply({ ...INTEREST, ...(await asked(buyer)), ...input }).then(
    () => null,
    ({ reason }: Refusal) => reason,
  )

let lin: Buyer
let wu: Buyer
let zheng: Buyer
let qian: Buyer
beforeAll(async () => {
  await owner.connect()
  const { values, rowVersion } = await finance.api.consoleJournal.chart({})
  const tax = { ...values.tax, interestFrom: FROM }
  const { changeId } = await finance.api.consoleJournal.setRules({ ...values, tax, rowVersion })
  await admin.api.consoleSensitiveChange.approve({ id: changeId ?? '', pwd: TEST_USER_PASSWORD })
  lin = await mall.buyer('林', { credit: '50000', wallet: '9000' })
  wu = await mall.buyer('吴', { credit: '50000' })
  zheng = await mall.buyer('郑', { credit: '50000' })
  for (const { enterpriseId } of [lin, wu, zheng]) await draws(enterpriseId, yuanTextToFen('2000'))
  // 61.7285 fen a day.
  qian = await mall.buyer('钱', { credit: '50000' })
  await draws(qian.enterpriseId, yuanTextToFen('1234.57'))
  await lives('2026-10-25')
})

test('only interest that was paid can be invoiced, from the night on in which its charge has tax, by whoever paid it', async () => {
  // 14 days are charged, the last of them this morning. 20.00 more than that are principal.
  expect(await opens(lin)).toEqual([0, 0, 0])
  expect(await refusal(lin, {})).toBe('INVOICE_NOTHING')
  await receives(lin.enterpriseId, yuanTextToFen('14'))
  expect(await opens(lin)).toEqual([1_400, 0, 1_300, '600 1300'])
  expect(await opens(wu)).toEqual([0, 0, 0])
  await lives('2026-10-26')
  expect(await opens(lin)).toEqual([1_400, 0, 1_400, '600 1400'])
  expect(await lin.api.invoice.preview(INTEREST)).toMatchObject({
    amount: yuanTextToFen('14'),
    tax: yuanTextToFen('0.79'),
    rateBp: 600,
    lines: [{ orderNo: null, goodsName: '延期付款利息', taxClass: { taxName: '金融服务' }, quantity: null }],
  })
})

test('the invoice goes through approval to the provider, in the name of the company, and the amount is asked for once', async () => {
  // Two people of the company ask at once.
  const both = await Promise.all([1, 2].map(() => refusal(lin, {})))
  expect(both.filter((reason) => reason === 'INVOICE_NOTHING')).toHaveLength(1)
  expect(await opens(lin)).toEqual([1_400, 1_400, 0])
  const { dataList } = await finance.api.consoleInvoice.list({ enterpriseId: lin.enterpriseId })
  expect(dataList).toMatchObject([{ ofInterest: true, shopName: '', orders: 0, orderNo: null, amount: yuanTextToFen('14'), failure: null }])
  const ref = { enterpriseId: lin.enterpriseId, id: dataList[0]?.id ?? '' }
  // Rejected, it can be asked for again, but only by members who may see the interest.
  await finance.api.consoleInvoice.reject({ ...ref, reason: '抬头不符' })
  const clerk = await mall.subAccount(lin, ['lookOrder'])
  expect((await clerk.api.invoice.detail({ id: ref.id })).mayReapply).toBe(false)
  await expect(clerk.api.invoice.reapply({ id: ref.id, ...(await asked(lin)) })).rejects.toMatchObject({ reason: 'NO_PERMISSION' })
  expect((await lin.api.invoice.detail({ id: ref.id })).mayReapply).toBe(true)
  expect(await opens(lin)).toEqual([1_400, 0, 1_400, '600 1400'])
  const again = await lin.api.invoice.reapply({ id: ref.id, ...(await asked(lin)) })
  await finance.api.consoleInvoice.approve({ ...ref, id: again.id })
  await settles()
  const detail = await lin.api.invoice.detail({ id: again.id })
  expect(detail).toMatchObject({
    state: 'ISSUED',
    ofInterest: true,
    shopId: null,
    orderNos: [],
    amount: yuanTextToFen('14'),
    tax: yuanTextToFen('0.79'),
  })
  const [made] = sandbox.all().slice(-1)
  expect(JSON.stringify(made?.asked)).toContain('延期付款利息')
  expect(JSON.stringify(made?.asked)).toContain('3060100000000000000')
  // It is of no shop, so it is found by nobody who keeps one.
  const shopId = await mall.newShop('自己的店')
  const keeper = await mall.staff('finance', 'warehouse')
  const { staffId = '' } = (await admin.api.consoleShop.staff({})).find(({ name }) => name.includes('finance,warehouse')) ?? {}
  await admin.api.consoleShop.setStaff({ staffId, shopIds: [shopId], rowVersion: 0 })
  expect((await keeper.api.consoleInvoice.list({})).total).toBe(0)
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('from the cut-over day on interest has the rate of goods, and the invoice says the tax that the journal has', async () => {
  await lives('2026-11-06')
  // Since the 26th 12 days were charged: seven of them until the 1st with 6 %, the others with 13 %; that of this morning has no tax yet.
  await receives(lin.enterpriseId, yuanTextToFen('12'))
  await receives(qian.enterpriseId, yuanTextToFen('16.05'))
  await lives('2026-11-07')
  expect(await opens(lin)).toEqual([2_600, 1_400, 1_200, '600 600', '1300 600'])
  const { lines, tax, rateBp } = await lin.api.invoice.preview(INTEREST)
  expect(rateBp).toBeNull()
  expect(lines.map(({ taxClass, rateBp: rate, amount }) => [taxClass?.taxName, rate, amount])).toEqual([
    ['金融服务', 600, 600],
    ['矿山专用设备', 1_300, 600],
  ])
  const ref = await applies(lin)
  await finance.api.consoleInvoice.approve(ref)
  await settles()
  const journal = await finance.api.consoleRevenue.totals({
    dateFrom: '2026-10-26',
    dateTo: '2026-11-06',
    enterpriseId: lin.enterpriseId,
    group: 'interest',
  })
  expect(journal).toMatchObject({ gross: yuanTextToFen('12'), tax })
  expect((await lin.api.invoice.detail({ id: ref.id })).state).toBe('ISSUED')
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('days of uneven interest come to the same tax in the invoice as in the journal', async () => {
  // 26 days until the 5th cost 1,604.941 fen, of which 20 were charged until the 31st of October: 1,234.57.
  expect(await opens(qian)).toEqual([1_605, 0, 1_605, '600 1235', '1300 370'])
  expect(await qian.api.invoice.preview(INTEREST)).toMatchObject({ amount: 1_605, tax: 113 })
  const { enterpriseId } = qian
  const asks = { dateFrom: '2026-10-11', dateTo: '2026-11-06', enterpriseId, group: 'interest' } as const
  expect(await finance.api.consoleRevenue.totals(asks)).toMatchObject({ gross: 1_605, tax: 113 })
})

test('the class of interest is fixed for days with entries: another one has a day of its own, later than they are', async () => {
  const { values, rowVersion } = await finance.api.consoleJournal.chart({})
  const sets = (tax: Partial<typeof values.tax>) =>
    finance.api.consoleJournal.setRules({ ...values, tax: { ...values.tax, ...tax }, rowVersion }).then(
      ({ changeId }) => changeId,
      ({ reason }: Refusal) => reason,
    )
  expect(await sets({ interest: values.tax.freight })).toBe('JOURNAL_TAX_BEGUN')
  expect(await sets({ interestFrom: '2026-12-01' })).toBe('JOURNAL_TAX_BEGUN')
  const changeId = await sets({ interest: values.tax.freight, interestFrom: '2026-12-01', interestBefore: values.tax.interest })
  await finance.api.consoleSensitiveChange.withdraw({ id: changeId ?? '' })
})

test('a change of the journal that was proposed before interest had a class with a day keeps the class of today', async () => {
  const { values, rowVersion } = await finance.api.consoleJournal.chart({})
  const freight = { ...values.tax.freight, taxName: '货物运输服务' }
  const { changeId } = await finance.api.consoleJournal.setRules({ ...values, tax: { ...values.tax, freight }, rowVersion })
  const text = `update sensitive_change set payload = payload #- '{values,tax,interestFrom}' #- '{values,tax,interestBefore}' where id = $1`
  await owner.query(text, [changeId])
  await admin.api.consoleSensitiveChange.approve({ id: changeId ?? '', pwd: TEST_USER_PASSWORD })
  expect((await finance.api.consoleJournal.chart({})).values.tax).toEqual({ ...values.tax, freight })
})

test('interest that goes back later gets a red letter for what is no longer paid, the latest invoice first', async () => {
  // Money of the 2nd of November becomes known: the days from then on have cost nothing.
  await receives(lin.enterpriseId, yuanTextToFen('2000'), { valueDay: '2026-11-02' })
  const { paid, invoiced } = await lin.api.invoice.openInterest({})
  expect(paid).toBe(yuanTextToFen('22'))
  expect(invoiced).toBe(yuanTextToFen('26'))
  await lives('2026-11-08')
  await settles()
  expect(await opens(lin)).toEqual([2_200, 2_200, 0])
  const { dataList } = await lin.api.invoice.list({ standing: 'issued' })
  expect(dataList.map(({ amount, red }) => [amount, red])).toEqual([
    [1_200, 400],
    [1_400, 0],
  ])
  const { issues } = await lin.api.invoice.detail({ id: dataList[0]?.id ?? '' })
  expect(issues.filter(({ kind }) => kind === 'red')).toMatchObject([
    { state: 'ISSUED', amount: 400, redReason: '04', note: '逾期利息冲回' },
  ])
  // Nothing else goes back the next night.
  expect(await reduceInterestInvoices(mall.db, mall.moment())).toBe(0)
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('an open request is reduced, and interest is asked for by itself', async () => {
  const { orderNo } = await sent(lin, [{ price: '500.00', units: 1 }])
  expect(await refusal(lin, { orderNos: [orderNo] })).toBe('INVOICE_NOTHING')
  expect(await refusal(lin, { month: '2026-09', shopId: await mall.newShop('小店') })).toBe('INVOICE_NOTHING')
  // Wu pays everything until today, asks, and then money of the 12th of October becomes known.
  for (const { enterpriseId } of [wu, zheng]) await receives(enterpriseId, yuanTextToFen('28'))
  await lives('2026-11-09')
  const [ref, whole] = [await applies(wu), await applies(zheng)]
  await receives(wu.enterpriseId, yuanTextToFen('2000'), { valueDay: '2026-10-12' })
  await receives(zheng.enterpriseId, yuanTextToFen('2000'), { valueDay: '2026-10-10' })
  await lives('2026-11-10')
  expect(await wu.api.invoice.detail({ id: ref.id })).toMatchObject({ state: 'APPLIED', amount: yuanTextToFen('1'), red: 0 })
  // Zheng's money was there on the last day on which nothing was overdue.
  const reason = '逾期利息冲回，利息已全部冲回，无需开票'
  expect(await zheng.api.invoice.detail({ id: whole.id })).toMatchObject({ state: 'REJECTED', amount: 0, reason })
  expect(await runs()).toBe(0)
  expect(await mall.findInvariantBreaches()).toEqual({})
  // More than was paid, or under another name, is found.
  const tampers = async (change: string, back: string) => {
    await owner.query(`update invoice_line set ${change} where order_id is null and live`)
    const breaches = (await checkInvariants(mall.ownerUrl)).filter((one) => one.breaches > 0).map(({ id }) => id)
    await owner.query(`update invoice_line set ${back} where order_id is null and live`)
    return breaches
  }
  expect(await tampers('amount_fen = amount_fen + 1', 'amount_fen = amount_fen - 1')).toContain('I-57')
  expect(await tampers(`goods_name = '利息'`, `goods_name = '延期付款利息'`)).toEqual(['I-57'])
})

test('a mall with entries from before begins in the month after its last one, and keeps its class for what was charged until then', async () => {
  const migration = readFileSync('server/platform/migrations/0551-interest-invoices.sql', 'utf8')
  const services = { taxCode: '3060100000000000000', taxName: '金融服务' }
  await owner.query(`update setting set value = jsonb_set(value, '{tax,interest}', $1) where name = 'journal'`, [JSON.stringify(services)])
  await owner.query(migration.slice(migration.indexOf('update setting set')))
  const { tax } = (await finance.api.consoleJournal.chart({})).values
  expect(tax).toMatchObject({ interest: { taxName: '矿山专用设备' }, interestFrom: '2026-12-01', interestBefore: services })
  // Another class than that of services was set by finance, so it stays.
  await owner.query(migration.slice(migration.indexOf('update setting set')))
  await owner.query(`update setting set value = jsonb_set(value, '{tax,interest}', $1) where name = 'journal'`, [
    JSON.stringify(tax.freight),
  ])
  await owner.query(migration.slice(migration.indexOf('update setting set')))
  expect((await finance.api.consoleJournal.chart({})).values.tax).toMatchObject({ interest: tax.freight, interestBefore: tax.freight })
})
