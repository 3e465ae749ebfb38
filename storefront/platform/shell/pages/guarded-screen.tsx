import { useRouterState, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Forbidden } from '#storefront/platform/components/forbidden.tsx'
import { resolveRequiredPermission } from '#storefront/platform/sessions/permissions/required-permission.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'

/**
 * The current screen. If the member lacks the permission for its calls, it shows this and calls nothing. A guest is redirected to the login
 * by the calls.
 */
export function GuardedScreen({ children }: { children: ReactNode }) {
  const asked = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.right })
  const right = resolveRequiredPermission(asked, useSearch({ strict: false }))
  const { reason } = usePermission(right ?? [])
  if (right === undefined || reason === undefined) return children
  return <Forbidden right={right} />
}
