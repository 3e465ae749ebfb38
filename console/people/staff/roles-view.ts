import { CUSTOM_ROLE_NAME_MAX, type CustomRole, formatPermissions } from '#contract/people/staff/custom-role-api.ts'
import { type StaffRole, staffRoleNames, staffRoles } from '#contract/platform/core/permissions.ts'
import {
  computeStaffPermissionCodes,
  isPermissionForOwnRoles,
  type StaffPermissionCode,
  staffPermissionCodes,
  staffPermissions,
} from '#contract/platform/core/staff-permissions.ts'

/** A role as the screen shows it: a built-in one, or one of the mall's own. */
export interface RoleRow {
  key: string
  name: string
  description: string
  codes: readonly StaffPermissionCode[]
  /** He reads what any permission reads, and has none. */
  readsAll: boolean
  /** Undefined: built in, and cannot be changed. */
  custom: CustomRole | undefined
}

/** The purpose of each built-in role, next to its checkbox. */
export const rolePurposes: Record<StaffRole, string> = {
  support: '订单查询、用户与企业、取消处理',
  reviewer: '认证审核、企业冻结、节假日',
  warehouse: '拣货发货、库存',
  finance: '额度、钱包、到账',
  catalogue: '商品、价格、上下架',
  marketing: '优惠券、横幅、公告、帮助与文章',
  admin: '全部，以及员工、审计、设置',
  auditor: '查看全部，不能修改；查看证件与合同逐次记录；不能兼任其他角色',
}

/** The built-in roles, then the mall's own in the order of the server: ended ones last. */
export const listRoleRows = (customRoles: readonly CustomRole[]): RoleRow[] => [
  ...staffRoleNames.map((role) => ({
    key: role,
    name: staffRoles[role].label,
    description: rolePurposes[role],
    codes: computeStaffPermissionCodes([role]),
    readsAll: role === 'auditor',
    custom: undefined,
  })),
  ...customRoles.map((custom) => ({ ...custom, key: custom.roleId, readsAll: false, custom })),
]

/** The permissions by group, in the order of the table. `given`: only those that a role of the mall's own may have. */
export function groupPermissions({ given = false }: { given?: boolean } = {}): [group: string, codes: StaffPermissionCode[]][] {
  const codes = given ? staffPermissionCodes.filter(isPermissionForOwnRoles) : staffPermissionCodes
  return [...Map.groupBy(codes, (code) => staffPermissions[code].group)]
}

/** What a role permits, a line for each group that it has something of: '订单：查看订单、评论管理'. */
export const formatPermissionsByGroup = (codes: readonly StaffPermissionCode[]): string[] =>
  groupPermissions().flatMap(([group, all]) => {
    const labels = all.filter((code) => codes.includes(code)).map((code) => staffPermissions[code].label)
    return labels.length === 0 ? [] : [`${group}：${labels.join('、')}`]
  })

interface RoleContent {
  name: string
  description: string
  codes: StaffPermissionCode[]
}

/** What a new role begins with, and what the copied role permits besides, which its author cannot put into one. */
export interface RoleCopy {
  copy: RoleContent
  left: StaffPermissionCode[]
}

const COPY = '（副本）'

/** A copy of a role with those of its permissions that the author has himself and that a role of the mall's own may have. */
export function copyRole({ name, description, codes }: RoleRow, own: readonly StaffPermissionCode[]): RoleCopy {
  const given = codes.filter((code) => own.includes(code) && isPermissionForOwnRoles(code))
  const copy = { name: name.slice(0, CUSTOM_ROLE_NAME_MAX - COPY.length) + COPY, description, codes: given }
  return { copy, left: codes.filter((code) => !given.includes(code)) }
}

interface Author {
  codes: readonly StaffPermissionCode[]
  customRoles: readonly { roleId: string }[]
}

/** Why somebody cannot change or end a role of the mall's own; undefined: he can. */
export function toWhyNotChangeRole({ key, codes }: RoleRow, author: Author | undefined): string | undefined {
  if (author === undefined) return undefined
  if (author.customRoles.map(({ roleId }) => roleId).includes(key)) return '自己的角色由另一位管理员修改'
  const missing = codes.filter((code) => !author.codes.includes(code))
  return missing.length === 0 ? undefined : `其中有您自己没有的权限：${formatPermissions(missing)}`
}
