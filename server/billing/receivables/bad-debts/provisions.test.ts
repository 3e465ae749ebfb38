import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { defaultProvisionBands } from '#contract/money/provisions/bands.ts'
import { runMonthlyProvisions } from '#server/billing/receivables/public.ts'
import { writeOffMonthWithTwoPeople } from '#server/platform/testing/bad-debt-scene.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { openMall, TEST_USER_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createSettingsHelpers } from '#server/platform/testing/settings.ts'

const mall = await openMall({ now: new Date('2026-11-18T06:00:00Z') })
const { draws, receives, dawns, jobs } = createDebtHelpers(mall)
const finance = await mall.staff('finance')
const provides = () => runMonthlyProvisions(mall.db, mall.moment())
const balance = async () => (await finance.api.consoleProvision.current({})).balance
const months = async () =>
  (await finance.api.consoleProvision.list({})).dataList.map(({ month, base, required, before, provided, released }) => ({
    month,
    base,
    required,
    before,
    provided,
    released,
  }))
const posted = async () =>
  (
    await mall.db
      .selectFrom('ledger_transfer')
      .select(['kind', 'amount_fen', 'value_day'])
      .where('enterprise_id', 'is not', null)
      .where('kind', 'in', ['provide', 'releaseProvision'])
      .orderBy('at')
      .execute()
  ).map(({ kind, amount_fen, value_day }) => [kind, amount_fen, value_day])

