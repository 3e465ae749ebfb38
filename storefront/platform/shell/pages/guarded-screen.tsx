import type { ReactNode } from 'react'
import { Forbidden } from '#storefront/platform/components/forbidden.tsx'
import { useRouterState, useSearch } from '#storefront/platform/routing/routing.tsx'
import { resolveRequiredPermission } from '#storefront/platform/sessions/permissions/required-permission.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useInPunchOut } from '#storefront/platform/sessions/use-session.ts'
import { isShownDuringPunchOut } from '#storefront/platform/shell/punch-out-paths.ts'
import type { Screen } from '#storefront/routes.ts'
import { NotDuringPunchOut } from './not-during-punch-out.tsx'

/**
 * The current screen. If the member lacks the permission for its calls, it shows this and calls nothing. A guest is redirected to the login
 * by the calls.
 */
export function GuardedScreen({ children }: { children: ReactNode }) {
  const asked = useRouterState(({ shown }) => (shown.screen as Screen | undefined)?.right)
  const right = resolveRequiredPermission(asked, useSearch())
  const { reason } = usePermission(right ?? [])
  const path = useRouterState(({ shown }) => (shown.screen as Screen | undefined)?.path)
  const inPunchOut = useInPunchOut()
  if (inPunchOut && path !== undefined && !isShownDuringPunchOut(path)) return <NotDuringPunchOut />
  if (right === undefined || reason === undefined) return children
  return <Forbidden right={right} />
}
