import { expect, test } from 'vitest'
import { createJournalEntriesOfMissingDays } from '#server/billing/journal/public.ts'
import { createAcceptanceHelpers } from '#server/platform/testing/acceptances.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'

/** Bills that the bank has not paid when they cover no more, on the fourth day after their maturity. */
const mall = await openMall({ now: new Date('2027-01-05T02:00:00Z') })
const { draws, dawns, jobs } = createDebtHelpers(mall)
const { submits, takes, pays, bounces } = createAcceptanceHelpers(mall)
const lin = await mall.buyer('林', { credit: '10000' })
const { enterpriseId } = lin

const account = async () => {
  const { freedAmount, usedAmount } = (await lin.api.account.account({})) ?? expect.fail('no account')
  return { freed: freedAmount, used: usedAmount }
}
const arrive = async (day: string) => {
  await dawns(day)
  await jobs()
}
const sound = async () => expect(await mall.findInvariantBreaches()).toEqual({})

test('the end of a cover takes back the freed limit once, whatever happens to the bill later', async () => {
  await dawns('2027-01-15')
  await draws(enterpriseId, yuanTextToFen('3000'))
  await arrive('2027-02-05')
  const first = await submits(lin, { amountFen: yuanTextToFen('2000'), maturityDay: '2027-03-01' })
  const second = await submits(lin, { amountFen: yuanTextToFen('600'), maturityDay: '2027-03-02' })
  for (const bill of [first, second]) await takes(bill)
  expect(await account()).toEqual({ freed: 260_000, used: 40_000 })
  await arrive('2027-03-04')
  expect(await account()).toEqual({ freed: 260_000, used: 40_000 })
  await arrive('2027-03-05')
  await jobs()
  expect(await account()).toEqual({ freed: 60_000, used: 240_000 })
  await sound()
  const [received] = (await lin.api.message.list({ pageNo: 1 })).dataList.filter(({ title }) => title.includes('汇票'))
  expect(received).toMatchObject({ title: '承兑汇票到期未兑付', messageContent: expect.stringContaining('2,000.00') })
  const finance = await mall.staff('finance')
  expect((await finance.api.consoleAcceptance.detail(first)).steps).toMatchObject([
    { verb: 'accept', label: '接收' },
    { verb: 'lapse', label: '覆盖期满', staff: '', valueDay: '2027-03-05' },
  ])
  // The job was late by two days for the second one. Then the first is paid and the second bounces: nothing is taken back twice.
  await dawns('2027-03-08')
  await createJournalEntriesOfMissingDays(mall.db, mall.moment())
  expect(Object.keys(await mall.findInvariantBreaches())).toEqual([expect.stringMatching(/^I-44 /)])
  await jobs()
  expect(await account()).toEqual({ freed: 0, used: 300_000 })
  await pays(first, 'honour', { broughtFen: yuanTextToFen('2000'), day: '2027-03-03' })
  await bounces(second)
  expect(await account()).toEqual({ freed: 0, used: 100_000 })
  await sound()
})
