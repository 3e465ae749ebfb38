import { type MemberPermissionCode, permissions } from '#contract/platform/core/permissions.ts'
import { Forbidden } from '#storefront/platform/components/forbidden.tsx'
import { useSearch } from '#storefront/platform/routing/routing.tsx'

const isCode = (code: string | undefined): code is MemberPermissionCode => code !== undefined && code in permissions

/** /403: which permission is missing, and who can grant it. */
export function Page() {
  const { code } = useSearch()
  return <Forbidden right={isCode(code) ? [code] : undefined} />
}
