import type { consoleText } from '../../contract/messaging/console-api.ts'
import { refuse } from '../../contract/refusals.ts'
import type { consoleAudit } from '../../contract/staff/audit-api.ts'
import type { consoleStaff } from '../../contract/staff/staff-api.ts'
import type { Handlers } from '../http/context.ts'
import type { Keys } from '../platform/keys.ts'
import type { SmsGateway } from '../sms/public.ts'
import {
  addStaff,
  endStaffSessions,
  listStaff,
  makeInitialPassword,
  modifyStaff,
  resetStaffPassword,
  resetStaffTotp,
  setStaffStatus,
} from './accounts.ts'
import { listAudit } from './audit-trail.ts'
import { knownActions } from './say-act.ts'

export const consoleStaffHandlers = (keys: Keys): Handlers<typeof consoleStaff> => ({
  list: (input, { db, moment }) => listStaff(db, moment, input),
  add: async (account, { moment, write }) => {
    const initial = await makeInitialPassword(keys, moment)
    const staffId = await write((tx) => addStaff(tx, moment, { ...account, initial }))
    return { staffId, initialPwd: initial.initialPwd, initialUntil: initial.initialUntil }
  },
  modify: async (modification, { caller, write }) => {
    await write((tx) => modifyStaff(tx, caller, modification))
    return null
  },
  setStatus: async ({ staffId, status }, { caller, moment, write }) => {
    await write((tx) => setStaffStatus({ tx, moment, caller }, staffId, status))
    return null
  },
  resetPwd: async ({ staffId }, { caller, moment, write }) => {
    const initial = await makeInitialPassword(keys, moment)
    await write((tx) => resetStaffPassword({ tx, moment, caller }, { keys, staffId, initial }))
    return { staffId, initialPwd: initial.initialPwd, initialUntil: initial.initialUntil }
  },
  resetTotp: async ({ staffId }, { caller, moment, write }) => {
    await write((tx) => resetStaffTotp({ tx, moment, caller }, staffId))
    return null
  },
  endSessions: async ({ staffId }, { caller, moment, write }) => ({
    count: await write((tx) => endStaffSessions({ tx, moment, caller }, staffId)),
  }),
})

export const consoleAuditHandlers: Handlers<typeof consoleAudit> = {
  list: (input, { db }) => listAudit(db, input),
  actions: async () => knownActions(),
}

export const consoleTextHandlers = ({ kept }: SmsGateway): Handlers<typeof consoleText> => ({
  list: async () => (kept ? await kept() : refuse('NO_LOCAL_TEXTS')),
})
