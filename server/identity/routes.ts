import type { enterprise, security, system, user } from '../../contract/identity/api.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Handlers } from '../http/context.ts'
import { audit } from '../platform/audit.ts'
import type { Keys } from '../platform/keys.ts'
import { endSession } from '../sessions/public.ts'
import { captchaSize, keepCaptcha, makeCaptcha } from './captchas.ts'
import { logIn, sitDown } from './log-in.ts'
import { describeSeats, describeUser, permissionNames, readPerson } from './user-detail.ts'

export const systemHandlers = (keys: Keys): Handlers<Pick<typeof system, 'captcha'>> => ({
  captcha: async ({ purpose, ...asked }, { moment, apart }) => {
    const captcha = await makeCaptcha(moment, captchaSize(asked))
    await apart((tx) => keepCaptcha(tx, moment, { keys, purpose, captcha }))
    return { imgBase64: `data:image/png;base64,${captcha.png.toString('base64')}`, key: captcha.key }
  },
})

export const securityHandlers = (
  keys: Keys,
): Handlers<Pick<typeof security, 'loginByMobile' | 'loginByMobileWithImageCode' | 'logOut'>> => ({
  loginByMobile: (given, { db, moment, origin, caller }) => logIn({ db, moment, origin, keys }, given, { captchaAlways: false, caller }),
  loginByMobileWithImageCode: (given, { db, moment, origin, caller }) =>
    logIn({ db, moment, origin, keys }, given, { captchaAlways: true, caller }),
  // Apart, here and below: whoever ends his own session must not hold it as well, or two who do so at once wait for each other.
  logOut: async (_, { caller, moment, origin, apart }) => {
    await apart(async (tx) => {
      if (!(await endSession(tx, moment, { ...caller, reason: 'logged out' }))) return
      await audit(tx, moment, {
        origin,
        actor: { kind: 'member', id: caller.userId, enterpriseId: caller.enterpriseId },
        action: 'log-out',
      })
    })
    return null
  },
})

export const userHandlers: Handlers<typeof user> = {
  detail: async (_, { db, caller }) => {
    const person = (await readPerson(db, caller.userId)) ?? refuse('NOT_LOGGED_IN')
    return describeUser(db, person, caller)
  },
  detailV2: async (_, { db, caller }) => {
    const person = (await readPerson(db, caller.userId)) ?? refuse('NOT_LOGGED_IN')
    const detail = await describeUser(db, person, caller)
    return { ...detail, permNames: permissionNames(detail.permCode), enterpriseList: describeSeats(person, caller.enterpriseId) }
  },
}

export const enterpriseHandlers: Handlers<Omit<typeof enterprise, 'accept'>> = {
  list: async (_, { db, caller }) => {
    const person = (await readPerson(db, caller.userId)) ?? refuse('NOT_LOGGED_IN')
    return describeSeats(person, caller.enterpriseId)
  },
  change: async ({ enterpriseId }, { db, caller, moment, origin, apart }) => {
    const person = (await readPerson(db, caller.userId)) ?? refuse('NOT_LOGGED_IN')
    if (!person.seats.some(({ enterprise }) => enterprise.id === enterpriseId)) {
      const actor = { kind: 'member', id: caller.userId, enterpriseId: caller.enterpriseId } as const
      await audit(db, moment, { origin, actor, action: 'switch enterprise', objectId: enterpriseId, outcome: 'refused' })
      refuse('ENTERPRISE_NOT_FOUND')
    }
    const token = await apart(async (tx) => {
      if (!(await endSession(tx, moment, { ...caller, reason: 'switched' }))) refuse('NOT_LOGGED_IN')
      return sitDown(tx, { moment, origin }, { person, enterpriseId, action: 'switch enterprise' })
    })
    return { token, ...(await describeUser(db, person, { enterpriseId })) }
  },
}
