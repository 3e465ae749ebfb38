import { ZERO } from '../../contract/money.ts'
import type { SubUser } from '../../contract/organisation/api.ts'
import { refuse } from '../../contract/refusals.ts'
import { monthOf } from '../../contract/shanghai.ts'
import { maskedMobiles, permissionNames } from '../identity/public.ts'
import { monthUses } from '../ordering/public.ts'
import { findSeat, listSeats, type Seat } from '../organisation/public.ts'
import type { Db } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'

/** Some seats of one company as its main account sees them. The mobile looks the same whether it is registered or not. */
async function describe(db: Db, moment: Moment, enterpriseId: string, seats: readonly Seat[]): Promise<SubUser[]> {
  const people = seats.map(({ userId }) => userId)
  const mobiles = await maskedMobiles(db, people)
  const used = await monthUses(db, { enterpriseId, userIds: people, month: monthOf(moment.now) })
  return seats.map((seat) => ({
    id: seat.id,
    name: seat.name,
    mobile: mobiles.get(seat.userId) ?? '',
    status: seat.status,
    permCode: seat.permCode,
    permNames: permissionNames(seat.permCode),
    orderLimit: seat.orderLimitFen,
    monthLimit: seat.monthLimitFen,
    monthUsed: used.get(seat.userId) ?? ZERO,
    acceptedAt: seat.acceptedAt,
    createdAt: seat.createdAt,
  }))
}

/** A company's sub-account; another's, a main account's and one that is not there are answered alike. */
export const demandSeat = async (db: Db, { enterpriseId, id }: { enterpriseId: string; id: string }): Promise<Seat> =>
  (await findSeat(db, enterpriseId, id)) ?? refuse('SUB_USER_NOT_FOUND')

export async function describeSeat(db: Db, moment: Moment, ref: { enterpriseId: string; id: string }): Promise<SubUser> {
  const [described] = await describe(db, moment, ref.enterpriseId, [await demandSeat(db, ref)])
  return described ?? refuse('SUB_USER_NOT_FOUND')
}

export const describeSeats = async (db: Db, moment: Moment, enterpriseId: string): Promise<SubUser[]> =>
  describe(db, moment, enterpriseId, await listSeats(db, enterpriseId))
