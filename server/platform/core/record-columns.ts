import { sql } from 'kysely'

/**
 * SQL for the columns of records that are inserted in a set: those of the first, which all have. A column that they do not have gets its
 * default, which `select *` would give null.
 */
export const columnsOfRecordsSql = (records: readonly object[]) => sql.join(Object.keys(records[0] ?? {}).map((name) => sql.ref(name)))
