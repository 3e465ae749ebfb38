import { withDatabaseClient } from '#server/platform/database/connect.ts'
import type { Mall } from './mall.ts'

/** Lets a connection create triggers that a distributed database refuses. Another database keeps it as a setting that nobody reads. */
export const ALLOW_TRIGGERS_SQL = 'set citus.enable_unsafe_triggers = on'

let made = 0

/**
 * Makes every write of a row with this value in the column fail, so that a job's case fails every time. Returns the function that ends
 * this.
 */
export async function failWritesOfRowsWithValue(
  mall: Pick<Mall, 'ownerUrl'>,
  { table, column, value }: { table: string; column: string; value: string },
): Promise<() => Promise<void>> {
  const name = `refuse_rows_${++made}`
  const run = (...statements: string[]) =>
    withDatabaseClient(mall.ownerUrl, async (client) => {
      for (const statement of [ALLOW_TRIGGERS_SQL, ...statements]) await client.query(statement)
    })
  await run(
    `create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'these rows are refused'; end $$`,
    `create trigger ${name} before insert or update on "${table}" for each row when (new.${column}::text = '${value}') execute function ${name}()`,
  )
  return () => run(`drop trigger ${name} on "${table}"`, `drop function ${name}()`)
}
