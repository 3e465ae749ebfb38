import { beforeAll, expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
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
const staffIds: string[] = []
beforeAll(async () => {
  for (const person of [await mall.staff('finance'), await mall.staff('admin'), await mall.staff('admin', 'finance')])
    staffIds.push((await person.api.staff.me({})).staffId)
})

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
  RETENTION_SESSIONS: async () => {
    const buyer = await mall.buyer('退')
    await buyer.api.security.logOut({})
    return () => mall.db.selectFrom('session').select('id').where('user_id', '=', buyer.userId).execute()
  },
  RETENTION_STAFF_NOTICES: async () => {
    const id = newId()
    const texts = { staff_id: staffIds[0] ?? '', title: '凭证待审', content: '有一张凭证待审核', screen: '/vouchers' }
    await mall.db
      .insertInto('staff_notice')
      .values({ id, at: start, ...texts })
      .execute()
    return () => mall.db.selectFrom('staff_notice').select('id').where('id', '=', id).execute()
  },
  RETENTION_IDEMPOTENCY_KEYS: async () => {
    const [key, { enterpriseId, userId }] = [newId(), lin]
    const caller = { enterprise_id: enterpriseId, user_id: userId, call: '/cart/add', key }
    await mall.db
      .insertInto('idempotency_key')
      .values({ ...caller, request_hash: sha256(Buffer.from(key)), answer: '{}', at: start })
      .execute()
    return () =>
      mall.db.selectFrom('idempotency_key').select('key').where('enterprise_id', '=', enterpriseId).where('key', '=', key).execute()
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
  ['RETENTION_SESSIONS', 30],
  ['RETENTION_SESSIONS', 7],
  ['RETENTION_STAFF_NOTICES', 400],
  ['RETENTION_STAFF_NOTICES', 60],
  ['RETENTION_IDEMPOTENCY_KEYS', 7],
  ['RETENTION_IDEMPOTENCY_KEYS', 90],
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

test('a session that nobody ended goes the days of its setting after it has expired', async () => {
  const { userId } = await mall.buyer('睡')
  const own = () => mall.db.selectFrom('session').select('ended_at').where('user_id', '=', userId).execute()
  await sweep({ RETENTION_SESSIONS: '5' }, 30 + 5, -1)
  expect(await own()).toEqual([{ ended_at: null }])
  await sweep({ RETENTION_SESSIONS: '5' }, 30 + 5, 1)
  expect(await own()).toEqual([])
})

test('a run of moving in that nobody approved goes with its rows; of an approved one only what was uploaded goes', async () => {
  const [staff_id = '', approved_by = '', submitted_by = ''] = staffIds
  const file = { staff_id, file_name: '旧系统.zip', file_hash: Buffer.alloc(32), company_count: 1, created_at: start }
  const [unapproved, approved] = [newId(), newId()]
  const signed = { submitted_by, submitted_at: start, approved_by, approved_at: start, ended_at: start }
  await mall.db
    .insertInto('moving_in')
    .values([
      { ...file, id: unapproved, state: 'tried' },
      { ...file, ...signed, id: approved, state: 'done' },
    ])
    .execute()
  const company = { no: 1, code: 'A-1', name: '岩川矿业有限公司', sealed: Buffer.from('sealed'), wallet_fen: fen(700) }
  await mall.db
    .insertInto('moving_in_company')
    .values([unapproved, approved].map((moving_in_id) => Object.assign({ id: newId(), moving_in_id }, company)))
    .execute()
  const kept = () => mall.db.selectFrom('moving_in_company').select(['moving_in_id', 'sealed', 'wallet_fen']).orderBy('id').execute()
  const before = await kept()
  expect(before).toHaveLength(2)
  await sweep({ RETENTION_IMPORTS: '10' }, 10, -1)
  expect(await kept()).toEqual(before)
  await sweep({ RETENTION_IMPORTS: '10' }, 10, 1)
  expect(await kept()).toEqual([{ moving_in_id: approved, sealed: null, wallet_fen: fen(700) }])
  const { rows } = await mall.pool.query('select id from moving_in where id = any($1)', [[unapproved, approved]])
  expect(rows).toEqual([{ id: approved }])
})

test('a count of tries goes when its window has ended, and a count of requests ten minutes after its minute', async () => {
  const subject = sha256(Buffer.from(newId()))
  await mall.db
    .insertInto('rate_counter')
    .values({ name: 'log-in', subject, source: '', used: 3, ends_at: new Date(start.getTime() + 60_000) })
    .execute()
  await mall.db.insertInto('rate_pool').values({ subject, minute: start, taken: 40 }).execute()
  const left = async (ms: number) => {
    await sweep({}, 0, ms)
    const counters = await mall.db.selectFrom('rate_counter').select('used').where('subject', '=', subject).execute()
    const pools = await mall.db.selectFrom('rate_pool').select('taken').where('subject', '=', subject).execute()
    return [...counters, ...pools]
  }
  expect(await left(59_999)).toEqual([{ used: 3 }, { taken: 40 }])
  expect(await left(60_000)).toEqual([{ taken: 40 }])
  expect(await left(600_000)).toEqual([{ taken: 40 }])
  expect(await left(600_001)).toEqual([])
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
