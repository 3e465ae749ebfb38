import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { type CompanyGroup, notifyMainAccountAboutCompanyGroup } from '#server/money/credit/public.ts'
import { findEnterprise } from '#server/people/organisation/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** The name of a company as messages about groups have it; '' if it has none. */
export const findCompanyNameOrEmpty = async (db: Db, enterpriseId: string): Promise<string> =>
  (await findEnterprise(db, enterpriseId))?.name ?? ''

export const notifyOfCompanyGroupInvitation = (tx: Tx, moment: Moment, memberId: string, { name }: CompanyGroup): Promise<void> =>
  notifyMainAccountAboutCompanyGroup(tx, moment, memberId, createMessageTextWithValues('companyGroupInvited', { group: name }))

/** Tells the parent who has come or gone. */
export const notifyParentOfMember = (
  tx: Tx,
  moment: Moment,
  parentId: string,
  { company, what }: { company: string; what: 'joined' | 'declined' | 'left' },
): Promise<void> => {
  const done = { joined: '加入了集团', declined: '谢绝了集团的邀请', left: '退出了集团' }[what]
  return notifyMainAccountAboutCompanyGroup(tx, moment, parentId, createMessageTextWithValues('companyGroupMember', { company, done }))
}

export const notifyOfCompanyGroupShare = (
  tx: Tx,
  moment: Moment,
  memberId: string,
  { group, shareFen }: { group: CompanyGroup; shareFen: Fen },
): Promise<void> =>
  notifyMainAccountAboutCompanyGroup(
    tx,
    moment,
    memberId,
    createMessageTextWithValues('companyGroupShare', { group: group.name, amount: formatMoney(shareFen) }),
  )

export const notifyOfRemovalFromCompanyGroup = (tx: Tx, moment: Moment, memberId: string, { name }: CompanyGroup): Promise<void> =>
  notifyMainAccountAboutCompanyGroup(tx, moment, memberId, createMessageTextWithValues('companyGroupRemoved', { group: name }))

export const notifyOfWithdrawnInvitation = (tx: Tx, moment: Moment, memberId: string, { name }: CompanyGroup): Promise<void> =>
  notifyMainAccountAboutCompanyGroup(tx, moment, memberId, createMessageTextWithValues('companyGroupInvitationWithdrawn', { group: name }))

/** Tells the parent that it has a group now, and with which limit. */
export const notifyOfCreatedCompanyGroup = (tx: Tx, moment: Moment, { parentId, name, limitFen }: CompanyGroup): Promise<void> =>
  notifyMainAccountAboutCompanyGroup(
    tx,
    moment,
    parentId,
    createMessageTextWithValues('companyGroupCreated', { group: name, amount: formatMoney(limitFen) }),
  )

export const notifyOfDissolvedCompanyGroup = (tx: Tx, moment: Moment, { parentId, name }: CompanyGroup): Promise<void> =>
  notifyMainAccountAboutCompanyGroup(tx, moment, parentId, createMessageTextWithValues('companyGroupDissolved', { group: name }))

/** Tells the parent what staff have done to a member. `done` continues the name of the member. */
export async function notifyParentOfStaffAct(
  tx: Tx,
  moment: Moment,
  { parentId }: CompanyGroup,
  { memberId, done }: { memberId: string; done: string },
): Promise<void> {
  const company = await findCompanyNameOrEmpty(tx, memberId)
  await notifyMainAccountAboutCompanyGroup(tx, moment, parentId, createMessageTextWithValues('companyGroupMember', { company, done }))
}
