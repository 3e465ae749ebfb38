import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleJournalEndpoints, type JournalAccountBalance } from '#contract/billing/journal/console-api.ts'
import { getDefaultRulesOfJournalStandard, journalRuleKeys, journalRuleLabels } from '#contract/billing/journal/journal-rules.ts'
import { consoleJournalMonthEndpoints } from '#contract/billing/journal/months-api.ts'
import { defaultJournalSettings, JournalSettings } from '#contract/billing/journal/settings.ts'
import { journalStandards, listAccountsOfJournalStandard } from '#contract/billing/journal/standards.ts'
import { platformApiEndpoints } from '#contract/integration/integration/platform-api.ts'
import { transferKinds } from '#contract/money/ledger/transfer-kinds.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type Fen, formatYuan, sum } from '#contract/platform/core/money.ts'
import { createWaiverOrWriteOffRequest, decideWaiverOrWriteOffRequest } from '#server/billing/receivables/finance-requests.ts'
import { checkInvariants } from '#server/operations/invariants/check-invariants.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { type Buyer, openMall, TEST_USER_PASSWORD, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createPlatformProgramClients } from '#server/platform/testing/platform-program.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'
import { createJournalEntriesOfMissingDays } from './public.ts'

const mall = await openMall({ now: new Date('2026-10-05T02:00:00Z') })
const { buys, refunds, dawns, jobs } = createDebtHelpers(mall)
const [finance, second, admin] = [await mall.staff('finance'), await mall.staff('finance', 'support'), await mall.staff('admin')]
const journal = finance.api.consoleJournal
const owner = new pg.Client({ connectionString: mall.ownerUrl })
let lin: Buyer

const balances = async (months: object) => (await journal.balances({ ...months, pageSize: 100 })).dataList
const makes = () => createJournalEntriesOfMissingDays(mall.db, mall.moment())
/** Invariants of the journal that do not hold. */
const broken = async () =>
  (await checkInvariants(mall.ownerUrl)).filter(({ id, breaches }) => id.startsWith('I-33') && breaches > 0).map(({ id }) => id)

/** The rows of a trial balance with anything in them: opening, debit, credit and closing, in yuan; credit balances in brackets. */
const trial = (rows: readonly JournalAccountBalance[]) => {
  const shown = (debit: Fen, credit: Fen) => (credit > 0 ? `(${formatYuan(credit)})` : formatYuan(debit))
  return Object.fromEntries(
    rows
      .filter((row) => row.openingDebit + row.openingCredit + row.debit + row.credit > 0)
      .map((row) => [
        row.account,
        [
          shown(row.openingDebit, row.openingCredit),
          formatYuan(row.debit),
          formatYuan(row.credit),
          shown(row.closingDebit, row.closingCredit),
        ].join(' '),
      ]),
  )
}

async function paysByWallet(price: string) {
  const skuId = await mall.createSku('截齿', { sale: price })
  const given = { lines: [{ skuId, goodsNum: 1 }], method: 'wallet' as const, addressId: lin.addressId }
  const { quote } = await lin.api.order.preview(given)
  const { tradeId } = await lin.api.order.submit({ ...given, quote })
  await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
}

/**
 * October: 2,000 by bank into the wallet; 600 of it for an order; goods of 700 on credit, of which 100 come back; 300 by bank that nobody
 * claims, of which 60 go back. November: 600 are overdue for two days at 0.05 %, 100.60 are repaid, 20 are written off. Goods have 13 % tax:
 * 69.03 in the 600 that wait to be sent, 80.53 in the 700 that were; what came back names no refund, so no tax. Interest has 6 %: 0.03 in 0.60.
 */
