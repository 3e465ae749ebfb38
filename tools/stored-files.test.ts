import { afterAll, expect, test } from 'vitest'
import { STORED_FILES_SQL } from '#server/platform/database/backups/stored-files.ts'
import { withDatabaseClient } from '#server/platform/database/connect.ts'
import { copyDatabase } from '#server/platform/testing/copy-database.ts'

/** Tables with the hash of a file or message whose bytes are not in the file store. */
const NOT_STORED: Readonly<Record<string, string>> = {
  moving_in: 'its rows are kept, not the workbook',
  punch_out_order: 'the hash of a message',
  receipt_import: 'its goods receipts are kept, not the workbook',
  stock_receipt: 'its lines are kept, not the workbook',
}
/** How the hash of a file, its key, or the time of its storing is called. */
const NAMES = ['stored_hash', 'stored_at', 'file_hash', 'content_hash', 'sealed_key']

const database = await copyDatabase()
afterAll(() => database.drop())

test('a restore copies the files of every table that has the hash of a file', async () => {
  await withDatabaseClient(database.ownerUrl, async (client) => {
    const { rows } = await client.query<{ table: string }>(
      `select distinct c.relname as table from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attname = any ($1) order by 1`,
      [NAMES],
    )
    const tables = rows.map(({ table }) => table)
    expect(tables.filter((table) => !new RegExp(`from ${table}\\b`).test(STORED_FILES_SQL) && !(table in NOT_STORED))).toEqual([])
    expect(Object.keys(NOT_STORED).filter((table) => !tables.includes(table))).toEqual([])
    expect((await client.query(STORED_FILES_SQL)).rows).toEqual([])
  })
})
