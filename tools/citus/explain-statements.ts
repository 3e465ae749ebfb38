// Asks a distributed database for the plan of every statement that stories have recorded, and prints those that it refuses (README.md). Exit
// code 1: it refuses some.
import { globSync, readFileSync } from 'node:fs'
import pg from 'pg'

const [folder = '', url = ''] = process.argv.slice(2)
if (folder === '' || url === '') throw new Error('node tools/citus/explain-statements.ts FOLDER postgres://…')

const [ONE, OTHER] = ['11111111-1111-7111-8111-111111111111', '22222222-2222-7222-8222-222222222222']
const INSTANT = '2026-11-18T06:00:00Z'
/** A value of each type, as SQL. Lists have two values, so that a statement of several companies is planned as one. */
const samples: Readonly<Record<string, string>> = {
  uuid: `'${ONE}'::uuid`,
  'uuid[]': `'{${ONE},${OTHER}}'::uuid[]`,
  text: `'2026-11'`,
  'text[]': `'{x,y}'::text[]`,
  integer: '1',
  'integer[]': `'{1,2}'::int[]`,
  smallint: '1',
  bigint: '1',
  'bigint[]': `'{1,2}'::bigint[]`,
  numeric: '1',
  'double precision': '1',
  boolean: 'true',
  date: `'2026-11-18'::date`,
  'date[]': `'{2026-11-18}'::date[]`,
  'timestamp with time zone': `'${INSTANT}'::timestamptz`,
  jsonb: `'[]'::jsonb`,
  bytea: `'\\x00'::bytea`,
  'bytea[]': `'{}'::bytea[]`,
}

const client = new pg.Client({ connectionString: url })
await client.connect()
await client.query(`set citus.enable_repartition_joins = on; set citus.multi_shard_modify_mode = 'sequential'`)

/** A table that Citus has read before, in the place of its name: the columns, those that it has left out as null, and the alias. */
const FILLED_UP =
  /\(SELECT ([^()]*\bNULL::(?:[^()]|\([\d,]+\))*?) FROM \(SELECT [^()]* FROM read_intermediate_result\([^()]*\) \w+\((?:[^()]|\([^()]*\))*\)(?: WHERE [^()]*)?\) \w+\) (\w+)/g

/**
 * What a plan replaces by null of a table that Citus does not know, and reads all the same. Citus 13.2 leaves columns out that it believes
 * nobody reads, and is wrong about some below GROUPING SETS; the answer is then wrong, without an error.
 */
function findColumnsReadAsNull(plan: string): string | undefined {
  for (const [, query = ''] of plan.matchAll(/^ *Query: (.*)$/gm))
    for (const [, columns = '', alias = ''] of query.matchAll(FILLED_UP))
      for (const [, column = ''] of columns.matchAll(/\bNULL::[^,]+ AS (\w+)/g))
        if (new RegExp(`\\b${alias}\\.${column}\\b`).test(query)) return `${alias}.${column} is read as null`
  return undefined
}

/** Why a statement is refused, or what its plan gets wrong; undefined: it has a good plan. */
async function explainRefusal(statement: string): Promise<string | undefined> {
  await client.query('begin')
  try {
    await client.query(`prepare asked as ${statement}`)
    const { rows } = await client.query<{ types: string[] }>(
      `select parameter_types::text[] as types from pg_prepared_statements where name = 'asked'`,
    )
    const values = (rows[0]?.types ?? []).map((type) => samples[type] ?? `null::${type}`)
    const given = values.length > 0 ? `(${values.join(', ')})` : ''
    const { rows: plan } = await client.query<{ 'QUERY PLAN': string }>(`explain (verbose, costs off) execute asked${given}`)
    return findColumnsReadAsNull(plan.map((line) => line['QUERY PLAN']).join('\n'))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await client.query('rollback')
    await client.query('deallocate all')
  }
}

const statements = new Set(globSync(`${folder}/*.json`).flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as string[]))
const asked = [...statements].filter((statement) => /^\s*(?:select|with|insert|update|delete)\b/i.test(statement))
let refused = 0
for (const statement of asked) {
  const why = await explainRefusal(statement)
  if (why === undefined) continue
  refused++
  console.log(`${why}\n  ${statement.replaceAll(/\s+/g, ' ').trim()}`)
}
console.log(`${asked.length} statements, ${refused} refused`)
if (refused > 0) process.exitCode = 1
await client.end()
