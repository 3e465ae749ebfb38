import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openMall } from '#server/platform/testing/mall.ts'
import { openServerSideCursor } from './server-side-cursor.ts'

const mall = await openMall()
const ROWS = 1_200
await mall.runInTransaction((tx) =>
  tx
    .insertInto('outbox')
    .values(
      Array.from({ length: ROWS }, (_, at) => ({
        id: mall.moment().newId(),
        topic: 'walk',
        payload: JSON.stringify(at),
        at: new Date(at),
      })),
    )
    .execute(),
)

const listed = (db: typeof mall.db, pageNo: number, pageSize = 500) =>
  db
    .selectFrom('outbox')
    .select('payload')
    .where('topic', '=', 'walk')
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
const counted = (db: typeof mall.db) => db.selectFrom('outbox').select(db.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()

const add = (topic: string) =>
  mall.runInTransaction((tx) =>
    tx
      .insertInto('outbox')
      .values({ id: mall.moment().newId(), topic, payload: '0', at: new Date(0) })
      .execute(),
  )

test('a list is read as a snapshot of its start, each row once', async () => {
  const walk = await openServerSideCursor(mall.db)
  const first = await listed(walk.db, 1)
  await add('walk')
  const from = mall.statements.length
  const rest = [await listed(walk.db, 2), await listed(walk.db, 3)]
  expect([first, ...rest].map(({ length }) => length)).toEqual([500, 500, 200])
  expect([first, ...rest].flat().map(({ payload }) => payload)).toEqual(Array.from({ length: ROWS }, (_, at) => ROWS - 1 - at))
  expect(mall.statements.slice(from)).toEqual(Array(2).fill('fetch forward 500 from cursor_0'))
  expect(await walk.count(10_000)).toBe(ROWS)
  expect(await walk.count(1_000)).toBe(1_001)
  await walk.close()
})

test('pages that do not follow the last one are answered as well', async () => {
  const walk = await openServerSideCursor(mall.db)
  const numbers = async (pageNo: number, pageSize?: number) => (await listed(walk.db, pageNo, pageSize)).length
  expect([await numbers(3), await numbers(1), await numbers(1), await numbers(2, 700), await numbers(2)]).toEqual([201, 500, 500, 501, 500])
  const total = await counted(walk.db)
  await add('other')
  expect(await counted(walk.db)).toEqual(total)
  await walk.close()
})

test('it is read-only and returns its connection', async () => {
  const walk = await openServerSideCursor(mall.db)
  await expect(sql`delete from outbox where topic = 'walk'`.execute(walk.db)).rejects.toThrow('read-only')
  await walk.close()
  await walk.close()
  expect(mall.pool.idleCount).toBe(mall.pool.totalCount)
})
