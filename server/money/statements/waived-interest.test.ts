import { expect, test } from 'vitest'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { expectStatementSumsMatchLines } from '#server/platform/testing/statement-sums.ts'

/**
 * Money that becomes known late, after interest was waived. The company owes 2,000.00 of September, so a day costs 1.00 from the 11th of October on: 25.00 on the morning of the 5th of November.
 */
const mall = await openMall({ now: new Date('2026-09-20T02:00:00Z') })
const { draws, receives, dawns, jobs, balances } = createDebtHelpers(mall)
const [finance, admin] = [await mall.staff('finance'), await mall.staff('admin')]

const lives = async (until: string) => {
  for (let day = addDays(toShanghaiDay(mall.clock.now), 1); day <= until; day = addDays(day, 1)) {
    await dawns(day)
    await jobs()
  }
}
const companies = {
  wholly: await mall.buyer('林', { credit: '50000' }),
  inPart: await mall.buyer('吴', { credit: '50000' }),
  paidThenWaived: await mall.buyer('陈', { credit: '50000' }),
  waivedThenPaid: await mall.buyer('赵', { credit: '50000' }),
  writtenOff: await mall.buyer('孙', { credit: '50000' }),
  forgiven: await mall.buyer('周', { credit: '50000' }),
}
type Company = (typeof companies)['wholly']
for (const { enterpriseId } of Object.values(companies)) await draws(enterpriseId, yuanTextToFen('2000'))
await lives('2026-11-05')

const decides = ({ enterpriseId }: Company, { id }: { id: string }) =>
  admin.api.consoleFinanceRequest.decide({ enterpriseId, id, approve: true })
const waives = async (buyer: Company, amount: string) =>
  decides(
    buyer,
    await finance.api.consoleFinanceRequest.proposeWaiver({
      enterpriseId: buyer.enterpriseId,
      amount: yuanTextToFen(amount),
      reason: '协商',
    }),
  )
/** The interest that was posted since, by kind, in fen. */
async function posted({ enterpriseId }: Company) {
  const rows = await mall.db
    .selectFrom('ledger_transfer')
    .select(['kind', mall.db.fn.sum<number>('amount_fen').as('fen')])
    .where('enterprise_id', '=', enterpriseId)
    .where('kind', 'in', ['reverseInterest', 'returnInterest', 'reverseWaiver', 'recoverByWallet'])
    .groupBy('kind')
    .execute()
  return Object.fromEntries(rows.map(({ kind, fen }) => [kind, Number(fen)]))
}
/** What the statement of September says of its interest: the month's sum, and the sum of its days. */
async function readInterest(buyer: Company) {
  const { interest, interestDays } = expectStatementSumsMatchLines(await buyer.api.statement.detail({ month: '2026-09' }))
  expect(interestDays.reduce((sum, day) => sum + day.amount - day.reversed + day.recharged, 0)).toBe(interest)
  return interest
}
const sound = async () => expect(await mall.findInvariantBreaches()).toEqual({})

test('all interest was waived: a reversal reduces the waiver and pays nothing to the wallet', async () => {
  const buyer = companies.wholly
  await waives(buyer, '25')
  // Of value on the 10th of October: no day should have cost anything.
  await receives(buyer.enterpriseId, yuanTextToFen('2000'), { valueDay: '2026-10-10' })
  expect(await balances(buyer)).toEqual({ drawn: yuanTextToFen('0'), interest: yuanTextToFen('0'), wallet: yuanTextToFen('0') })
  expect(await posted(buyer)).toEqual({ reverseInterest: 2_500, reverseWaiver: 2_500 })
  expect(await readInterest(buyer)).toBe(0)
  // The buyer reads it beside the waiver, with the day.
  const { dataList } = await buyer.api.bill.list({ type: 'interest', pageSize: 100 })
  const days = dataList.filter(({ title }) => title === '2026-10-11 逾期利息减免冲回')
  expect(days.map(({ sign, amount }) => [sign, amount])).toEqual([['-', yuanTextToFen('1')]])
  await sound()
})

