import { readSheet } from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { type Buyer, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'
import { createSettingsHelpers } from '#server/platform/testing/settings.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'
import { createTransferHelpers } from '#server/platform/testing/transfers.ts'

const mall = await openMall({ now: new Date('2026-12-05T02:00:00Z') })
// Some of its due days are weekends: holiday-due-days.test.ts tells what is on time then.
await createSettingsHelpers(mall).sets('credit', {
  overdueTolerance: yuanTextToFen('1'),
  graceDays: 3,
  dailyRateBp: 5,
  holidayGrace: false,
})
const bank = createTransferHelpers(mall)
const debts = createDebtHelpers(mall)
const finance = await mall.staff('finance')
const second = await mall.staff('finance', 'reviewer')
const { record, assign } = contract.consoleBank
const { propose, decide } = contract.consoleValueDay

const today = () => toShanghaiDay(mall.clock.now)
const daysAgo = (days: number) => addDays(today(), -days)
let typed = 0
const newReference = () => `VALUE${String(++typed).padStart(4, '0')}`
const types = (person: TestUser, day: string, amount: number, reference = newReference()) =>
  person.post(record.path, { reference, day, amount, payerName: '林' })
const idOf = ({ data }: { data: unknown }) => (data as { lineId?: string } | null)?.lineId ?? ''
const repays = (person: TestUser, lineId: string, { enterpriseId }: Buyer, amount: number) =>
  person.post(assign.path, { lineId, rest: amount, parts: [{ to: 'repay', enterpriseId, amount }] })

/** A company that owes 48,000 of the month before, due on the 10th, at dawn of a day of this month. It costs 24.00 a day. */
async function owes(month: string, day: string): Promise<Buyer> {
  await debts.dawns(`${month}-20`)
  const lin = await mall.buyer('林', { credit: '100000' })
  await debts.draws(lin.enterpriseId, yuanTextToFen('48000'))
  await debts.dawns(day)
  await debts.jobs()
  return lin
}

/** The statement of a month: interest in all, and by day what was charged, reversed and recharged. */
async function interestOf(lin: Buyer, month: string) {
  const { interest, interestDays } = await lin.api.statement.detail({ month })
  return { interest, days: interestDays.map(({ day, amount, reversed, recharged }) => [day.slice(5), amount, reversed, recharged]) }
}
/** Rows of a bank's file: day, number, amount. */
async function imports(person: TestUser, ...rows: (readonly [string, string, number])[]) {
  const csv = [
    '交易日期,流水号,对方户名,对方账号,收入金额',
    ...rows.map(([day, number, amount]) => `${day},${number},林,1,${amount}`),
  ].join('\n')
  const done = await person.api.consoleBank.importStatement({ fileName: '一月.csv' }, { file: new Blob([csv], { type: 'text/csv' }) })
  return done.rows.map(({ result, text }) => [result, text])
}
const entriesOf = async (lin: Buyer, month: string) =>
  (await lin.api.statement.detail({ month })).entries.map(({ label, amount, valueDay }) => [label, amount, valueDay.slice(5)])
const corrections = async (reference: string) =>
  (await finance.api.consoleValueDay.corrections({ pageSize: 100 })).dataList.filter((one) => one.reference === reference)

describe('a typed value day', () => {
  test('is at most three days back; an earlier one needs a reason and the approval of another person', async () => {
    const lin = await owes('2026-12', '2027-01-20')
    expect((await interestOf(lin, '2026-12')).interest).toBe(yuanTextToFen('216'))
    const reference = newReference()
    const line = { reference, day: daysAgo(9), amount: 48_000, payerName: '林' }
    expect(await finance.post(record.path, line)).toMatchObject({ code: 422, reason: 'VALUE_DAY_NEEDS_TWO' })
    expect((await finance.post(propose.path, line)).code).toBe(400)
    const asks = (day: string) => finance.post(propose.path, { ...line, day, reason: '银行回单昨天才到' })
    expect((await asks(daysAgo(91))).reason).toBe('VALUE_DAY_TOO_OLD')
    expect((await asks(daysAgo(-1))).reason).toBe('DAY_AHEAD')
    const { id } = (await asks(line.day)).data as { id: string }
    expect((await asks(line.day)).reason).toBe('VALUE_DAY_WAITING')
    const decides = (person: TestUser, approve = true) => person.post(decide.path, { id, approve })
    expect((await decides(finance)).reason).toBe('SECOND_PERSON_NEEDED')
    expect((await finance.api.consoleBank.lines({ keyword: reference })).total).toBe(0)
    expect((await finance.api.consoleQueue.list({})).find(({ kind }) => kind === 'valueDay')).toMatchObject({ count: 1 })
    const [waiting] = (await second.api.consoleValueDay.requests({ state: 'WAIT' })).dataList
    expect(waiting).toMatchObject({ reference, day: line.day, amount: 4_800_000, reason: '银行回单昨天才到', own: false, lineId: null })
    const answers = await Promise.all([decides(second), decides(second)])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    const lineId = idOf(answers.find(({ code }) => code === 200) ?? { data: null })
    expect(await finance.api.consoleBank.line({ lineId })).toMatchObject({
      day: line.day,
      typedDay: null,
      typedBy: 'finance',
      dayAgreedBy: 'finance,reviewer',
    })
    // Two people stand behind the day, so either of them may use the line.
    expect((await repays(finance, lineId, lin, 48_000)).code).toBe(200)
    expect(await interestOf(lin, '2026-12')).toMatchObject({ interest: 0 })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('can be withdrawn by its author or rejected by another person, and then nothing is recorded', async () => {
    const asks = async () => {
      const line = { reference: newReference(), day: daysAgo(30), amount: 5, payerName: '林', reason: '迟到的回单' }
      return (await finance.api.consoleValueDay.propose({ ...line, amount: yuanTextToFen('5') })).id
    }
    const [own, other] = [await asks(), await asks()]
    expect(await finance.api.consoleValueDay.decide({ id: own, approve: false })).toEqual({ lineId: null })
    expect(await second.api.consoleValueDay.decide({ id: other, approve: false })).toEqual({ lineId: null })
    expect(await second.post(decide.path, { id: other, approve: true })).toMatchObject({
      reason: 'FINANCE_REQUEST_DECIDED',
      msg: expect.stringMatching(/^finance,reviewer 已于 \d\d:\d\d 驳回这项申请$/),
    })
    const support = await mall.staff('support')
    expect((await support.post(decide.path, { id: other, approve: true })).code).toBe(403)
  })

  test('has the same limit when it is typed while approving a voucher', async () => {
    const lin = await mall.buyer('林')
    const { paymentId } = await bank.orders(lin)
    const ref = { enterpriseId: lin.enterpriseId, id: await bank.proves(lin, paymentId) }
    const line = { reference: newReference(), day: daysAgo(4), amount: 600, payerName: '林' }
    expect(await finance.post(contract.consoleVoucher.approve.path, { ...ref, amount: 600, line })).toMatchObject({
      reason: 'VALUE_DAY_NEEDS_TWO',
    })
  })
})

describe('a value day corrected by the bank statement', () => {
  test('charges the 72.00 of interest that one person had avoided by typing a day three days earlier', async () => {
    const lin = await owes('2027-01', '2027-02-14')
    const before = await interestOf(lin, '2027-01')
    expect(before).toEqual({ interest: yuanTextToFen('72'), days: ['11', '12', '13'].map((day) => [`02-${day}`, 2_400, 0, 0]) })
    const reference = newReference()
    const lineId = idOf(await types(finance, daysAgo(3), 48_000, reference))
    expect((await repays(finance, lineId, lin, 48_000)).code).toBe(200)
    expect((await interestOf(lin, '2027-01')).interest).toBe(0)
    mall.clock.forward(3_600_000)
    const row = [today(), reference, 48_000] as const
    expect(await imports(finance, row)).toEqual([['known', expect.stringContaining('利息按对账单日期补收')]])
    expect(await interestOf(lin, '2027-01')).toEqual({
      interest: yuanTextToFen('72'),
      days: ['11', '12', '13'].map((day) => [`02-${day}`, 2_400, 2_400, 2_400]),
    })
    expect(await debts.balances(lin)).toMatchObject({ drawn: 0, interest: yuanTextToFen('72'), wallet: 0 })
    expect(await entriesOf(lin, '2027-01')).toEqual([
      ['转账还款', 4_800_000, '02-11'],
      ...[
        ['起息日更正', -4_800_000, '02-11'],
        ['起息日更正', 4_800_000, '02-14'],
      ].sort((one, other) => Number(one[1]) - Number(other[1])),
    ])
    expect((await lin.api.statement.repayments({})).dataList).toMatchObject([{ amount: 4_800_000, valueDay: today() }])
    const pdf = parsePdfTextByPage(Buffer.from((await lin.api.documents.statement({ month: '2027-01', format: 'pdf' })).bytes)).join('')
    for (const text of ['2027-02-11起息日更正', '2027-02-14起息日更正', '2027-02-13¥48,000.00万分之 5¥24.00¥24.00¥24.00'])
      expect(pdf).toContain(text)
    const book = Buffer.from((await lin.api.documents.statement({ month: '2027-01', format: 'xlsx' })).bytes)
    expect((await readSheet(book, '逾期利息')).map((row) => row.slice(3))).toEqual([
      ['利息', '冲回', '补收'],
      ...[24, 24, 24].map((charged) => [charged, charged, charged]),
    ])
    expect((await readSheet(book, '还款与冲减')).map((row) => row[6])).toEqual(['金额', 48_000, ...[-48_000, 48_000]])
    expect(await finance.api.consoleBank.line({ lineId })).toMatchObject({ source: 'statement', day: today(), typedDay: daysAgo(3) })
    const enterprises = [{ enterpriseId: lin.enterpriseId, enterpriseName: expect.any(String) }]
    expect(await corrections(reference)).toMatchObject([
      { lineId, typedDay: daysAgo(3), day: today(), typedBy: 'finance', correctedBy: 'finance', fileName: '一月.csv' },
    ])
    expect(await corrections(reference)).toMatchObject([{ recharged: yuanTextToFen('72'), reversed: 0, enterprises }])
    // The same file again, and twice at once, changes nothing.
    for (const rows of await Promise.all([imports(finance, row), imports(second, row)]))
      expect(rows).toEqual([['known', expect.any(String)]])
    expect((await interestOf(lin, '2027-01')).interest).toBe(yuanTextToFen('72'))
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('charges days that were not charged because the month had been paid', async () => {
    const lin = await owes('2027-02', '2027-03-14')
    const reference = newReference()
    await repays(finance, idOf(await types(finance, today(), 48_072, reference)), lin, 48_072)
    expect((await lin.api.statement.detail({ month: '2027-02' })).state).toBe('PAID')
    await debts.dawns('2027-03-19')
    await debts.jobs()
    expect((await interestOf(lin, '2027-02')).interest).toBe(yuanTextToFen('72'))
    const row = ['2027-03-17', reference, 48_072] as const
    const [one, other] = await Promise.all([imports(finance, row), imports(second, row)])
    expect([one[0]?.[0], other[0]?.[0]].filter((result) => result === 'known').length).toBeGreaterThan(0)
    expect(await interestOf(lin, '2027-02')).toEqual({
      interest: yuanTextToFen('144'),
      days: [
        ...['11', '12', '13'].map((day) => [`03-${day}`, 2_400, 0, 0]),
        ...['14', '15', '16'].map((day) => [`03-${day}`, 0, 0, 2_400]),
      ],
    })
    expect(await mall.findInvariantBreaches()).toEqual({})
    // What is owed now can be paid, and stays paid.
    await debts.receives(lin.enterpriseId, yuanTextToFen('144'))
    await debts.dawns('2027-03-25')
    await debts.jobs()
    expect(await debts.balances(lin)).toMatchObject({ drawn: 0, interest: 0 })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('reverses interest if it is earlier, to the wallet if that interest had been paid', async () => {
    const lin = await owes('2027-03', '2027-04-16')
    const reference = newReference()
    // The first 120.00 pay the interest of five days.
    await repays(finance, idOf(await types(finance, today(), 48_120, reference)), lin, 48_120)
    expect(await debts.balances(lin)).toMatchObject({ drawn: 0, interest: 0, wallet: 0 })
    expect(await imports(finance, [daysAgo(2), reference, 48_120])).toEqual([['known', expect.stringContaining('冲回')]])
    expect(await interestOf(lin, '2027-03')).toMatchObject({ interest: yuanTextToFen('72') })
    expect(await debts.balances(lin)).toMatchObject({ drawn: 0, interest: 0, wallet: yuanTextToFen('48') })
    expect(await corrections(reference)).toMatchObject([{ recharged: 0, reversed: yuanTextToFen('48') }])
    // The bank journal says the day of the bank, too.
    const { dataList } = await finance.api.consoleJournal.bankJournal({ dateFrom: today() })
    expect(dataList.find((line) => line.reference === reference)).toMatchObject({ title: '银行到账', valueDay: daysAgo(2) })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('needs the approval of another person if it is further back than one person may type', async () => {
    const lin = await owes('2027-04', '2027-05-20')
    const reference = newReference()
    const lineId = idOf(await types(finance, today(), 48_000, reference))
    await repays(finance, lineId, lin, 48_000)
    const { interest } = await interestOf(lin, '2027-04')
    const row = [daysAgo(8), reference, 48_000] as const
    const waits = [['refused', expect.stringContaining('待另一位财务人员同意')]]
    expect([await imports(finance, row), await imports(second, row)]).toEqual([waits, waits])
    expect(await finance.api.consoleBank.line({ lineId })).toMatchObject({ source: 'typed', day: today() })
    expect((await interestOf(lin, '2027-04')).interest).toBe(interest)
    const waiting = (await second.api.consoleValueDay.requests({ state: 'WAIT' })).dataList
    expect(waiting).toMatchObject([{ reference, day: daysAgo(8), typedDay: today(), lineId, proposedBy: 'finance' }])
    const decision = { id: waiting[0]?.id ?? '', approve: true }
    expect((await finance.post(decide.path, decision)).reason).toBe('SECOND_PERSON_NEEDED')
    expect(await second.api.consoleValueDay.decide(decision)).toEqual({ lineId })
    // 216.00 paid interest, so as much of the month was left: 8 × 0.108 = 0.86 since the 12th.
    expect((await interestOf(lin, '2027-04')).interest).toBe(yuanTextToFen('24.86'))
    expect(await corrections(reference)).toMatchObject([{ correctedBy: 'finance,reviewer', typedDay: today(), day: daysAgo(8) }])
    expect(await imports(second, row)).toEqual([['known', '已存在，未重复导入']])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('corrects every enterprise of a line, and several lines of one enterprise in one file', async () => {
    const [lin, wu] = [await owes('2027-05', '2027-05-20'), await mall.buyer('吴', { credit: '100000' })]
    await debts.draws(wu.enterpriseId, yuanTextToFen('20000'))
    await debts.dawns('2027-06-14')
    await debts.jobs()
    const [shared, own] = [newReference(), newReference()]
    const lineId = idOf(await types(finance, daysAgo(3), 30_000, shared))
    const parts = [
      { to: 'repay', enterpriseId: lin.enterpriseId, amount: 10_000 },
      { to: 'repay', enterpriseId: wu.enterpriseId, amount: 20_000 },
    ]
    expect((await finance.post(assign.path, { lineId, rest: 30_000, parts })).code).toBe(200)
    await repays(second, idOf(await types(second, daysAgo(2), 18_000, own)), lin, 18_000)
    const day = daysAgo(1)
    expect((await imports(finance, [day, shared, 30_000], [day, own, 18_000])).map(([result]) => result)).toEqual(['known', 'known'])
    expect((await interestOf(wu, '2027-05')).interest).toBe(yuanTextToFen('20'))
    // 24.00 on the 11th and on the 12th; 19.00 of the 18,000.00 had paid interest, so from the 13th on 20,019.00 is owed.
    expect((await interestOf(lin, '2027-05')).interest).toBe(yuanTextToFen('58.01'))
    expect(await corrections(shared)).toMatchObject([{ recharged: yuanTextToFen('30'), enterprises: [{}, {}] }])
    expect(await corrections(own)).toMatchObject([{ recharged: yuanTextToFen('8.99'), enterprises: [{ enterpriseId: lin.enterpriseId }] }])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})
