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
