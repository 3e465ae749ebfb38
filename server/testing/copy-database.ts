import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { changeUrl, OWNER_ROLE } from '../database/roles.ts'
import { TEMPLATE } from './scratch-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    superUrl: string
    appUrl: string
    ownerUrl: string
  }
}

/** A copy of the migrated database, or of another one beside it, for one test file; gone with it. */
export async function copyDatabase(template = TEMPLATE): Promise<{ appUrl: string; ownerUrl: string; drop(): Promise<void> }> {
  const name = `mall_${randomBytes(6).toString('hex')}`
  const admin = async (sql: string) => {
    const client = new pg.Client({ connectionString: inject('superUrl') })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  // As files, not page by page through the log: half the time, and nobody else writes to the template.
  await admin(`create database ${name} template ${template} owner ${OWNER_ROLE} strategy file_copy`)
  return {
    appUrl: changeUrl(inject('appUrl'), { database: name }),
    ownerUrl: changeUrl(inject('ownerUrl'), { database: name }),
    drop: () => admin(`drop database ${name} with (force)`),
  }
}
