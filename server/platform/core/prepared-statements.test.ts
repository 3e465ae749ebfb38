import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { copyDatabase } from '#server/platform/testing/copy-database.ts'
import { openDatabase } from './db.ts'

// P12: callers who filter a list choose the texts of statements.

const KEPT = 20
const copy = await copyDatabase()
const { db, close } = openDatabase({ url: copy.appUrl, poolSize: 1, preparedMax: KEPT })
afterAll(async () => {
  await close()
  await copy.drop()
})

/** Runs a different statement for each number. */
const ask = async (number: number): Promise<number> => {
  const { rows } = await sql<{ found: number }>`select ${number}::int as found /* ${sql.raw(String(number))} */`.execute(db)
  return rows[0]?.found ?? -1
}
const prepared = async () => (await sql<{ name: string }>`select name from pg_prepared_statements`.execute(db)).rows.length

test('a connection keeps a limited number of prepared statements, and evicted ones are prepared again', async () => {
  for (let at = 0; at < 200; at++) expect(await ask(at)).toBe(at)
  expect(await prepared()).toBeLessThanOrEqual(KEPT)
  for (let at = 0; at < 200; at += 7) expect(await ask(at)).toBe(at)
  expect(await prepared()).toBeLessThanOrEqual(KEPT)
})

test('a statement in constant use is not evicted', async () => {
  const usedSince = async () =>
    (await sql<{ at: Date }>`select prepare_time as at from pg_prepared_statements where statement like '%/* 7777 */%'`.execute(db)).rows[1]
      ?.at
  await ask(7_777)
  const first = await usedSince()
  for (let at = 0; at < 100; at++) {
    await ask(10_000 + at)
    await ask(7_777)
  }
  expect(await usedSince()).toEqual(first)
})

test('a failed transaction does not upset the count', async () => {
  await expect(
    db.transaction().execute(async (tx) => {
      await sql`select 1 / ${0}::int`.execute(tx).catch(() => {})
      for (let at = 0; at < 3 * KEPT; at++) await sql`select ${at}::int /* ${sql.raw(`failed ${at}`)} */`.execute(tx).catch(() => {})
      throw new Error('given up')
    }),
  ).rejects.toThrow('given up')
  for (let at = 0; at < 100; at++) expect(await ask(at)).toBe(at)
  expect(await prepared()).toBeLessThanOrEqual(KEPT)
})