test('a part was waived and the rest is unpaid: the unpaid part is reversed first', async () => {
  const buyer = companies.inPart
  await waives(buyer, '23')
  // The five days from the 31st of October on should not have cost anything: 2.00 are unpaid, 3.00 were waived.
  await receives(buyer.enterpriseId, yuanTextToFen('2000'), { valueDay: '2026-10-31' })
  expect(await balances(buyer)).toEqual({ drawn: yuanTextToFen('0'), interest: yuanTextToFen('0'), wallet: yuanTextToFen('0') })
  expect(await posted(buyer)).toEqual({ reverseInterest: 500, reverseWaiver: 300 })
  expect(await readInterest(buyer)).toBe(2_000)
  await sound()
})

test('10.00 were paid and then 15.00 waived: the waiver is reversed first, and at most 10.00 go to the wallet', async () => {
  const buyer = companies.paidThenWaived
  await receives(buyer.enterpriseId, yuanTextToFen('10'))
  await waives(buyer, '15')
  await receives(buyer.enterpriseId, yuanTextToFen('500'), { valueDay: '2026-10-31' })
  // A quarter of five days, 1.25, was waived.
  expect(await posted(buyer)).toEqual({ reverseInterest: 125, reverseWaiver: 125 })
  expect((await balances(buyer)).wallet).toBe(0)
  await sound()
  await receives(buyer.enterpriseId, yuanTextToFen('1500'), { valueDay: '2026-10-10' })
  // 25.00 − 1.25 − a quarter of twenty days remain of 500.00 that came on the 31st.
  const { reverseInterest = 0, reverseWaiver, returnInterest = 0 } = await posted(buyer)
  expect({ reverseWaiver, returnInterest }).toEqual({ reverseWaiver: 1_500, returnInterest: 500 })
  expect(reverseInterest + returnInterest).toBe(2_500 - (await readInterest(buyer)))
  expect((await balances(buyer)).wallet).toBe(yuanTextToFen('5'))
  await sound()
})

test('interest waived first and paid afterwards: the paid part is returned to the wallet first', async () => {
  const buyer = companies.waivedThenPaid
  await waives(buyer, '23')
  await receives(buyer.enterpriseId, yuanTextToFen('2'))
  await receives(buyer.enterpriseId, yuanTextToFen('2000'), { valueDay: '2026-10-31' })
  expect(await posted(buyer)).toEqual({ returnInterest: 200, reverseInterest: 300, reverseWaiver: 300 })
  expect((await balances(buyer)).wallet).toBe(yuanTextToFen('2'))
  await sound()
})

test('interest that was written off pays its claim from the wallet; a forgiven part is returned to nobody', async () => {
  const writesOff = async (buyer: Company) => {
    const { enterpriseId } = buyer
    const request = { enterpriseId, month: '2026-09', amount: yuanTextToFen('100'), interest: yuanTextToFen('25'), reason: '失联' }
    await decides(buyer, await finance.api.consoleFinanceRequest.proposeWriteOff(request))
  }
  const toRecover = async ({ api }: Company) => (await api.statement.owed({})).toRecover
  const claimed = companies.writtenOff
  await writesOff(claimed)
  // It pays the claim of 125.00 first. The rest was known late: 20.00 of 2,000.00 less cost nothing from the 31st on.
  await receives(claimed.enterpriseId, yuanTextToFen('25'))
  expect(await toRecover(claimed)).toBe(yuanTextToFen('100'))
  const late = await receives(claimed.enterpriseId, yuanTextToFen('500'), { valueDay: '2026-10-31' })
  // 100.00 of it recover the claim, so 400.00 are of the 31st: a fifth of five days.
  expect(late.parts.map(({ to, amountFen }) => [to, amountFen])).toEqual([
    ['badDebt', 10_000],
    ['month', 40_000],
  ])
  expect(await posted(claimed)).toEqual({ returnInterest: 100 })
  expect((await balances(claimed)).wallet).toBe(yuanTextToFen('1'))
  await sound()

  const released = companies.forgiven
  await writesOff(released)
  const { enterpriseId } = released
  const { dataList } = await finance.api.consoleBadDebt.list({})
  const { id: badDebtId } = dataList.find((one) => one.enterpriseId === enterpriseId) ?? expect.fail('no claim')
  await decides(
    released,
    await finance.api.consoleBadDebt.proposeForgiving({ enterpriseId, id: badDebtId, amount: yuanTextToFen('125'), reason: '和解' }),
  )
  await receives(enterpriseId, yuanTextToFen('500'), { valueDay: '2026-10-31' })
  expect(await posted(released)).toEqual({ reverseInterest: 125, reverseWaiver: 125 })
  expect((await balances(released)).wallet).toBe(0)
  await sound()
})
