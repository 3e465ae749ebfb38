import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createSettingsHelpers } from '#server/platform/testing/settings.ts'

const mall = await openMall({ now: new Date('2026-11-18T06:00:00Z') })
await createSettingsHelpers(mall).sets('credit', {
  overdueTolerance: yuanTextToFen('1'),
  graceDays: 3,
  dailyRateBp: 5,
  holidayGrace: false,
})
const { buys, dawns, jobs } = createDebtHelpers(mall)
const finance = await mall.staff('finance')

/** A company with three drawdowns of this month, which is then closed, and their ids. */
async function owesThree(month: string, closes: string) {
  const lin = await mall.buyer('林', { credit: '50000' })
  for (const price of ['600.00', '700.00', '500.00']) await buys(lin, price)
  await dawns(closes)
  await jobs()
  const { lines } = await lin.api.statement.detail({ month })
  const [one, two, three] = lines.map(({ id }) => id) as [string, string, string]
  const stands = async () => {
    const { state, disputed, owed, interest } = await lin.api.statement.detail({ month })
    return { state, disputed, owed, interest }
  }
  return { lin, one, two, three, stands }
}

test('a dispute is withdrawn until it is decided: the amount is due again, only what was not in dispute has cost interest', async () => {
  const month = '2026-11'
  const { lin, one, two, three, stands } = await owesThree(month, '2026-12-01')
  for (const id of [one, two, three]) await lin.api.statement.dispute({ month, id, reason: '数量不符' })
  expect(await stands()).toEqual({ state: 'CLOSED', disputed: 180_000, owed: 0, interest: 0 })

  // Before the due day, it is as if the line had never been disputed.
  await lin.api.statement.withdrawDispute({ month, id: one })
  expect(await stands()).toEqual({ state: 'CLOSED', disputed: 120_000, owed: 60_000, interest: 0 })
  expect((await finance.api.consoleStatement.disputes({})).dataList.map(({ id }) => id)).toEqual([two, three])
  expect(await lin.post(contract.statement.confirm.path, { month })).toMatchObject({ reason: 'STATEMENT_DISPUTED' })

  // After it, the line is overdue at once. 11 and 12 December have cost interest of the first line only; from the 13th on of both.
  await dawns('2026-12-13')
  await jobs()
  expect(await stands()).toEqual({ state: 'OVERDUE', disputed: 120_000, owed: 60_000, interest: 60 })
  await lin.api.statement.withdrawDispute({ month, id: two })
  expect(await stands()).toEqual({ state: 'OVERDUE', disputed: 50_000, owed: 130_000, interest: 60 })
  await dawns('2026-12-15')
  await jobs()
  expect(await stands()).toEqual({ state: 'OVERDUE', disputed: 50_000, owed: 130_000, interest: 60 + 65 + 65 })

  // The statement says so, and can be confirmed when nothing is in dispute.
  await lin.api.statement.withdrawDispute({ month, id: three })
  const { lines } = await lin.api.statement.detail({ month })
  expect(lines.map(({ dispute }) => [dispute?.state, dispute?.reason, dispute?.decidedAt, dispute?.dueDay])).toEqual(
    lines.map(() => ['WITHDRAWN', '数量不符', null, null]),
  )
  await lin.api.statement.confirm({ month })
  expect((await finance.api.consoleStatement.disputes({})).dataList).toEqual([])
})

test('it is withdrawn once, not after a decision, not decided afterwards, and not disputed again', async () => {
  const month = '2026-12'
  const { lin, one, two, three } = await owesThree(month, '2027-01-01')
  const { enterpriseId } = lin
  const answer = (path: string, given: object) => lin.post(path, { month, ...given })
  const { withdrawDispute, dispute } = contract.statement
  expect(await answer(withdrawDispute.path, { id: three })).toMatchObject({ code: 409, reason: 'DISPUTE_DECIDED' })
  for (const id of [one, two]) await lin.api.statement.dispute({ month, id, reason: '数量不符' })
  await lin.api.statement.withdrawDispute({ month, id: one })
  expect(await answer(withdrawDispute.path, { id: one })).toMatchObject({ reason: 'DISPUTE_DECIDED', msg: '该异议已处理或已撤回' })
  expect(await answer(dispute.path, { id: one, reason: '再来' })).toMatchObject({ reason: 'ALREADY_DISPUTED' })
  const decision = { enterpriseId, month, id: one, forBuyer: true, opinion: '属实' }
  expect(await finance.post(contract.consoleStatement.decideDispute.path, decision)).toMatchObject({ msg: '买家已撤回这笔异议' })
  await finance.api.consoleStatement.decideDispute({ ...decision, id: two, forBuyer: false })
  expect(await answer(withdrawDispute.path, { id: two })).toMatchObject({ reason: 'DISPUTE_DECIDED' })
  const stranger = await mall.buyer('吴', { credit: '50000' })
  expect(await stranger.post(withdrawDispute.path, { month, id: one })).toMatchObject({ reason: 'STATEMENT_NOT_FOUND' })
})
