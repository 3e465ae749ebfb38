import type { SubUser } from '#contract/people/organisation/api.ts'
import { ZERO } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { monthOf } from '#contract/platform/core/shanghai.ts'
import { sumMonthUsage } from '#server/orders/orders/public.ts'
import { findMaskedMobiles, listPermissionLabels } from '#server/people/identity/public.ts'
import { findSubAccount, listSubAccounts, type SubAccount } from '#server/people/organisation/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** Some seats of one company as its main account sees them. The mobile looks the same whether it is registered or not. */
async function describe(db: Db, moment: Moment, enterpriseId: string, seats: readonly SubAccount[]): Promise<SubUser[]> {
  const people = seats.map(({ userId }) => userId)
  const mobiles = await findMaskedMobiles(db, people)
  const used = await sumMonthUsage(db, { enterpriseId, userIds: people, month: monthOf(moment.now) })
  return seats.map((seat) => ({
    id: seat.id,
    name: seat.name,
    mobile: mobiles.get(seat.userId) ?? '',
    status: seat.status,
    permCode: seat.permCode,
    permNames: listPermissionLabels(seat.permCode),
    orderLimit: seat.orderLimitFen,
    monthLimit: seat.monthLimitFen,
    monthUsed: used.get(seat.userId) ?? ZERO,
    acceptedAt: seat.acceptedAt,
    createdAt: seat.createdAt,
  }))
}

/** A company's sub-account; another's, a main account's and one that is not there are answered alike. */
export const requireMembership = async (db: Db, { enterpriseId, id }: { enterpriseId: string; id: string }): Promise<SubAccount> =>
  (await findSubAccount(db, enterpriseId, id)) ?? refuse('SUB_USER_NOT_FOUND')

export async function describeMembership(db: Db, moment: Moment, ref: { enterpriseId: string; id: string }): Promise<SubUser> {
  const [described] = await describe(db, moment, ref.enterpriseId, [await requireMembership(db, ref)])
  return described ?? refuse('SUB_USER_NOT_FOUND')
}

export const describeMemberships = async (db: Db, moment: Moment, enterpriseId: string): Promise<SubUser[]> =>
  describe(db, moment, enterpriseId, await listSubAccounts(db, enterpriseId))