test('a provision is made once per month by age; a write-off uses it first, and recoveries restore it', async () => {
  const lin = await mall.buyer('林', { credit: '50000' })
  const wu = await mall.buyer('吴', { credit: '50000' })
  await draws(lin.enterpriseId, yuanTextToFen('10000'))
  await draws(wu.enterpriseId, yuanTextToFen('4000'))
  // On the 1st a transaction may still add to November. From the 2nd on it is provided for: 0.5 % of what is not due, once.
  await dawns('2026-12-01')
  await jobs()
  expect(await provides()).toBe(0)
  await dawns('2026-12-02', 0.2)
  await jobs()
  expect((await Promise.all([provides(), provides(), provides()])).reduce((total, made) => total + made, 0)).toBe(1)
  expect(await provides()).toBe(0)
  const november = { month: '2026-11', base: 1_400_000, required: 7_000, before: 0, provided: 7_000, released: 0 }
  expect(await months()).toEqual([november])
  expect(await balance()).toBe(7_000)
  expect(await posted()).toEqual([['provide', 7_000, '2026-11-30']])

  // December: what is repaid in it is not provided for; what is 21 days late is, by 2 %. A run that is 10 days late gives the same.
  await dawns('2026-12-20')
  await receives(wu.enterpriseId, yuanTextToFen('4000.20'))
  await dawns('2027-01-12')
  await jobs()
  await receives(lin.enterpriseId, yuanTextToFen('3000'))
  expect(await provides()).toBe(1)
  expect((await months())[0]).toMatchObject({ month: '2026-12', base: 1_000_000 + 1_780, before: 7_000 })
  expect((await finance.api.consoleProvision.lines({})).dataList[0]).toMatchObject({
    enterpriseId: lin.enterpriseId,
    month: '2026-12',
    statementMonth: '2026-11',
    dueDay: '2026-12-10',
    lateDays: 21,
    unpaid: 1_000_000,
    rate: 200,
    amount: 20_000,
  })
  const [bands] = (await finance.api.consoleProvision.list({})).dataList.map((row) => row.bands.filter(({ unpaid }) => unpaid > 0))
  expect(bands?.[0]).toEqual({ label: '逾期 1–30 天', rate: 200, unpaid: 1_001_780, amount: 20_036 })
  const set = await balance()
  expect(set).toBe(20_036)

  // A write-off takes what is set aside first; the rest is a loss. What is recovered goes back, and the next month settles the difference.
  const { enterpriseId } = lin
  await writeOffMonthWithTwoPeople(mall, { enterpriseId, month: '2026-11', amountFen: yuanTextToFen('5000') })
  expect(await balance()).toBe(0)
  const kinds = await mall.db
    .selectFrom('ledger_transfer')
    .select(['kind', 'amount_fen'])
    .where('enterprise_id', '=', enterpriseId)
    .where('kind', 'like', 'writeOff%')
    .orderBy('kind')
    .execute()
  expect(kinds.map(({ kind, amount_fen }) => [kind, amount_fen])).toEqual([
    ['writeOff', 500_000 - set],
    ['writeOffProvided', set],
  ])
  await receives(enterpriseId, yuanTextToFen('5000'))
  expect(await balance()).toBe(500_000)
  await receives(enterpriseId, yuanTextToFen('20000'))
  await dawns('2027-02-02', 1)
  await jobs()
  expect(await provides()).toBe(1)
  const [january] = await months()
  expect(january).toMatchObject({ month: '2027-01', before: 500_000, provided: 0 })
  expect(january?.released).toBe(500_000 - (january?.required ?? 0))
  expect((await posted()).at(-1)).toEqual(['releaseProvision', january?.released, '2027-01-31'])
  expect(await balance()).toBe(january?.required)
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('the rates are set by two people, increase with age, and apply from the next month', async () => {
  const boss = await mall.staff('admin')
  const sends = (change: object) =>
    boss.post(contract.consoleSetting.setProvision.path, { ...defaultProvisionBands, rowVersion: 0, pwd: TEST_USER_PASSWORD, ...change })
  for (const wrong of [{ days2: 30 }, { rate2Bp: 100 }, { olderBp: 10_001 }, { days1: 0 }, { notDueBp: 0.5 }])
    expect(await sends(wrong), JSON.stringify(wrong)).toMatchObject({ code: 400, reason: 'INVALID_INPUT' })
  expect(await finance.post(contract.consoleSetting.setProvision.path, { ...defaultProvisionBands, rowVersion: 0 })).toMatchObject({
    code: 403,
  })
  const { sets } = createSettingsHelpers(mall)
  await sets('provision', defaultProvisionBands)
  const { rowVersion } = (await boss.api.consoleSetting.read({})).provision
  const wanted = { ...defaultProvisionBands, notDueBp: 100 }
  // A later change waits for another administrator.
  expect(await boss.api.consoleSetting.setProvision({ ...wanted, rowVersion })).toMatchObject({ done: false })
  expect((await finance.api.consoleProvision.current({})).bands[0]).toEqual({ label: '未到期', rate: 50 })
  const [waiting] = (await boss.api.consoleSensitiveChange.list({ state: 'PENDING' })).dataList
  expect(waiting).toMatchObject({ kindLabel: '坏账准备', changes: [{ label: '未到期比例', from: '0.5%', to: '1%' }] })
  await (await mall.staff('admin', 'support')).api.consoleSensitiveChange.approve({ id: waiting?.id ?? '', pwd: TEST_USER_PASSWORD })
  expect((await finance.api.consoleProvision.current({})).bands[0]).toEqual({ label: '未到期', rate: 100 })

  await dawns('2027-02-20')
  const li = await mall.buyer('李', { credit: '50000' })
  await draws(li.enterpriseId, yuanTextToFen('100.50'))
  await dawns('2027-03-02', 2)
  await jobs()
  expect(await provides()).toBe(1)
  const { dataList } = await finance.api.consoleProvision.lines({ month: '2027-02', enterpriseId: li.enterpriseId })
  // Half a fen rounds up: 1.005 is 1.01.
  expect(dataList).toMatchObject([{ unpaid: 10_050, rate: 100, amount: 101 }])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('missed months are provided for in order', async () => {
  await dawns('2027-06-05')
  await jobs()
  expect(await provides()).toBe(3)
  expect((await months()).map(({ month }) => month)).toEqual(['2027-05', '2027-04', '2027-03', '2027-02', '2027-01', '2026-12', '2026-11'])
  expect(await mall.findInvariantBreaches()).toEqual({})
})
