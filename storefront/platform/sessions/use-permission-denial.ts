import type { PermissionCode } from '#contract/platform/core/permissions.ts'
import { formatMissingPermission, formatWhoCanGrant, hasRequiredPermission } from './permissions/required-permission.ts'
import { useUser } from './use-session.ts'

/**
 * Why the member may not do what any one of some codes allows, and who can change that; undefined: he may. One who is not known yet may: the
 * server has the last word, and no button flickers.
 */
export function usePermissionDenial(...codes: [PermissionCode, ...PermissionCode[]]): string | undefined {
  const user = useUser()
  if (user === undefined || hasRequiredPermission(user, codes)) return undefined
  return `${formatMissingPermission(codes)}，${formatWhoCanGrant(codes)}`
}
