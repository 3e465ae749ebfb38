import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formatUnmetPostgresRequirement } from './server-requirements.ts'

test.each([
  ['the oldest that is tested', { version: 150_000, encoding: 'UTF8' }, undefined],
  ['a newer one', { version: 180_004, encoding: 'UTF8' }, undefined],
  ['an older one', { version: 140_012, encoding: 'UTF8' }, '数据库是 PostgreSQL 14，至少需要 15'],
  [
    'one that knows no characters',
    { version: 150_018, encoding: 'SQL_ASCII' },
    expect.stringMatching(/^数据库的编码是 SQL_ASCII，需要 UTF8/),
  ],
])('%s', (_, facts, why) => expect(formatUnmetPostgresRequirement(facts)).toEqual(why))

/** What PostgreSQL 16, 17 and 18 added to SQL and could slip into a statement, because the embedded server has it. */
const NEWER_THAN_THE_OLDEST =
  /\b(?:any_value|array_reverse|array_sample|array_shuffle|array_sort|casefold|date_add|date_subtract|gamma|json_array|json_arrayagg|json_exists|json_objectagg|json_query|json_scalar|json_serialize|json_table|json_value|pg_input_is_valid|random_normal|to_bin|to_oct|uuid_extract_timestamp|uuidv4|uuidv7|xmltext)\(|\bis json (?:array|object|scalar|value)\b|`(?:old|new)\.\w+|\breturning (?:old|new)\b|\bwithout overlaps\b|\btransaction_timeout\b/
/** migrate.ts gives it to older servers. */
const GIVEN = 'server/platform/migrations/0272-choices-in-the-search.sql'

test('no statement uses what only a newer server has', () => {
  const files = globSync('{server,tools}/**/*.{ts,sql}').filter((file) => !file.endsWith('.test.ts') && !file.endsWith('/migrate.ts'))
  expect(files.length).toBeGreaterThan(1_000)
  expect(files.filter((file) => NEWER_THAN_THE_OLDEST.test(readFileSync(file, 'utf8')))).toEqual([GIVEN])
})
