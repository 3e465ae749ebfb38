import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, Instant, NullOutput, RequiredText, RowVersion, Text } from '#contract/platform/core/fields.ts'
import {
  canOpenMenuScreen,
  isPermissionForOwnRoles,
  type StaffPermissionCode,
  staffPermissionCodes,
  staffPermissions,
} from '#contract/platform/core/staff-permissions.ts'
import { SensitiveChangeResult } from './sensitive-change-result.ts'

export const CUSTOM_ROLE_NAME_MAX = 20
/** How many of the roles that have ended are listed. The audit trail has all. */
export const ENDED_CUSTOM_ROLES_SHOWN = 50

/** ['orderView', 'comment'] → '查看订单、评论管理'; without any: '无'. */
export const formatPermissions = (codes: readonly StaffPermissionCode[]): string =>
  codes.map((code) => staffPermissions[code].label).join('、') || '无'

/** A role of the mall's own: a list of permission codes with a name. */
export const CustomRole = z.object({
  roleId: Id,
  name: z.string(),
  description: z.string(),
  codes: z.array(z.enum(staffPermissionCodes)),
  /** The names of the people who have it, disabled accounts as well. */
  holders: z.array(z.string()),
  createdAt: Instant,
  /** null: it can be given. */
  endedAt: z.nullable(Instant),
  rowVersion: RowVersion,
})
export type CustomRole = z.output<typeof CustomRole>

const fields = {
  name: RequiredText(CUSTOM_ROLE_NAME_MAX, '请输入角色名称'),
  description: Text(200),
  codes: z.array(z.enum(staffPermissionCodes, '权限不正确'), '请选择权限').check(
    z.minLength(1, '请至少选择一项权限'),
    z.maxLength(staffPermissionCodes.length, '权限不正确'),
    z.refine((codes) => new Set(codes).size === codes.length, '权限不正确'),
    z.refine((codes) => codes.every(isPermissionForOwnRoles), '同意敏感变更只属于管理员'),
    z.refine(canOpenMenuScreen, '所选权限打不开任何页面，请再选一项查看权限'),
  ),
}

export const consoleCustomRoleEndpoints = defineEndpoints('/console-api/api/custom-role', {
  list: readEndpoint({
    path: 'list',
    summary: '自定义角色：权限和使用的人，最多 50 个；停用的在后，最近停用的 50 个',
    needs: { staff: 'staffManage' },
    input: EmptyInput,
    output: z.array(CustomRole),
  }),
  add: writeEndpoint({
    path: 'add',
    locksCaller: true,
    summary: '新增自定义角色：只能包含本人拥有的权限',
    needs: { staff: 'staffManage' },
    input: z.strictObject(fields),
    output: z.object({ roleId: Id }),
    refusals: ['BEYOND_OWN_PERMISSIONS', 'CUSTOM_ROLES_FULL', 'CUSTOM_ROLE_EXISTS'],
  }),
  modify: writeEndpoint({
    path: 'modify',
    locksCaller: true,
    summary: '修改自定义角色：不能修改自己的角色；增加权限须另一位管理员同意或 24 小时后生效，其余对使用的人立即生效',
    needs: { staff: 'staffManage' },
    audits: 'role',
    input: z.strictObject({ roleId: Id, ...fields, rowVersion: RowVersion }),
    output: SensitiveChangeResult,
    refusals: ['CUSTOM_ROLE_NOT_FOUND', 'OWN_ROLE', 'BEYOND_OWN_PERMISSIONS', 'CUSTOM_ROLE_EXISTS', 'CHANGE_PENDING', 'ROW_CHANGED'],
  }),
  end: writeEndpoint({
    path: 'end',
    locksCaller: true,
    summary: '停用没有人使用的自定义角色',
    needs: { staff: 'staffManage' },
    audits: 'role',
    input: z.strictObject({ roleId: Id, rowVersion: RowVersion }),
    output: NullOutput,
    refusals: ['CUSTOM_ROLE_NOT_FOUND', 'OWN_ROLE', 'BEYOND_OWN_PERMISSIONS', 'CUSTOM_ROLE_HELD', 'CHANGE_PENDING', 'ROW_CHANGED'],
  }),
})
