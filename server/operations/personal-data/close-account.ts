import type { AccountClosingPreview, DataKeptAfterAccountClosing } from '#contract/people/identity/personal-data-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { deleteOrderNotesOfEnterprises } from '#server/orders/order-notes/public.ts'
import { type CredentialCallContext, lockUserWithUnchangedPassword, verifyLoginPasswordAgain } from '#server/people/access/public.ts'
import { deleteAccountManagerDataOfEnterprises, erasePersonFromPhoneCalls } from '#server/people/account-managers/public.ts'
import { deleteContactSettingsOfUser } from '#server/people/channels/public.ts'
import { unbindFilesOfObject } from '#server/people/files/public.ts'
import { deletePaymentPassword, erasePersonalDataOfUserRow, findUser, readClearTextMobileOfUser } from '#server/people/identity/public.ts'
import { erasePersonalDataFromInquiries } from '#server/people/inquiry/public.ts'
import type { DeleteMemberBelongings } from '#server/people/memberships/public.ts'
import { deleteMessagesAndAlertsOfUser } from '#server/people/messaging/public.ts'
import {
  type CurrentOrFormerMembership,
  findEnterprises,
  listPresentAndFormerMembershipsOfUser,
  markEnterprisesClosed,
  removeMembershipsOfUserAndEraseName,
} from '#server/people/organisation/public.ts'
import { endSessions } from '#server/people/sessions/public.ts'
import { requireRightSmsCodeResult, toSmsRequesterIds, verifySmsCode } from '#server/people/sms/public.ts'
import { deleteVerificationReadingsOfUser, releaseCreditCodesOfEnterprises } from '#server/people/verification/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import { type Db, runInSeparateTransaction, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { RetentionDays } from '#server/platform/core/retention-days.ts'
import { type Member, toAuditActor } from '#server/platform/http/caller.ts'
import { deleteAddressesOfEnterprises } from '#server/sites/address/public.ts'
import { insertClosedAccount } from './closed-accounts.ts'
import { listAccountClosingObstacles } from './obstacles.ts'

const erased: readonly string[] = [
  '姓名、头像、手机号、登录密码和支付密码',
  '购物车、收藏、到货通知、消息、接收邮箱和提醒设置',
  '咨询中的姓名和手机号',
  '证件识别与工商查询的结果（已随认证提交的除外）',
  '以您为主账号的企业的收货地址',
  '运营人员对以您为主账号的企业及其订单所做的内部备注、跟进和通话记录',
]

const listKeptData = (days: RetentionDays): DataKeptAfterAccountClosing[] => [
  {
    what: '手机号与姓名（加密封存，不再显示，不能登录）',
    term: `注销后 ${days.closedAccounts} 天`,
    reason: '《电子商务法》第三十一条：交易信息自交易完成之日起保存不少于三年',
  },
  {
    what: '订单、售后、付款、退款、账单、发票、购销合同与账簿，其中的收货人信息只随订单保存',
    term: '长期',
    reason: '《会计档案管理办法》：会计凭证与账簿保存三十年，记账后不能删改',
  },
  {
    what: '登录与操作的安全记录、您同意过的协议',
    term: '长期',
    reason: '《网络安全法》：网络日志留存不少于六个月；《个人信息保护法》：同意须可查证',
  },
  {
    what: '企业认证时提交的证件照片与证件号码',
    term: `企业注销后 ${days.papers} 天`,
    reason: '此后只保留审核结论与脱敏信息',
  },
  {
    what: '企业许可证的照片',
    term: `许可证或企业终止后 ${days.licencePictures} 天`,
    reason: '《危险化学品安全管理条例》第四十一条：许可证件复印件保存不少于一年',
  },
  { what: '已发表的评论，署名改为“已注销用户”', term: '长期', reason: '供其他企业参考；不希望保留的，请先删除' },
]

const mainOf = (memberships: readonly CurrentOrFormerMembership[]): string[] =>
  memberships.filter(({ isMain }) => isMain).map(({ enterpriseId }) => enterpriseId)

