import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { readConfig } from '#server/platform/core/config.ts'
import { createErrorLog } from '#server/platform/core/log.ts'
import { createProcessFaults } from '#server/platform/core/process-status.ts'
import { withDatabaseClient } from '#server/platform/database/connect.ts'
import { findFreePort } from '#server/platform/testing/child-program.ts'
import { copyDatabase } from '#server/platform/testing/copy-database.ts'
import { openMallServer } from './mall.ts'

const copy = await copyDatabase()
const dataDir = mkdtempSync(path.join(tmpdir(), 'mall-opened-'))
const secret = randomBytes(32)
const mall = await openMallServer(
  readConfig({ PORT: String(await findFreePort()), DATA_DIR: dataDir }),
  { appUrl: copy.appUrl, ownerUrl: copy.ownerUrl, secret },
  { logger: createErrorLog(), faults: createProcessFaults() },
)

afterAll(async () => {
  await mall.close()
  await copy.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Connections of the job queue to this mall's database. */
const atWork = (): Promise<number> =>
  withDatabaseClient(inject('superUrl'), async (client) => {
    const sql = `select count(*)::int as count from pg_stat_activity where application_name = 'mall jobs' and datname = $1`
    return (await client.query<{ count: number }>(sql, [new URL(copy.appUrl).pathname.slice(1)])).rows[0]?.count ?? 0
  })

// The demo plays months of orders before it listens; a job of today's clock would close those that wait for their money.
test('no job runs before the server listens', async () => {
  expect(await atWork()).toBe(0)
  await mall.listen()
  expect(await atWork()).toBeGreaterThan(0)
})
