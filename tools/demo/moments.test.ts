import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { OWNER, urlFor } from '../../server/database/roles.ts'
import { openOutside } from '../../server/outside.ts'
import { openDatabase } from '../../server/platform/db.ts'
import { keysFrom } from '../../server/platform/keys.ts'
import { TenantGuard } from '../../server/platform/tenant-guard.ts'
import { checkBooks } from '../../server/testing/books.ts'
import { TEMPLATE } from '../../server/testing/scratch-database.ts'
import { fillDemo } from './fill-demo.ts'

async function admin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('superUrl') })
  await client.connect()
  await client.query(sql)
  await client.end()
}

// The demo begins whenever somebody starts it: a minute into a month of Shanghai, and on a day that most years lack.
test.each(['2026-11-30T16:01:00Z', '2028-02-29T10:40:00Z'])(
  'the demo can begin at %s',
  async (moment) => {
    const name = `demo_${randomBytes(6).toString('hex')}`
    await admin(`create database ${name} template ${TEMPLATE} owner ${OWNER}`)
    const database = openDatabase({ url: urlFor(inject('appUrl'), { database: name }), poolSize: 8, plugins: [new TenantGuard()] })
    const dataDir = mkdtempSync(path.join(tmpdir(), 'mall-demo-'))
    try {
      const keys = keysFrom(randomBytes(32))
      await fillDemo(database.db, { keys, outside: openOutside({ dataDir }, database.db, keys), now: new Date(moment) })
      expect(await checkBooks(urlFor(inject('ownerUrl'), { database: name }))).toEqual({})
    } finally {
      await database.close()
      await admin(`drop database ${name} with (force)`)
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
  120_000,
)
