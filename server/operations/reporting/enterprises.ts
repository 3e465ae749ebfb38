import { sql } from 'kysely'
import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import type { ConsoleEnterprise, ConsoleEnterpriseRow, consoleEnterpriseEndpoints } from '#contract/operations/enterprises/api.ts'
import { formatNameWithParent } from '#contract/people/organisation/group-buyers.ts'
import type { MemberLevel, VerificationLevel, VerificationStatus } from '#contract/people/verification/verification-status.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findShopIdsStaffIsLimitedTo, isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import {
  countCreditLimitSetsAndProposals,
  findCompanyGroupShare,
  listCreditLimitChanges,
  readCreditAccount,
} from '#server/money/credit/public.ts'
import { readLedgerBalancesOfEnterprise } from '#server/money/ledger/public.ts'
import {
  findAccountManagers,
  findTagsOfEnterprises,
  isEnterpriseOfAccountManagerSql,
  isEnterpriseTaggedSql,
} from '#server/people/account-managers/public.ts'
import { findUsers } from '#server/people/identity/public.ts'
import { findEnterprise, listMainUserIdsOfEnterprises, listMembershipsOfEnterprise } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { containsSql } from '#server/platform/core/like-pattern.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRowsUpTo, fetchSlice, toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** Drawn plus held, in fen. Owed amounts are negative in the ledger. */
const used = sql<number | null>`(select sum(abs(a.balance_fen)) from ledger_account a
  where a.enterprise_id = enterprise.id and a.name in ('creditDrawn', 'creditHeld'))`

/** Returns the masked mobile numbers of the main accounts, by enterprise. */
async function ownerMobiles(db: Db, enterpriseIds: readonly string[]): Promise<Map<string, string | undefined>> {
  const owners = await listMainUserIdsOfEnterprises(db, enterpriseIds)
  const users = await findUsers(db, [...new Set(owners.map(({ userId }) => userId))])
  const masked = new Map(users.map(({ id, mobileMasked }) => [id, mobileMasked]))
  return new Map(owners.map(({ enterpriseId, userId }) => [enterpriseId, masked.get(userId)]))
}

/** What the list reads of a company. */
interface EnterpriseRow {
  id: string
  name: string | null
  agent_name: string | null
  auth_level: number
  auth_status: number | null
  member_level: number
  status: number
  created_at: Date
  closed_at: Date | null
}

/**
 * SQL: the companies with this text in their name or that of their agent. The two indexes find them first: for one condition with `or` the
 * planner may read every company.
 */
const namedEnterprises = (keyword: string) => {
  const found = (column: 'name' | 'agent_name') => sql`select id from enterprise where ${containsSql(sql.ref(column), keyword)}`
  return sql<EnterpriseRow>`(select one.* from (${found('name')} union ${found('agent_name')}) as found
    join enterprise as one on one.id = found.id)`
}

/** Returns a page of enterprises with their limits and how much of them is used, and their number up to `ROWS_REACHABLE_BY_PAGES_MAX`. */
export async function listEnterprisesForConsole(
  db: Db,
  { pageNo, pageSize, keyword, manager, tagId }: InputOf<typeof consoleEnterpriseEndpoints.list>,
  staffId: string,
): Promise<{ dataList: ConsoleEnterpriseRow[]; total: number }> {
  const all = withoutTenantGuard(db, 'console')
  const matching = () => {
    const from = keyword ? namedEnterprises(keyword) : sql<EnterpriseRow>`enterprise`
    return all
      .selectFrom(from.as('enterprise'))
      .where('enterprise.id', '<>', PLATFORM_ENTERPRISE_ID)
      .where(isEnterpriseOfAccountManagerSql('enterprise.id', { manager, staffId }))
      .where(isEnterpriseTaggedSql('enterprise.id', tagId))
  }
  const rows = await fetchSlice(
    matching()
      .leftJoin('credit_account as credit', 'credit.enterprise_id', 'enterprise.id')
      .select(['enterprise.id', 'enterprise.name', 'agent_name', 'auth_level', 'auth_status', 'member_level', 'status', 'created_at'])
      .select('enterprise.closed_at')
      .select('credit.base_limit_fen')
      .select(used.as('used'))
      .orderBy('created_at', 'desc')
      .orderBy('enterprise.id'),
    toSlice({ pageNo, pageSize }),
  )
  const total = await countRowsUpTo(all, matching())
  const ids = rows.map(({ id }) => id)
  const mobiles = await ownerMobiles(db, ids)
  const managers = await findAccountManagers(db, ids)
  const tags = await findTagsOfEnterprises(db, ids)
  const dataList = rows.map((row) => ({
    enterpriseId: row.id,
    name: row.name,
    agentName: row.agent_name,
    authLevel: row.auth_level as VerificationLevel,
    authStatus: row.auth_status as VerificationStatus | null,
    memberLevel: row.member_level as MemberLevel,
    status: row.status === 1 ? (1 as const) : (0 as const),
    createdAt: row.created_at,
    closedAt: row.closed_at,
    manager: managers.get(row.id) ?? null,
    tags: tags.get(row.id) ?? [],
    ownerMobile: mobiles.get(row.id) ?? null,
    baseLimit: row.base_limit_fen,
    used: row.base_limit_fen === null ? null : fen(Number(row.used ?? 0)),
  }))
  return { dataList, total }
}

