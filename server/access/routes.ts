import type { security, system, userSecurity } from '../../contract/identity/api.ts'
import { refuse } from '../../contract/refusals.ts'
import { bindFile } from '../files/public.ts'
import type { Handlers } from '../http/context.ts'
import { refuseUnlessPaid, setProfile, tryPaymentPassword } from '../identity/public.ts'
import { audit } from '../platform/audit.ts'
import type { Keys } from '../platform/keys.ts'
import { endSessions, listSessions } from '../sessions/public.ts'
import { issueTicket, RESEND_SECONDS, refuseUnlessCodeRight, tryCode } from '../sms/public.ts'
import { CHANGE_MOBILE, changeMobile, changePassword, changePayPassword, resetPassword } from './change-access.ts'
import { mobileFor, sendSms } from './send-sms.ts'
import { signUp } from './sign-up.ts'

export const smsHandlers = (keys: Keys): Handlers<Pick<typeof system, 'sendSms'>> => ({
  sendSms: async (wish, { db, moment, origin, caller }) => {
    await sendSms({ db, moment, origin, caller, keys }, wish)
    return { resendAfterSeconds: RESEND_SECONDS }
  },
})

type AccessCalls = Omit<typeof security, 'loginByMobile' | 'loginByMobileWithImageCode' | 'logOut'>

export const accessHandlers = (keys: Keys): Handlers<AccessCalls> => ({
  registerByMobileImageCode: (given, { db, moment, origin }) => signUp({ db, moment, origin, keys }, given),
  resetPwdByMobile: async (given, { db, moment, origin }) => {
    await resetPassword({ db, moment, origin, keys }, given)
    return null
  },
  changeMobileStep1: async ({ code }, { db, caller, moment, apart, write }) => {
    const mobile = await mobileFor({ db, keys, caller }, { purpose: 'changeMobile' })
    refuseUnlessCodeRight(await apart((tx) => tryCode(tx, moment, { keys, mobile, purpose: 'changeMobile', code })))
    return { ticket: await write((tx) => issueTicket(tx, moment, { purpose: CHANGE_MOBILE, subject: caller.userId })) }
  },
  changeMobileStep2: async (given, { db, caller, moment, origin, write }) => {
    await changeMobile({ db, moment, origin, keys }, caller, { ...given, write })
    return null
  },
  devices: async (_, { db, caller, moment }) => {
    const rows = await listSessions(db, moment, caller.userId)
    return rows.map(({ id, tokenHash, ...row }) => ({ sessionId: id, ...row, current: tokenHash.equals(caller.tokenHash) }))
  },
  endDevice: async ({ sessionId }, { caller, moment, write }) => {
    const ended = await write((tx) => endSessions(tx, moment, { userId: caller.userId, sessionId, reason: 'logged out elsewhere' }))
    if (ended === 0) refuse('DEVICE_NOT_FOUND')
    return null
  },
  endOtherDevices: async (_, { caller, moment, origin, write }) => ({
    count: await write(async (tx) => {
      const { userId, enterpriseId, tokenHash } = caller
      await audit(tx, moment, { origin, actor: { kind: 'member', id: userId, enterpriseId }, action: 'log out everywhere' })
      return endSessions(tx, moment, { userId, except: tokenHash, reason: 'logged out everywhere' })
    }),
  }),
})

export const userSecurityHandlers = (keys: Keys): Handlers<typeof userSecurity> => ({
  changePwd: async (given, { db, caller, moment, origin, write }) => {
    await changePassword({ db, moment, origin, keys }, caller, { ...given, write })
    return null
  },
  changePayPwd: async (given, { db, caller, moment, origin, write }) => {
    await changePayPassword({ db, moment, origin, keys }, caller, { ...given, write })
    return null
  },
  validatePayPwd: async ({ payPwd }, { caller, moment, apart }) => {
    refuseUnlessPaid(await apart((tx) => tryPaymentPassword(tx, moment, { keys, seat: caller, payPwd })))
    return null
  },
  validateMobileCaptcha: async ({ code, ...wish }, { db, caller, moment, apart }) => {
    const mobile = await mobileFor({ db, keys, caller }, wish)
    refuseUnlessCodeRight(await apart((tx) => tryCode(tx, moment, { keys, mobile, purpose: wish.purpose, code })))
    const subject = caller.kind === 'member' ? caller.userId : keys.hmac('mobile', mobile).toString('hex')
    return { ticket: await apart((tx) => issueTicket(tx, moment, { purpose: wish.purpose, subject })) }
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
      await setProfile(tx, caller.userId, { headImg: fileId })
    })
    return { headImg: fileId }
  },
  changeName: async ({ name }, { caller, write }) => {
    await write((tx) => setProfile(tx, caller.userId, { userName: name }))
    return null
  },
})
