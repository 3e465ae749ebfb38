import type { ReactNode } from 'react'
import { Forbidden } from '#storefront/platform/components/forbidden.tsx'
import { useRouterState, useSearch } from '#storefront/platform/routing/routing.tsx'
import { resolveRequiredPermission } from '#storefront/platform/sessions/permissions/required-permission.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useUser } from '#storefront/platform/sessions/use-session.ts'
import type { Screen } from '#storefront/routes.ts'
import { NotDuringPunchOut } from './not-during-punch-out.tsx'

/** The screens of a visit from a procurement system (采购系统会话): goods and the cart. */
const punchOutPaths: ReadonlySet<string> = new Set([
  ...['/', '/shop', '/categories', '/categories2', '/detail', '/compare', '/by_machine', '/brand', '/cart', '/punch_out'],
  ...['/help_center', '/service_contact', '/login', '/login_success', '/login_error', '/403'],
])

/**
 * The current screen. If the member lacks the permission for its calls, it shows this and calls nothing. A guest is redirected to the login
 * by the calls.
 */
export function GuardedScreen({ children }: { children: ReactNode }) {
  const asked = useRouterState(({ shown }) => (shown.screen as Screen | undefined)?.right)
  const right = resolveRequiredPermission(asked, useSearch())
  const { reason } = usePermission(right ?? [])
  const path = useRouterState(({ shown }) => (shown.screen as Screen | undefined)?.path)
  const inPunchOut = useUser()?.inPunchOut === true
  if (inPunchOut && path !== undefined && !punchOutPaths.has(path)) return <NotDuringPunchOut />
  if (right === undefined || reason === undefined) return children
  return <Forbidden right={right} />
}
