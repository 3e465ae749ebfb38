import { expect, test } from 'vitest'
import { sum } from '#contract/platform/core/money.ts'
import { createDebtHelpers } from './debts.ts'
import { openMall, yuanTextToFen } from './mall.ts'

// Acceptance cases (docs/acceptance.md) that the stories of no single module cover.

const mall = await openMall({ now: new Date('2026-08-18T06:00:00Z') })
const { draws, dawns, jobs, receives, balances } = createDebtHelpers(mall)

// acceptance case 14
test('one transfer above three statements pays all of them, credits the rest to the wallet, and nothing is owed', async () => {
  const lin = await mall.buyer('林', { credit: '50000' })
  const months = ['2026-08', '2026-09', '2026-10']
  for (const [at, month] of months.entries()) {
    await dawns(`${month}-20`)
    await draws(lin.enterpriseId, yuanTextToFen(String(100 * (at + 1))))
  }
  await dawns('2026-11-05')
  await jobs()
  const finance = await mall.staff('finance')
  const debtor = async () =>
    (await finance.api.consoleReceivable.list({})).dataList.find(({ enterpriseId }) => enterpriseId === lin.enterpriseId)
  const { interest = yuanTextToFen('0') } = await balances(lin)
  expect(await debtor()).toMatchObject({ total: 60_000, notDue: 30_000, d30: 20_000, d60: 10_000, interest })

  await receives(lin.enterpriseId, sum([yuanTextToFen('600'), interest, yuanTextToFen('55.55')]))

  expect(await balances(lin)).toEqual({ drawn: 0, interest: 0, wallet: 5_555 })
  const { dataList } = await lin.api.statement.list({})
  expect(dataList.map(({ month, state, owed }) => `${month} ${state} ${owed}`).sort()).toEqual(months.map((month) => `${month} PAID 0`))
  expect((await debtor())?.total ?? 0).toBe(0)
  expect(await mall.findInvariantBreaches()).toEqual({})
})
