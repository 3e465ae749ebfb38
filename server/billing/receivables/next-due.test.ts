import { expect, test } from 'vitest'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { type Buyer, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall({ now: new Date('2026-11-18T06:00:00Z') })
const { draws, receives, dawns, jobs } = createDebtHelpers(mall)
const finance = await mall.staff('finance')

/** What is due next, from every call that says it; they never differ. */
async function nextDueOf({ api }: Buyer) {
  const answers = [
    (await api.account.account({}))?.nextDue,
    (await api.credit.overview({})).account?.nextDue,
    (await api.statement.owed({})).nextDue,
    (await api.statement.headroom({}))?.nextDue,
  ]
  for (const one of answers) expect(one).toEqual(answers[0])
  return answers[0]
}

test('next due is the same amount on all pages and in reminders, with disputed, overdue and deferred parts', async () => {
  const lin = await mall.buyer('林', { credit: '50000' })
  const { enterpriseId } = lin
  expect(await nextDueOf(lin)).toBeNull()
  await draws(enterpriseId, yuanTextToFen('425.06'))
  await draws(enterpriseId, yuanTextToFen('117.60'))
  expect(await nextDueOf(lin)).toEqual({ day: '2026-12-10', amount: 54_266, overdue: 0 })

  // Closed, and one of the two in dispute: it is not due, although it is owed.
  await dawns('2026-12-02')
  await jobs()
  await draws(enterpriseId, yuanTextToFen('50'))
  const month = '2026-11'
  const [, second] = (await lin.api.statement.detail({ month })).lines
  const id = second?.id ?? ''
  await lin.api.statement.dispute({ month, id, reason: '少 20 支' })
  expect((await lin.api.account.account({}))?.creditWaitReturnAmount).toBe(59_266)
  expect(await nextDueOf(lin)).toEqual({ day: '2026-12-10', amount: 42_506, overdue: 0 })
  await dawns('2026-12-10')
  expect(await jobs()).toMatchObject({ reminded: 1 })
  const [reminder] = (await lin.api.message.list({ kind: 'system' })).dataList
  expect(reminder?.messageContent).toContain('¥425.06 今日到期')

  // Late: the day has passed, and the amount is what should have been paid.
  await dawns('2026-12-12')
  await jobs()
  expect(await nextDueOf(lin)).toEqual({ day: '2026-12-10', amount: 42_506, overdue: 42_506 })
  await receives(enterpriseId, yuanTextToFen('425.27'))
  expect(await nextDueOf(lin)).toEqual({ day: '2027-01-10', amount: 5_000, overdue: 0 })

  // Decided against the buyer it is due with what was drawn since.
  await finance.api.consoleStatement.decideDispute({ enterpriseId, month, id, forBuyer: false, opinion: '已核对' })
  expect(await nextDueOf(lin)).toEqual({ day: '2027-01-10', amount: 16_760, overdue: 0 })
  await dawns('2027-01-11')
  await jobs()
  // The 10th was a Sunday: what the statement has due on it is on time today, what a lost dispute has put off to it is not.
  expect(await nextDueOf(lin)).toEqual({ day: '2027-01-10', amount: 16_760, overdue: 11_760 })
  await receives(enterpriseId, yuanTextToFen('500'))
  expect(await nextDueOf(lin)).toBeNull()
})

test('two drawdowns of a month deferred to the same day make one reminder for both', async () => {
  await dawns('2027-02-18')
  const lin = await mall.buyer('林', { credit: '50000' })
  const month = '2027-02'
  for (const amount of ['30', '20']) await draws(lin.enterpriseId, yuanTextToFen(amount))
  await dawns('2027-03-02')
  await jobs()
  for (const { id } of (await lin.api.statement.detail({ month })).lines) {
    await lin.api.statement.dispute({ month, id, reason: '数量不符' })
    await finance.api.consoleStatement.decideDispute({ enterpriseId: lin.enterpriseId, month, id, forBuyer: false, opinion: '已核对' })
  }
  expect((await lin.api.statement.detail({ month })).dues).toEqual([{ day: '2027-04-10', amount: 5_000 }])
  await dawns('2027-04-10')
  expect(await jobs()).toMatchObject({ reminded: 1 })
  const [reminder] = (await lin.api.message.list({ kind: 'system' })).dataList
  expect(reminder?.messageContent).toContain('2027-02 账单 ¥50.00 今日到期')
})

test('an enterprise without debts causes no query of its statements', async () => {
  const lin = await mall.buyer('新', { credit: '50000' })
  mall.statements.length = 0
  expect((await lin.api.account.account({}))?.nextDue).toBeNull()
  expect(mall.statements.filter((sql) => sql.includes('from statement'))).toEqual([])
})
