import type { CompanyGroupStatement, CompanyGroupStatementSums } from '#contract/billing/company-groups/shapes.ts'
import { type Fen, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toStatementOutput } from '#server/billing/receivables/public.ts'
import { findCompanyGroup, isMonthOfMemberSeen, listCompanyGroupMembers } from '#server/money/credit/public.ts'
import { listStatementsOfEnterprises, type StatementRow, sumStatementLinesByEnterprise } from '#server/money/statements/public.ts'
import { listEnterpriseNamesById } from '#server/people/organisation/public.ts'
import { awaitAllAndThrowFirstError, type Db } from '#server/platform/core/db.ts'

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
  const present = await listCompanyGroupMembers(db, parentId)
  const ids = present.filter((member) => isMonthOfMemberSeen(parentId, member, month)).map(({ memberId }) => memberId)
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
  const sumOf = (name: keyof CompanyGroupStatementSums) => sum(members.map(({ statement }) => statement?.[name] ?? ZERO_FEN))
  const sums = {
    drawn: sumOf('drawn'),
    refunded: sumOf('refunded'),
    total: sumOf('total'),
    repaid: sumOf('repaid'),
    toWallet: sumOf('toWallet'),
    offset: sumOf('offset'),
    writtenOffPrincipal: sumOf('writtenOffPrincipal'),
    disputed: sumOf('disputed'),
    owed: sumOf('owed'),
    interest: sumOf('interest'),
  }
  return { month, groupName: group.name, members, sums }
}