beforeAll(async () => {
  await owner.connect()
  lin = await mall.buyer('林', { credit: '50000' })
  const { enterpriseId } = lin
  await finance.api.consoleWallet.recordTopUp({ enterpriseId, amount: yuanTextToFen('2000'), bankReference: 'ICBC0001' })
  await dawns('2026-10-06')
  await paysByWallet('600.00')
  await dawns('2026-10-07')
  const { parcelId } = await buys(lin, '700.00')
  await dawns('2026-10-08')
  await refunds(enterpriseId, parcelId, yuanTextToFen('100'))
  await dawns('2026-10-09')
  const { lineId } = await finance.api.consoleBank.record({
    reference: 'ICBC0002',
    day: '2026-10-09',
    amount: yuanTextToFen('300'),
    payerName: '某人',
  })
  await finance.api.consoleBank.giveBack({
    lineId,
    rest: yuanTextToFen('300'),
    amount: yuanTextToFen('60'),
    reference: 'OUT00001',
    reason: '多付',
  })
  await dawns('2026-11-13')
  await jobs()
  await lin.api.statement.repayByWallet({ amount: yuanTextToFen('100.60'), payPwd: TEST_USER_PAYMENT_PASSWORD })
  const request = { enterpriseId, month: '2026-10', amountFen: yuanTextToFen('20'), reason: '协商', staffId: crypto.randomUUID() }
  const id = await mall.runInTransaction((tx) => createWaiverOrWriteOffRequest(tx, mall.moment(), request))
  await mall.runInTransaction((tx) =>
    decideWaiverOrWriteOffRequest(tx, mall.moment(), { enterpriseId, id, approve: true, staffId: crypto.randomUUID() }),
  )
  await dawns('2026-11-14')
})

afterAll(() => owner.end())

test('every kind of transfer has a rule in both accounting standards with accounts of their charts', () => {
  expect(journalRuleKeys).toEqual([...keysOf(transferKinds), 'returnToBank', 'recognise', 'recogniseTax'])
  for (const standard of keysOf(journalStandards)) {
    const rules = getDefaultRulesOfJournalStandard(standard)
    expect(Object.keys(rules)).toEqual([...journalRuleKeys])
    const settings = { ...defaultJournalSettings, standard, accounts: listAccountsOfJournalStandard(standard), rules }
    expect(JournalSettings.safeParse(settings).error).toBeUndefined()
  }
  expect(Object.values(journalRuleLabels).every((label) => label !== '')).toBe(true)
})

test('a month of the journal equals the expected values and is generated once', async () => {
  expect(await makes()).toBe(14)
  expect(await makes()).toBe(0)
  const october = await balances({ monthFrom: '2026-10', monthTo: '2026-10' })
  expect(trial(october)).toEqual({
    '1002': '0.00 2300.00 60.00 2240.00',
    '1015': '0.00 2000.00 2000.00 0.00',
    '1122': '0.00 700.00 100.00 600.00',
    '2203': '0.00 600.00 2000.00 (1400.00)',
    '2205': '0.00 0.00 530.97 (530.97)',
    '22210107': '0.00 0.00 80.53 (80.53)',
    '222106': '0.00 0.00 69.03 (69.03)',
    '2241': '0.00 2060.00 2300.00 (240.00)',
    '6001': '0.00 100.00 619.47 (519.47)',
    '9001': '0.00 700.00 700.00 0.00',
    '9002': '0.00 700.00 700.00 0.00',
  })
  const november = await balances({ monthFrom: '2026-11', monthTo: '2026-11' })
  expect(trial(november)).toEqual({
    '1002': '2240.00 0.00 0.00 2240.00',
    '1122': '600.00 0.00 120.00 480.00',
    '1132': '0.00 0.60 0.60 0.00',
    '2203': '(1400.00) 100.60 0.00 (1299.40)',
    '2205': '(530.97) 0.00 0.00 (530.97)',
    '22210107': '(80.53) 0.00 0.07 (80.60)',
    '222106': '(69.03) 0.00 0.00 (69.03)',
    '2241': '(240.00) 0.00 0.00 (240.00)',
    '6001': '(519.47) 0.00 0.00 (519.47)',
    '6051': '0.00 0.00 0.53 (0.53)',
    '6702': '0.00 20.00 0.00 20.00',
  })
  for (const rows of [october, november])
    for (const [debit, credit] of [
      ['openingDebit', 'openingCredit'],
      ['debit', 'credit'],
      ['closingDebit', 'closingCredit'],
    ] as const)
      expect(sum(rows.map((row) => row[debit]))).toBe(sum(rows.map((row) => row[credit])))
  expect(sum(october.map(({ debit }) => debit))).toBe(yuanTextToFen('9160'))
  // The totals leave out 9001 and 9002, which no other program has, and are those of all pages.
  expect((await journal.balances({ monthFrom: '2026-10', monthTo: '2026-10', pageSize: 1 })).totals).toEqual({
    openingDebit: 0,
    openingCredit: 0,
    debit: yuanTextToFen('7760'),
    credit: yuanTextToFen('7760'),
    closingDebit: yuanTextToFen('2840'),
    closingCredit: yuanTextToFen('2840'),
  })
  expect(await broken()).toEqual([])
})

