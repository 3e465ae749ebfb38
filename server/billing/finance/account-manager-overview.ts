import { sql } from 'kysely'
import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import type { AccountManagerOverview, consoleAccountManagerEndpoints } from '#contract/people/account-managers/api.ts'
import { type Fen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { listPossibleAndCurrentAccountManagers } from '#server/people/account-managers/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { debtorsSql } from './debtors.ts'

interface Portfolio {
  companies: number
  owed: Fen
  overdue: Fen
}

const NOTHING: Portfolio = { companies: 0, owed: ZERO_FEN, overdue: ZERO_FEN }

/** Sums the companies of all account managers and what they owe, as the list of receivables says it, in one statement. */
async function readAccountManagerOverview(db: Db, moment: Moment): Promise<AccountManagerOverview> {
  const { rows } = await sql<Portfolio & { staff_id: string | null }>`
    with ${debtorsSql(toShanghaiDay(moment.now))}
    select m.staff_id, count(*) as companies, coalesce(sum(d.total), 0)::bigint as owed,
      coalesce(sum(d.d30 + d.d60 + d.d90 + d.older), 0)::bigint as overdue
    from enterprise e left join account_manager m on m.enterprise_id = e.id left join debtor d on d.enterprise_id = e.id
    where e.id <> ${PLATFORM_ENTERPRISE_ID} group by m.staff_id`.execute(withoutTenantGuard(db, 'console'))
  const portfolios = new Map(rows.map(({ staff_id, ...portfolio }) => [staff_id, portfolio]))
  const people = await listPossibleAndCurrentAccountManagers(db)
  return {
    managers: people.map((person) => ({ ...person, ...(portfolios.get(person.staffId) ?? NOTHING) })),
    unmanaged: portfolios.get(null) ?? NOTHING,
  }
}

export const accountManagerOverviewHandlers: Handlers<Pick<typeof consoleAccountManagerEndpoints, 'overview'>> = {
  overview: (_, { db, moment }) => readAccountManagerOverview(db, moment),
}
