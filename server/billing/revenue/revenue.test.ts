import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fen, formatYuan } from '#contract/platform/core/money.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createJournalEntriesOfMissingDays } from '#server/billing/journal/public.ts'
import { checkInvariants } from '#server/operations/invariants/check-invariants.ts'
import { invariants } from '#server/operations/invariants/invariants.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { createCouponHelpers } from '#server/platform/testing/coupons.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { type Buyer, openMall, TEST_USER_PASSWORD, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'

/**
 * A month that was computed by hand. Steel has 13 %, grain 9 % (its code begins with 101), freight 9 % (a class of its own), interest 6 % (until 2027). Below
 * 500 yuan an order has freight of 30.00.
 */
const mall = await openMall({ now: new Date('2026-09-20T02:00:00Z') })
const { dawns, jobs } = createDebtHelpers(mall)
const stories = await createAfterSaleHelpers(mall)
const coupons = await createCouponHelpers(mall)
const [finance, admin, support, warehouse] = [
  await mall.staff('finance'),
  await mall.staff('admin'),
  await mall.staff('support'),
  await mall.staff('warehouse'),
]
const journal = finance.api.consoleJournal
const owner = new pg.Client({ connectionString: mall.ownerUrl })
let lin: Buyer
let wu: Buyer
/** An order of before the split. */
let old: Awaited<ReturnType<typeof orders>>

const STEEL = '1090000000000000000'
const GRAIN = '1010000000000000000'