test('entries are numbered within their month and name the enterprise', async () => {
  const { dataList } = await journal.lines({ dateFrom: '2026-10-01', dateTo: '2026-10-31', pageSize: 100 })
  const numbersOf = (word: string) => [...new Set(dataList.filter((line) => line.word === word).map(({ no }) => no))].toSorted()
  expect(numbersOf('记')).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(numbersOf('备')).toEqual([1, 2])
  expect(dataList.filter(({ day }) => day === '2026-10-06')).toEqual([
    expect.objectContaining({ no: 4, title: '钱包支付', account: '2203', accountName: '预收账款', debit: yuanTextToFen('600'), credit: 0 }),
    expect.objectContaining({
      no: 4,
      title: '钱包支付',
      account: '2205',
      credit: yuanTextToFen('530.97'),
      enterpriseId: lin.enterpriseId,
      rateBp: 1_300,
    }),
    expect.objectContaining({ no: 4, title: '钱包支付', account: '222106', credit: yuanTextToFen('69.03'), rateBp: 1_300 }),
  ])
  expect((await journal.lines({ dateFrom: '2026-11-01', no: 1 })).dataList[0]).toMatchObject({ month: '2026-11', no: 1 })
})

test('general ledger, customer ledger and bank journal agree with the trial balance', async () => {
  expect(await journal.months({ account: '1122' })).toEqual({
    dataList: [
      { month: '2026-11', debit: 0, credit: yuanTextToFen('120'), balance: yuanTextToFen('480') },
      { month: '2026-10', debit: yuanTextToFen('700'), credit: yuanTextToFen('100'), balance: yuanTextToFen('600') },
    ],
    total: 2,
  })
  const { dataList: companies, totals } = await journal.enterprises({ account: '1122' })
  expect(companies).toEqual([
    expect.objectContaining({ enterpriseId: lin.enterpriseId, closingDebit: yuanTextToFen('480'), closingCredit: 0 }),
  ])
  const moved = { debit: yuanTextToFen('700'), credit: yuanTextToFen('220') }
  expect(totals).toEqual({ openingDebit: 0, openingCredit: 0, ...moved, closingDebit: yuanTextToFen('480'), closingCredit: 0 })
  const { dataList, total } = await journal.bankJournal({})
  expect(total).toBe(3)
  expect(dataList).toEqual([
    expect.objectContaining({ debit: 0, credit: yuanTextToFen('60'), balance: yuanTextToFen('2240'), payerName: '某人', enterprises: [] }),
    expect.objectContaining({
      title: '银行到账',
      debit: yuanTextToFen('300'),
      credit: 0,
      balance: yuanTextToFen('2300'),
      payerName: '某人',
      enterprises: [],
    }),
    expect.objectContaining({
      debit: yuanTextToFen('2000'),
      balance: yuanTextToFen('2000'),
      reference: 'ICBC0001',
      enterprises: [expect.objectContaining({ enterpriseId: lin.enterpriseId })],
    }),
  ])
})

