import {
  hasSensitiveRight,
  isSensitiveRightChange,
  isSensitiveStatusChange,
  SENSITIVE_CHANGE_DELAY_HOURS,
} from '#contract/people/staff/dual-control.ts'
import type { FieldChange } from '#contract/people/staff/field-changes.ts'
import { type consoleStaffAccountEndpoints, formatAllRoles } from '#contract/people/staff/staff-api.ts'
import type { StaffRole } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import {
  requestSensitiveChange,
  requireNoPendingSensitiveChange,
  SENSITIVE_CHANGE_APPLIED_AT_ONCE,
} from '#server/operations/sensitive-changes/request-change.ts'
import {
  createInitialPassword,
  enableOrDisableStaffAccount,
  findCustomRolesOfStaff,
  lockStaff,
  requireLockedStaffWithinOwnPermissions,
  requireMayGiveRoles,
  requireUnusedStaffEmail,
  updateStaffAccount,
} from '#server/people/staff/public.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { lockOutEditorsAndRequireRowVersion } from '#server/platform/core/row-edits.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { createStaffWithShops, findShopsOfNewStaff, listNewRoles, requireRolesWithoutPendingChange } from './give-roles.ts'

const statuses = { 0: '停用', 1: '在用' } as const
const subjectOf = ({ name, email }: { name: string; email: string }): string => `${name}（${email}）`

interface NamedRoles {
  name: string
  roles: readonly StaffRole[]
  customRoles: readonly { name: string }[]
}

const formatNamedRoles = ({ roles, customRoles }: Omit<NamedRoles, 'name'>): string => formatAllRoles(roles, customRoles)

const rolesChange = (from: string | null, to: string): FieldChange => ({ name: 'roles', label: '角色', from, to })

const listAccountChanges = (from: NamedRoles, to: NamedRoles): FieldChange[] => [
  ...(formatNamedRoles(from) === formatNamedRoles(to) ? [] : [rolesChange(formatNamedRoles(from), formatNamedRoles(to))]),
  ...(from.name === to.name ? [] : [{ name: 'name', label: '姓名', from: from.name, to: to.name }]),
]

type SensitiveStaffCalls = Omit<typeof consoleStaffAccountEndpoints, 'list' | 'endSessions'>

/** Changes name and roles at once, or requests it if the person is given more that needs two people. */
const modifyAccount: Handlers<SensitiveStaffCalls>['modify'] = (
  { staffId, name, roles, customRoleIds: given, rowVersion },
  { caller: { staffId: byId }, moment, origin, write },
) =>
  write(async (tx) => {
    // Before anything that quotes the account: who may not change it learns nothing of it.
    const person =
      staffId === byId
        ? ((await lockStaff(tx, staffId)) ?? refuse('STAFF_NOT_FOUND'))
        : await requireLockedStaffWithinOwnPermissions(tx, byId, staffId)
    await lockOutEditorsAndRequireRowVersion(tx, { kind: 'staff', key: staffId, seen: rowVersion })
    // The pending change was requested with the present roles, and shows them to the person who approves it.
    await requireNoPendingSensitiveChange(tx, 'staffRoles', [staffId])
    const held = await findCustomRolesOfStaff(tx, staffId)
    const update = { staffId, name, roles, customRoleIds: given ?? held.map(({ roleId }) => roleId) }
    if (staffId === byId) {
      await updateStaffAccount({ tx, moment, byId }, update)
      return SENSITIVE_CHANGE_APPLIED_AT_ONCE
    }
    const { customRoles, customCodes } = await requireMayGiveRoles(tx, byId, update)
    await requireRolesWithoutPendingChange(tx, await listNewRoles(tx, update))
    if (!isSensitiveRightChange(person, { roles, customCodes })) {
      await updateStaffAccount({ tx, moment, byId }, update)
      return SENSITIVE_CHANGE_APPLIED_AT_ONCE
    }
    const changes = listAccountChanges({ ...person, customRoles: held }, { name, roles, customRoles })
    const payload = { kind: 'staffRoles' as const, ...update, customCodes }
    const change = { payload, subjectId: staffId, subject: subjectOf(person), changes }
    return requestSensitiveChange(tx, moment, { change, staffId: byId, origin })
  })

