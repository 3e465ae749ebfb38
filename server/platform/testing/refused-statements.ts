import { explainRefusedStatement } from '#server/platform/distribution/public.ts'

const inOneLine = (statement: string): string => statement.replaceAll(/\s+/g, ' ')

const explained = new Map<string, string | undefined>()

/** Lists the statements that break a rule of distributed databases, each with the rule. */
export function listRefusedStatements(statements: readonly string[]): { why: string; statement: string }[] {
  return [...new Set(statements)].flatMap((statement) => {
    if (!explained.has(statement)) explained.set(statement, explainRefusedStatement(statement))
    const why = explained.get(statement)
    return why === undefined ? [] : [{ why, statement: inOneLine(statement) }]
  })
}
