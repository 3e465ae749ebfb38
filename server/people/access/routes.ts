import type { loginAndRegistrationEndpoints } from '#contract/people/identity/api.ts'
import type { captchaAndSmsCodeEndpoints } from '#contract/people/identity/system-api.ts'
import type { userSecurityEndpoints } from '#contract/people/identity/user-security-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { bindFile } from '#server/people/files/public.ts'
import { type CreateLedgerAccounts, requireRightPaymentPassword, updateUserNameAndAvatar } from '#server/people/identity/public.ts'
import { endSessions, listOpenSessionsOfUser } from '#server/people/sessions/public.ts'
import {
  createOneTimeTicket,
  requireRightSmsCodeResult,
  SMS_RESEND_SECONDS,
  toSmsRequesterIds,
  verifySmsCode,
} from '#server/people/sms/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import { toAuditActor } from '#server/platform/http/caller.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import {
  changeLoginPasswordAndEndOtherSessions,
  changeMobile,
  changePayPassword,
  createMobileChangeTicketScope,
  resetForgottenLoginPassword,
} from './change-credentials.ts'
import { readMobileForSmsPurpose, sendSmsCodeAfterCaptcha } from './send-sms.ts'
import { registerUserAndLogIn } from './sign-up.ts'

/** The dependencies of the handlers. */
interface Wired {
  keys: Keys
  limits: ServerLimits
}

export const createSmsHandlers = (dependencies: Wired): Handlers<Pick<typeof captchaAndSmsCodeEndpoints, 'sendSms'>> => ({
  sendSms: async (request, { db, moment, visitor, caller, writeWithoutSession }) => {
    await sendSmsCodeAfterCaptcha({ db, moment, visitor, caller, writeWithoutSession, ...dependencies }, request)
    return { resendAfterSeconds: SMS_RESEND_SECONDS }
  },
})

type AccessCalls = Omit<typeof loginAndRegistrationEndpoints, 'loginByMobile' | 'loginByMobileWithImageCode' | 'logOut'>

export const createRegistrationAndCredentialHandlers = (
  dependencies: Wired & { openAccounts: CreateLedgerAccounts },
): Handlers<AccessCalls> => ({
  registerByMobileImageCode: (given, { db, moment, origin, visitor, caller, writeWithoutSession }) =>
    registerUserAndLogIn({ db, moment, origin, visitor, writeWithoutSession, ...dependencies }, caller, given),
  resetPwdByMobile: async (given, { db, moment, origin, visitor, caller, writeWithoutSession }) => {
    await resetForgottenLoginPassword({ db, moment, origin, visitor, writeWithoutSession, ...dependencies }, caller, given)
    return null
  },
  changeMobileStep1: async ({ code }, { db, caller, moment, visitor, writeSeparately, write }) => {
    const { keys } = dependencies
    const askers = toSmsRequesterIds(caller, visitor)
    const mobile = await readMobileForSmsPurpose({ db, keys, caller }, { purpose: 'changeMobile' })
    requireRightSmsCodeResult(
      await writeSeparately((tx) => verifySmsCode(tx, moment, { keys, mobile, purpose: 'changeMobile', askers, code })),
    )
    return { ticket: await write((tx) => createOneTimeTicket(tx, moment, createMobileChangeTicketScope(keys, caller.userId, mobile))) }
  },
  changeMobileStep2: async (given, { db, caller, moment, origin, visitor, write }) => {
    await changeMobile({ db, moment, origin, visitor, ...dependencies }, caller, { ...given, write })
    return null
  },
  devices: async (_, { db, caller, moment }) => {
    const rows = await listOpenSessionsOfUser(db, moment, caller.userId)
    return rows.map(({ id, tokenHash, ...row }) => ({ sessionId: id, ...row, current: tokenHash.equals(caller.tokenHash) }))
  },
  endDevice: async ({ sessionId }, { caller, moment, write }) => {
    const ended = await write((tx) => endSessions(tx, moment, { userId: caller.userId, sessionId, reason: 'logged out elsewhere' }))
    if (ended === 0) refuse('DEVICE_NOT_FOUND')
    return null
  },
  endOtherDevices: async (_, { caller, moment, origin, write }) => ({
    count: await write(async (tx) => {
      const { userId, tokenHash } = caller
      await recordAudit(tx, moment, { origin, actor: toAuditActor(caller), action: 'log out everywhere' })
      return endSessions(tx, moment, { userId, except: tokenHash, reason: 'logged out everywhere' })
    }),
  }),
})

export const createUserSecurityHandlers = (dependencies: Wired): Handlers<typeof userSecurityEndpoints> => ({
  changePwd: async (given, { db, caller, moment, origin, visitor, write }) => {
    await changeLoginPasswordAndEndOtherSessions({ db, moment, origin, visitor, ...dependencies }, caller, { ...given, write })
    return null
  },
  changePayPwd: async (given, { db, caller, moment, origin, visitor, write }) => {
    await changePayPassword({ db, moment, origin, visitor, ...dependencies }, caller, { ...given, write })
    return null
  },
  validatePayPwd: async ({ payPwd }, { caller, moment, writeSeparately }) => {
    await requireRightPaymentPassword({ keys: dependencies.keys, caller, moment, writeSeparately }, payPwd)
    return null
  },
  validateMobileCaptcha: async ({ code, ...request }, { db, caller, moment, visitor, writeWithoutSession, writeSeparately }) => {
    const { keys } = dependencies
    const askers = toSmsRequesterIds(caller, visitor)
    const mobile = await readMobileForSmsPurpose({ db, keys, caller }, request)
    requireRightSmsCodeResult(
      await writeSeparately((tx) => verifySmsCode(tx, moment, { keys, mobile, purpose: request.purpose, askers, code })),
    )
    const subject = caller.kind === 'member' ? caller.userId : keys.hmac('mobile', mobile).toString('hex')
    return { ticket: await writeWithoutSession((tx) => createOneTimeTicket(tx, moment, { purpose: request.purpose, subject })) }
  },
  headImgUpload: async ({ fileId }, { caller, write }) => {
    await write(async (tx) => {
      await bindFile(tx, {
        enterpriseId: caller.enterpriseId,
        userId: caller.userId,
        fileId,
        purpose: 'avatar',
        boundTo: `user:${caller.userId}`,
      })
      await updateUserNameAndAvatar(tx, caller.userId, { headImg: fileId })
    })
    return { headImg: fileId }
  },
  changeName: async ({ name }, { caller, write }) => {
    await write((tx) => updateUserNameAndAvatar(tx, caller.userId, { userName: name }))
    return null
  },
})
