import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { OWNER_ROLE, replaceDatabaseUrlParts } from '#server/platform/database/roles.ts'
import { TEMPLATE_DATABASE } from './scratch-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    superUrl: string
    appUrl: string
    ownerUrl: string
  }
}

export interface CopiedDatabase {
  appUrl: string
  ownerUrl: string
  /** How many deadlocks PostgreSQL has resolved. Call it after the connections are closed, because they report late. */
  countDeadlocks(): Promise<number>
  drop(): Promise<void>
}

/** Makes a copy of the migrated database, or of another one on the same server, for one test file. */
export async function copyDatabase(template = TEMPLATE_DATABASE): Promise<CopiedDatabase> {
  const name = `mall_${randomBytes(6).toString('hex')}`
  const asAdmin = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: inject('superUrl') })
    await client.connect()
    const result = await work(client)
    await client.end()
    return result
  }
  await asAdmin(async (client) => {
    // A distributed database has a process of its own in each of its databases, which starts again when it is needed.
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}' and backend_type like 'Citus%'`,
    )
    // Copied as files, because that takes half the time of copying through the WAL. Nobody else writes to the template.
    await client.query(`create database ${name} template ${template} owner ${OWNER_ROLE} strategy file_copy`)
  })
  return {
    appUrl: replaceDatabaseUrlParts(inject('appUrl'), { database: name }),
    ownerUrl: replaceDatabaseUrlParts(inject('ownerUrl'), { database: name }),
    countDeadlocks: () =>
      asAdmin(async (client) => {
        const deadlocks = `select deadlocks::int as count from pg_stat_database where datname = '${name}'`
        return (await client.query<{ count: number }>(deadlocks)).rows[0]?.count ?? 0
      }),
    drop: () => asAdmin(async (client) => void (await client.query(`drop database ${name} with (force)`))),
  }
}
