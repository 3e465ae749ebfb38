import {
  listRequiredPermissionCodes,
  type MemberPermissionCode,
  parsePermissionCodes,
  permissions,
} from '#contract/platform/core/permissions.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'

/** What a screen or an action requires: a code, one of some codes, or the main account. */
export type RequiredPermission = MemberPermissionCode | readonly MemberPermissionCode[] | 'main'

/** A requirement that depends on the address's parameters. */
export type RequiredPermissionOrResolver =
  | RequiredPermission
  | ((search: Readonly<Record<string, string | undefined>>) => RequiredPermission | undefined)
export const resolveRequiredPermission = (
  right: RequiredPermissionOrResolver | undefined,
  search: Readonly<Record<string, string | undefined>>,
): RequiredPermission | undefined => (typeof right === 'function' ? right(search) : right)

/** '「现金钱包」或「赊销中心」' */
export const formatPermissionNames = (right: RequiredPermission): string =>
  listRequiredPermissionCodes(right)
    .map((code) => `「${permissions[code].label}」`)
    .join('或')

/** '您的子账号没有「现金钱包」或「赊销中心」权限' */
export function formatMissingPermission(right: RequiredPermission): string {
  if (right === 'main') return '此页面仅限企业主账号使用'
  return `您的子账号没有${formatPermissionNames(right)}权限`
}

/** Who can grant the permission. */
export const formatWhoCanGrant = (right: RequiredPermission): string =>
  right === 'main' ? '请联系企业主账号办理' : '请联系企业主账号在“账号管理”中开通'

/** The permission that a refused call required; undefined if it was refused for another reason. */
export function getRefusedPermission(error: unknown): RequiredPermission | undefined {
  if (!(error instanceof Refusal)) return undefined
  if (error.reason === 'MAIN_ACCOUNT_ONLY') return 'main'
  if (error.reason !== 'NO_PERMISSION' || typeof error.detail.permCode !== 'string') return undefined
  return parsePermissionCodes(error.detail.permCode)
}
