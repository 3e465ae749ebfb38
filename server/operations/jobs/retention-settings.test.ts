import { expect, test } from 'vitest'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { readConfig } from '#server/platform/core/config.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import { type Buyer, ONE_DAY_MS, openMall } from '#server/platform/testing/mall.ts'
import { deleteExpiredDataAndAddPartitions } from './retention.ts'

const mall = await openMall({ now: new Date('2026-11-30T16:00:00Z') })
const lin = await mall.buyer('林')
const start = mall.clock.now

/** What the job does some days from now, with settings from the environment. */
const sweep = (env: Parameters<typeof readConfig>[0], days: number, ms = 0) => {
  const now = new Date(start.getTime() + days * ONE_DAY_MS + ms)
  return deleteExpiredDataAndAddPartitions(mall.db, { ...mall.moment(), now }, mall.services.files, readConfig(env).retentionDays)
}

const newId = () => mall.moment().newId()

const cartOf = ({ enterpriseId }: Buyer) => mall.db.selectFrom('cart_line').select('id').where('enterprise_id', '=', enterpriseId).execute()

/** Each puts a row that is of now, and returns whether it is still there. */
const rows = {
  RETENTION_CLOSED_ACCOUNTS: async () => {
    const id = newId()
    await mall.db
      .insertInto('closed_account')
      .values({ id, sealed: Buffer.from('sealed'), closed_at: start })
      .execute()
    return () => mall.db.selectFrom('closed_account').select('id').where('id', '=', id).execute()
  },
  RETENTION_MISSED_SEARCHES: async () => {
    const [term, day] = [`截齿${newId()}`, addDays(toShanghaiDay(start), 1)]
    await mall.db.insertInto('missed_search').values({ day, term, times: 1, similar_shown: false }).execute()
    return () => mall.db.selectFrom('missed_search').select('day').where('term', '=', term).execute()
  },
  RETENTION_READINGS: async () => {
    const [id, { enterpriseId, userId }] = [newId(), lin]
    const [row, what] = [
      { enterprise_id: enterpriseId, id, user_id: userId, subject_hash: sha256(Buffer.from(id)) },
      { source: 'licence', state: 'UNREADABLE', asked: true, at: start } as const,
    ]
    await mall.db.insertInto('verification_reading').values(Object.assign(row, what)).execute()
    const own = mall.db.selectFrom('verification_reading').select('id').where('enterprise_id', '=', enterpriseId)
    return () => own.where('id', '=', id).execute()
  },
  RETENTION_CARTS: async () => {
    const buyer = await mall.buyer('车')
    await buyer.api.cart.add({ skuId: await mall.createSku('截齿'), goodsNum: 1 })
    return () => cartOf(buyer)
  },
  RETENTION_EVENTS: async () => {
    const id = newId()
    const at = new Date(start.getTime() - 1)
    await mall.db.insertInto('outbox').values({ id, at, topic: 'push.made', payload: '{}', published_at: at }).execute()
    return () => mall.db.selectFrom('outbox').select('id').where('id', '=', id).execute()
  },
} as const

// The start is the first moment of a month in Shanghai, so that the event is of the month that has just ended.
test.each([
  ['RETENTION_CLOSED_ACCOUNTS', 1_096],
  ['RETENTION_CLOSED_ACCOUNTS', 3_000],
  ['RETENTION_MISSED_SEARCHES', 7],
  ['RETENTION_MISSED_SEARCHES', 400],
  ['RETENTION_READINGS', 3],
  ['RETENTION_CARTS', 180],
  ['RETENTION_CARTS', 30],
  ['RETENTION_EVENTS', 2],
  ['RETENTION_EVENTS', 90],
] as const)('with %s=%d a row is kept until the last moment of that day, and then deleted', async (name, days) => {
  const find = await rows[name]()
  await sweep({ [name]: String(days) }, days, -1)
  expect(await find()).toHaveLength(1)
  await sweep({ [name]: String(days) }, days, 1)
  if (name === 'RETENTION_MISSED_SEARCHES') {
    expect(await find()).toHaveLength(1)
    await sweep({ [name]: String(days) }, days + 1)
  }
  expect(await find()).toEqual([])
})

test('a cart in which one line was changed keeps all its lines; the cart of a colleague goes', async () => {
  const [long, colleague] = [await mall.buyer('久'), await mall.buyer('闲')]
  const [first, second] = [await mall.createSku('截齿'), await mall.createSku('齿座')]
  for (const skuId of [first, second]) await long.api.cart.add({ skuId, goodsNum: 1 })
  await colleague.api.cart.add({ skuId: first, goodsNum: 1 })
  const [line = ''] = (await long.api.cart.list({})).flatMap(({ cartList }) => cartList.map(({ id }) => id))
  const changes = [
    [5, () => long.api.cart.setCartNum({ id: line, goodsNum: 2 })],
    [10, () => long.api.cart.select({ ids: [line], selected: false })],
    [15, () => long.api.cart.add({ skuId: second, goodsNum: 1 })],
  ] as const
  for (const [day, change] of changes) {
    mall.clock.now = new Date(start.getTime() + day * ONE_DAY_MS)
    await change()
    await sweep({ RETENTION_CARTS: '30' }, day + 30, -1)
    expect(await cartOf(long)).toHaveLength(2)
  }
  expect(await cartOf(colleague)).toEqual([])
  await sweep({ RETENTION_CARTS: '30' }, 45, 1)
  expect(await cartOf(long)).toEqual([])
})

test.each([
  [
    { RETENTION_CLOSED_ACCOUNTS: '1095' },
    'RETENTION_CLOSED_ACCOUNTS 应为 1096 到 10958 的整数（《电子商务法》第三十一条：交易信息自交易完成之日起保存不少于三年）',
  ],
  [
    { RETENTION_LICENCE_PICTURES: '365' },
    'RETENTION_LICENCE_PICTURES 应为 366 到 3650 的整数（《危险化学品安全管理条例》第四十一条：许可证件复印件保存不少于一年）',
  ],
  [{ RETENTION_CLOSED_ACCOUNTS: '20000' }, /RETENTION_CLOSED_ACCOUNTS 应为 1096 到 10958 的整数$/],
  [{ RETENTION_READINGS: '31' }, 'RETENTION_READINGS 应为 1 到 30 的整数'],
  [{ RETENTION_IDEMPOTENCY_KEYS: '1' }, 'RETENTION_IDEMPOTENCY_KEYS 应为 2 到 365 的整数'],
])('%j is refused at the start', (env, why) => expect(() => readConfig(env)).toThrow(why))
