import { explainRefusedStatement } from '#server/platform/distribution/public.ts'

/** A statement that a distributed database refuses, and what a mall on several machines does without. */
export interface RefusedStatement {
  /** A part of its text, in one line, that no other statement has. */
  part: string
  lost: string
}

/**
 * Statements that nobody has written otherwise yet, as found by tools/citus/explain-statements.ts. `listRefusedStatements` lets only these pass;
 * docs/scale.md says the same in words.
 */
export const refusedStatements: readonly RefusedStatement[] = [
  { part: 'insert into ledger_seal as s', lost: 'the seals of the ledger' },
  { part: 'sum(l.earned_fen - l.earned_tax_fen) as fen from revenue_line l', lost: 'the report of margins' },
]

const inOneLine = (statement: string): string => statement.replaceAll(/\s+/g, ' ')

const explained = new Map<string, string | undefined>()

/** Lists the statements that break a rule of distributed databases and are not among `refusedStatements`, each with the rule. */
export function listRefusedStatements(statements: readonly string[]): { why: string; statement: string }[] {
  return [...new Set(statements)].flatMap((statement) => {
    if (!explained.has(statement)) explained.set(statement, explainRefusedStatement(statement))
    const why = explained.get(statement)
    if (why === undefined || refusedStatements.some(({ part }) => inOneLine(statement).includes(part))) return []
    return [{ why, statement: inOneLine(statement) }]
  })
}
