import type { enterprise } from '../../contract/identity/api.ts'
import type { subUser } from '../../contract/organisation/api.ts'
import type { Handlers } from '../http/context.ts'
import { audit } from '../platform/audit.ts'
import type { Keys } from '../platform/keys.ts'
import { modify, modifyStatus, remove } from './change-seat.ts'
import { accept, invite } from './invite.ts'
import { describeSeat, describeSeats } from './seat-view.ts'

export const subUserHandlers = (keys: Keys): Handlers<typeof subUser> => ({
  add: (invitation, { caller, moment, origin, write }) => write((tx) => invite(tx, { moment, keys, origin, caller }, invitation)),
  detail: ({ id }, { db, caller, moment }) => describeSeat(db, moment, { enterpriseId: caller.enterpriseId, id }),
  list: (_, { db, caller, moment }) => describeSeats(db, moment, caller.enterpriseId),
  modify: (change, { caller, moment, origin, write }) =>
    write(async (tx) => {
      await modify(tx, { moment, origin, caller }, change)
      return describeSeat(tx, moment, { enterpriseId: caller.enterpriseId, id: change.id })
    }),
  modifyStatus: (change, { caller, moment, origin, write }) =>
    write(async (tx) => {
      await modifyStatus(tx, { moment, origin, caller }, change)
      return describeSeat(tx, moment, { enterpriseId: caller.enterpriseId, id: change.id })
    }),
  delete: async ({ id }, { caller, moment, origin, write }) => {
    await write((tx) => remove(tx, { moment, origin, caller }, id))
    return null
  },
})

export const acceptHandlers: Handlers<Pick<typeof enterprise, 'accept'>> = {
  accept: async ({ enterpriseId }, { caller, moment, origin, write }) => {
    const { userId } = caller
    await write(async (tx) => {
      await accept(tx, moment, { userId, enterpriseId })
      const actor = { kind: 'member', id: userId, enterpriseId } as const
      await audit(tx, moment, { origin, actor, action: 'accept invitation' })
    })
    return null
  },
}