/** Creates an account at once, or requests it if it gets more that needs two people. */
const createAddHandler =
  (keys: Keys): Handlers<SensitiveStaffCalls>['add'] =>
  async ({ customRoleIds = [], ...given }, { caller: { staffId: byId }, moment, origin, write }) => {
    const account = { ...given, customRoleIds }
    const { initialPwd, initialUntil: untilIfAtOnce, hash } = await createInitialPassword(keys, moment)
    const staffId = moment.newId()
    return write(async (tx) => {
      const { customRoles, customCodes } = await requireMayGiveRoles(tx, byId, account)
      await requireRolesWithoutPendingChange(tx, customRoleIds)
      const { shopIds, change: shops } = await findShopsOfNewStaff(tx, byId)
      const shown = { staffId, initialPwd }
      if (!hasSensitiveRight({ roles: account.roles, customCodes })) {
        const initial = { hash, initialUntil: untilIfAtOnce }
        await createStaffWithShops(tx, moment, { ...account, shopIds, staffId, byId, initial })
        return { ...shown, initialUntil: untilIfAtOnce, ...SENSITIVE_CHANGE_APPLIED_AT_ONCE }
      }
      const initialUntil = addHours(untilIfAtOnce, SENSITIVE_CHANGE_DELAY_HOURS)
      await requireUnusedStaffEmail(tx, account.email)
      const initial = { staffId, passwordHash: hash, initialUntil: initialUntil.toISOString() }
      const payload = { kind: 'staffAdd' as const, ...account, customCodes, shopIds, ...initial }
      const change = {
        payload,
        subjectId: account.email.toLowerCase(),
        subject: subjectOf(account),
        changes: [rolesChange(null, formatAllRoles(account.roles, customRoles)), shops],
      }
      return { ...shown, initialUntil, ...(await requestSensitiveChange(tx, moment, { change, staffId: byId, origin })) }
    })
  }

/**
 * What administrators can do with the accounts of others. Changes that could give one person two accounts, or lock out an administrator,
 * wait for another administrator.
 */
export const createStaffAccountChangeHandlers = (keys: Keys): Handlers<SensitiveStaffCalls> => ({
  add: createAddHandler(keys),
  modify: modifyAccount,
  setStatus: ({ staffId, status }, { caller: { staffId: byId }, moment, origin, write }) =>
    write(async (tx) => {
      const person = await requireLockedStaffWithinOwnPermissions(tx, byId, staffId)
      if (person.status === status || !isSensitiveStatusChange(person, status)) {
        await enableOrDisableStaffAccount({ tx, moment, byId }, { staffId, status })
        return SENSITIVE_CHANGE_APPLIED_AT_ONCE
      }
      const changes = [{ name: 'status', label: '状态', from: statuses[person.status], to: statuses[status] }]
      const change = { payload: { kind: 'staffStatus' as const, staffId, status }, subjectId: staffId, subject: subjectOf(person), changes }
      return requestSensitiveChange(tx, moment, { change, staffId: byId, origin })
    }),
  resetPwd: async ({ staffId }, { caller: { staffId: byId }, moment, origin, write }) => {
    const { initialPwd, initialUntil, hash } = await createInitialPassword(keys, moment, addHours(moment.now, SENSITIVE_CHANGE_DELAY_HOURS))
    const asked = await write(async (tx) => {
      const person = await requireLockedStaffWithinOwnPermissions(tx, byId, staffId)
      const payload = { kind: 'staffPassword' as const, staffId, passwordHash: hash, initialUntil: initialUntil.toISOString() }
      const changes = [{ name: 'password', label: '登录密码', from: null, to: '重设为初始密码' }]
      return requestSensitiveChange(tx, moment, {
        change: { payload, subjectId: staffId, subject: subjectOf(person), changes },
        staffId: byId,
        origin,
      })
    })
    return { staffId, initialPwd, initialUntil, ...asked }
  },
  resetTotp: ({ staffId }, { caller: { staffId: byId }, moment, origin, write }) =>
    write(async (tx) => {
      const person = await requireLockedStaffWithinOwnPermissions(tx, byId, staffId)
      const changes = [{ name: 'secondFactor', label: '动态口令', from: null, to: '解除绑定' }]
      const change = { payload: { kind: 'staffTotp' as const, staffId }, subjectId: staffId, subject: subjectOf(person), changes }
      return requestSensitiveChange(tx, moment, { change, staffId: byId, origin })
    }),
})
