import type { PermissionCode } from '#contract/platform/core/permissions.ts'
import { formatMissingPermission, formatWhoCanGrant, hasRequiredPermission } from './permissions/required-permission.ts'
import { useUser } from './use-session.ts'

/**
 * Why the member has none of the codes, and who can grant one; undefined: he may. An unknown user may, because the server decides anyway
 * and buttons should not flicker.
 */
export function usePermissionDenial(...codes: [PermissionCode, ...PermissionCode[]]): string | undefined {
  const user = useUser()
  if (user === undefined || hasRequiredPermission(user, codes)) return undefined
  return `${formatMissingPermission(codes)}，${formatWhoCanGrant(codes)}`
}