/** The facts that a person needs before he closes his account. */
export async function readAccountClosingPreview(
  db: Db,
  moment: Moment,
  { userId, retentionDays }: { userId: string; retentionDays: RetentionDays },
): Promise<AccountClosingPreview> {
  const own = mainOf(await listPresentAndFormerMembershipsOfUser(db, userId))
  const enterprises = await findEnterprises(db, own)
  return {
    obstacles: await listAccountClosingObstacles(db, moment, { userId, mainOf: own }),
    enterprises: enterprises.map(({ name }) => name),
    erased: [...erased],
    kept: listKeptData(retentionDays),
  }
}

interface Closing extends CredentialCallContext {
  deleteBelongings: DeleteMemberBelongings
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/**
 * Closes the caller's account and the enterprises in which he is the main account: it ends his sessions, erases his name and number, and
 * seals the data that the law requires. His mobile number can be registered again at once. It needs the login password and an SMS code.
 * Refuses ACCOUNT_NOT_SETTLED while one of those enterprises has money, orders or sub-accounts.
 */
export async function closeOwnAccountAndItsEnterprises(
  context: Closing,
  caller: Member,
  { pwd, code }: { pwd: string; code: string },
): Promise<void> {
  const { db, moment, keys, origin, visitor, write } = context
  const { userId } = caller
  const proven = await verifyLoginPasswordAgain(context, caller, { pwd, field: 'pwd' })
  const mobile = await readClearTextMobileOfUser(db, keys, userId)
  const askers = toSmsRequesterIds(caller, visitor)
  requireRightSmsCodeResult(
    await runInSeparateTransaction(db, (tx) => verifySmsCode(tx, moment, { keys, mobile, purpose: 'closeAccount', askers, code })),
  )
  await write(async (tx) => {
    await lockUserWithUnchangedPassword(tx, proven)
    if ((await readClearTextMobileOfUser(tx, keys, userId)) !== mobile) refuse('SMS_CODE_EXPIRED', { field: 'code' })
    // Waits for the person's running writes, so that their results are visible below.
    await endSessions(tx, moment, { userId, reason: 'account closed' })
    const memberships = await listPresentAndFormerMembershipsOfUser(tx, userId)
    const enterprises = mainOf(memberships)
    const obstacles = await listAccountClosingObstacles(tx, moment, { userId, mainOf: enterprises })
    if (obstacles.length > 0) refuse('ACCOUNT_NOT_SETTLED', { msg: `暂时不能注销账号：${obstacles.join('；')}` })
    const user = await findUser(tx, userId)
    await insertClosedAccount(tx, moment, keys, {
      userId,
      mobile,
      userName: user?.userName ?? null,
      memberships: memberships.map(({ enterpriseId, name }) => ({ enterpriseId, name })),
    })
    await eraseMember(tx, context, { userId, enterpriseIds: memberships.map(({ enterpriseId }) => enterpriseId) })
    await erasePersonalDataOfUserRow(tx, moment, { keys, userId, mobile })
    // Before what staff keep is deleted: whoever adds to it has locked the enterprise, and nothing is added afterwards.
    await markEnterprisesClosed(tx, moment, enterprises)
    await deleteAddressesOfEnterprises(tx, enterprises)
    await deleteAccountManagerDataOfEnterprises(tx, enterprises)
    await deleteOrderNotesOfEnterprises(tx, enterprises)
    await releaseCreditCodesOfEnterprises(tx, enterprises)
    const actor = toAuditActor(caller)
    await recordAudit(tx, moment, { origin, actor, action: 'close account', facts: { enterprises } })
  })
}

/** Erases a person's own data in his enterprises. */
async function eraseMember(
  tx: Tx,
  { moment, deleteBelongings }: Closing,
  { userId, enterpriseIds }: { userId: string; enterpriseIds: readonly string[] },
): Promise<void> {
  for (const enterpriseId of enterpriseIds) {
    await deleteBelongings(tx, { enterpriseId, userId })
    await deletePaymentPassword(tx, { enterpriseId, userId })
    await unbindFilesOfObject(tx, { enterpriseId, boundTo: `user:${userId}` })
  }
  await deleteMessagesAndAlertsOfUser(tx, { userId, enterpriseIds })
  await deleteContactSettingsOfUser(tx, userId)
  await deleteVerificationReadingsOfUser(tx, { userId, enterpriseIds })
  await erasePersonalDataFromInquiries(tx, { userId, enterpriseIds })
  await erasePersonFromPhoneCalls(tx, { userId, enterpriseIds })
  await removeMembershipsOfUserAndEraseName(tx, moment, { userId, enterpriseIds })
}
