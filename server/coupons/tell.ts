import { thresholdText } from '../../contract/coupons/shapes.ts'
import { type Fen, formatYuan } from '../../contract/money.ts'
import { grants } from '../../contract/permissions.ts'
import { sendMessages } from '../messaging/public.ts'
import { listSeatsIn } from '../organisation/public.ts'
import type { Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'

/** 双十一满减（¥10.00，满¥599元立减） */
export const sayCoupon = ({ name, amountFen, thresholdFen }: { name: string; amountFen: Fen; thresholdFen: Fen }): string =>
  `${name}（¥${formatYuan(amountFen)}，${thresholdText(thresholdFen)}）`

/** Tells everybody in some companies who may use their coupons; the message leads to these. */
export async function tellUsers(
  tx: Tx,
  moment: Moment,
  enterpriseIds: readonly string[],
  words: { title: string; content: string },
): Promise<void> {
  const seats = await listSeatsIn(tx, enterpriseIds)
  const target = { screen: '/coupon' as const, search: {} }
  const messages = enterpriseIds.map((enterpriseId) => {
    const users = (seats.get(enterpriseId) ?? []).filter(({ permCode, acceptedAt }) => acceptedAt !== null && grants(permCode, ['buyPay']))
    return { enterpriseId, userIds: users.map(({ userId }) => userId), kind: 'system' as const, ...words, target }
  })
  await sendMessages(tx, moment, messages)
}
