import { useSearch } from '@tanstack/react-router'
import { type PermissionCode, permissions } from '#contract/platform/core/permissions.ts'
import { Forbidden } from '#storefront/platform/components/forbidden.tsx'

const isCode = (code: string | undefined): code is PermissionCode => code !== undefined && code in permissions

/** /403: which permission is missing, and who can grant it. */
export function Page() {
  const { code } = useSearch({ strict: false })
  return <Forbidden right={isCode(code) ? [code] : undefined} />
}
