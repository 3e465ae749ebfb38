import { computeStaffPermissionCodes, hasRolePermission, type StaffPermissionCode } from './staff-permissions.ts'
import { type StaffRole, staffRoleNames } from './staff-roles.ts'

export { formatRoles, type StaffRole, staffRoleNames, staffRoles } from './staff-roles.ts'

/**
 * The permission codes of specification §6 for sub-accounts. A main account has all of them, and its permCode is null. A sub-account
 * has an explicit list; the empty string means none.
 */
export const permissions = {
  lookGoods: { group: '商品', label: '浏览商品' },
  addCart: { group: '商品', label: '加入购物车' },
  editCart: { group: '商品', label: '编辑购物车' },
  buyPay: { group: '商品', label: '下单支付' },
  cashAccount: { group: '个人中心', label: '现金钱包' },
  lookOrder: { group: '个人中心', label: '订单管理' },
  applyLimit: { group: '个人中心', label: '赊销中心' },
  addressSet: { group: '个人中心', label: '地址管理' },
} as const satisfies Record<string, { group: string; label: string }>

export type MemberPermissionCode = keyof typeof permissions
export const permissionCodes = Object.keys(permissions) as MemberPermissionCode[]

/**
 * The requirement of a call, a screen or an action:
 * - `guest`: none; `guest or CODE`: guests, and members with this permission code
 * - `login`: any member; a permission code, or a list of codes of which one is enough; `main`: the main account
 * - `staff`: any staff member; `{ staff: CODE }`: this permission of `staffPermissions`; with `read`, the auditor as well
 * - `{ machine: [...] }`: only programs; if codes are named, the API key must have one of them
 * - `{ platformKey: [...] }`: only programs of the platform; if scopes are named, the key must have one of them
 */
export type AccessRule =
  | 'guest'
  | `guest or ${MemberPermissionCode}`
  | 'login'
  | 'main'
  | MemberPermissionCode
  | readonly MemberPermissionCode[]
  | StaffAccessRule
  | MachineAccessRule
  | PlatformKeyAccessRule
export type StaffAccessRule = 'staff' | { readonly staff: StaffPermissionCode; readonly read?: true }
export interface MachineAccessRule {
  readonly machine: readonly MemberPermissionCode[]
}
export interface PlatformKeyAccessRule {
  readonly platformKey: readonly PlatformKeyScope[]
}

/** Whether a call is for guests too. */
export const isGuestAccess = (needs: AccessRule): needs is 'guest' | `guest or ${MemberPermissionCode}` =>
  typeof needs === 'string' && needs.startsWith('guest')
/** Whether a call is for staff. */
export const isStaffAccess = (needs: AccessRule): needs is StaffAccessRule =>
  needs === 'staff' || (typeof needs === 'object' && 'staff' in needs)
/** Whether a call is for programs. */
export const isMachineAccess = (needs: AccessRule): needs is MachineAccessRule => typeof needs === 'object' && 'machine' in needs

/** Whether a call is for programs of the platform. */
export const isPlatformKeyAccess = (needs: AccessRule): needs is PlatformKeyAccessRule =>
  typeof needs === 'object' && 'platformKey' in needs
/** Whether a call is for programs, and for no person. */
export const isProgramAccess = (needs: AccessRule): needs is MachineAccessRule | PlatformKeyAccessRule =>
  isMachineAccess(needs) || isPlatformKeyAccess(needs)

/**
 * The rule for reading what a rule for staff protects: its permission, or the auditor, who reads everything. Every read of staff has it
 * (`readEndpoint`). Other rules stay as they are.
 */
export const addAuditorToAccessRule = <const N extends AccessRule>(needs: N): N =>
  (isStaffAccess(needs) && needs !== 'staff' ? { staff: needs.staff, read: true } : needs) as N

/** The scopes of a platform key. Its owner needs the permission to do the same by hand. */
export const platformKeyScopes = {
  goods: { label: '商品', needs: { staff: 'goods' } },
  prices: { label: '价格', needs: { staff: 'price' } },
  stock: { label: '库存', needs: { staff: 'stock' } },
  journal: { label: '记账凭证', needs: { staff: 'ledgerEdit' } },
} as const satisfies Record<string, { label: string; needs: StaffAccessRule }>
export type PlatformKeyScope = keyof typeof platformKeyScopes
export const platformKeyScopeNames = Object.keys(platformKeyScopes) as PlatformKeyScope[]

const OR_MEMBER = 'guest or '

/** The permission codes, one of which a rule for members or programs requires; empty: none is required. */
export function listRequiredPermissionCodes(
  needs: Exclude<AccessRule, StaffAccessRule | PlatformKeyAccessRule>,
): readonly MemberPermissionCode[] {
  if (typeof needs === 'object') return 'machine' in needs ? needs.machine : needs
  if (needs === 'guest' || needs === 'login' || needs === 'main') return []
  return [(needs.startsWith(OR_MEMBER) ? needs.slice(OR_MEMBER.length) : needs) as MemberPermissionCode]
}

/**
 * The permissions of a caller: the permCode of a member or a program (null: all codes) and the member's account type, the permission codes
 * of staff with their built-in roles, or the scopes of a platform key.
 */
export type PermissionHolder =
  | { readonly permCode: string | null; readonly accountType?: number }
  | StaffPermissionHolder
  | { readonly scopes: readonly PlatformKeyScope[] }

/** `codes`: what all his roles together permit. */
export interface StaffPermissionHolder {
  readonly roles: readonly StaffRole[]
  readonly codes: readonly StaffPermissionCode[]
}

/** Built-in roles with what they permit. */
export const toStaffPermissionHolder = (roles: readonly StaffRole[]): StaffPermissionHolder => ({
  roles,
  codes: computeStaffPermissionCodes(roles),
})

/** The built-in roles that a rule for staff admits; empty: all. */
export const listRequiredStaffRoles = (needs: StaffAccessRule): readonly StaffRole[] =>
  needs === 'staff'
    ? []
    : staffRoleNames.filter((role) => (role === 'auditor' ? needs.read === true : hasRolePermission(role, needs.staff)))

/**
 * Whether a holder has what a rule requires. Members hold no codes of staff, and staff none of members. This is the only check of a permission: server
 * and screens ask it about calls, screens, fields and actions.
 */
export function hasPermission(holder: PermissionHolder, needs: AccessRule): boolean {
  if (isStaffAccess(needs)) {
    if (!('roles' in holder)) return false
    return needs === 'staff' || holder.codes.includes(needs.staff) || (needs.read === true && holder.roles.includes('auditor'))
  }
  if (isPlatformKeyAccess(needs)) {
    const { platformKey: scopes } = needs
    return 'scopes' in holder && (scopes.length === 0 || scopes.some((scope) => holder.scopes.includes(scope)))
  }
  if ('roles' in holder || 'scopes' in holder) return isGuestAccess(needs)
  if (needs === 'main') return holder.accountType === 1
  const codes = listRequiredPermissionCodes(needs)
  if (holder.permCode === null || codes.length === 0) return true
  const held = holder.permCode.split(',')
  return codes.some((code) => held.includes(code))
}

/** The codes of a permCode. Unknown codes are dropped. */
export const parsePermissionCodes = (permCode: string | null): MemberPermissionCode[] =>
  permissionCodes.filter((code) => hasPermission({ permCode }, code))
