/**
 * The permission codes of the specification (§6) for sub-accounts. A main account has all of them, and its permCode is null. A sub-account
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

export type PermissionCode = keyof typeof permissions
export const permissionCodes = Object.keys(permissions) as PermissionCode[]

/** Parses the comma-separated list of the wire; null means all. Unknown codes are dropped. */
export const parsePermCode = (permCode: string | null): ReadonlySet<PermissionCode> =>
  new Set(permCode === null ? permissionCodes : permissionCodes.filter((code) => permCode.split(',').includes(code)))

/** Whether a permCode contains any of the codes. True if no codes are required. */
export function hasPermission(permCode: string | null, codes: readonly PermissionCode[]): boolean {
  if (permCode === null || codes.length === 0) return true
  const held = permCode.split(',')
  return codes.some((code) => held.includes(code))
}

/** The roles of staff in the console. A person may have several. */
export const staffRoles = {
  support: { label: '客服' },
  reviewer: { label: '审核' },
  warehouse: { label: '仓储' },
  finance: { label: '财务' },
  catalogue: { label: '商品' },
  admin: { label: '管理员' },
} as const satisfies Record<string, { label: string }>
export type StaffRole = keyof typeof staffRoles
export const staffRoleNames = Object.keys(staffRoles) as StaffRole[]
