import { bannerTones } from '#contract/catalog/banners/banner-shapes.ts'
import { couponScopes, couponSources } from '#contract/catalog/coupons/shapes.ts'
import { inputFieldLabels } from '#contract/labels.ts'
import type { AuditRow } from '#contract/people/staff/audit-api.ts'
import { formatPermissions } from '#contract/people/staff/custom-role-api.ts'
import { verificationSteps } from '#contract/people/verification/api.ts'
import { parsePermissionCodes, permissions, type StaffRole, staffRoles } from '#contract/platform/core/permissions.ts'
import { type RefusalName, refusals } from '#contract/platform/core/refusals.ts'
import { parseStaffPermissionCodes } from '#contract/platform/core/staff-permissions.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'

const objectKinds: Readonly<Record<string, string>> = {
  order: '订单',
  user: '用户',
  staff: '员工',
  role: '角色',
  sku: '商品规格',
  goods: '商品',
  priceList: '价目表',
  category: '分类',
  brand: '品牌',
  coupon: '优惠券',
  text: '消息模板',
  day: '日期',
  month: '月份',
  shop: '店铺',
  enterprise: '企业',
  seat: '子账号',
  file: '图片',
  verification: '认证',
  change: '敏感变更',
  setting: '设置',
  job: '后台任务',
}

/** Describes the object of an action; null if it has none. */
export const formatAuditObjectKind = ({ objectKind }: Pick<AuditRow, 'objectKind'>): string =>
  objectKind === null ? '对象' : (objectKinds[objectKind] ?? '对象')

const isRefusal = (reason: string): reason is RefusalName => Object.hasOwn(refusals, reason)
const isRole = (role: string): role is StaffRole => Object.hasOwn(staffRoles, role)

/** Returns the reason that was entered for stopping something. */
export const formatAuditReason = ({ reason }: Pick<AuditRow, 'reason'>): string | undefined =>
  reason === null ? undefined : isRefusal(reason) ? refusals[reason].msg : reason

/** Labels of details that are not input fields. */
const factLabels: Readonly<Record<string, string>> = {
  version: '文本版本',
  hash: '文本哈希',
  paper: '证件',
  permCode: '权限',
  subject: '变更对象',
  password: '登录密码',
  secondFactor: '动态口令',
  from: '原值',
  silver: '白银会员',
  gold: '黄金会员',
  platinum: '铂金会员',
  temp: '临时额度',
  coupons: '每月优惠券',
  gift: '会员礼',
}

const formatRoles = (roles: readonly unknown[]): string =>
  roles
    .map(String)
    .map((role) => (isRole(role) ? staffRoles[role].label : role))
    .join('、')

/** Labels of coded values, by field. */
const words: Readonly<Record<string, Readonly<Record<string, string | { label: string }>>>> = {
  step: verificationSteps,
  purpose: { review: '认证审核', transfer: '转账凭证' },
  scope: couponScopes,
  way: couponSources,
  tone: bannerTones,
}

const wordOf = (name: string, value: string): string | undefined => {
  const word = Object.hasOwn(words, name) && Object.hasOwn(words[name] ?? {}, value) ? words[name]?.[value] : undefined
  return typeof word === 'object' ? word.label : word
}

const ID = /^[\da-f]{8}-[\da-f-]{27}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/
const SHORT = 18

/** The end of a long id, because ids that were created together differ only there. */
export const shortenId = (id: string): string => (id.length > SHORT ? `…${id.slice(-8)}` : id)

/** Formats lists and records: texts in a row, and of other values only their number. */
function formatList(parts: readonly unknown[]): string {
  if (parts.length === 0) return '无'
  return parts.every((part) => typeof part !== 'object' && !ID.test(String(part))) ? parts.join('、') : `${parts.length} 项`
}

/** Parses a list or a record; undefined for any other text. */
function partsOf(value: string): readonly unknown[] | undefined {
  try {
    const read: unknown = JSON.parse(value)
    return typeof read === 'object' && read !== null ? Object.values(read) : undefined
  } catch {
    return undefined
  }
}

/** Replaces codes by their labels, if they are known: ["support"] → 客服. */
function formatValue(name: string, value: string): string {
  if (value === 'null') return '无'
  if (value === '') return '未填写'
  const word = wordOf(name, value)
  if (word !== undefined) return word
  if (ID.test(value)) return shortenId(value)
  if (INSTANT.test(value)) return formatShanghaiTimeToMinute(new Date(value))
  if (value === 'true' || value === 'false') return value === 'true' ? '是' : '否'
  if (name === 'status') return value === '0' ? '停用' : '启用'
  if (name === 'permCode')
    return (
      parsePermissionCodes(value)
        .map((code) => permissions[code].label)
        .join('、') || '无权限'
    )
  const parts = partsOf(value)
  if (parts === undefined) return value
  return name === 'roles' ? formatRoles(parts) : formatList(parts)
}

/** The permissions of a role as text; undefined: the value is something else. Codes of coupons have the same field. */
function formatRolePermissions(name: string, value: string): string | undefined {
  const parts = name === 'codes' ? partsOf(value) : undefined
  const codes = parts === undefined ? [] : parseStaffPermissionCodes(parts.join(','))
  return codes.length > 0 && codes.length === parts?.length ? formatPermissions(codes) : undefined
}

const toAuditDetail = (name: string, value: string): AuditDetail => {
  const permissionNames = formatRolePermissions(name, value)
  if (permissionNames !== undefined) return { label: '权限', value: permissionNames }
  return { label: inputFieldLabels[name] ?? factLabels[name] ?? name, value: formatValue(name, value) }
}

export interface AuditDetail {
  label: string
  value: string
}

/** Returns the details without those that have their own column. */
export const toAuditDetails = ({ facts, objectId, enterpriseId }: Pick<AuditRow, 'facts' | 'objectId' | 'enterpriseId'>): AuditDetail[] =>
  facts.filter(({ value }) => value !== objectId && value !== enterpriseId).map(({ name, value }) => toAuditDetail(name, value))
