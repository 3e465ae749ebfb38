// Asks a distributed database for the plan of every statement that stories have recorded, and prints those that it refuses (README.md). Exit
// code 1: one is refused and not known, or one that is known as refused has a plan.
import { globSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { refusedStatements } from '#server/platform/testing/refused-statements.ts'

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

/** Why a statement is refused; undefined: it has a plan. */
async function explainRefusal(statement: string): Promise<string | undefined> {
  await client.query('begin')
  try {
    await client.query(`prepare asked as ${statement}`)
    const { rows } = await client.query<{ types: string[] }>(
      `select parameter_types::text[] as types from pg_prepared_statements where name = 'asked'`,
    )
    const values = (rows[0]?.types ?? []).map((type) => samples[type] ?? `null::${type}`)
    await client.query(`explain execute asked${values.length > 0 ? `(${values.join(', ')})` : ''}`)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await client.query('rollback')
    await client.query('deallocate all')
  }
}

const statements = new Set(globSync(`${folder}/*.json`).flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as string[]))
const asked = [...statements].filter((statement) => /^\s*(?:select|with|insert|update|delete)\b/i.test(statement))
/** Prints what is wrong with a statement. Returns whether it was refused. */
async function check(statement: string): Promise<boolean> {
  const line = statement.replaceAll(/\s+/g, ' ').trim()
  const known = refusedStatements.find(({ part }) => line.includes(part))
  const why = await explainRefusal(statement)
  if (why === undefined ? known : !known) process.exitCode = 1
  if (why === undefined && known) console.log(`STALE (${known.lost}): it has a plan, so refused-statements.ts need not name it\n  ${line}`)
  if (why !== undefined) console.log(known ? `known (${known.lost}): ${why}` : `NEW: ${why}\n  ${line}`)
  return why !== undefined
}

let refused = 0
for (const statement of asked) if (await check(statement)) refused++
const unasked = refusedStatements.filter(({ part }) => !asked.some((statement) => statement.replaceAll(/\s+/g, ' ').includes(part)))
for (const { lost } of unasked) console.log(`not asked: no story that was recorded sends the statement of ${lost}`)
console.log(`${asked.length} statements, ${refused} refused`)
await client.end()
