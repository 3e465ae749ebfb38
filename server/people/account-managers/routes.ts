import type { consoleAccountManagerEndpoints } from '#contract/people/account-managers/api.ts'
import type { consoleFollowUpEndpoints } from '#contract/people/account-managers/follow-up-api.ts'
import type { consoleEnterpriseNoteEndpoints, consoleEnterpriseTagEndpoints } from '#contract/people/account-managers/notes-api.ts'
import type { consolePhoneCallEndpoints } from '#contract/people/account-managers/phone-call-api.ts'
import { setStaffOwnEnterprisesOnly } from '#server/people/staff/public.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import {
  listAccountManagerHistory,
  listPossibleAndCurrentAccountManagers,
  reassignAllEnterprisesOfAccountManager,
  setAccountManagerOfEnterprises,
} from './account-managers.ts'
import { addEnterpriseNote, listEnterpriseNotes } from './enterprise-notes.ts'
import {
  addAndRemoveTagsOfEnterprise,
  deleteEnterpriseTag,
  listEnterpriseTagsWithUsageCounts,
  saveEnterpriseTag,
} from './enterprise-tags.ts'
import { completeFollowUp, listFollowUps, postponeFollowUp, recordFollowUpAndCompletePlanned } from './follow-ups.ts'
import { listPhoneCalls, recordPhoneCallAndPlanFollowUp, withdrawOwnPhoneCall } from './phone-calls.ts'

/** The overview and the list are in billing/finance, which knows what companies owe. */
export const consoleAccountManagerHandlers: Handlers<Omit<typeof consoleAccountManagerEndpoints, 'overview' | 'list'>> = {
  choices: (_, { db }) => listPossibleAndCurrentAccountManagers(db),
  history: ({ enterpriseId }, { db }) => listAccountManagerHistory(db, enterpriseId),
  limitToOwn: async ({ staffId, ownOnly }, { write }) => {
    await write((tx) => setStaffOwnEnterprisesOnly(tx, { staffId, ownOnly }))
    return null
  },
  assign: (given, { caller, moment, write }) =>
    write(async (tx) => ({ count: await setAccountManagerOfEnterprises(tx, moment, { ...given, changedBy: caller.staffId }) })),
  handOver: (given, { caller, moment, write }) =>
    write(async (tx) => ({ count: await reassignAllEnterprisesOfAccountManager(tx, moment, { ...given, changedBy: caller.staffId }) })),
}

export const consoleEnterpriseNoteHandlers: Handlers<typeof consoleEnterpriseNoteEndpoints> = {
  list: ({ pageNo, pageSize, enterpriseId }, { db }) => listEnterpriseNotes(db, { enterpriseId, ...toSlice({ pageNo, pageSize }) }),
  add: (given, { caller: { staffId }, moment, write }) =>
    write(async (tx) => ({ id: await addEnterpriseNote(tx, moment, { ...given, staffId }) })),
}

export const consoleEnterpriseTagHandlers: Handlers<typeof consoleEnterpriseTagEndpoints> = {
  list: (_, { db }) => listEnterpriseTagsWithUsageCounts(db),
  save: (given, { caller: { staffId }, moment, write }) =>
    write(async (tx) => ({ tagId: await saveEnterpriseTag(tx, moment, { ...given, staffId }) })),
  delete: (seen, { write }) => write(async (tx) => ({ count: await deleteEnterpriseTag(tx, seen) })),
  setOf: async (given, { caller: { staffId }, moment, write }) => {
    await write((tx) => addAndRemoveTagsOfEnterprise(tx, moment, { ...given, staffId }))
    return null
  },
}

export const consoleFollowUpHandlers: Handlers<typeof consoleFollowUpEndpoints> = {
  list: ({ pageNo, pageSize, ...filter }, { db, caller: { staffId, ownEnterprisesOnly }, moment }) =>
    listFollowUps(db, moment, { ...filter, staffId, ownEnterprisesOnly, ...toSlice({ pageNo, pageSize }) }),
  add: (given, { caller: { staffId }, moment, write }) =>
    write(async (tx) => ({ id: await recordFollowUpAndCompletePlanned(tx, moment, { ...given, staffId }) })),
  complete: async (ref, { caller: { staffId }, moment, write }) => {
    await write((tx) => completeFollowUp(tx, moment, { ...ref, staffId }))
    return null
  },
  postpone: async (given, { moment, write }) => {
    await write((tx) => postponeFollowUp(tx, moment, given))
    return null
  },
}

export const consolePhoneCallHandlers: Handlers<typeof consolePhoneCallEndpoints> = {
  list: ({ pageNo, pageSize, ...filter }, { db, caller: { staffId } }) =>
    listPhoneCalls(db, { ...filter, staffId, ...toSlice({ pageNo, pageSize }) }),
  record: (given, { caller: { staffId }, moment, write }) =>
    write(async (tx) => ({ id: await recordPhoneCallAndPlanFollowUp(tx, moment, { ...given, staffId }) })),
  withdraw: async (ref, { caller: { staffId }, moment, write }) => {
    await write((tx) => withdrawOwnPhoneCall(tx, moment, { ...ref, staffId }))
    return null
  },
}