test('an entry with a missing line or a changed amount violates an invariant', async () => {
  const tampers = async (harm: string, mend: string) => {
    await owner.query(harm)
    const found = await broken()
    await owner.query(mend)
    expect(await broken()).toEqual([])
    return found
  }
  expect(
    await tampers(
      `update journal_line set credit_fen = credit_fen + 1 where account = '6001' and credit_fen > 0`,
      `update journal_line set credit_fen = credit_fen - 1 where account = '6001' and credit_fen > 0`,
    ),
  ).toEqual(['I-33', 'I-33b'])
})

test('journal rules are changed by two people and apply from a later day', async () => {
  const { values, rowVersion } = await journal.chart({})
  expect(values).toEqual(defaultJournalSettings)
  const account = { code: '220301', name: '预收账款_客户钱包', type: 'liability' } as const
  const rules = { ...values.rules, payByWallet: { debit: '220301', credit: '6001' } }
  const wanted = { ...values, unit: 'document' as const, accounts: [...values.accounts, account], rules, rowVersion }
  const { done, changeId } = await journal.setRules(wanted)
  expect(done).toBe(false)
  expect((await journal.chart({})).values).toEqual(values)
  const waiting = (await admin.api.consoleSensitiveChange.list({})).dataList.find(({ id }) => id === changeId)
  expect(waiting?.changes).toEqual([
    { name: 'unit', label: '凭证方式', from: '按日汇总', to: '按单据' },
    { name: 'account 220301', label: '科目 220301', from: null, to: '预收账款_客户钱包（负债）' },
    { name: 'rule payByWallet', label: '钱包支付', from: '借 2203 贷 6001', to: '借 220301 贷 6001' },
  ])
  await admin.api.consoleSensitiveChange.approve({ id: changeId ?? '', pwd: TEST_USER_PASSWORD })
  await paysByWallet('500.00')
  await dawns('2026-11-15')
  await makes()
  expect(trial(await balances({ monthFrom: '2026-11' }))['220301']).toBe('0.00 500.00 0.00 500.00')
  const { rows } = await owner.query(`select e.document = t.document as same from journal_entry e join ledger_transfer t on t.kind = e.rule
    and t.kind = 'payByWallet' and t.amount_fen = 50000 where e.day = '2026-11-14'`)
  expect(rows).toEqual([{ same: true }])
  expect(await broken()).toEqual([])
  const without = { ...wanted, accounts: wanted.accounts.filter(({ code }) => code !== '2203'), rowVersion: 1 }
  expect(await finance.post(consoleJournalEndpoints.setRules.path, without)).toMatchObject({ reason: 'INVALID_INPUT' })
  const moved = Object.fromEntries(
    Object.entries(rules).map(([key, rule]) => [
      key,
      { debit: rule.debit.replace(/^2203$/, '220301'), credit: rule.credit.replace(/^2203$/, '220301') },
    ]),
  )
  expect(await finance.post(consoleJournalEndpoints.setRules.path, { ...without, rules: moved })).toMatchObject({
    reason: 'JOURNAL_ACCOUNT_USED',
  })
})

