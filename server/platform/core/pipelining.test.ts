import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { withDatabaseClient } from '#server/platform/database/connect.ts'
import { copyDatabase } from '#server/platform/testing/copy-database.ts'
import { flushHeldBackStatements, openDatabase, runInTransaction, sendWithNextStatement, type Tx } from './db.ts'

const copy = await copyDatabase()
const trips: string[] = []
/** What was sent together, each statement by its first word. */
const onRoundTrip = (sent: readonly string[]) => trips.push(sent.map((text) => text.trim().split(' ')[0]).join('+'))
const { db, pool, close } = openDatabase({ url: copy.appUrl, poolSize: 2, onRoundTrip })
afterAll(async () => {
  await close()
  await copy.drop()
})
beforeEach(async () => {
  await db.deleteFrom('holiday').execute()
  trips.length = 0
})

const insert = (tx: Tx, day: string) => tx.insertInto('holiday').values({ day, name: day, working: false })
const select = async (tx: Tx, value: number): Promise<number | undefined> =>
  (await sql<{ found: number }>`select ${value}::int as found`.execute(tx)).rows[0]?.found
const days = async () => (await db.selectFrom('holiday').select('day').orderBy('day').execute()).map(({ day }) => day)
const refusal = (text: string) => () => {
  throw new Error(text)
}

test('begin is sent with the first statement, and parallel statements are sent together in order', async () => {
  const found = await runInTransaction(db, async (tx) => {
    const first = await select(tx, 1)
    return [first, ...(await Promise.all([select(tx, 2), select(tx, 3), select(tx, 4)]))]
  })
  expect(found).toEqual([1, 2, 3, 4])
  expect(trips).toEqual(['begin+select', 'select+select+select', 'commit'])
})

test('statements that follow answers of one packet are sent together, even if one answer is late', async () => {
  const late = async (tx: Tx) => {
    await sql`select pg_sleep(0.05)`.execute(tx)
    return select(tx, 2)
  }
  const found = await runInTransaction(db, (tx) => Promise.all([select(tx, 1).then((one) => select(tx, one ?? 0)), late(tx)]))
  expect(found).toEqual([1, 2])
  expect(trips).toEqual(['begin+select+select', 'select+select', 'commit'])
})

