import readXlsxFile from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { ageBuckets, getDueDayRangeOfAgeBucket } from '#contract/money/statements/ageing.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { recordVerifiedEnterpriseDetails } from '#server/people/organisation/public.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { type Buyer, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createSettingsHelpers } from '#server/platform/testing/settings.ts'

const mall = await openMall({ now: new Date('2026-08-18T06:00:00Z') })
const { draws, dawns, jobs, receives } = createDebtHelpers(mall)
const finance = await mall.staff('finance')
const receivable = finance.api.consoleReceivable

let lin: Buyer
let chen: Buyer

const rowOf = async (buyer: Buyer) =>
  (await receivable.list({})).dataList.find(({ enterpriseId }) => enterpriseId === buyer.enterpriseId) ?? expect.fail('no such debtor')
const drawnInBooks = async (enterpriseId?: string) => {
  const { accounts } = await finance.api.consoleLedger.accounts(enterpriseId === undefined ? {} : { enterpriseId })
  return -(accounts.find(({ account }) => account === 'creditDrawn')?.balance ?? 0)
}

beforeAll(async () => {
  // The story is of debts that are late, not of what stops who owes them.
  await createSettingsHelpers(mall).sets('credit', { overdueTolerance: yuanTextToFen('10000'), graceDays: 3, dailyRateBp: 5 })
  lin = await mall.buyer('林', { credit: '500000' })
  chen = await mall.buyer('陈', { credit: '500000' })
  await draws(lin.enterpriseId, yuanTextToFen('1000'))
  await draws(chen.enterpriseId, yuanTextToFen('30'))
  await dawns('2026-09-15')
  await draws(lin.enterpriseId, yuanTextToFen('200'))
  await dawns('2026-10-15')
  await draws(lin.enterpriseId, yuanTextToFen('40'))
  await dawns('2026-11-05')
  await jobs()
  await draws(lin.enterpriseId, yuanTextToFen('7'))
})

describe('receivables by age', () => {
  test('are grouped by due day, with unbilled amounts apart, and add up to the ledger', async () => {
    // August was due on 10 September: 56 days ago. September on 10 October: 26 days. October is due on 10 November.
    expect(await rowOf(lin)).toMatchObject({
      unbilled: 700,
      notDue: 4_000,
      d30: 20_000,
      d60: 100_000,
      d90: 0,
      older: 0,
      disputed: 0,
      total: 124_700,
      enterpriseName: '林矿业有限公司',
    })
    expect(await rowOf(chen)).toMatchObject({ d60: 3_000, total: 3_000 })
    const { total, debtors } = await receivable.summary({})
    expect([total, debtors]).toEqual([127_700, 2])
    expect(total).toBe(await drawnInBooks())
    expect((await rowOf(lin)).total).toBe(await drawnInBooks(lin.enterpriseId))
  })

  test('open for every figure the statements that add up to it', async () => {
    const row = await rowOf(lin)
    for (const age of keysOf(ageBuckets)) {
      const { dataList } = await finance.api.consoleStatement.list({ enterpriseId: lin.enterpriseId, age })
      expect({ age, owed: dataList.reduce((sofar, { owed }) => sofar + owed, 0) }).toEqual({ age, owed: row[age] })
    }
    expect((await receivable.list({ age: 'd30' })).dataList.map(({ enterpriseId }) => enterpriseId)).toEqual([lin.enterpriseId])
    expect((await receivable.list({ age: 'older' })).total).toBe(0)
    expect((await receivable.list({ keyword: '陈矿' })).dataList).toHaveLength(1)
    expect((await receivable.list({ keyword: '%' })).total).toBe(0)
  })

  test('show days of sales outstanding and concentration as defined', async () => {
    const { dso, drawn, total, concentration } = await receivable.summary({})
    // From 8 August on: all that was drawn.
    expect(drawn).toBe(127_700)
    expect(dso).toBe(90)
    expect(concentration).toEqual([
      { largest: 1, amount: 124_700, share: Math.floor((124_700 * 20_000 + total) / (2 * total)) },
      { largest: 5, amount: 127_700, share: 10_000 },
      { largest: 10, amount: 127_700, share: 10_000 },
    ])
  })

  test('count disputed amounts as owed but not due, and no repaid amounts', async () => {
    const [line] = (await lin.api.statement.detail({ month: '2026-10' })).lines
    await lin.api.statement.dispute({ month: '2026-10', id: line?.id ?? '', reason: '数量不对' })
    expect(await rowOf(lin)).toMatchObject({ notDue: 0, disputed: 4_000, total: 124_700 })
    await receives(chen.enterpriseId, yuanTextToFen('30'))
    const rest = (await receivable.list({})).dataList.find(({ enterpriseId }) => enterpriseId === chen.enterpriseId)
    // Overdue interest came first, so as much of the month is left.
    expect(rest?.total).toBe(await drawnInBooks(chen.enterpriseId))
    expect((await receivable.summary({})).total).toBe(await drawnInBooks())
  })
})

