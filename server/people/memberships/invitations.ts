import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { type EnterpriseSubAccount, SUB_ACCOUNTS_PER_ENTERPRISE_MAX } from '#contract/people/organisation/api.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findUser, lockMobileAndFindOrReserveInviteeId } from '#server/people/identity/public.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import {
  acceptInvitationsOfUser,
  countInvitationsOfEnterpriseSince,
  findEnterprise,
  findMainUserId,
  findMembership,
  insertInvitedMembership,
  isMembershipOfWaitingBuyer,
  listSubAccounts,
  lockMainAccount,
} from '#server/people/organisation/public.ts'
import { sendUnrequestedSms } from '#server/people/sms/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import { type Member, toAuditActor } from '#server/platform/http/caller.ts'
import type { RequestOrigin, Visitor } from '#server/platform/http/context.ts'
import { readSubAccount, type SumMemberMonthUsage } from './membership-view.ts'

const DAY_MS = 24 * 3_600_000
/** How many invitations an enterprise may send per day, including those for memberships that it has removed again. */
const INVITED_A_DAY_MAX = SUB_ACCOUNTS_PER_ENTERPRISE_MAX

/**
 * The name of the inviter in the SMS: the verified name of the enterprise, else the masked mobile number. An SMS never contains text that a
 * customer has typed.
 */
async function nameOfCompany(db: Db, { enterpriseId, userId }: Member): Promise<string> {
  const enterprise = await findEnterprise(db, enterpriseId)
  return enterprise?.name ?? enterprise?.agentName ?? (await findUser(db, userId))?.mobileMasked ?? ''
}

/** Refuses SUB_USER_FULL. Buyers of the parent count once they are approved. The caller has locked the main account. */
export async function requireRoomForSubAccount(tx: Tx, enterpriseId: string): Promise<void> {
  const taken = (await listSubAccounts(tx, enterpriseId)).filter((one) => !isMembershipOfWaitingBuyer(one))
  if (taken.length >= SUB_ACCOUNTS_PER_ENTERPRISE_MAX) refuse('SUB_USER_FULL', { msg: `子账号最多 ${SUB_ACCOUNTS_PER_ENTERPRISE_MAX} 个` })
}

async function requireRoomForInvitation(tx: Tx, moment: Moment, enterpriseId: string): Promise<void> {
  await requireRoomForSubAccount(tx, enterpriseId)
  const invited = await countInvitationsOfEnterpriseSince(tx, enterpriseId, new Date(moment.now.getTime() - DAY_MS))
  if (invited >= INVITED_A_DAY_MAX) refuse('SMS_TOO_OFTEN', { msg: '今天发送的邀请过多，请明天再试' })
}

export interface InvitationContext {
  moment: Moment
  sumMonthUsage: SumMemberMonthUsage
  keys: Keys
  limits: ServerLimits
  origin: RequestOrigin
  visitor: Visitor
  caller: Member
}

export interface InvitationInput {
  mobile: string
  name: string
  permCode: string
  orderLimit: Fen | null
  monthLimit: Fen | null
}

/**
 * Creates a membership for the owner of a mobile number and sends an invitation. A registered user has to accept it; another person accepts
 * it by registering. The answer and the list are the same in both cases, so that they do not reveal whether a number is registered.
 */
export async function createInvitation(
  tx: Tx,
  { moment, sumMonthUsage, keys, limits, origin, visitor, caller }: InvitationContext,
  { mobile, name, permCode, orderLimit, monthLimit }: InvitationInput,
): Promise<EnterpriseSubAccount> {
  const { enterpriseId } = caller
  await lockMainAccount(tx, enterpriseId)
  const { userId, registered } = await lockMobileAndFindOrReserveInviteeId(tx, moment, { keys, mobile })
  if (await findMembership(tx, enterpriseId, userId)) refuse('SUB_USER_EXISTS', { field: 'mobile' })
  await requireRoomForInvitation(tx, moment, enterpriseId)
  const membership = { enterpriseId, userId, name, permCode, orderLimitFen: orderLimit, monthLimitFen: monthLimit }
  const id = (await insertInvitedMembership(tx, moment, membership)) ?? refuse('SUB_USER_EXISTS', { field: 'mobile' })
  const facts = { company: await nameOfCompany(tx, caller), hint: registered ? '并接受邀请' : '；尚未注册的，注册即接受邀请' }
  const { address, deviceId } = visitor
  const from = { address, deviceId, own: false, limits }
  await sendUnrequestedSms(tx, moment, keys, { mobile, template: 'invitation', facts, from })
  const actor = toAuditActor(caller)
  await recordAudit(tx, moment, { origin, actor, action: 'add sub-account', objectKind: 'seat', objectId: id, facts: { permCode } })
  return readSubAccount(tx, { moment, sumMonthUsage }, { enterpriseId, id })
}

/** Accepts the invitation of an enterprise. Accepting it again changes nothing. A buyer of the parent is approved by the enterprise instead. */
export async function acceptInvitation(
  tx: Tx,
  moment: Moment,
  { userId, enterpriseId }: { userId: string; enterpriseId: string },
): Promise<void> {
  const membership = (await findMembership(tx, enterpriseId, userId)) ?? refuse('ENTERPRISE_NOT_FOUND')
  if (isMembershipOfWaitingBuyer(membership)) refuse('ENTERPRISE_NOT_FOUND')
  if ((await acceptInvitationsOfUser(tx, moment, { userId, enterpriseIds: [enterpriseId] })) === 0) return
  const main = await findMainUserId(tx, enterpriseId)
  const says = createMessageTextWithValues('seatAccepted', { name: membership.name ?? '' })
  if (main !== undefined) await sendMessages(tx, moment, [{ enterpriseId, userIds: [main], kind: 'system', says }])
}
