import { findTableDistribution } from './table-distribution.ts'

/** Functions whose value is another one on each machine, or at each call. */
const VOLATILE =
  /\b(?:now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday|random|gen_random_uuid|uuidv7|nextval|currval|transaction_number) ?\(|\bcurrent_(?:timestamp|date|time)\b/
/** Functions that PostgreSQL does not call immutable, as far as the program uses them. */
const NOT_IMMUTABLE =
  /\b(?:jsonb?_to_recordset|jsonb?_populate_recordset|jsonb?_build_object|jsonb?_build_array|jsonb?_agg|to_jsonb?|row_to_json|to_char|to_date|to_timestamp|concat|concat_ws|format|string_agg|date_trunc|age) ?\(/
const WRITE = /^\s*(?:with\b.*?\b)?(insert\s+into|update|delete\s+from)\s+(?:only\s+)?"?([a-z_]+)"?/s
/** What DO UPDATE changes, until the parenthesis ends in which it stands. */
const DONE_ON_CONFLICT = /\bdo update\s+set\b(?:[^()]|\((?:[^()]|\([^()]*\))*\))*/
const INSERTED_VALUES = /\binsert\s+into\s+"?[a-z_]+"?\s*(?:\([^()]*\)\s*)?values\b/
const LOCK = /\bfor (?:no key )?(?:update|share|key share)\b/
const LOCKED_TABLES = /\bfrom\s+"?([a-z_]+)"?/g

/** What Citus knows, it plans, also if all rows are on the coordinator. */
const isPlannedByCitus = (table: string): boolean => !['plain', undefined].includes(findTableDistribution(table)?.kind)
const isUnknownToCitus = (table = ''): boolean => findTableDistribution(table)?.kind === 'plain'

const GROUPING_SETS = /\b(?:grouping\s+sets|rollup|cube)\s*\(/
const JOINED_TABLES = /\bjoin\s+"?([a-z_]+)|\bfrom\s+"?([a-z_]+)"?\s+(?:as\s+)?(?:[a-z_]+\s+)?(?:left\s+|cross\s+|inner\s+)?join\b/g

/** A query without columns that is read like a table. In EXISTS it has no harm. */
const TABLE_WITHOUT_COLUMNS = /\b(?:from|join|as(?:\s+(?:not\s+)?materialized)?)\s*\(\s*select\s+from\b/

/** Without its columns, a row gets its number by a trigger on each machine, of the transactions there (decision 80). */
const NUMBERED_BY_TRIGGER = /^\s*insert\s+into\s+"?(?:ledger_transfer|bank_line)"?\s+select\b/

const isOnSeveralMachines = (table: string): boolean => ['distributed', 'reference'].includes(findTableDistribution(table)?.kind ?? '')

/** The statement without what is quoted, and in one case. Names in double quotes stay. */
const withoutTexts = (sql: string): string => sql.replaceAll(/--[^\n]*|'(?:[^']|'')*'/g, "''").toLowerCase()

/** The text from the first CASE to the last END, and those in the parentheses after each COALESCE. */
function listConditionalParts(sql: string): string[] {
  const first = sql.search(/\bcase\b/)
  const parts = first < 0 ? [] : [sql.slice(first, sql.lastIndexOf(' end'))]
  for (const { index } of sql.matchAll(/\bcoalesce ?\(/g)) {
    let depth = 0
    let end = index
    do {
      const sign = sql[end++]
      if (sign === '(') depth++
      else if (sign === ')' && --depth === 0) break
    } while (end < sql.length)
    parts.push(sql.slice(index, end))
  }
  return parts
}

/**
 * Whether each distributed table that a statement reads has its key compared with a parameter, so that one machine has all of its rows. Those of
 * a subquery, too: that they have the key of the rows around them is not enough for a lock.
 */
function locksOnOneMachine(sql: string): boolean {
  const columns = [...sql.matchAll(LOCKED_TABLES)].flatMap(([, table = '']) => {
    const distribution = findTableDistribution(table)
    return distribution?.kind === 'distributed' ? [distribution.column] : []
  })
  return Object.entries(Object.groupBy(columns, (column) => column)).every(([column, tables = []]) => {
    const compared = sql.match(new RegExp(`\\b${column}"? = (?:any\\(array\\[)?\\$\\d`, 'g')) ?? []
    return compared.length >= tables.length
  })
}

/**
 * Says why a database that is distributed by company refuses a statement, as far as its text shows that; undefined: nothing is seen. What only
 * its planner knows, tools/citus/explain-statements.ts asks it.
 */
export function explainRefusedStatement(statement: string): string | undefined {
  const sql = withoutTexts(statement)
  const [, verb = '', written = ''] = WRITE.exec(sql) ?? []
  if (verb !== '' && isOnSeveralMachines(written)) {
    const computes = verb === 'update' || /\bselect\b/.test(sql)
    if (computes && VOLATILE.test(sql)) return 'a volatile function in a write to rows of several machines'
    if (verb === 'update' && listConditionalParts(sql).some((part) => NOT_IMMUTABLE.test(part)))
      return 'a function that is not immutable in CASE or COALESCE of an update'
  }
  if (verb !== '' && isPlannedByCitus(written)) {
    const values = sql.search(INSERTED_VALUES)
    if (values >= 0 && /\(\s*select\b/.test(sql.slice(values))) return 'a subquery in VALUES'
    const changes = DONE_ON_CONFLICT.exec(sql)?.[0] ?? ''
    if (NOT_IMMUTABLE.test(changes) || VOLATILE.test(changes)) return 'a function that is not immutable in DO UPDATE SET'
  }
  if (NUMBERED_BY_TRIGGER.test(sql)) return 'rows of the ledger in sets without their columns, which each machine numbers by itself'
  if (TABLE_WITHOUT_COLUMNS.test(sql)) return 'a query without columns in the place of a table'
  if (GROUPING_SETS.test(sql) && [...sql.matchAll(JOINED_TABLES)].some(([, joined, first]) => isUnknownToCitus(joined ?? first)))
    return 'GROUPING SETS over a join with a table that Citus does not know, whose columns may be read as null'
  if (LOCK.test(sql) && !locksOnOneMachine(sql)) return 'locks rows of several machines'
  return undefined
}
