import { afterAll, expect, test } from 'vitest'
import { withDatabaseClient } from '#server/platform/database/connect.ts'
import { listTablesToCopy, requireUnusedDatabase } from '#server/platform/database/move-database.ts'
import { copyDatabase } from '#server/platform/testing/copy-database.ts'

const database = await copyDatabase()
afterAll(() => database.drop())

const requireUnused = () =>
  withDatabaseClient(database.ownerUrl, async (client) => requireUnusedDatabase(client, await listTablesToCopy(client)))

test('a database is unused until it has more rows than its migrations have created, so that a copy can be restored into it', async () => {
  await requireUnused()
  await withDatabaseClient(database.ownerUrl, (client) =>
    client.query(`insert into delivery_terms select version + 1, now(), cut_off, default_days, provinces from delivery_terms`),
  )
  await expect(requireUnused()).rejects.toThrow('目标数据库里已有数据（public.delivery_terms）')
})
