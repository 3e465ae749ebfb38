import { grants, type PermissionCode, permissions } from '../../contract/permissions.ts'
import { useUser } from './use-session.ts'

/**
 * Why the member may not do what a code names, and who can change that; undefined: he may. One who is not known yet may: the server has
 * the last word, and no button flickers.
 */
export function useLack(code: PermissionCode): string | undefined {
  const user = useUser()
  if (user === undefined || grants(user.permCode, [code])) return undefined
  return `您的子账号没有「${permissions[code].label}」权限，请联系企业主账号在“账号管理”中开通`
}
