/**
 * `npm run audit`: checks all invariants of a mall, read-only, and exits with 1 if one is broken. It uses DATABASE_OWNER_URL or
 * DATABASE_URL if one is set, else the database of DATA_DIR, which it starts if it does not run.
 */

import { checkInvariants } from '#server/operations/invariants/check-invariants.ts'
import { readConfig } from '#server/platform/core/config.ts'
import { findRunningEmbeddedDatabase, startEmbeddedPostgresWithMallDatabase } from '#server/platform/database/embedded-database.ts'
import { printInvariants } from './print-invariants.ts'

async function withDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const { DATABASE_OWNER_URL, DATABASE_URL } = process.env
  const given = DATABASE_OWNER_URL || DATABASE_URL
  if (given) return work(given)
  const { dataDir } = readConfig(process.env)
  const running = findRunningEmbeddedDatabase(dataDir)
  if (running) return work(running.ownerUrl)
  const own = await startEmbeddedPostgresWithMallDatabase(dataDir)
  try {
    return await work(own.ownerUrl)
  } finally {
    own.close()
  }
}

try {
  const findings = await withDatabase(checkInvariants)
  process.exitCode = printInvariants(findings) === 0 ? 0 : 1
} catch (error) {
  console.error(`审计没有完成：${error instanceof Error ? error.message : String(error)}`)
  process.exit(2)
}
