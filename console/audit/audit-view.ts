import { labels } from '../../contract/labels.ts'
import { parsePermCode, permissions, type StaffRole, staffRoles } from '../../contract/permissions.ts'
import { type RefusalName, refusals } from '../../contract/refusals.ts'
import type { AuditRow } from '../../contract/staff/audit-api.ts'

const objectKinds: Readonly<Record<string, string>> = {
  order: '订单',
  user: '用户',
  staff: '员工',
  sku: '商品规格',
  goods: '商品',
  priceList: '价目表',
  coupon: '优惠券',
  day: '日期',
  enterprise: '企业',
  seat: '子账号',
  file: '图片',
  verification: '认证',
}

/** What an act was done to, in words; null where it has no object. */
export const sayObjectKind = ({ objectKind }: Pick<AuditRow, 'objectKind'>): string =>
  objectKind === null ? '对象' : (objectKinds[objectKind] ?? '对象')

const isRefusal = (reason: string): reason is RefusalName => Object.hasOwn(refusals, reason)
const isRole = (role: string): role is StaffRole => Object.hasOwn(staffRoles, role)

/** Why an act was stopped, in the words in which it was. */
export const sayReason = ({ reason }: Pick<AuditRow, 'reason'>): string | undefined =>
  reason === null ? undefined : isRefusal(reason) ? refusals[reason].msg : reason

/** Facts that no field of an input is called by. */
const factLabels: Readonly<Record<string, string>> = { version: '文本版本', hash: '文本哈希', paper: '证件', permCode: '权限' }

function sayRoles(value: string): string {
  const roles: unknown = JSON.parse(value)
  return Array.isArray(roles) ? roles.map((role: string) => (isRole(role) ? staffRoles[role].label : role)).join('、') : value
}

/** Codes in words, where the words are known: ["support"] → 客服. */
function sayValue(name: string, value: string): string {
  if (value === 'null') return '无'
  if (value === 'true' || value === 'false') return value === 'true' ? '是' : '否'
  if (name === 'status') return value === '0' ? '停用' : '启用'
  if (name === 'permCode') return [...parsePermCode(value)].map((code) => permissions[code].label).join('、') || '无权限'
  return name === 'roles' ? sayRoles(value) : value
}

export interface Fact {
  label: string
  value: string
}

/** What was given along, but for what stands in a column of its own. */
export const sayFacts = ({ facts, objectId, enterpriseId }: Pick<AuditRow, 'facts' | 'objectId' | 'enterpriseId'>): Fact[] =>
  facts
    .filter(({ value }) => value !== objectId && value !== enterpriseId)
    .map(({ name, value }) => ({ label: labels[name] ?? factLabels[name] ?? name, value: sayValue(name, value) }))
