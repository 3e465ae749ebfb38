import { sql } from 'kysely'
import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import type { AccountManagerOverview, AccountManagerRow, consoleAccountManagerEndpoints } from '#contract/people/account-managers/api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { type Fen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { listPossibleAndCurrentAccountManagers } from '#server/people/account-managers/public.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { debtorsSql } from './debtors.ts'

interface Portfolio {
  companies: number
  owed: Fen
  overdue: Fen
}

const NOTHING: Portfolio = { companies: 0, owed: ZERO_FEN, overdue: ZERO_FEN }

/**
 * Sums the companies of each account manager, or of the given ones, and what they owe, as the list of receivables says it, in one statement;
 * those of nobody have the key null.
 */
async function sumEnterprisesByAccountManager(
  db: Db,
  moment: Moment,
  staffIds?: readonly string[],
): Promise<Map<string | null, Portfolio>> {
  if (staffIds?.length === 0) return new Map()
  const { rows } = await sql<Portfolio & { staff_id: string | null }>`
    with ${debtorsSql(toShanghaiDay(moment.now))}
    select m.staff_id, count(*) as companies, coalesce(sum(d.total), 0)::bigint as owed,
      coalesce(sum(d.d30 + d.d60 + d.d90 + d.older), 0)::bigint as overdue
    from enterprise e left join account_manager m on m.enterprise_id = e.id left join debtor d on d.enterprise_id = e.id
    where e.id <> ${PLATFORM_ENTERPRISE_ID} ${staffIds === undefined ? sql`` : sql`and m.staff_id = ${anyOfIdsSql(staffIds)}`}
    group by m.staff_id`.execute(withoutTenantGuard(db, 'console'))
  return new Map(rows.map(({ staff_id, ...portfolio }) => [staff_id, portfolio]))
}

async function readAccountManagerOverview(db: Db, moment: Moment): Promise<AccountManagerOverview> {
  const portfolios = await sumEnterprisesByAccountManager(db, moment)
  const all = [...portfolios.values()]
  const people = await listPossibleAndCurrentAccountManagers(db)
  return {
    managers: people.map((person) => Object.assign(person, portfolios.get(person.staffId) ?? NOTHING)),
    managerCount: people.length,
    all: {
      companies: all.reduce((count, { companies }) => count + companies, 0),
      owed: sum(all.map(({ owed }) => owed)),
      overdue: sum(all.map(({ overdue }) => overdue)),
    },
    unmanaged: portfolios.get(null) ?? NOTHING,
  }
}

type ListInput = InputOf<typeof consoleAccountManagerEndpoints.list>

/** Lists a page of the account managers. Staff are so few that all of them are read. */
async function listAccountManagers(
  db: Db,
  moment: Moment,
  { keyword = '', managerState, ownOnly, ...page }: ListInput,
): Promise<{ dataList: AccountManagerRow[]; total: number }> {
  const people = (await listPossibleAndCurrentAccountManagers(db)).filter(
    (one) =>
      one.name.toLowerCase().includes(keyword.toLowerCase()) &&
      (managerState === undefined || one.active === (managerState === 'active')) &&
      (!ownOnly || one.ownOnly === true),
  )
  const { limit, offset } = toSlice(page)
  const shown = people.slice(offset, offset + limit)
  const portfolios = await sumEnterprisesByAccountManager(
    db,
    moment,
    shown.map(({ staffId }) => staffId),
  )
  return { dataList: shown.map((person) => Object.assign(person, portfolios.get(person.staffId) ?? NOTHING)), total: people.length }
}

export const accountManagerOverviewHandlers: Handlers<Pick<typeof consoleAccountManagerEndpoints, 'overview' | 'list'>> = {
  overview: (_, { db, moment }) => readAccountManagerOverview(db, moment),
  list: (input, { db, moment }) => listAccountManagers(db, moment, input),
}
