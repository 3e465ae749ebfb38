import type { EnterpriseSubAccount } from '#contract/people/organisation/api.ts'
import { type Fen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { findMaskedMobilesByUserId, toPermissionLabels } from '#server/people/identity/public.ts'
import { findSubAccount, listSubAccounts, type SubAccount } from '#server/people/organisation/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/**
 * Sums what members have ordered in a month (YYYY-MM in Asia/Shanghai), in fen, by user. It is passed in, because orders are a higher
 * module.
 */
export type SumMemberMonthUsage = (
  db: Db,
  of: { enterpriseId: string; userIds: readonly string[]; month: string },
) => Promise<ReadonlyMap<string, Fen>>

interface DescribeContext {
  moment: Moment
  sumMonthUsage: SumMemberMonthUsage
}

/** Describes memberships of one enterprise for its main account. A mobile number looks the same whether it is registered or not. */
async function describe(
  db: Db,
  { moment, sumMonthUsage }: DescribeContext,
  enterpriseId: string,
  memberships: readonly SubAccount[],
): Promise<EnterpriseSubAccount[]> {
  const people = memberships.map(({ userId }) => userId)
  const mobiles = await findMaskedMobilesByUserId(db, people)
  const used = await sumMonthUsage(db, { enterpriseId, userIds: people, month: toShanghaiMonth(moment.now) })
  return memberships.map((membership) => ({
    id: membership.id,
    name: membership.name,
    mobile: mobiles.get(membership.userId) ?? '',
    status: membership.status,
    permCode: membership.permCode,
    permNames: toPermissionLabels(membership.permCode),
    orderLimit: membership.orderLimitFen,
    monthLimit: membership.monthLimitFen,
    monthUsed: used.get(membership.userId) ?? ZERO_FEN,
    acceptedAt: membership.acceptedAt,
    createdAt: membership.createdAt,
    parentName: membership.parent?.name ?? null,
  }))
}

/** Returns a sub-account of an enterprise. Refuses SUB_USER_NOT_FOUND, also for another enterprise's and for a main account. */
export const requireSubAccount = async (db: Db, { enterpriseId, id }: { enterpriseId: string; id: string }): Promise<SubAccount> =>
  (await findSubAccount(db, enterpriseId, id)) ?? refuse('SUB_USER_NOT_FOUND')

export async function readSubAccount(
  db: Db,
  context: DescribeContext,
  ref: { enterpriseId: string; id: string },
): Promise<EnterpriseSubAccount> {
  const [described] = await describe(db, context, ref.enterpriseId, [await requireSubAccount(db, ref)])
  return described ?? refuse('SUB_USER_NOT_FOUND')
}

export const readSubAccounts = async (db: Db, context: DescribeContext, enterpriseId: string): Promise<EnterpriseSubAccount[]> =>
  describe(db, context, enterpriseId, await listSubAccounts(db, enterpriseId))