test('a transaction without statements sends nothing', async () => {
  expect(await runInTransaction(db, async () => 7)).toBe(7)
  await expect(runInTransaction(db, async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(trips).toEqual([])
})

test('a text with begin and further statements is sent whole at once', async () => {
  const client = await pool.connect()
  await client.query("begin; insert into holiday (day, name, working) values ('2026-01-01', '元旦', false)")
  expect((await client.query('select name from holiday')).rows).toEqual([{ name: '元旦' }])
  await client.query('rollback')
  client.release()
  expect(await days()).toEqual([])
})

test('a deferred statement is sent with the next statement or with the commit', async () => {
  await runInTransaction(db, async (tx) => {
    await sendWithNextStatement(tx, insert(tx, '2026-01-01'))
    expect((await tx.selectFrom('holiday').select('day').execute()).length).toBe(1)
    await sendWithNextStatement(tx, insert(tx, '2026-02-01'))
  })
  expect(trips).toEqual(['begin+insert+select', 'insert+commit'])
  expect(await days()).toEqual(['2026-01-01', '2026-02-01'])
})

test('an error of a deferred statement rejects the next statement or the commit, and nothing is written', async () => {
  const twice = (next: (tx: Tx) => Promise<unknown>) =>
    runInTransaction(db, async (tx) => {
      await insert(tx, '2026-01-01').execute()
      await sendWithNextStatement(tx, insert(tx, '2026-01-01'))
      await next(tx)
    })
  await expect(twice((tx) => select(tx, 1))).rejects.toMatchObject({ code: '23505' })
  await expect(twice((tx) => Promise.all([select(tx, 1), select(tx, 2)]))).rejects.toMatchObject({ code: '23505' })
  await expect(twice(async () => {})).rejects.toMatchObject({ code: '23505' })
  expect(await days()).toEqual([])
  expect(await select(db as Tx, 1)).toBe(1)
})

test('a failed check rejects the statements sent with it, later ones and the commit', async () => {
  const given: unknown[] = []
  const checked = (next: (tx: Tx) => Promise<unknown>) =>
    runInTransaction(db, async (tx) => {
      await sendWithNextStatement(tx, insert(tx, '2026-01-01'), refusal('ended'))
      await next(tx)
    })
  await expect(checked(async (tx) => given.push(await select(tx, 1)))).rejects.toThrow('ended')
  await expect(checked((tx) => insert(tx, '2026-01-01').execute())).rejects.toThrow('ended')
  await expect(
    checked((tx) =>
      insert(tx, '2026-02-01')
        .execute()
        .catch(() => insert(tx, '2026-03-01').execute()),
    ),
  ).rejects.toThrow('ended')
  await expect(
    checked((tx) =>
      insert(tx, '2026-02-01')
        .execute()
        .catch(() => {}),
    ),
  ).rejects.toThrow('ended')
  trips.length = 0
  await expect(checked(async () => {})).rejects.toThrow('ended')
  expect(trips).toEqual(['begin+insert', 'rollback'])
  expect(given).toEqual([])
  expect(await days()).toEqual([])
})

test('deferred statements can be flushed, and their refusal takes precedence', async () => {
  const refused = runInTransaction(db, async (tx) => {
    await sendWithNextStatement(tx, insert(tx, '2026-01-01'), refusal('ended'))
    await flushHeldBackStatements(tx)
  })
  await expect(refused).rejects.toThrow('ended')
  await runInTransaction(db, async (tx) => flushHeldBackStatements(tx))
  expect(trips).toEqual(['begin+insert', 'rollback'])
})

test('rows that wait for the next statement do not hide why the transaction has failed', async () => {
  const ended = runInTransaction(db, async (tx) => {
    await select(tx, 1)
    const failing = sql`select 1 / 0`.execute(tx)
    await sendWithNextStatement(tx, insert(tx, '2026-01-01'))
    try {
      await failing
    } catch (error) {
      await flushHeldBackStatements(tx)
      throw error
    }
  })
  await expect(ended).rejects.toThrow('division by zero')
  expect(await days()).toEqual([])
})

test('a passed check receives the rows, and the commit waits for it', async () => {
  const seen: unknown[] = []
  await runInTransaction(db, async (tx) => {
    await sendWithNextStatement(tx, insert(tx, '2026-01-01').returning('day'), ({ rows, numAffectedRows }) =>
      seen.push(rows, numAffectedRows),
    )
  })
  expect(seen).toEqual([[{ day: '2026-01-01' }], 1n])
  expect(trips).toEqual(['begin+insert', 'commit'])
})

test('a lock timeout before the commit is reported as such, not as an unknown commit outcome', async () => {
  await insert(db as Tx, '2026-05-01').execute()
  await withDatabaseClient(copy.ownerUrl, async (other) => {
    await other.query(`begin; delete from holiday where day = '2026-05-01'`)
    const late = runInTransaction(db, async (tx) => {
      await sql`set local lock_timeout = '50ms'`.execute(tx)
      await sendWithNextStatement(tx, insert(tx, '2026-05-01'))
    })
    await expect(late).rejects.toMatchObject({ code: '55P03' })
  })
  expect(await days()).toEqual(['2026-05-01'])
})

test('a deferred statement is retried with its transaction after a deadlock', async () => {
  let tries = 0
  await runInTransaction(db, async (tx) => {
    tries++
    await sendWithNextStatement(
      tx,
      tries === 1 ? sql`do $$ begin raise exception 'once' using errcode = '40P01'; end $$` : insert(tx, '2026-06-01'),
    )
  })
  expect([tries, await days()]).toEqual([2, ['2026-06-01']])
})
