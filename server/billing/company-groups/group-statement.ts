import type { CompanyGroupStatement, CompanyGroupStatementSums } from '#contract/billing/company-groups/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type Fen, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { toStatementOutput } from '#server/billing/receivables/public.ts'
import { findCompanyGroup, listCompanyGroupMembers } from '#server/money/credit/public.ts'
import { listStatementsOfEnterprises, type StatementRow, sumStatementLinesByEnterprise } from '#server/money/statements/public.ts'
import { listEnterpriseNamesById } from '#server/people/organisation/public.ts'
import { awaitAllAndThrowFirstError, type Db } from '#server/platform/core/db.ts'

const NOTHING: CompanyGroupStatementSums = {
  drawn: ZERO_FEN,
  refunded: ZERO_FEN,
  total: ZERO_FEN,
  repaid: ZERO_FEN,
  toWallet: ZERO_FEN,
  offset: ZERO_FEN,
  writtenOffPrincipal: ZERO_FEN,
  disputed: ZERO_FEN,
  owed: ZERO_FEN,
  interest: ZERO_FEN,
}

function describeStatement(row: StatementRow, drawnFen: Fen) {
  const { total, repaid, toWallet, offset, writtenOffPrincipal, disputed, owed, interest, label, dueDay } = toStatementOutput(row)
  const amounts = { drawn: drawnFen, refunded: subtractFen(drawnFen, total), total, repaid, toWallet, offset }
  return { ...amounts, writtenOffPrincipal, disputed, owed, interest, label, dueDay, hash: row.hash.toString('hex') }
}

/**
 * The consolidated statement of a month for the parent of a group: each member's own amounts, and their sums. It contains the present members, each
 * from the month in which it joined on. Refuses COMPANY_GROUP_NOT_FOUND to every company that is not a parent.
 */
export async function readCompanyGroupStatement(db: Db, parentId: string, month: string): Promise<CompanyGroupStatement> {
  const group = (await findCompanyGroup(db, parentId)) ?? refuse('COMPANY_GROUP_NOT_FOUND')
  const ids = (await listCompanyGroupMembers(db, parentId)).flatMap(({ memberId, joinedAt }) =>
    joinedAt !== null && (memberId === parentId || toShanghaiMonth(joinedAt) <= month) ? [memberId] : [],
  )
  const [names, rows, drawn] = await awaitAllAndThrowFirstError(
    listEnterpriseNamesById(db, ids),
    listStatementsOfEnterprises(db, ids, month),
    sumStatementLinesByEnterprise(db, ids, month),
  )
  const byCompany = new Map(rows.map((row) => [row.enterpriseId, row]))
  const members = ids.map((enterpriseId) => {
    const row = byCompany.get(enterpriseId)
    const statement = row ? describeStatement(row, drawn.get(enterpriseId) ?? ZERO_FEN) : null
    return { enterpriseId, name: names.get(enterpriseId) ?? null, statement }
  })
  const sums = keysOf(NOTHING).map((name) => [name, sum(members.map(({ statement }) => statement?.[name] ?? ZERO_FEN))] as const)
  return { month, groupName: group.name, members, sums: Object.assign({}, NOTHING, Object.fromEntries(sums)) }
}
