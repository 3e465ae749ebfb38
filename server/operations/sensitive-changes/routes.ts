import {
  type consoleSensitiveChangeEndpoints,
  type SensitiveChange,
  sensitiveChangeKinds,
} from '#contract/people/staff/sensitive-change-api.ts'
import { sensitiveChangeLifecycle } from '#contract/people/staff/sensitive-change-lifecycle.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { areIndependentPeople } from '#server/people/dual-control/public.ts'
import { findCustomRolesOfStaff, type IdentityProofConfig, listStaffNamesById, requireIdentityProof } from '#server/people/staff/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Staff } from '#server/platform/http/caller.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { approveSensitiveChange, stopOrWithdrawSensitiveChange } from './decide-sensitive-change.ts'
import { getSensitiveChangeEffect, getSensitiveChangeKindsOfArea } from './effects.ts'
import { getAffectedRoleId, getAffectedStaffId } from './request-change.ts'
import { findSensitiveChange, listSensitiveChanges, type SensitiveChangeRecord } from './sensitive-change-store.ts'

const seesAll = (caller: Staff): boolean => hasPermission(caller, { staff: 'sensitiveChange', read: true })
const isAdministrator = (caller: Staff): boolean => hasPermission(caller, { staff: 'sensitiveChangeDecide' })

/** Returns the requesters of pending changes for whom this administrator does not count as a second person. */
async function findTied(db: Db, moment: Moment, caller: Staff, changes: readonly SensitiveChangeRecord[]): Promise<Set<string>> {
  const tied = new Set<string>()
  if (!isAdministrator(caller)) return tied
  const askers = new Set(changes.filter(({ state }) => state === 'PENDING').map(({ askedBy }) => askedBy))
  for (const firstId of askers) if (!(await areIndependentPeople(db, { firstId, secondId: caller.staffId }, moment))) tied.add(firstId)
  return tied
}

interface Reader {
  caller: Staff
  /** Names of staff by id. */
  people: ReadonlyMap<string, string>
  /** People for whom the caller does not count as a second person. */
  tied: ReadonlySet<string>
  /** The roles of the mall's own that the caller has. */
  ownRoleIds: readonly string[]
}

/** Returns why an administrator may not approve a pending change; undefined: he may. */
function whyNotApprove({ caller, tied, ownRoleIds }: Reader, change: SensitiveChangeRecord): string | undefined {
  if (change.askedBy === caller.staffId) return '不能同意自己提出的变更'
  if (getAffectedStaffId(change) === caller.staffId) return '不能同意关于自己账号的变更'
  if (ownRoleIds.some((id) => id === getAffectedRoleId(change))) return '不能同意关于自己角色的变更'
  if (tied.has(change.askedBy)) return '您与提出人的账号在 7 天内由同一人新增或重置，不能互相复核'
  return undefined
}

function describe(reader: Reader, change: SensitiveChangeRecord): SensitiveChange {
  const { caller, people } = reader
  const { payload: _, subjectId: __, reason, kind, state, askedBy, decidedBy, changes, ...rest } = change
  const waits = state === 'PENDING'
  const isAdmin = isAdministrator(caller)
  const why = waits && isAdmin ? whyNotApprove(reader, change) : undefined
  const own = askedBy === caller.staffId
  return {
    ...rest,
    kind,
    kindLabel: sensitiveChangeKinds[kind].label,
    changes: [...changes],
    reason: reason ?? null,
    state,
    label: sensitiveChangeLifecycle.states[state].label,
    askedBy: people.get(askedBy) ?? '',
    decidedBy: decidedBy === null ? null : (people.get(decidedBy) ?? ''),
    actions: waits
      ? [
          ...(isAdmin && why === undefined ? (['approve'] as const) : []),
          ...(isAdmin && !own ? (['reject'] as const) : []),
          ...(own ? (['withdraw'] as const) : []),
        ]
      : [],
    whyNotApprove: why ?? null,
  }
}

export const createSensitiveChangeHandlers = (dependencies: IdentityProofConfig): Handlers<typeof consoleSensitiveChangeEndpoints> => ({
  list: async ({ state, area, pageNo, pageSize }, { db, moment, caller }) => {
    const kinds = area === undefined ? undefined : getSensitiveChangeKindsOfArea(area)
    const askedBy = seesAll(caller) ? undefined : caller.staffId
    const { changes, total } = await listSensitiveChanges(db, { state, kinds, askedBy, ...toSlice({ pageNo, pageSize }) })
    const ownRoleIds = (await findCustomRolesOfStaff(db, caller.staffId)).map(({ roleId }) => roleId)
    const reader = { caller, people: await listStaffNamesById(db), tied: await findTied(db, moment, caller, changes), ownRoleIds }
    return { dataList: changes.map((change) => describe(reader, change)), total }
  },
  approve: async ({ id, pwd, code }, { db, caller, moment, origin, visitor, write }) => {
    await requireIdentityProof({ db, moment, origin, visitor, ...dependencies }, caller, { pwd, code })
    const change = await findSensitiveChange(db, id)
    if (change?.state === 'PENDING') await getSensitiveChangeEffect(change).before?.(db, moment)
    await write((tx) => approveSensitiveChange({ tx, moment, keys: dependencies.keys }, caller, { id, origin }))
    return null
  },
  reject: async ({ id, reason }, { caller: { staffId }, moment, origin, write }) => {
    await write((tx) => stopOrWithdrawSensitiveChange(tx, moment, { id, reason, decider: { staffId, origin } }))
    return null
  },
  withdraw: async ({ id }, { caller: { staffId }, moment, origin, write }) => {
    await write((tx) => stopOrWithdrawSensitiveChange(tx, moment, { id, decider: { staffId, origin } }))
    return null
  },
})
