import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { copyDatabase } from '#server/platform/testing/copy-database.ts'
import { isDatabaseUnavailable } from './database-errors.ts'
import { type Db, extractSqlState, openDatabase, runInTransaction, runOnOneConnection, type Tx } from './db.ts'
import { MessageWriter } from './message-writer.ts'

const copy = await copyDatabase()
const prepared = openDatabase({ url: copy.appUrl, poolSize: 1 })
const unprepared = openDatabase({ url: copy.appUrl, poolSize: 1, prepared: false })
const { db } = prepared
afterAll(async () => {
  await prepared.close()
  await unprepared.close()
  await copy.drop()
})
beforeEach(() => db.deleteFrom('holiday').execute())

const select = async (on: Db, value: number, mark = ''): Promise<number | undefined> =>
  (await sql<{ found: number }>`select ${value}::int as found ${sql.raw(mark && `/* ${mark} */`)}`.execute(on)).rows[0]?.found
const divide = (on: Db, by: number) => sql`select 1 / ${by}::int as found`.execute(on)
const insert = (on: Db, day: string) => on.insertInto('holiday').values({ day, name: day, working: false }).execute()
const days = async () => (await db.selectFrom('holiday').select('day').orderBy('day').execute()).map(({ day }) => day)
/** The results of statements that are sent together, and the SQLSTATEs of those that failed. */
const outcomes = async (parts: Promise<unknown>[]) =>
  (await Promise.allSettled(parts)).map((one) => (one.status === 'fulfilled' ? one.value : extractSqlState(one.reason)))
/** The processes of the database that serve the only connection. */
const pidOf = async (on: Db) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on)).rows[0]?.pid

/** Counts the messages of a kind that are sent during some work. */
async function countMessages(kind: 'sync' | 'describe' | 'parse', work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(MessageWriter.prototype, kind)
  await work()
  const times = spy.mock.calls.length
  spy.mockRestore()
  return times
}

test.each([
  ['prepared', prepared],
  ['unprepared, as behind a pooler', unprepared],
] as const)('an error in the middle of a packet skips the rest, and the results before it are delivered: %s', async (_, of) => {
  const seen: unknown[] = []
  const failing = runInTransaction(of.db, async (tx) => {
    const parts = [select(tx, 1), insert(tx, '2026-01-01'), divide(tx, 0), insert(tx, '2026-02-01'), select(tx, 2)]
    seen.push(...(await outcomes(parts)), ...(await outcomes([select(tx, 3)])))
    throw new Error('given up')
  })
  await expect(failing).rejects.toThrow('given up')
  expect(seen).toEqual([1, [{ insertId: undefined, numInsertedOrUpdatedRows: 1n }], '22012', '25P02', '25P02', '25P02'])
  expect(await days()).toEqual([])
  expect(await select(of.db, 4)).toBe(4)
})

test('outside a transaction a failed read fails no other one that is sent with it', async () => {
  const parts = await runOnOneConnection(db, (on) => outcomes([select(on, 1), divide(on, 0), select(on, 2)]))
  expect(parts).toEqual([1, '22012', 2])
})

test('a commit that is sent behind a failed statement is not executed', async () => {
  const late = runInTransaction(db, async (tx) => {
    await insert(tx, '2026-01-01')
    void divide(tx, 0).catch(() => {})
  })
  await expect(late).rejects.toMatchObject({ code: '25P02' })
  expect(await days()).toEqual([])
})

test('a packet has one sync, and asks for the columns of a statement once', async () => {
  const work = () => runInTransaction(db, (tx) => Promise.all([select(tx, 1, 'once'), select(tx, 2, 'once'), select(tx, 3, 'once')]))
  // begin with the selects, and the commit
  expect(await countMessages('sync', work)).toBe(2)
  expect(await countMessages('describe', work)).toBe(0)
  expect(await countMessages('parse', work)).toBe(0)
  expect(await countMessages('sync', () => runInTransaction(unprepared.db, (tx) => outcomes([select(tx, 1), select(tx, 2)])))).toBe(2)
})

test('a statement that another packet under way prepares is found, and one that it skips is no other error', async () => {
  const later = async <T>(work: () => Promise<T>) => {
    await new Promise((resolve) => setImmediate(resolve))
    return work()
  }
  const both = await runInTransaction(db, (tx) =>
    outcomes([sql`select pg_sleep(0.1)`.execute(tx).then(() => 'slept'), select(tx, 1, 'two'), later(() => select(tx, 2, 'two'))]),
  )
  expect(both).toEqual(['slept', 1, 2])
  const failed: unknown[] = []
  const work = runInTransaction(db, async (tx) => {
    failed.push(...(await outcomes([divide(tx, 0), select(tx, 1, 'skipped'), later(() => select(tx, 2, 'skipped'))])))
    throw new Error('given up')
  })
  await expect(work).rejects.toThrow('given up')
  expect(failed).toEqual(['22012', '25P02', '25P02'])
  expect(await select(db, 3, 'skipped')).toBe(3)
})

test('a connection lost in the middle of a packet fails all that is not answered, and the next one prepares anew', async () => {
  expect(await select(db, 1, 'kept')).toBe(1)
  const pid = await pidOf(db)
  const errors: unknown[] = []
  const lost = runInTransaction(db, async (tx) => {
    const parts = [
      select(tx, 1, 'kept'),
      sql`select pg_terminate_backend(pg_backend_pid()), pg_sleep(5)`.execute(tx),
      select(tx, 2, 'kept'),
    ]
    for (const one of await Promise.allSettled(parts))
      errors.push(one.status === 'rejected' ? isDatabaseUnavailable(one.reason) : one.value)
    await select(tx, 3)
  })
  await expect(lost).rejects.toSatisfy(isDatabaseUnavailable)
  expect(errors).toEqual([1, true, true])
  expect(await select(db, 4, 'kept')).toBe(4)
  expect(await pidOf(db)).not.toBe(pid)
})

test('a value that cannot be sent, and a row that cannot be read, are errors of their statement only', async () => {
  const circular: Record<string, unknown> = {}
  circular.self = circular
  const work = (tx: Tx) =>
    Promise.allSettled([
      sql`select ${circular}::jsonb`.execute(tx),
      sql`select ${'9007199254740993'}::bigint as found`.execute(tx),
      insert(tx, '2026-03-01'),
    ])
  const [unsent, unread, inserted] = await runInTransaction(db, work)
  expect(unsent).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('circular') } })
  expect(unread).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('beyond what a number holds') } })
  expect(inserted.status).toBe('fulfilled')
  expect(await days()).toEqual(['2026-03-01'])
})

test('the same text may read another cursor, with other columns', async () => {
  const read = (tx: Tx, list: string) =>
    sql`declare c cursor for ${sql.raw(list)}`
      .execute(tx)
      .then(() => sql`fetch forward 5 from c`.execute(tx))
      .then(({ rows }) => sql`close c`.execute(tx).then(() => rows))
  const found = await runInTransaction(db, async (tx) => [await read(tx, 'select 1 as one'), await read(tx, 'select 2 as two, 3 as three')])
  expect(found).toEqual([[{ one: 1 }], [{ two: 2, three: 3 }]])
})