test('a month is closed once, keeps its entries, and is reopened by two people', async () => {
  const months = finance.api.consoleJournalMonth
  const states = async () => (await months.list({})).dataList.map(({ month, state, actions }) => [month, state, ...actions])
  const refusal = (person: TestUser, name: 'close' | 'ask' | 'decide' | 'remake', input: object) =>
    person.post(consoleJournalMonthEndpoints[name].path, input)
  expect(await states()).toEqual([
    ['2026-11', 'OPEN', 'remake'],
    ['2026-10', 'OPEN', 'remake', 'close'],
  ])
  expect(await refusal(finance, 'close', { month: '2026-11' })).toMatchObject({ reason: 'JOURNAL_MONTH_NOT_OVER' })
  await months.close({ month: '2026-10' })
  expect(await states()).toEqual([
    ['2026-11', 'OPEN', 'remake'],
    ['2026-10', 'CLOSED', 'ask'],
  ])
  expect(await refusal(finance, 'remake', { month: '2026-10' })).toMatchObject({ reason: 'JOURNAL_MONTH_STATE' })
  await expect(owner.query(`delete from journal_entry where month = '2026-10'`)).rejects.toThrow('the month is closed')
  await owner.query(`update journal_line set account = '1002' where month = '2026-10' and account = '6001'`)
  expect(await broken()).toEqual(['I-33b', 'I-33d'])
  await owner.query(`update journal_line set account = '6001' where month = '2026-10' and account = '1002' and ledger_account = 'sales'`)
  expect(await broken()).toEqual([])

  await months.ask({ month: '2026-10', reason: '规则改错了' })
  expect(await refusal(finance, 'decide', { month: '2026-10', approve: true })).toMatchObject({ reason: 'SECOND_PERSON_NEEDED' })
  await second.api.consoleJournalMonth.decide({ month: '2026-10', approve: true })
  await months.remake({ month: '2026-10' })
  const october = trial(await balances({ monthFrom: '2026-10', monthTo: '2026-10' }))
  expect([october['220301'], october['2203']]).toEqual(['0.00 600.00 0.00 600.00', '0.00 0.00 2000.00 (2000.00)'])
  expect(await broken()).toEqual([])
  await months.close({ month: '2026-10' })
})

test('platform programs read the entries of a month, also in formats of other systems', async () => {
  const { token } = await createPlatformProgramClients(mall).key(finance, TEST_USER_PASSWORD, { scopes: ['journal'] })
  const url = `${API_BASE}${platformApiEndpoints.journal.path}?month=2026-10`
  const reads = async (more = '') =>
    (await mall.app.http.inject({ method: 'GET', url: url + more, headers: { authorization: `Bearer ${token}` } })).json().data
  const { lines, closed, next } = await reads()
  expect({ closed, next, length: lines.length }).toEqual({ closed: true, next: null, length: 18 })
  expect(lines[0]).toEqual({
    no: 1,
    lineNo: 1,
    day: '2026-10-05',
    title: '转账充值',
    account: '1015',
    accountName: '到账认领过渡',
    debit: 200_000,
    credit: 0,
    enterpriseCode: lin.enterpriseId.slice(-12),
    enterpriseName: expect.any(String),
    rateBp: null,
    shopCode: null,
    shopName: null,
    projectCode: null,
    projectName: null,
  })
  expect((await reads('&after=8-1')).lines).toEqual([lines[17]])

  const download = async (form: 'kingdee' | 'yonyou') => {
    const { bytes } = await journal.exportEntries({ month: '2026-10', form, format: 'csv' })
    return new TextDecoder().decode(bytes).trim().split(/\r?\n/)
  }
  const [heading, first, ...rest] = await download('kingdee')
  expect(heading?.split(',').slice(0, 6)).toEqual(
    ['\ufeffFDate', 'FYear', 'FPeriod', 'FGroupID', 'FNumber', 'FAccountNum'].map((one) => one.replace('\ufeff', '')),
  )
  expect(first?.split(',').slice(0, 7)).toEqual(['2026-10-05', '2026', '10', '记', '1', '1015', '到账认领过渡'])
  expect(rest.length).toBe(17)
  expect((await download('yonyou'))[1]?.split(',').slice(0, 8)).toEqual([
    '2026-10-05',
    '记',
    '1',
    '0',
    '转账充值',
    '1015',
    '2000.00',
    '0.00',
  ])
})
