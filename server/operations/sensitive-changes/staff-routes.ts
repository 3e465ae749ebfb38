import {
  hasSensitiveRole,
  isSensitiveRoleChange,
  isSensitiveStatusChange,
  SENSITIVE_CHANGE_DELAY_HOURS,
} from '#contract/people/staff/dual-control.ts'
import type { FieldChange } from '#contract/people/staff/field-changes.ts'
import type { consoleStaffAccountEndpoints } from '#contract/people/staff/staff-api.ts'
import { formatRoles, type StaffRole } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import {
  areSameRoles,
  createInitialPassword,
  createStaff,
  enableOrDisableStaffAccount,
  lockStaff,
  requireLockedStaffOtherThanSelf,
  requireUnusedStaffEmail,
  updateStaffAccount,
} from '#server/people/staff/public.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { lockOutEditorsAndRequireRowVersion } from '#server/platform/core/row-edits.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { requestSensitiveChange, requireNoPendingSensitiveChange, SENSITIVE_CHANGE_APPLIED_AT_ONCE } from './request-change.ts'

const statuses = { 0: '停用', 1: '在用' } as const
const subjectOf = ({ name, email }: { name: string; email: string }): string => `${name}（${email}）`

const rolesChange = (from: readonly StaffRole[] | null, to: readonly StaffRole[]): FieldChange => ({
  name: 'roles',
  label: '角色',
  from: from && formatRoles(from),
  to: formatRoles(to),
})

interface NamedRoles {
  name: string
  roles: readonly StaffRole[]
}

const listAccountChanges = (from: NamedRoles, to: NamedRoles): FieldChange[] => [
  ...(areSameRoles(from.roles, to.roles) ? [] : [rolesChange(from.roles, to.roles)]),
  ...(from.name === to.name ? [] : [{ name: 'name', label: '姓名', from: from.name, to: to.name }]),
]

type SensitiveStaffCalls = Omit<typeof consoleStaffAccountEndpoints, 'list' | 'endSessions'>

/**
 * What administrators can do with the accounts of others. Changes that could give one person two accounts, or lock out an administrator,
 * wait for another administrator.
 */
export const createStaffAccountChangeHandlers = (keys: Keys): Handlers<SensitiveStaffCalls> => ({
  add: async (account, { caller: { staffId: byId }, moment, origin, write }) => {
    const sensitive = hasSensitiveRole(account.roles)
    const from = sensitive ? addHours(moment.now, SENSITIVE_CHANGE_DELAY_HOURS) : moment.now
    const { initialPwd, initialUntil, hash } = await createInitialPassword(keys, moment, from)
    const staffId = moment.newId()
    const asked = await write(async (tx) => {
      if (!sensitive) {
        await createStaff(tx, moment, { ...account, staffId, byId, initial: { hash, initialUntil } })
        return SENSITIVE_CHANGE_APPLIED_AT_ONCE
      }
      await requireUnusedStaffEmail(tx, account.email)
      const payload = { kind: 'staffAdd' as const, ...account, staffId, passwordHash: hash, initialUntil: initialUntil.toISOString() }
      const change = {
        payload,
        subjectId: account.email.toLowerCase(),
        subject: subjectOf(account),
        changes: [rolesChange(null, account.roles)],
      }
      return requestSensitiveChange(tx, moment, { change, staffId: byId, origin })
    })
    return { staffId, initialPwd, initialUntil, ...asked }
  },
  modify: ({ staffId, name, roles, rowVersion }, { caller: { staffId: byId }, moment, origin, write }) =>
    write(async (tx) => {
      const person = (await lockStaff(tx, staffId)) ?? refuse('STAFF_NOT_FOUND')
      await lockOutEditorsAndRequireRowVersion(tx, { kind: 'staff', key: staffId, seen: rowVersion })
      // The pending change was requested with the present roles, and shows them to the person who approves it.
      await requireNoPendingSensitiveChange(tx, 'staffRoles', staffId)
      if (staffId === byId || !isSensitiveRoleChange(person.roles, roles)) {
        await updateStaffAccount({ tx, moment, byId }, { staffId, name, roles })
        return SENSITIVE_CHANGE_APPLIED_AT_ONCE
      }
      const changes = listAccountChanges(person, { name, roles })
      const payload = { kind: 'staffRoles' as const, staffId, name, roles }
      const change = { payload, subjectId: staffId, subject: subjectOf(person), changes }
      return requestSensitiveChange(tx, moment, { change, staffId: byId, origin })
    }),
  setStatus: ({ staffId, status }, { caller: { staffId: byId }, moment, origin, write }) =>
    write(async (tx) => {
      const person = await requireLockedStaffOtherThanSelf(tx, byId, staffId)
      if (person.status === status || !isSensitiveStatusChange(person.roles, status)) {
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
      const person = await requireLockedStaffOtherThanSelf(tx, byId, staffId)
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
      const person = await requireLockedStaffOtherThanSelf(tx, byId, staffId)
      const changes = [{ name: 'secondFactor', label: '动态口令', from: null, to: '解除绑定' }]
      const change = { payload: { kind: 'staffTotp' as const, staffId }, subjectId: staffId, subject: subjectOf(person), changes }
      return requestSensitiveChange(tx, moment, { change, staffId: byId, origin })
    }),
})
