import type { EnterpriseSubAccount } from '#contract/people/organisation/api.ts'
import { isGroupBuyerWaiting } from '#contract/people/organisation/group-buyers.ts'
import { type Fen, formatMoney, formatYuan, parseYuan } from '#contract/platform/core/money.ts'
import { type MemberPermissionCode, parsePermissionCodes, permissionCodes, permissions } from '#contract/platform/core/permissions.ts'

/** The permission codes by group, in the order of the specification. */
export const permissionGroups: readonly { group: string; codes: readonly { code: MemberPermissionCode; label: string }[] }[] = [
  ...new Set(permissionCodes.map((code) => permissions[code].group)),
].map((group) => ({
  group,
  codes: permissionCodes.filter((code) => permissions[code].group === group).map((code) => ({ code, label: permissions[code].label })),
}))

/** The form values, as text. */
export interface SubUserDraft {
  mobile: string
  name: string
  codes: readonly MemberPermissionCode[]
  orderLimit: string
  monthLimit: string
}

const typed = (limit: Fen | null): string => (limit === null ? '' : formatYuan(limit))

/** The default permissions of a new one: to look at goods and to fill the cart. */
export function toSubUserDraft(known: EnterpriseSubAccount | undefined): SubUserDraft {
  // A waiting buyer has limits of 0 so that he orders nothing; they are no proposal to the main account.
  const granted = known && !isGroupBuyerWaiting(known) ? known : undefined
  return {
    mobile: '',
    name: known?.name ?? '',
    codes: granted ? parsePermissionCodes(granted.permCode) : ['lookGoods', 'addCart', 'editCart'],
    orderLimit: typed(granted?.orderLimit ?? null),
    monthLimit: typed(granted?.monthLimit ?? null),
  }
}

const LIMIT_MAX = 9_999_999_999

/** Parses a limit: blank is none; undefined is an invalid amount. */
export function parsePurchaseLimit(text: string): Fen | null | undefined {
  if (text.trim() === '') return null
  const amount = parseYuan(text)
  return amount === undefined || amount > LIMIT_MAX ? undefined : amount
}

type Faults = Partial<Record<'mobile' | 'name' | 'orderLimit' | 'monthLimit', string>>

/** Returns the errors of a draft by field. */
export function subUserErrors({ mobile, name, orderLimit, monthLimit }: SubUserDraft, isNew: boolean): Faults {
  return {
    ...(isNew && !/^1[3-9]\d{9}$/.test(mobile) ? { mobile: mobile === '' ? '请输入手机号' : '请输入正确的手机号' } : {}),
    ...(name.trim() === '' ? { name: '请输入姓名' } : {}),
    ...(parsePurchaseLimit(orderLimit) === undefined ? { orderLimit: '请输入正确的金额，最多两位小数' } : {}),
    ...(parsePurchaseLimit(monthLimit) === undefined ? { monthLimit: '请输入正确的金额，最多两位小数' } : {}),
  }
}

/** The state of a sub-account, or of a buyer of the parent, in a word. */
export const subUserStatusLabel = ({
  status,
  acceptedAt,
  parentName,
}: Pick<EnterpriseSubAccount, 'status' | 'acceptedAt' | 'parentName'>): string => {
  if (isGroupBuyerWaiting({ parentName, acceptedAt })) return '待授权'
  if (status === 0) return '已停用'
  return acceptedAt === null ? '待接受' : '已启用'
}

/** Splits the people of a company into its own sub-accounts and the buyers of its parent, those that wait for a decision first. */
export const splitSubAccountsAndGroupBuyers = (rows: readonly EnterpriseSubAccount[]) => ({
  own: rows.filter(({ parentName }) => parentName === null),
  groupBuyers: rows
    .filter(({ parentName }) => parentName !== null)
    .sort((a, b) => Number(isGroupBuyerWaiting(b)) - Number(isGroupBuyerWaiting(a))),
})

/** Describes its limits in a sentence. */
export function formatPurchaseLimits({
  orderLimit,
  monthLimit,
  monthUsed,
}: Pick<EnterpriseSubAccount, 'orderLimit' | 'monthLimit' | 'monthUsed'>): string {
  if (orderLimit === null && monthLimit === null) return '采购不限额'
  return [
    ...(orderLimit === null ? [] : [`单笔 ${formatMoney(orderLimit)}`]),
    ...(monthLimit === null ? [] : [`每月 ${formatMoney(monthLimit)}（本月已用 ${formatMoney(monthUsed as Fen)}）`]),
  ].join('，')
}
