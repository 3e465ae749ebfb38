import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DEFAULT_RETENTION_DAYS, retentionSettingNamesByKind } from '#server/platform/core/retention-days.ts'
import { createIntegrationHelpers } from '#server/platform/testing/integration.ts'
import { ONE_DAY_MS, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { createTestUser } from '#server/platform/testing/test-user.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'
import { deleteExpiredDataAndAddPartitions } from './retention.ts'
import { retentionTerms } from './retention-terms.ts'

const mall = await openMall()

test('every table has one retention period, and every retention setting has a table', () => {
  const schema = [...readFileSync('server/schema.sql', 'utf8').matchAll(/create table "(\w+)"/g)].map(([, name]) => name)
  expect(retentionTerms.flatMap(({ tables }) => [...tables]).sort()).toEqual([...schema].sort())
  expect([...new Set(retentionTerms.flatMap(({ kinds = [] }) => kinds))].sort()).toEqual(Object.keys(retentionSettingNamesByKind).sort())
})

test('a table that is said not to grow gets no row by an order that is paid, shipped and received', async () => {
  const { numbers, relays } = createIntegrationHelpers(mall)
  const [lin, warehouse] = [await mall.buyer('林', { credit: '50000' }), await mall.staff('warehouse')]
  const lines = [{ skuId: await mall.createSku('截齿', { sale: '600.00', credit: '600.00' }), goodsNum: 1 }]
  const orderAndReceive = async () => {
    const { quote } = await lin.api.order.preview({ lines, method: 'credit' })
    const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'credit', addressId: lin.addressId, quote })
    await lin.api.order.payByCredit({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
    const orderNo = orders[0]?.orderNo ?? ''
    const parcel = { enterpriseId: lin.enterpriseId, orderNo, carrier: '德邦快递', trackingNo: createWaybillNo() }
    await warehouse.api.consoleFulfilment.ship({ ...parcel, lines: [{ lineNo: 1, quantity: 1 }] })
    await lin.api.order.receive({ orderNo })
    await relays()
    await numbers()
  }
  const { tables } = retentionTerms.find(({ kept }) => kept.includes('do not grow with time')) ?? expect.fail('no such term')
  const counts = async () => {
    const counted = tables.map(async (table) => {
      const { rows } = await mall.pool.query<{ rows: number }>(`select count(*)::int as rows from "${table}"`)
      return [table, rows[0]?.rows] as const
    })
    return Object.fromEntries(await Promise.all(counted))
  }
  // The first order opens what a company has once.
  await orderAndReceive()
  const before = await counts()
  await orderAndReceive()
  expect(await counts()).toEqual(before)
})

const days = {
  ...DEFAULT_RETENTION_DAYS,
  sessions: 5,
  messages: 40,
  staffNotices: 400,
  imports: 30,
  apiKeys: 180,
  deliveries: 30,
  punchOuts: 90,
  idempotencyKeys: 7,
  proofRuns: 50,
  failedJobs: 30,
} as const

test('a row is kept on the last day of its retention and deleted after it', async () => {
  const [lin, admin] = [await mall.buyer('林'), await mall.staff('admin')]
  const idle = await mall.staff('support')
  await createTestUser(mall.app.http, idle.token).api.staff.me({})
  const start = mall.clock.now
  const message = { enterprise_id: lin.enterpriseId, user_id: lin.userId, kind: 'system' as const, title: '题', content: '文', facts: '{}' }
  const run = { asked_by: null, night: '2026-11-18', state: 'DONE' as const, started_at: start, ended_at: start }
  const [clean, broken] = [mall.moment().newId(), mall.moment().newId()]
  await mall.runInTransaction(async (tx) => {
    await tx
      .insertInto('message')
      .values({ ...message, id: mall.moment().newId(), at: start })
      .execute()
    await tx
      .insertInto('proof_run')
      .values([
        { ...run, id: clean, breaches: 0 },
        { ...run, id: broken, night: '2026-11-17', breaches: 1 },
      ])
      .execute()
    await tx.insertInto('proof_result').values({ run_id: clean, invariant: 'I-01', breaches: 0, duration_ms: 1, at: start }).execute()
  })
  const kept = async () => ({
    staffSessions: (await mall.db.selectFrom('staff_session').select('staff_id').execute()).length,
    sessions: (await mall.db.selectFrom('session').select('user_id').execute()).length,
    messages: (
      await mall.db.selectFrom('message').select('id').where('enterprise_id', '=', lin.enterpriseId).where('at', '=', start).execute()
    ).length,
    runs: (await mall.db.selectFrom('proof_run').select('id').execute()).map(({ id }) => id).sort(),
    results: (await mall.db.selectFrom('proof_result').select('run_id').execute()).length,
  })
  await admin.api.staff.logOut({})
  const afterDays = async (count: number, ms = 0) => {
    const now = new Date(start.getTime() + count * ONE_DAY_MS + ms)
    await deleteExpiredDataAndAddPartitions(mall.db, { ...mall.moment(), now }, mall.services.files, days)
    return kept()
  }
  const before = await kept()
  expect(before).toMatchObject({ messages: 1, runs: [clean, broken].sort(), results: 1 })
  expect(await afterDays(5, -1)).toEqual(before)
  expect(await afterDays(5, 1)).toMatchObject({ staffSessions: 0, messages: 1 })
  expect(await afterDays(40)).toMatchObject({ messages: 1 })
  expect(await afterDays(40, 1)).toMatchObject({ messages: 0, runs: [clean, broken].sort() })
  expect(await afterDays(50, 1)).toMatchObject({ runs: [broken], results: 0 })
})

test('an address that was never confirmed goes a day after its code, and the one of disabled staff with the next run', async () => {
  const lin = await mall.buyer('林')
  const staff = await mall.db.selectFrom('staff').select(['id', 'name']).where('name', 'in', ['admin', 'support']).execute()
  const idOf = (name: string) => staff.find((one) => one.name === name)?.id ?? expect.fail()
  const until = new Date(mall.clock.now.getTime() + 1_000)
  const sealed = Buffer.from('sealed')
  const confirmed = { mail_sealed: sealed, mail_masked: 'x', updated_at: until }
  await mall.db
    .insertInto('contact_setting')
    .values([
      Object.assign({ id: lin.userId, user_id: lin.userId, new_mail_sealed: sealed, code_hmac: sealed, code_until: until }, confirmed),
      ...['admin', 'support'].map((name) => Object.assign({ id: idOf(name), staff_id: idOf(name) }, confirmed)),
    ])
    .execute()
  await mall.db.updateTable('staff').set({ status: 0 }).where('id', '=', idOf('support')).execute()
  const after = async (ms: number) => {
    const now = new Date(until.getTime() + ms)
    await deleteExpiredDataAndAddPartitions(mall.db, { ...mall.moment(), now }, mall.services.files, days)
    const rows = await mall.db.selectFrom('contact_setting').select(['id', 'mail_sealed', 'new_mail_sealed', 'code_until']).execute()
    return rows.sort((a, b) => a.id.localeCompare(b.id))
  }
  const kept = [lin.userId, idOf('admin')].sort()
  const day = await after(ONE_DAY_MS)
  expect(day.map(({ id }) => id)).toEqual(kept)
  expect(day.find(({ id }) => id === lin.userId)).toMatchObject({ new_mail_sealed: sealed })
  expect(await after(ONE_DAY_MS + 1)).toEqual(kept.map((id) => ({ id, mail_sealed: sealed, new_mail_sealed: null, code_until: null })))
})

test('a month of the outbox is dropped whole once all is relayed and a month old, without blocking anybody', async () => {
  const mallOfMonths = await openMall({ now: new Date('2026-11-18T04:00:00Z') })
  const { db } = mallOfMonths
  const events = async (at: string, published: string | null) => {
    const row = { id: mallOfMonths.moment().newId(), at: new Date(at), topic: 'push.made', payload: '{}' }
    await sql`select ensure_partitions(${row.at}, 0)`.execute(db)
    await db
      .insertInto('outbox')
      .values({ ...row, published_at: published === null ? null : new Date(published) })
      .execute()
    return row.id
  }
  // The default partition has what no month was made for.
  await db
    .insertInto('outbox')
    .values({
      id: mallOfMonths.moment().newId(),
      at: new Date('2025-02-03T00:00:00Z'),
      topic: 'push.made',
      payload: '{}',
      published_at: new Date('2025-02-03T00:00:01Z'),
    })
    .execute()
  await events('2026-08-31T15:59:59Z', '2026-08-31T16:00:05Z')
  const waiting = await events('2026-09-10T00:00:00Z', null)
  await events('2026-10-31T15:59:59Z', '2026-10-31T16:00:05Z')
  const sweep = (day: string) =>
    deleteExpiredDataAndAddPartitions(db, { ...mallOfMonths.moment(), now: new Date(`${day}T00:00:00+08:00`) }, mallOfMonths.services.files)
  const months = async () => {
    const { rows } = await sql<{ at: Date }>`select at from outbox where at < ${mallOfMonths.clock.now} order by at`.execute(db)
    return rows.map(({ at }) => at.toISOString().slice(0, 7))
  }
  expect(await months()).toEqual(['2025-02', '2026-08', '2026-09', '2026-10'])
  await sweep('2026-09-30')
  expect(await months()).toEqual(['2026-08', '2026-09', '2026-10'])
  // Somebody reads the table, as a backup does: the job does not wait for him, and he keeps nobody waiting.
  await db.transaction().execute(async (reader) => {
    await sql`select count(*) from outbox`.execute(reader)
    await sweep('2026-11-30')
    expect(await months()).toEqual(['2026-08', '2026-09', '2026-10'])
  })
  await sweep('2026-11-30')
  expect(await months()).toEqual(['2026-09', '2026-10'])
  await db.updateTable('outbox').set({ published_at: mallOfMonths.clock.now }).where('id', '=', waiting).execute()
  await sweep('2026-12-01')
  expect(await months()).toEqual([])
  // What only grows and is proved stays.
  expect((await sql`select 1 from pg_class where relname = 'audit_log_202608'`.execute(db)).rows).toHaveLength(1)
})
