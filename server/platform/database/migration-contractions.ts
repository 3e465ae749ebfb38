/**
 * The last migration of the last release. Later ones run while servers of that release are open and may be started again, so they only
 * expand: what the older program reads and writes must go on working. What is to be taken away goes one release later.
 */
export const LAST_RELEASED_MIGRATION = '0177-enterprise-name.sql'

/** Migrations that look as if they took something away, and why the release before works on nevertheless. By name. */
export const harmlessContractions: Readonly<Record<string, string>> = {}

/** Removes what is no statement: comments, bodies of functions, and what is between quotes. */
const toPlainSql = (text: string): string =>
  text
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, `''`)
    .replaceAll(/'(?:[^']|'')*'/g, `''`)
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/"/g, '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()

/** Splits at commas that are outside of parentheses. */
function splitActions(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const sign of text) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    if (sign === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim())
}

/** The actions of `alter table` that the older program may not survive. */
const ACTIONS: readonly (readonly [RegExp, string])[] = [
  [/^rename\b/, 'renames'],
  [/^drop (column\b|(?!constraint\b))/, 'drops a column'],
  [/^drop constraint (if exists )?\w+_pk\b/, 'drops a primary key, which statements may name'],
  [/^add constraint\b(?!.* not valid$)/, 'adds a constraint, which older writes may break'],
  [/^add (primary key|unique|check|foreign key)\b/, 'adds a constraint, which older writes may break'],
  [/^alter (column )?\w+ (set data )?type\b/, 'changes a type'],
  [/^alter (column )?\w+ set not null\b/, 'demands a value'],
  [/^alter (column )?\w+ drop default\b/, 'takes a default away'],
  [/^(set schema|enable row level|force row level|disable)\b/, 'changes who may do what'],
]

const NEW_COLUMN = /^add (column )?(if not exists )?(?!constraint\b|primary\b|unique\b|check\b|foreign\b)\w+/

/** Whole statements of the same kind. The group is the table; undefined: any. */
const STATEMENTS: readonly (readonly [RegExp, string])[] = [
  [/^drop (?!trigger)\w+/, 'drops'],
  [/^revoke\b/, 'takes a right away'],
  [/^truncate\b/, 'deletes rows'],
  [/^delete from (\w+)/, 'deletes rows'],
  [/^create unique index .*? on (\w+)/, 'demands that values are unique'],
  [/^create (?:or replace )?(?:constraint )?trigger .*? on (\w+)/, 'adds a trigger, which older writes may break'],
  [/^create or replace (?:function|view|procedure)\b/, 'replaces a function or a view'],
  [/^alter (?:type|function|view|index|sequence|domain) .*\brename\b/, 'renames'],
]

/**
 * What a migration takes away from the program before it, one line each; empty: it only expands. Tables that it creates itself are nobody's
 * yet, so anything may happen to them.
 */
export function findContractions(text: string): string[] {
  const statements = toPlainSql(text)
    .split(';')
    .map((statement) => statement.trim())
  const own = new Set(statements.map((statement) => /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(statement)?.[1]))
  return statements.flatMap((statement) => {
    const line = (what: string, about = statement) => `${what}: ${about.slice(0, 80)}`
    const [, table, actions = ''] = /^alter table (?:if exists )?(?:only )?(\w+) (.*)$/.exec(statement) ?? []
    if (table !== undefined) {
      if (own.has(table)) return []
      return splitActions(actions).flatMap((action) => {
        const met = ACTIONS.filter(([pattern]) => pattern.test(action)).map(([, what]) => line(what, `${table} ${action}`))
        const demands = NEW_COLUMN.test(action) && /\bnot null\b/.test(action) && !/\b(default|generated)\b/.test(action)
        return demands ? [...met, line('adds a column that older writes leave empty', `${table} ${action}`)] : met
      })
    }
    return STATEMENTS.flatMap(([pattern, what]) => {
      const met = pattern.exec(statement)
      return met && !own.has(met[1] ?? '') ? [line(what)] : []
    })
  })
}
