import type pg from 'pg'
import { withDatabaseClient } from '#server/platform/database/connect.ts'

/**
 * Runs one statement on a connection of its own, which is closed again. Throws if the database is down. The statement has no values unless
 * they are given.
 */
export const queryOnce = <Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<Row[]> =>
  withDatabaseClient(url, async (client) => (await client.query<Row>(text, values)).rows)
