import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createExternalServices } from '#server/external-services.ts'
import { openDatabase } from '#server/platform/core/db.ts'
import { createKeys } from '#server/platform/core/keys.ts'
import { TenantGuard } from '#server/platform/core/tenant-guard.ts'
import { copyDatabase } from '#server/platform/testing/copy-database.ts'

/** For tests: a database and a folder for the demo. Statements without an enterprise are defects here. */
export async function createEmptyDemoDatabaseForTest() {
  const copy = await copyDatabase()
  const database = openDatabase({ url: copy.appUrl, poolSize: 8, plugins: [new TenantGuard()] })
  const dataDir = mkdtempSync(path.join(tmpdir(), 'mall-demo-'))
  const keys = createKeys(randomBytes(32))
  return {
    db: database.db,
    keys,
    outside: createExternalServices({ dataDir }, database.db, keys),
    ownerUrl: copy.ownerUrl,
    async close() {
      await database.close()
      await copy.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
