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
  {
    part: 'from "waybill" where "state" not in ($1, $2) and (enterprise_id, order_id, parcel_no) in',
    lost: 'waybill numbers for orders of several companies',
  },
  { part: 'from "sms_code" where "mobile_hmac" = any(', lost: 'codes by SMS while MALL_SECRET is exchanged' },
  { part: 'select "id", "mobile_sealed" from "app_user" where "id" >', lost: 'the exchange of MALL_SECRET' },
  { part: 'select "enterprise_id", "id", "sealed", "code_hmac", "id_hmac" from "verification_submission"', lost: 'the same' },
  {
    part: 'select enterprise_id from account_manager where staff_id = $1::uuid order by enterprise_id for update',
    lost: 'handing over all companies of an account manager',
  },
  { part: 'select from account_manager where enterprise_id = any(', lost: 'assigning several companies at once' },
  { part: 'select from collection_task where enterprise_id = any(', lost: 'reassigning several tasks of collection at once' },
  { part: 'insert into collection_task (', lost: 'opening tasks of collection' },
  {
    part: 'insert into goods_event (goods_id, version, staff_id, at, note, differences) select id, version',
    lost: 'changing the tax code of a whole category',
  },
  { part: 'with given as ( select o.id, o.month, o.due_day, t.id as line_id', lost: 'moving in with open statements' },
  { part: 'as name from ((select enterprise_id, id from payment where', lost: 'the search of staff for payments' },
  { part: 'insert into ledger_seal as s', lost: 'the seals of the ledger' },
  { part: 'as found cross join lateral (select * from', lost: 'the search of staff for orders, people and companies by name' },
  { part: 'select one.* from (select id from app_user', lost: 'the search of staff for members by name' },
  { part: 'sum(l.earned_fen - l.earned_tax_fen) as fen from revenue_line l', lost: 'the report of margins' },
  { part: 'with closed as ( select s.enterprise_id, sum(s.total_fen - s.settled_fen) as rest', lost: 'the list of receivables by age' },
  { part: 'select goods.category_id::text as category, m.enterprise_id::text as company', lost: 'what a group bought by category' },
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
