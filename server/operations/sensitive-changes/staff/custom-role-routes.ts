import { type consoleCustomRoleEndpoints, formatPermissions } from '#contract/people/staff/custom-role-api.ts'
import type { FieldChange } from '#contract/people/staff/field-changes.ts'
import type { StaffPermissionCode } from '#contract/platform/core/staff-permissions.ts'
import {
  requestSensitiveChange,
  requireNoPendingSensitiveChange,
  SENSITIVE_CHANGE_APPLIED_AT_ONCE,
} from '#server/operations/sensitive-changes/request-change.ts'
import {
  createCustomRole,
  endCustomRole,
  requireLockedCustomRoleOfOthers,
  requireOwnPermissions,
  updateCustomRole,
} from '#server/people/staff/public.ts'
import { lockOutEditorsAndRequireRowVersion } from '#server/platform/core/row-edits.ts'
import type { Handlers } from '#server/platform/http/context.ts'

interface Content {
  name: string
  description: string
  codes: readonly StaffPermissionCode[]
}

/** What a change adds and takes away, besides the other fields. */
function listRoleChanges(from: Content, to: Content): FieldChange[] {
  const added = to.codes.filter((code) => !from.codes.includes(code))
  const removed = from.codes.filter((code) => !to.codes.includes(code))
  return [
    ...(from.name === to.name ? [] : [{ name: 'name', label: '名称', from: from.name, to: to.name }]),
    ...(from.description === to.description
      ? []
      : [{ name: 'description', label: '说明', from: from.description || '无', to: to.description || '无' }]),
    ...(added.length === 0 ? [] : [{ name: 'added', label: '增加权限', from: null, to: formatPermissions(added) }]),
    ...(removed.length === 0 ? [] : [{ name: 'removed', label: '取消权限', from: null, to: formatPermissions(removed) }]),
  ]
}

/** What administrators can do with the roles of the mall's own. A change that adds a permission waits for another administrator. */
export const consoleCustomRoleChangeHandlers: Handlers<Omit<typeof consoleCustomRoleEndpoints, 'list'>> = {
  add: (role, { caller: { staffId: byId }, moment, write }) =>
    write(async (tx) => ({ roleId: await createCustomRole({ tx, moment, byId }, role) })),
  modify: ({ roleId, rowVersion, ...content }, { caller: { staffId: byId }, moment, origin, write }) =>
    write(async (tx) => {
      const role = await requireLockedCustomRoleOfOthers({ tx, byId }, roleId)
      await lockOutEditorsAndRequireRowVersion(tx, { kind: 'customRole', key: roleId, seen: rowVersion })
      // The pending change was requested with the present permissions, and shows them to the person who approves it.
      await requireNoPendingSensitiveChange(tx, 'customRole', [roleId])
      if (content.codes.every((code) => role.codes.includes(code))) {
        await updateCustomRole({ tx, moment, byId }, roleId, content)
        return SENSITIVE_CHANGE_APPLIED_AT_ONCE
      }
      await requireOwnPermissions(tx, byId, [...role.codes, ...content.codes])
      const payload = { kind: 'customRole' as const, roleId, ...content }
      const change = { payload, subjectId: roleId, subject: role.name, changes: listRoleChanges(role, content) }
      return requestSensitiveChange(tx, moment, { change, staffId: byId, origin })
    }),
  end: async ({ roleId, rowVersion }, { caller: { staffId: byId }, moment, write }) => {
    await write(async (tx) => {
      await requireLockedCustomRoleOfOthers({ tx, byId }, roleId)
      await lockOutEditorsAndRequireRowVersion(tx, { kind: 'customRole', key: roleId, seen: rowVersion })
      await requireNoPendingSensitiveChange(tx, 'customRole', [roleId])
      await endCustomRole({ tx, moment, byId }, roleId)
    })
    return null
  },
}
