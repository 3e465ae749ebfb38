import { useRouterState, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Forbidden } from '#storefront/platform/components/forbidden.tsx'
import { hasRequiredPermission, resolveRequiredPermission } from '#storefront/platform/sessions/permissions/required-permission.ts'
import { useUser } from '#storefront/platform/sessions/use-session.ts'

/**
 * The screen that is open. Whoever lacks the right that its calls ask for is told so in its place, and nothing is asked; a guest is led to log in
 * by what it asks.
 */
export function GuardedScreen({ children }: { children: ReactNode }) {
  const asked = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.right })
  const right = resolveRequiredPermission(asked, useSearch({ strict: false }))
  const user = useUser()
  if (right === undefined || user === undefined || hasRequiredPermission(user, right)) return children
  return <Forbidden right={right} />
}
