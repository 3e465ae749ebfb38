import type { currentUserEndpoints, loginAndRegistrationEndpoints, ownEnterprisesEndpoints } from '#contract/people/identity/api.ts'
import type { captchaAndSmsCodeEndpoints } from '#contract/people/identity/system-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { endSession } from '#server/people/sessions/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import { createDeviceCookie } from '#server/platform/core/device-cookie.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import { toAuditActor } from '#server/platform/http/caller.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { clampCaptchaSize, createCaptcha, saveCaptcha } from './captchas.ts'
import { logInToLastEnterprise, readLoginOutput, startSession } from './log-in.ts'
import { findUserWithMemberships, readUserDetail, toEnterpriseMembershipOutputs, toPermissionLabels } from './user-detail.ts'
import { lockUser } from './users.ts'

export const createCaptchaHandlers = (keys: Keys): Handlers<Pick<typeof captchaAndSmsCodeEndpoints, 'captcha'>> => ({
  captcha: async ({ purpose, ...asked }, { moment, visitor, writeSeparately }) => {
    const captcha = await createCaptcha(moment, clampCaptchaSize(asked))
    await writeSeparately((tx) => saveCaptcha(tx, moment, { keys, purpose, captcha }))
    // Limits are counted by device, and the first call that needs one is a captcha, so it sets the device cookie.
    if (visitor.deviceId === undefined) visitor.setCookie(createDeviceCookie(moment))
    return { imgBase64: `data:image/png;base64,${captcha.png.toString('base64')}`, key: captcha.key }
  },
})

export const createLoginHandlers = ({
  keys,
  limits,
}: {
  keys: Keys
  limits: ServerLimits
}): Handlers<Pick<typeof loginAndRegistrationEndpoints, 'loginByMobile' | 'loginByMobileWithImageCode' | 'logOut'>> => ({
  loginByMobile: (given, { db, moment, origin, visitor, caller, writeWithoutSession }) =>
    logInToLastEnterprise({ db, moment, origin, visitor, writeWithoutSession, keys, limits }, given, { captchaAlways: false, caller }),
  loginByMobileWithImageCode: (given, { db, moment, origin, visitor, caller, writeWithoutSession }) =>
    logInToLastEnterprise({ db, moment, origin, visitor, writeWithoutSession, keys, limits }, given, { captchaAlways: true, caller }),
  // Uses `writeWithoutSession` and not `write`: `write` would lock the session that ends here, and two concurrent calls would deadlock.
  logOut: async (_, { caller, moment, origin, writeWithoutSession }) => {
    await writeWithoutSession(async (tx) => {
      if (!(await endSession(tx, moment, { ...caller, reason: 'logged out' }))) return
      await recordAudit(tx, moment, {
        origin,
        actor: toAuditActor(caller),
        action: 'log-out',
      })
    })
    return null
  },
})

export const currentUserHandlers: Handlers<typeof currentUserEndpoints> = {
  detail: async (_, { db, caller }) => {
    const person = (await findUserWithMemberships(db, caller.userId)) ?? refuse('NOT_LOGGED_IN')
    return readUserDetail(db, person, caller, caller)
  },
  detailV2: async (_, { db, caller }) => {
    const person = (await findUserWithMemberships(db, caller.userId)) ?? refuse('NOT_LOGGED_IN')
    const detail = await readUserDetail(db, person, caller)
    return {
      ...detail,
      permNames: toPermissionLabels(detail.permCode),
      enterpriseList: toEnterpriseMembershipOutputs(person, caller.enterpriseId),
    }
  },
}

export const ownEnterprisesHandlers: Handlers<Omit<typeof ownEnterprisesEndpoints, 'accept'>> = {
  list: async (_, { db, caller }) => {
    const person = (await findUserWithMemberships(db, caller.userId)) ?? refuse('NOT_LOGGED_IN')
    return toEnterpriseMembershipOutputs(person, caller.enterpriseId)
  },
  change: async ({ enterpriseId }, { db, caller, moment, origin, writeWithoutSession }) => {
    const person = (await findUserWithMemberships(db, caller.userId)) ?? refuse('NOT_LOGGED_IN')
    if (!person.memberships.some(({ enterprise }) => enterprise.id === enterpriseId)) {
      const actor = toAuditActor(caller)
      await recordAudit(db, moment, { origin, actor, action: 'switch enterprise', objectId: enterpriseId, outcome: 'refused' })
      refuse('ENTERPRISE_NOT_FOUND')
    }
    const seated = await writeWithoutSession(async (tx) => {
      // The user is locked before the session, in the same sequence as when a password is changed.
      await lockUser(tx, caller.userId)
      if (!(await endSession(tx, moment, { ...caller, reason: 'switched' }))) refuse('NOT_LOGGED_IN')
      return startSession(tx, { moment, origin }, { userId: caller.userId, enterpriseId, action: 'switch enterprise' })
    })
    return readLoginOutput(db, seated)
  },
}
