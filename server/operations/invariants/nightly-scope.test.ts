import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, addHours, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { ONE_DAY_MS, openMall } from '#server/platform/testing/mall.ts'
import { NIGHTS_PER_TURN } from './checks/invariant.ts'
import { limitToCompanies, listCompaniesOfNight } from './nightly-scope.ts'

const mall = await openMall()

test('a night checks the companies for which something was written, and every other one once in 28 nights', async () => {
  const lin = await mall.buyer('林')
  const wu = await mall.buyer('吴')
  mall.clock.forward(3 * ONE_DAY_MS)
  await mall.renew()
  const listAfter = async (nights: number, missed = 0) => {
    const now = new Date(mall.clock.now.getTime() + nights * ONE_DAY_MS)
    const last = { night: addDays(toShanghaiDay(now), -1 - missed), startedAt: mall.clock.now }
    const listed = await mall.runInTransaction((tx) => listCompaniesOfNight(tx, { now, last }))
    return listed ?? expect.fail('all')
  }
  const listNights = () => Promise.all(Array.from({ length: NIGHTS_PER_TURN }, (_, nights) => listAfter(nights)))
  const companies = await mall.db.selectFrom('enterprise').select('id').execute()
  expect((await listNights()).flat().sort()).toEqual(companies.map(({ id }) => id).sort())

  // A night that was missed is made up for.
  const [yesterday, today] = [await listAfter(0), await listAfter(1)]
  expect((await listAfter(1, 1)).sort()).toEqual([...yesterday, ...today].sort())
  expect(await listAfter(60, 40)).toHaveLength(companies.length)

  const lines = [{ skuId: await mall.createSku('截齿', { sale: '600.00' }), goodsNum: 1 }]
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  const listed = await listNights()
  expect(listed.filter((night) => night.includes(lin.enterpriseId))).toHaveLength(NIGHTS_PER_TURN)
  expect(listed.filter((night) => night.includes(wu.enterpriseId))).toHaveLength(1)
})

test('so many companies that the whole is faster are not listed', async () => {
  const listed = (missed: number) =>
    mall.runInTransaction(async (tx) => {
      await sql`insert into enterprise (id, status, auth_level, member_level, created_at)
        select md5(${`company ${missed} `} || n)::uuid, 1, 0, 1, ${mall.clock.now} from generate_series(1, 300) n`.execute(tx)
      const night = addDays(toShanghaiDay(mall.clock.now), -1 - missed)
      const found = await listCompaniesOfNight(tx, { now: mall.clock.now, last: { night, startedAt: addHours(mall.clock.now, 48) } })
      return found?.length ?? 'all'
    })
  expect(await listed(0)).toBeLessThan(60)
  expect(await listed(28)).toBe('all')
})

test('a statement is limited in every table of companies that it names, and in no other', () => {
  const limited = limitToCompanies(
    'select o.order_no from "order" o join order_line l on true join sku s on true left join (enterprise e cross join order_event) on true, order_event_note n',
  )
  expect([...limited.matchAll(/"(\w+)" as not materialized/g)].map(([, table]) => table)).toEqual([
    'enterprise',
    'order',
    'order_line',
    'order_event',
  ])
})