async function readMembers(db: Db, enterpriseId: string): Promise<ConsoleEnterprise['members']> {
  const members = await listMembershipsOfEnterprise(db, enterpriseId)
  const ids = members.map(({ userId }) => userId)
  const users = new Map((await findUsers(db, ids)).map((user) => [user.id, user]))
  return members.map(({ userId, name: ownName, accountType, status, permCode, parent }) => {
    const user = users.get(userId)
    const name = ownName === null ? null : formatNameWithParent(ownName, parent?.name ?? null)
    return { userId, name: name ?? user?.userName ?? null, mobile: user?.mobileMasked ?? '', accountType, status, permCode }
  })
}

/** Describes one enterprise: members, credit, balances, and its orders of the shops that the staff member keeps. */
export async function readEnterpriseForConsole(
  db: Db,
  moment: Moment,
  { enterpriseId, staffId }: { enterpriseId: string; staffId: string },
): Promise<ConsoleEnterprise> {
  const enterprise = (await findEnterprise(db, enterpriseId)) ?? refuse('ENTERPRISE_NOT_FOUND')
  const balances = await readLedgerBalancesOfEnterprise(db, enterpriseId)
  const ownShops = await findShopIdsStaffIsLimitedTo(db, staffId)
  const orders = await db
    .selectFrom('order')
    .select(['state', db.fn.countAll<number>().as('count')])
    .where('enterprise_id', '=', enterpriseId)
    .where(isInShopsOrUnrestrictedSql('shop_id', ownShops))
    .groupBy('state')
    .execute()
  const changes = await listCreditLimitChanges(db, enterpriseId)
  const names = await listStaffNamesById(db)
  const share = await findCompanyGroupShare(db, enterpriseId)
  return {
    enterpriseId,
    name: enterprise.name,
    agentName: enterprise.agentName,
    authLevel: enterprise.authLevel,
    authStatus: enterprise.authStatus,
    memberLevel: enterprise.memberLevel,
    status: enterprise.status,
    createdAt: enterprise.createdAt,
    closedAt: enterprise.closedAt,
    manager: (await findAccountManagers(db, [enterpriseId])).get(enterpriseId) ?? null,
    tags: (await findTagsOfEnterprises(db, [enterpriseId])).get(enterpriseId) ?? [],
    credit: await readCreditAccount(db, moment, enterpriseId),
    group: share && { parentId: share.parentId, name: share.name },
    limitsVersion: await countCreditLimitSetsAndProposals(db, enterpriseId),
    walletBalance: balances.wallet,
    members: await readMembers(db, enterpriseId),
    orders,
    limitChanges: changes.map(({ kind, limit_fen, temp_end_day, reason, at, staff_id }) => ({
      kind,
      limit: limit_fen,
      endDay: temp_end_day,
      reason,
      at,
      by: names.get(staff_id ?? '') ?? null,
    })),
  }
}
