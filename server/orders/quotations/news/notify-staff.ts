// Tells staff what a buyer has done with a quotation: whoever answers quotations, and the account manager of the company.
import { findAccountManagerIds } from '#server/people/account-managers/public.ts'
import { findEnterprise } from '#server/people/organisation/public.ts'
import {
  listActiveStaffIdsWithPermission,
  listPermissionsOfActiveStaff,
  listStaffIdsLimitedToOwnEnterprises,
} from '#server/people/staff/public.ts'
import { sendPersonalStaffNotices } from '#server/people/staff-notices/public.ts'
import { awaitAllAndThrowFirstError, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** The titles go by mail, so they have the number and nothing that a buyer has typed. */
const titles = {
  asked: (number: string) => `新的询价 ${number}`,
  askedAgain: (number: string) => `询价 ${number} 请求重新报价`,
  said: (number: string) => `询价 ${number} 有新留言`,
  ordered: (number: string) => `询价 ${number} 已按报价下单`,
  finished: (number: string) => `询价 ${number} 其余不再下单`,
  declined: (number: string) => `询价 ${number} 买家谢绝报价`,
  withdrawn: (number: string) => `询价 ${number} 买家撤回`,
} as const

interface BuyerAct {
  act: keyof typeof titles
  /** What the buyer has written, or what it is about. */
  words: string
  /** The key of what is told once, however often it happens. */
  once?: string
}

/** Whoever looks after the company and cannot open quotations is led to the page of the company. */
export async function notifyStaffOfQuotation(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id, quotationNo }: { enterpriseId: string; id: string; quotationNo: string },
  { act, words, once }: BuyerAct,
): Promise<void> {
  const [permitted, limited, managers, company] = await awaitAllAndThrowFirstError(
    listActiveStaffIdsWithPermission(tx, 'quotation'),
    listStaffIdsLimitedToOwnEnterprises(tx),
    findAccountManagerIds(tx, [enterpriseId]),
    findEnterprise(tx, enterpriseId),
  )
  const manager = managers.get(enterpriseId)
  // Who sees his own companies alone reads of no other.
  const answering = permitted.filter((staffId) => staffId === manager || !limited.has(staffId))
  const isManagerNotified =
    manager !== undefined && !answering.includes(manager) && (await listPermissionsOfActiveStaff(tx, [manager])).size > 0
  const content = `${company?.name ?? '买家'}：${words === '' ? '没有填写说明' : words}`
  const toNotice = (staffId: string, screen: string) =>
    ({ staffId, kind: 'quotation', title: titles[act](quotationNo), content, screen, once }) as const
  await sendPersonalStaffNotices(tx, moment, [
    ...answering.map((staffId) => toNotice(staffId, `/quotation?enterpriseId=${enterpriseId}&id=${id}`)),
    ...(isManagerNotified ? [toNotice(manager, `/enterprise?enterpriseId=${enterpriseId}`)] : []),
  ])
}