test.each([
  ['notDue', '2026-11-10', '2026-11-09'],
  ['d30', '2026-11-09', '2026-11-10'],
  ['d30', '2026-10-11', '2026-10-10'],
  ['d60', '2026-10-10', '2026-10-11'],
  ['d60', '2026-09-11', '2026-09-10'],
  ['d90', '2026-09-10', '2026-09-11'],
  ['d90', '2026-08-12', '2026-08-11'],
  ['older', '2026-08-11', '2026-08-12'],
] as const)('on 10 November %s begins or ends with what was due on %s', (age, inside, outside) => {
  const { first = '0000', last = '9999' } = getDueDayRangeOfAgeBucket(age, '2026-11-10')
  const has = (day: string) => day >= first && day <= last
  expect([has(inside), has(outside)]).toEqual([true, false])
})

test('an export has the rows of the list and no cell that a spreadsheet would execute', async () => {
  await mall.runInTransaction((tx) =>
    recordVerifiedEnterpriseDetails(tx, chen.enterpriseId, { name: '=HYPERLINK("http://x","陈")', authLevel: 3, authStatus: 7 }),
  )
  const ask = async (format: 'csv' | 'xlsx') =>
    (await finance.api.consoleReceivable.export({ format })) as { bytes: Uint8Array; name: string }
  const csv = await ask('csv')
  const text = Buffer.from(csv.bytes).toString('utf8')
  expect(csv.name).toBe('应收账款账龄-2026-11-05.csv')
  expect(text).toContain('林矿业有限公司,7.00,0.00,200.00,1000.00')
  expect(text).toContain(`"'=HYPERLINK(""http://x"",""陈"")"`)
  const sheets = await readXlsxFile(Buffer.from((await ask('xlsx')).bytes))
  const cells = JSON.stringify(sheets)
  expect(cells).toContain('=HYPERLINK')
  expect(cells).toContain('1247')
  expect((await finance.post(contract.consoleReceivable.export.path, { format: 'pdf' })).reason).toBe('INVALID_INPUT')
})

test('only finance and support may see the receivables', async () => {
  for (const role of ['warehouse', 'catalogue', 'reviewer'] as const) {
    const person = await mall.staff(role)
    for (const { path } of Object.values(contract.consoleReceivable)) expect((await person.post(path, { format: 'csv' })).code).toBe(403)
  }
  expect((await (await mall.staff('support')).api.consoleReceivable.summary({})).debtors).toBeGreaterThan(0)
})

test('an amount deferred after a dispute is not overdue before its own due day, for buyer and staff', async () => {
  const wu = await mall.buyer('吴', { credit: '500000' })
  await draws(wu.enterpriseId, yuanTextToFen('90'))
  await draws(wu.enterpriseId, yuanTextToFen('10'))
  await dawns('2026-12-03')
  await jobs()
  const [, second] = (await wu.api.statement.detail({ month: '2026-11' })).lines
  const line = { month: '2026-11', id: second?.id ?? '' }
  await wu.api.statement.dispute({ ...line, reason: '数量不对' })
  const decision = { enterpriseId: wu.enterpriseId, ...line, forBuyer: false, opinion: '数量无误' }
  await finance.api.consoleStatement.decideDispute(decision)
  await dawns('2026-12-20')
  await jobs()
  expect(await rowOf(wu)).toMatchObject({ notDue: 1_000, d30: 9_000, disputed: 0, total: 10_000 })
  expect(await wu.api.statement.owed({})).toMatchObject({ nextDue: { day: '2026-12-10', amount: 9_000, overdue: 9_000 } })
  for (const age of ['notDue', 'd30'] as const) {
    const { dataList } = await finance.api.consoleStatement.list({ enterpriseId: wu.enterpriseId, age })
    expect(dataList.map(({ month }) => month)).toEqual(['2026-11'])
  }
  expect((await finance.api.consoleStatement.list({ enterpriseId: wu.enterpriseId, age: 'd60' })).total).toBe(0)
})
