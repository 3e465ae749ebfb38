import { describe, expect, test } from 'vitest'
import { addDays, getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { type Buyer, ONE_DAY_MS, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createSettingsHelpers } from '#server/platform/testing/settings.ts'
import { evaluateMemberLevelsForPastDays } from './public.ts'

const mall = await openMall()
const { order, refunds } = await createAfterSaleHelpers(mall)
const debts = createDebtHelpers(mall)

const pays = (buyer: Buyer, price: string) => order(buyer, [{ price, units: 1 }])
/** Half past midnight of a day of Shanghai, and the job has run. */
const nightTo = async (day: string) => {
  mall.clock.now = new Date(getStartOfShanghaiDay(day).getTime() + 30 * 60_000)
  await mall.renew()
  return evaluateMemberLevelsForPastDays(mall.db, mall.moment())
}
const tomorrow = () => addDays(toShanghaiDay(mall.clock.now), 1)
const night = () => nightTo(tomorrow())
const at = async (buyer: Buyer) => (await buyer.api.member.status({})).level
const titles = async (buyer: Buyer) => (await buyer.api.message.list({ kind: 'system' })).dataList.map(({ title }) => title)

describe('reaching a member level', () => {
  test('happens exactly at the threshold in the following night, with a message to the enterprise', async () => {
    const [lin, chen] = [await mall.buyer('林', { wallet: '600000' }), await mall.buyer('陈', { wallet: '600000' })]
    await pays(lin, '100000.00')
    await pays(chen, '99999.99')
    expect(await lin.api.member.status({})).toMatchObject({ level: 1, paid: { amount: 10_000_000, next: { level: 2, missing: 0 } } })
    expect(await chen.api.member.status({})).toMatchObject({ level: 1, paid: { next: { level: 2, missing: 1 } } })
    const day = toShanghaiDay(mall.clock.now)
    expect(await night()).toBe(1)
    expect(await lin.api.member.status({})).toMatchObject({
      level: 2,
      keptUntil: '2027-11-17',
      paid: { amount: 10_000_000, next: { level: 3, missing: 40_000_000 } },
      changes: [{ day, from: 1, to: 2, paid: 10_000_000 }],
    })
    expect(await at(chen)).toBe(1)
    expect(await titles(lin)).toEqual(['会员等级已升至白银会员'])
    expect(await titles(chen)).toEqual([])
    const [message] = (await lin.api.message.list({ kind: 'system' })).dataList
    expect(message?.messageContent).toContain('近 12 个月实付 ¥100,000.00')
    expect(message?.messageContent).toContain('2027-11-17')
  })

  test('is possible by several orders and over more than one level', async () => {
    const lin = await mall.buyer('林', { wallet: '2500000' })
    for (const price of ['900000.00', '900000.00', '200000.00']) await pays(lin, price)
    await night()
    expect(await lin.api.member.status({})).toMatchObject({ level: 4, paid: { amount: 200_000_000, next: null } })
    expect((await lin.api.user.detail({})).memberLevel).toBe(4)
  })

  test('counts credit orders only when they are repaid', async () => {
    const lin = await mall.buyer('林', { credit: '500000' })
    await debts.buys(lin, '120000.00')
    await night()
    expect(await lin.api.member.status({})).toMatchObject({ level: 1, paid: { amount: 0 } })
    await debts.receives(lin.enterpriseId, yuanTextToFen('99999.99'))
    await night()
    expect(await at(lin)).toBe(1)
    await debts.receives(lin.enterpriseId, yuanTextToFen('0.01'))
    await night()
    expect(await lin.api.member.status({})).toMatchObject({ level: 2, paid: { amount: 10_000_000 } })
  })

  test('does not count wallet balances or orders refunded on the same day', async () => {
    const lin = await mall.buyer('林', { wallet: '300000' })
    const bought = await pays(lin, '150000.00')
    await refunds(bought, [[1, 'unsent', 1]])
    await night()
    expect(await lin.api.member.status({})).toMatchObject({ level: 1, paid: { amount: 0 } })
  })
})

describe('a member level that was reached', () => {
  test('is kept for a year after a refund, then falls to the paid amount, with a message to the enterprise', async () => {
    const [lin, chen] = [await mall.buyer('林', { wallet: '900000' }), await mall.buyer('陈', { wallet: '200000' })]
    await pays(chen, '100000.00')
    const bought = await pays(lin, '400000.00')
    await pays(lin, '120000.00')
    const reached = toShanghaiDay(mall.clock.now)
    await night()
    expect(await at(lin)).toBe(3)
    await refunds(bought, [[1, 'unsent', 1]])
    await night()
    expect(await lin.api.member.status({})).toMatchObject({ level: 3, paid: { amount: 12_000_000, next: { level: 4 } } })
    // Paid again half a year later, so that silver is earned when the year of gold is over.
    await nightTo(addDays(reached, 180))
    await pays(lin, '110000.00')
    const keptTo = (await lin.api.member.status({})).keptUntil ?? expect.fail('kept to no day')
    expect(keptTo).toBe(`${Number(reached.slice(0, 4)) + 1}${addDays(reached, -1).slice(4)}`)
    await nightTo(keptTo)
    expect((await chen.api.member.status({})).paid?.amount).toBe(10_000_000)
    await night()
    expect([await at(lin), await at(chen)]).toEqual([3, 2])
    expect((await chen.api.member.status({})).paid?.amount).toBe(0)
    await night()
    expect(await lin.api.member.status({})).toMatchObject({
      level: 2,
      changes: [
        { from: 3, to: 2 },
        { from: 1, to: 3 },
      ],
    })
    expect((await titles(lin))[0]).toBe('会员等级已调整为白银会员')
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('the level job', () => {
  test('gives the same result after missed nights, is idempotent, and runs concurrently with another job', async () => {
    const lin = await mall.buyer('林', { wallet: '300000' })
    const bought = await pays(lin, '150000.00')
    await pays(lin, '700.00')
    const reached = toShanghaiDay(mall.clock.now)
    mall.clock.forward(2 * ONE_DAY_MS)
    await mall.renew()
    await refunds(bought, [[1, 'unsent', 1]])
    mall.clock.forward(5 * ONE_DAY_MS)
    await mall.renew()
    const moved = await Promise.all([
      evaluateMemberLevelsForPastDays(mall.db, mall.moment()),
      evaluateMemberLevelsForPastDays(mall.db, mall.moment()),
    ])
    expect(moved[0] + moved[1]).toBe(1)
    expect(await evaluateMemberLevelsForPastDays(mall.db, mall.moment())).toBe(0)
    // Read twice, a day would count twice: the books know what was paid.
    expect(await mall.findInvariantBreaches()).toEqual({})
    // It was silver for the two days that nobody looked at, and keeps it.
    expect(await lin.api.member.status({})).toMatchObject({
      level: 2,
      paid: { amount: 70_000 },
      changes: [{ day: reached, from: 1, to: 2 }],
    })
    expect(await titles(lin)).toEqual(['会员等级已升至白银会员'])
  })

  test('uses the thresholds set in the console', async () => {
    const lin = await mall.buyer('林', { wallet: '300000' })
    await pays(lin, '60000.00')
    await night()
    expect(await at(lin)).toBe(1)
    const admin = await mall.staff('admin')
    const { sets } = createSettingsHelpers(mall)
    await sets('levels', { silver: yuanTextToFen('50000'), gold: yuanTextToFen('500000'), platinum: yuanTextToFen('2000000') })
    expect(await admin.post('/console-api/api/setting/set-levels', { silver: 5, gold: 5, platinum: 6, rowVersion: 1 })).toMatchObject({
      code: 400,
      msg: '门槛须逐级升高',
    })
    await night()
    expect(await at(lin)).toBe(2)
    expect((await lin.api.member.status({})).levels.map(({ threshold }) => threshold)).toEqual([0, 5_000_000, 50_000_000, 200_000_000])
    await sets('levels', { silver: yuanTextToFen('100000'), gold: yuanTextToFen('500000'), platinum: yuanTextToFen('2000000') })
  })

  test('uses as many statements for six enterprises as for one', async () => {
    const people = []
    for (let count = 0; count < 5; count++) people.push(await mall.buyer(`甲${count}`, { wallet: '1000' }))
    const counted = async () => {
      mall.statements.length = 0
      const moved = await evaluateMemberLevelsForPastDays(mall.db, mall.moment())
      return { moved, statements: mall.statements.length }
    }
    await night()
    mall.clock.forward(ONE_DAY_MS)
    await mall.renew()
    const idle = await counted()
    for (const person of people) await pays(person, '600.00')
    mall.clock.forward(ONE_DAY_MS)
    expect(await counted()).toEqual({ moved: 0, statements: idle.statements + 3 })
    await mall.renew()
  })
})

test('a member without permission for money sees only the level of the enterprise', async () => {
  const lin = await mall.buyer('林', { wallet: '300000' })
  await pays(lin, '120000.00')
  await night()
  const [blind, buyer] = [await mall.subAccount(lin, ['lookGoods', 'addCart']), await mall.subAccount(lin, ['buyPay'])]
  expect(await blind.api.member.status({})).toMatchObject({ level: 2, paid: null, changes: [{ to: 2, paid: null }] })
  expect(await buyer.api.member.status({})).toMatchObject({ level: 2, paid: { amount: 12_000_000 } })
  const stranger = await mall.buyer('陈')
  expect(await stranger.api.member.status({})).toMatchObject({ level: 1, paid: { amount: 0 }, changes: [] })
})
