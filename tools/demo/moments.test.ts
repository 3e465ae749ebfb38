import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openOutside } from '../../server/outside.ts'
import { openDatabase } from '../../server/platform/db.ts'
import { keysFrom } from '../../server/platform/keys.ts'
import { TenantGuard } from '../../server/platform/tenant-guard.ts'
import { checkBooks } from '../../server/testing/books.ts'
import { copyDatabase } from '../../server/testing/copy-database.ts'
import { fillDemo } from './fill-demo.ts'

// The demo begins whenever somebody starts it: a minute into a month of Shanghai, and on a day that most years lack.
test.each(['2026-11-30T16:01:00Z', '2028-02-29T10:40:00Z'])(
  'the demo can begin at %s',
  async (moment) => {
    const copy = await copyDatabase()
    const database = openDatabase({ url: copy.appUrl, poolSize: 8, plugins: [new TenantGuard()] })
    const dataDir = mkdtempSync(path.join(tmpdir(), 'mall-demo-'))
    try {
      const keys = keysFrom(randomBytes(32))
      await fillDemo(database.db, { keys, outside: openOutside({ dataDir }, database.db, keys), now: new Date(moment) })
      expect(await checkBooks(copy.ownerUrl)).toEqual({})
    } finally {
      await database.close()
      await copy.drop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
  120_000,
)
