import { sql } from 'kysely'

/**
 * SQL for what follows the name of a table in INSERT: the columns and rows of records, in one parameter for any number of them. A column that
 * the records do not have gets its default, which `select *` would give null. All records have the columns of the first.
 */
export const columnsAndRecordsSql = (table: string, records: readonly object[]) => {
  const columns = sql.join(Object.keys(records[0] ?? {}).map((name) => sql.ref(name)))
  return sql`(${columns}) select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(records)}::jsonb)`
}
