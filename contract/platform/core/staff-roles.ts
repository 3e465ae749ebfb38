/** The built-in roles of staff in the console. A person may have several, and roles of the mall's own besides. */
export const staffRoles = {
  support: { label: '客服' },
  reviewer: { label: '审核' },
  warehouse: { label: '仓储' },
  finance: { label: '财务' },
  catalogue: { label: '商品' },
  marketing: { label: '营销' },
  admin: { label: '管理员' },
  /** Sees everything and changes nothing. He has no other role. */
  auditor: { label: '审计员' },
} as const satisfies Record<string, { label: string }>
export type StaffRole = keyof typeof staffRoles
export const staffRoleNames = Object.keys(staffRoles) as StaffRole[]
/** ['warehouse', 'admin'] → '仓储、管理员'. */
export const formatRoles = (roles: readonly StaffRole[]): string => roles.map((role) => staffRoles[role].label).join('、')
