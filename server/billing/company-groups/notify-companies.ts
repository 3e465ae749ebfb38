import { createMessageTextWithValues, type MessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import type { CompanyGroup } from '#server/money/credit/public.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { findEnterprise, findMainUserId } from '#server/people/organisation/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

const target = { screen: '/credit_group', search: {} } as const

/** Tells the main account of a company. */
async function notifyMainAccount(tx: Tx, moment: Moment, enterpriseId: string, says: MessageTextWithValues): Promise<void> {
  const main = await findMainUserId(tx, enterpriseId)
  if (main !== undefined) await sendMessages(tx, moment, [{ enterpriseId, userIds: [main], kind: 'system', target, says }])
}

export const notifyOfCompanyGroupInvitation = (tx: Tx, moment: Moment, memberId: string, { name }: CompanyGroup): Promise<void> =>
  notifyMainAccount(tx, moment, memberId, createMessageTextWithValues('companyGroupInvited', { group: name }))

/** Tells the parent who has come or gone. */
export const notifyParentOfMember = (
  tx: Tx,
  moment: Moment,
  parentId: string,
  { company, what }: { company: string; what: 'joined' | 'declined' | 'left' },
): Promise<void> => {
  const done = { joined: '加入了集团', declined: '谢绝了集团的邀请', left: '退出了集团' }[what]
  return notifyMainAccount(tx, moment, parentId, createMessageTextWithValues('companyGroupMember', { company, done }))
}

export const notifyOfCompanyGroupShare = (
  tx: Tx,
  moment: Moment,
  memberId: string,
  { group, shareFen }: { group: CompanyGroup; shareFen: Fen },
): Promise<void> =>
  notifyMainAccount(
    tx,
    moment,
    memberId,
    createMessageTextWithValues('companyGroupShare', { group: group.name, amount: formatMoney(shareFen) }),
  )

export const notifyOfRemovalFromCompanyGroup = (tx: Tx, moment: Moment, memberId: string, { name }: CompanyGroup): Promise<void> =>
  notifyMainAccount(tx, moment, memberId, createMessageTextWithValues('companyGroupRemoved', { group: name }))

export const notifyOfWithdrawnInvitation = (tx: Tx, moment: Moment, memberId: string, { name }: CompanyGroup): Promise<void> =>
  notifyMainAccount(tx, moment, memberId, createMessageTextWithValues('companyGroupInvitationWithdrawn', { group: name }))

/** Tells the parent that it has a group now, and with which limit. */
export const notifyOfCreatedCompanyGroup = (tx: Tx, moment: Moment, { parentId, name, limitFen }: CompanyGroup): Promise<void> =>
  notifyMainAccount(
    tx,
    moment,
    parentId,
    createMessageTextWithValues('companyGroupCreated', { group: name, amount: formatMoney(limitFen) }),
  )

export const notifyOfDissolvedCompanyGroup = (tx: Tx, moment: Moment, { parentId, name }: CompanyGroup): Promise<void> =>
  notifyMainAccount(tx, moment, parentId, createMessageTextWithValues('companyGroupDissolved', { group: name }))

/** Tells the parent what staff have done to a member. `done` continues the name of the member. */
export async function notifyParentOfStaffAct(
  tx: Tx,
  moment: Moment,
  { parentId }: CompanyGroup,
  { memberId, done }: { memberId: string; done: string },
): Promise<void> {
  const company = (await findEnterprise(tx, memberId))?.name ?? ''
  await notifyMainAccount(tx, moment, parentId, createMessageTextWithValues('companyGroupMember', { company, done }))
}