/** An order of goods of some classes, paid at once or on credit. */
async function orders(
  goods: readonly { price: string; units: number; taxCode: string }[],
  method: 'wallet' | 'credit',
  { buyer = lin, projectId }: { buyer?: Buyer; projectId?: string } = {},
) {
  const lines = []
  for (const { price, units, taxCode } of goods) {
    const skuId = await mall.createSku('截齿', { sale: price, credit: price })
    await owner.query(`update goods set tax_code = $1, tax_name = '类' where id = (select goods_id from sku where id = $2)`, [
      taxCode,
      skuId,
    ])
    lines.push({ skuId, goodsNum: units })
  }
  const { quote } = await buyer.api.order.preview({ lines, method })
  const { tradeId, orders: made } = await buyer.api.order.submit({ lines, method, addressId: buyer.addressId, quote, projectId })
  await (method === 'credit' ? buyer.api.order.payByCredit : buyer.api.order.payByWallet)({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  const orderNo = made[0]?.orderNo ?? expect.fail('no order')
  return { buyer, enterpriseId: buyer.enterpriseId, orderNo, skuIds: lines.map(({ skuId }) => skuId) }
}

/** What a month moves in the accounts of revenue and its tax, and of its customer: debit, credit and what stands at its end, credit in brackets. */
const months = async (month: string) => {
  const { dataList } = await journal.balances({ monthFrom: month, monthTo: month, pageSize: 100 })
  const shown = (debit: Fen, credit: Fen) => (credit > 0 ? `(${formatYuan(credit)})` : formatYuan(debit))
  return Object.fromEntries(
    dataList
      .filter((row) => row.debit + row.credit > 0)
      .map((row) => [row.account, `${formatYuan(row.debit)} ${formatYuan(row.credit)} ${shown(row.closingDebit, row.closingCredit)}`]),
  )
}
/** Output tax of a month by rate, in fen. */
const taxes = async (month: string) => {
  const { rows } = await owner.query(
    `select rate_bp, sum(credit_fen - debit_fen)::int as fen from journal_line where month = $1 and account = '22210107' group by rate_bp order by rate_bp`,
    [month],
  )
  return Object.fromEntries(rows.map((row) => [row.rate_bp, row.fen]))
}
const broken = async () => (await checkInvariants(mall.ownerUrl)).filter(({ breaches }) => breaches > 0).map(({ id }) => id)

beforeAll(async () => {
  await owner.connect()
  lin = await mall.buyer('林', { credit: '50000' })
  wu = await mall.buyer('吴', { credit: '50000', wallet: '1130' })
  // Revenue and tax are split from October on. An order of September is revenue as a whole when it is paid, as before.
  const { values, rowVersion } = await journal.chart({})
  const { changeId } = await journal.setRules({
    ...values,
    tax: { ...values.tax, from: '2026-10-01', interestFrom: '2027-01-01' },
    rowVersion,
  })
  await admin.api.consoleSensitiveChange.approve({ id: changeId ?? '', pwd: TEST_USER_PASSWORD })
  old = await orders([{ price: '1130.00', units: 1, taxCode: STEEL }], 'wallet', { buyer: wu })
  await dawns('2026-10-05')
})
afterAll(() => owner.end())

test('a month with two rates, freight, a coupon, parts, refunds and interest equals the expected journal', async () => {
  const { enterpriseId } = lin
  await finance.api.consoleWallet.recordTopUp({ enterpriseId, amount: yuanTextToFen('10000'), bankReference: 'ICBC0001' })
  const projectId = (
    await lin.api.project.add({ name: '三号面', code: 'P3', site: '', managerId: null, memberIds: [], budget: null, budgetSpan: 'whole' })
  ).id
  await dawns('2026-10-06')
  // A: 3 × 113.00 at 13 %, 109.00 at 9 % and freight 30.00 at 9 %: 478.00, of which tax 39.00 + (139.00 × 9/109 = 11.48: 9.00 and 2.48).
  const a = await orders(
    [
      { price: '113.00', units: 3, taxCode: STEEL },
      { price: '109.00', units: 1, taxCode: GRAIN },
    ],
    'wallet',
  )
  await dawns('2026-10-08')
  // B on credit: 2,260.00 at 13 % (tax 260.00) and 218.00 at 9 % (18.00), for a project.
  const b = await orders(
    [
      { price: '2260.00', units: 1, taxCode: STEEL },
      { price: '218.00', units: 1, taxCode: GRAIN },
    ],
    'credit',
    { projectId },
  )
  await dawns('2026-10-09')
  await stories.send(b, { 1: 1, 2: 1 })
  await dawns('2026-10-12')
  // The grain of B comes back: 218.00, tax 18.00.
  expect(await stories.returns(b, [[2, 'sent', 1]])).toBe(yuanTextToFen('218'))
  await dawns('2026-10-14')
  const templateId = await coupons.template({ amount: '10', threshold: '599', fromDay: '2026-10-01' })
  await lin.api.coupon.claim({ templateId })
  // C: 6 × 100.00 less 10.00: 590.00 at 13 %, tax 67.88 (590 × 13/113 = 67.876).
  const c = await orders([{ price: '100.00', units: 6, taxCode: STEEL }], 'wallet')
  await dawns('2026-10-15')
  // One unit is refunded unsent: 590/6 = 98.33, of the tax 67.88 × 98.33/590 = 11.31.
  expect(await stories.refunds(c, [[1, 'unsent', 1]])).toBe(yuanTextToFen('98.33'))
  await dawns('2026-10-16')
  // Three are sent: 590 × 4/6 − 98.33 = 295.00, of the tax left (56.57) × 295.00/491.67 = 33.94.
  await stories.send(c, { 1: 3 })
  await dawns('2026-10-17')
  // The last two are not sent: 590 − 98.33 − 295.00 = 196.67 with the rest of the tax, 22.63.
  await warehouse.api.consoleFulfilment.closeShort({ enterpriseId, orderNo: c.orderNo, reason: '缺货' })
  await dawns('2026-10-20')
  // D: 1,130.00 at 13 %, cancelled before it is sent: 130.00 of tax in and out.
  const d = await orders([{ price: '1130.00', units: 1, taxCode: STEEL }], 'wallet')
  await dawns('2026-10-21')
  await lin.api.order.askCancel({ orderNo: d.orderNo, reason: '不要了' })
  await support.api.consoleOrder.agreeCancel({ enterpriseId, orderNo: d.orderNo })
  await dawns('2026-10-29')
  // Nothing is recognised a second time.
  await stories.send(old, { 1: 1 })
  await dawns('2026-10-30')
  // Two of A's steel: 226.00 (tax 26.00) and the freight 30.00 (2.48). The rest is sent in November: 113.00 (13.00) and 109.00 (9.00).
  await stories.send(a, { 1: 2 })
  await dawns('2026-11-02')
  await stories.send(a, { 1: 1, 2: 1 })
  // 2,260.00 of B are overdue on the 11th and the 12th: 1.13 a day, tax 6/106 of 2.26 = 0.13: 0.06 and 0.07.
  await dawns('2026-11-13')
  await jobs()
  await dawns('2026-11-14')
  await createJournalEntriesOfMissingDays(mall.db, mall.moment())

  expect(await months('2026-10')).toEqual({
    // On top of 1,130.00 in September, which paid the order of then.
    '1002': '10000.00 0.00 11130.00',
    '1015': '10000.00 10000.00 0.00',
    // B 2,478.00, less 218.00.
    '1122': '2478.00 218.00 2260.00',
    // 10,000.00 in; A 478.00, C 590.00, D 1,130.00 out; 98.33 + 196.67 + 1,130.00 back.
    '2203': '2198.00 11425.00 (9227.00)',
    // In: A 427.52, C 522.12, D 1,000.00. Out: C 87.02 + 261.06 + 174.04, D 1,000.00, A 200.00 + 27.52. Left: A's 100.00 + 100.00.
    '2205': '1749.64 1949.64 (200.00)',
    // The same of the tax: 50.48 + 67.88 + 130.00 in; 11.31 + 33.94 + 22.63 + 130.00 + 28.48 out. Left: 13.00 + 9.00.
    '222106': '226.36 248.36 (22.00)',
    // B 278.00, C 33.94, A 28.48; B's grain 18.00 back.
    '22210107': '18.00 340.42 (322.42)',
    '2241': '10000.00 10000.00 0.00',
    // B 2,200.00, C 261.06, A 227.52; B's grain 200.00 back.
    // On top of the 1,130.00 of September.
    '6001': '200.00 2688.58 (3618.58)',
    '9001': '2478.00 2478.00 0.00',
    '9002': '2478.00 2478.00 0.00',
  })
  // 13 %: B 260.00, C 33.94, A 26.00. 9 %: the freight of A 2.48; the grain of B went out and came back.
  expect(await taxes('2026-10')).toEqual({ 900: 248, 1300: 31_994 })
  expect(await months('2026-11')).toEqual({
    '1132': '2.26 0.00 2.26',
    '2205': '200.00 0.00 0.00',
    '222106': '22.00 0.00 0.00',
    '22210107': '0.00 22.13 (344.55)',
    '6001': '0.00 200.00 (3818.58)',
    '6051': '0.00 2.13 (2.13)',
  })
  expect(await taxes('2026-11')).toEqual({ 600: 13, 900: 900, 1300: 1_300 })
  const sent = (await journal.lines({ dateFrom: '2026-10-09', dateTo: '2026-10-09', pageSize: 100 })).dataList.filter(
    ({ title }) => title === '赊销',
  )
  expect(sent.map(({ account, debit, credit, rateBp, projectName }) => [account, debit - credit, rateBp, projectName])).toEqual([
    ['1122', 247_800, null, null],
    ['22210107', -1_800, 900, '三号面'],
    ['22210107', -26_000, 1300, '三号面'],
    ['6001', -20_000, 900, '三号面'],
    ['6001', -200_000, 1300, '三号面'],
  ])
  expect(await broken()).toEqual([])
})

test('with the other setting goods are recognised at receipt at the rate of that day; older parcels keep theirs', async () => {
  const { values, rowVersion } = await journal.chart({})
  const rates = [...values.tax.rates, { code: STEEL.slice(0, 3), from: '2026-12-01', rateBp: 900 as const }]
  const tax = { ...values.tax, recogniseAt: 'receipt' as const, recogniseFrom: '2026-11-21', rates }
  const { changeId } = await journal.setRules({ ...values, tax, rowVersion })
  const waiting = (await admin.api.consoleSensitiveChange.list({})).dataList.find(({ id }) => id === changeId)
  expect(waiting?.changes).toEqual([
    { name: 'recogniseAt', label: '收入确认时点', from: '发货时', to: '签收时' },
    { name: 'recogniseFrom', label: '确认时点起始日', from: '2000-01-01', to: '2026-11-21' },
    { name: 'rate 109… 自 2026-12-01', label: '税率 109… 自 2026-12-01', from: null, to: '9%' },
  ])
  await admin.api.consoleSensitiveChange.approve({ id: changeId ?? '', pwd: TEST_USER_PASSWORD })
  expect(
    await finance.post('/console-api/api/journal/set-rules', {
      ...values,
      tax: { ...tax, from: '2026-12-01' },
      rowVersion: rowVersion + 1,
    }),
  ).toMatchObject({
    reason: 'JOURNAL_TAX_BEGUN',
  })
  await dawns('2026-11-16')
  // The order of September comes back: 1,130.00 less revenue, and no tax.
  expect(await stories.refunds(old, [[1, 'sent', 1]])).toBe(yuanTextToFen('1130'))
  await dawns('2026-11-20')
  const before = await orders([{ price: '1130.00', units: 1, taxCode: STEEL }], 'wallet')
  await stories.send(before, { 1: 1 })
  await dawns('2026-11-21')
  // Paid at once 1,130.00 and on credit 2,260.00, both sent; of the second, one of two comes back before it was received.
  const paid = await orders([{ price: '1130.00', units: 1, taxCode: STEEL }], 'wallet')
  await stories.send(paid, { 1: 1 })
  const drawn = await orders([{ price: '1130.00', units: 2, taxCode: STEEL }], 'credit', { buyer: wu })
  await stories.send(drawn, { 1: 2 })
  await dawns('2026-11-25')
  expect(await stories.refunds(drawn, [[1, 'sent', 1]])).toBe(yuanTextToFen('1130'))
  await dawns('2026-12-01')
  await lin.api.order.receive({ orderNo: paid.orderNo })
  await wu.api.order.receive({ orderNo: drawn.orderNo })
  await dawns('2026-12-02')
  await createJournalEntriesOfMissingDays(mall.db, mall.moment())
  const movements = async (month: string) =>
    Object.fromEntries(Object.entries(await months(month)).filter(([account]) => ['2205', '222106', '6001'].includes(account)))
  // Until the end of November: the order of the 20th is revenue; 1,000.00 + 2,000.00 − 1,000.00 wait, with 130.00 + 260.00 − 130.00 of tax.
  expect(await movements('2026-11')).toEqual({
    '2205': '2200.00 4000.00 (2000.00)',
    '222106': '282.00 520.00 (260.00)',
    '6001': '1130.00 1200.00 (3688.58)',
  })
  // Received in December at 9 %: 1,130.00 × 9/109 = 93.30 of tax each, so revenue is 1,036.70 each.
  expect(await movements('2026-12')).toEqual({
    '2205': '2000.00 0.00 0.00',
    '222106': '260.00 0.00 0.00',
    '6001': '0.00 2073.40 (5761.98)',
  })
  expect((await taxes('2026-12'))[900]).toBe(2 * 9_330)
  expect(await broken()).toEqual([])

  // The point cannot move behind days that have entries: what these days left would never be revenue. Nor by a change that waited until then.
  const now = await journal.chart({})
  const moved = (recogniseFrom: string) => ({
    ...now.values,
    tax: { ...now.values.tax, recogniseAt: 'shipment' as const, recogniseFrom },
    rowVersion: now.rowVersion,
  })
  expect(await finance.post('/console-api/api/journal/set-rules', moved('2026-11-22'))).toMatchObject({
    reason: 'JOURNAL_TAX_BEGUN',
    msg: expect.stringContaining('收入确认时点须从'),
  })
  const first = addDays(toShanghaiDay(mall.clock.now), 1)
  const late = await journal.setRules(moved(first))
  await dawns(addDays(first, 3))
  await createJournalEntriesOfMissingDays(mall.db, mall.moment())
  expect(await admin.post('/console-api/api/sensitive-change/approve', { id: late.changeId ?? '', pwd: TEST_USER_PASSWORD })).toMatchObject(
    { reason: 'JOURNAL_TAX_BEGUN' },
  )
  expect((await journal.chart({})).values.tax).toEqual(now.values.tax)
})

test('a changed, missing or invented line violates an invariant in both directions', async () => {
  const own = invariants.filter(({ id }) => /^I-(33|43)/.test(id))
  const broken = async () => {
    const found: string[] = []
    for (const { id, sql } of own) if ((await owner.query(`select exists (${sql}) as broken`)).rows[0]?.broken) found.push(id)
    return found
  }
  const tampers = async (harm: string, mend: string) => {
    const { rowCount } = await owner.query(harm)
    expect(rowCount, harm).toBeGreaterThan(0)
    const found = await broken()
    await owner.query(mend)
    expect(await broken()).toEqual([])
    return found
  }
  const copy = async (what: string, condition: string) => {
    await owner.query(`create table kept as select * from ${what} where ${condition}`)
    const found = await tampers(`delete from ${what} where ${condition}`, `insert into ${what} select * from kept`)
    await owner.query('drop table kept')
    return found
  }
  const paid = `kind = 'payByWallet' and rate_bp = 1300 and held_fen > 100000`
  // The sum of a document.
  expect(
    await tampers(
      `update revenue_line set held_fen = held_fen + 1 where ${paid}`,
      `update revenue_line set held_fen = held_fen - 1 where ${paid}`,
    ),
  ).toContain('I-43')
  // Its tax alone.
  expect(
    await tampers(
      `update revenue_line set held_tax_fen = held_tax_fen + 1 where ${paid}`,
      `update revenue_line set held_tax_fen = held_tax_fen - 1 where ${paid}`,
    ),
  ).toEqual(['I-43b', 'I-43c', 'I-43d'])
  // Interest with the tax of goods.
  expect(
    await tampers(
      `update revenue_line set earned_tax_fen = 13 where kind = 'chargeInterest' and earned_tax_fen = 6`,
      `update revenue_line set earned_tax_fen = 6 where kind = 'chargeInterest' and earned_tax_fen = 13`,
    ),
  ).toEqual(['I-43b', 'I-43d'])
  // Another rate, and another shop or project.
  expect(
    await tampers(
      `update revenue_line set rate_bp = 600 where ${paid}`,
      `update revenue_line set rate_bp = 1300 where kind = 'payByWallet' and rate_bp = 600`,
    ),
  ).toEqual(['I-43b', 'I-43d'])
  expect(
    await tampers(
      `update revenue_line set project_id = null, tax_code = '7' where project_id is not null and kind = 'draw'`,
      `update revenue_line r set project_id = o.project_id,
      tax_code = null from "order" o where o.enterprise_id = r.enterprise_id and o.id = r.order_id and r.tax_code = '7'`,
    ),
  ).toEqual(['I-43b'])
  // Revenue of a day before the goods were sent, and revenue that is not there.
  expect(
    await tampers(
      `update revenue_line set day = day - 1 where kind = 'recognise' and day = '2026-10-30'`,
      `update revenue_line set day = day + 1 where kind = 'recognise' and day = '2026-10-29'`,
    ),
  ).toEqual(['I-43b', 'I-43c'])
  expect(await copy('revenue_line', `kind = 'recognise' and day = '2026-12-01'`)).toEqual(['I-43b', 'I-43c'])
  expect(await copy('revenue_line', `kind = 'refundToCredit'`)).toContain('I-43')
  // The journal: a part in another account, tax and revenue exchanged, and an entry that is gone.
  const tax = `account = '22210107' and part = 'earnedTax'`
  expect(
    await tampers(
      `update journal_line set account = '6001' where ${tax}`,
      `update journal_line set account = '22210107' where part = 'earnedTax'`,
    ),
  ).toEqual(['I-33b'])
  expect(
    await tampers(
      `update journal_line set part = 'earned' where ${tax}`,
      `update journal_line set part = 'earnedTax' where account = '22210107'`,
    ),
  ).toContain('I-43b')
  expect(
    await copy(
      'journal_line',
      `no = (select min(no) from journal_entry where rule = 'recognise' and month = '2026-10') and word = '记' and month = '2026-10'`,
    ),
  ).toEqual(['I-33b', 'I-43b'])
})

test('a mall with entries from before the split begins in the month after its last one', async () => {
  const migration = readFileSync('server/platform/migrations/0330-revenue-lines.sql', 'utf8')
  await owner.query(migration.slice(migration.indexOf('insert into setting (')))
  expect((await journal.chart({})).values.tax.from).toBe('2027-01-01')
})
