import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { retentionSettings } from '#server/platform/core/retention-days.ts'
import { DAY, openMall } from '#server/platform/testing/mall.ts'
import { createTestUser } from '#server/platform/testing/test-user.ts'
import { deleteExpiredDataAndAddPartitions } from './retention.ts'
import { retentionTerms } from './retention-terms.ts'

const mall = await openMall()

test('every table has one term, and every setting of days a table', () => {
  const schema = [...readFileSync('server/schema.sql', 'utf8').matchAll(/create table "(\w+)"/g)].map(([, name]) => name)
  expect(retentionTerms.flatMap(({ tables }) => [...tables]).sort()).toEqual([...schema].sort())
  expect(retentionTerms.flatMap(({ kind }) => kind ?? []).sort()).toEqual(Object.keys(retentionSettings).sort())
})

const days = {
  sessions: 5,
  messages: 40,
  staffNotices: 400,
  imports: 30,
  apiKeys: 180,
  deliveries: 30,
  idempotencyKeys: 7,
  proofRuns: 50,
  failedJobs: 30,
} as const

test('what is kept some days is there on the last of them and gone after it', async () => {
  const [lin, admin] = [await mall.buyer('林'), await mall.staff('admin')]
  const idle = await mall.staff('support')
  await createTestUser(mall.app.http, idle.token).api.staff.me({})
  const start = mall.clock.now
  const message = { enterprise_id: lin.enterpriseId, user_id: lin.userId, kind: 'system' as const, title: '题', content: '文', facts: '{}' }
  const run = { asked_by: null, night: '2026-11-18', state: 'DONE' as const, started_at: start, ended_at: start }
  const [clean, broken] = [mall.moment().newId(), mall.moment().newId()]
  await mall.does(async (tx) => {
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
    const now = new Date(start.getTime() + count * DAY + ms)
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
