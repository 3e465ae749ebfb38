import pg from 'pg'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { machineApiContract } from '#contract/integration/integration/machine-api.ts'
import { PATROLS_PER_ENTERPRISE_MAX } from '#contract/orders/patrols/patrol-api.ts'
import type { Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { isGuestAccess, isStaffAccess } from '#contract/platform/core/permissions.ts'
import { type Buyer, ONE_DAY_MS, openMall } from '#server/platform/testing/mall.ts'

// S7: a member with a program creates rows as fast as he can.

const calls = Object.values<EndpointGroup>({ ...contract, ...machineApiContract }).flatMap((api): Endpoint[] => Object.values(api))
const writes = calls.filter(({ kind }) => kind === 'write' || kind === 'upload')
const isForMembers = ({ needs }: Endpoint): boolean => !isStaffAccess(needs) && !isGuestAccess(needs)
const { patrol, project } = contract

const mall = await openMall()
const [lin, wu] = [await mall.buyer('林'), await mall.buyer('吴')]
const li = await mall.subAccount(lin, ['addCart', 'addressSet'])
const patrols = (walker: Buyer) => walker.post(patrol.add.path, { route: '3101 工作面', day: '2026-11-18' })

test('every write of members or their programs declares its daily row limit, and no other call does', () => {
  const limited = calls.filter(({ memberLimit }) => memberLimit !== undefined)
  expect(limited.map(({ path }) => path).sort()).toEqual(
    writes
      .filter(isForMembers)
      .map(({ path }) => path)
      .sort(),
  )
})

test('the daily limit of a call is shared by all members of an enterprise, and others are not affected', async () => {
  const most = Number(patrol.add.memberLimit)
  const refused = { code: 429, reason: 'DAILY_FULL', msg: `贵公司今天的此项操作已达上限（${most} 次），请明天再试`, data: null }
  for (let at = 0; at < most; at += 20) {
    const made = await Promise.all(Array.from({ length: 20 }, (_, nth) => patrols(nth % 2 ? lin : li)))
    expect(made.every(({ code }) => code === 200)).toBe(true)
  }
  expect([await patrols(lin), await patrols(li)]).toMatchObject([refused, refused])
  expect((await patrols(wu)).code).toBe(200)
  expect(await lin.api.patrol.list({})).toMatchObject({ total: most })
  // Deleting rows does not allow as many new ones on the same day.
  const { dataList } = await lin.api.patrol.list({})
  await lin.api.patrol.delete({ id: dataList[0]?.id ?? '' })
  expect(await patrols(lin)).toMatchObject(refused)
  mall.clock.forward(ONE_DAY_MS)
  await mall.renew()
  expect((await patrols(lin)).code).toBe(200)
})

test('twice as many concurrent writes create no more rows than the limit', async () => {
  const most = Number(project.add.memberLimit)
  const add = async (nth: number): Promise<string> => {
    const answer = await wu.post(project.add.path, { name: `项目 ${nth}` })
    if (answer.code === 200) await wu.api.project.delete({ id: String((answer.data as { id: string }).id) })
    return answer.reason ?? 'made'
  }
  const made: string[] = []
  for (let at = 0; at < 2 * most; at += 8) made.push(...(await Promise.all(Array.from({ length: 8 }, (_, nth) => add(at + nth)))))
  expect(made.filter((reason) => reason === 'made')).toHaveLength(most)
  expect(new Set(made.slice(most + 8))).toEqual(new Set(['DAILY_FULL']))
})

test('a call refused for another reason does not count', async () => {
  const chen = await mall.buyer('陈')
  for (let tries = 0; tries < 5; tries++)
    expect((await chen.post(patrol.add.path, { route: '东翼', day: '2027-01-01' })).reason).toBe('DAY_AHEAD')
  const counted = await mall.db.selectFrom('daily_call').select('times').where('enterprise_id', '=', chen.enterpriseId).execute()
  expect(counted).toEqual([])
})

test('an enterprise with the maximum number of patrols is asked to delete some', async () => {
  const chen = await mall.buyer('钱')
  const owner = new pg.Client({ connectionString: mall.ownerUrl })
  await owner.connect()
  await owner.query(
    `insert into patrol (enterprise_id, id, route, day, note, user_id, created_at)
     select $1, uuid_v7(), '东翼', date '2020-01-01', '', $2, now() from generate_series(1, $3::int)`,
    [chen.enterpriseId, chen.userId, PATROLS_PER_ENTERPRISE_MAX],
  )
  await owner.end()
  expect(await patrols(chen)).toMatchObject({ code: 422, reason: 'PATROLS_FULL' })
  const { dataList } = await chen.api.patrol.list({})
  await chen.api.patrol.delete({ id: dataList[0]?.id ?? '' })
  expect((await patrols(chen)).code).toBe(200)
})
