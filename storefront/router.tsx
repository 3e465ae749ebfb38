import type { UserDetail } from '#contract/people/identity/shapes.ts'
import type { MemberPermissionCode } from '#contract/platform/core/permissions.ts'
import type { NavigateOptions } from '#storefront/platform/routing/address.ts'
import { Router } from '#storefront/platform/routing/router.ts'
import type { SearchParams } from '#storefront/platform/routing/types.ts'
import {
  type RequiredPermissionOrResolver,
  resolveRequiredPermission,
} from '#storefront/platform/sessions/permissions/required-permission.ts'
import { checkPermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { queryClient, userQuery } from '#storefront/platform/sessions/session.ts'
import { readToken } from '#storefront/platform/sessions/token.ts'
import { createHashHistory } from '#ui/hash-history.ts'
import { mallProfile } from '#ui/mall.ts'
import { markShownScreen } from '#ui/shown-screen.ts'
import { type Screen, type ScreenPath, screens } from './routes.ts'

declare module '#storefront/platform/routing/types.ts' {
  interface RoutePathRegister {
    path: ScreenPath
  }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The state of a login screen: the session of the person has expired. */
    expired?: boolean
  }
}

/** Redirects a member without the permission to /403. Guests may open every screen: a request that needs a login sends them to it. */
async function requirePermission(code: MemberPermissionCode): Promise<NavigateOptions | undefined> {
  const user = await queryClient.ensureQueryData(userQuery).catch(() => undefined)
  return checkPermission(user, code).reason === undefined ? undefined : { to: '/403', search: { code } }
}

/** Waits for the member's data before a screen that needs a permission. Otherwise the screen would send requests that are refused. */
async function findMember(): Promise<undefined> {
  await queryClient.ensureQueryData(userQuery).catch(() => undefined)
}

function enter({ needs, right }: Screen): Promise<NavigateOptions | undefined> | undefined {
  if (readToken() === null) return undefined
  if (needs !== undefined) return requirePermission(needs)
  return right === undefined ? undefined : findMember()
}

/** Returns whether a known member lacks the permission of a screen. */
function isGuarded(right: RequiredPermissionOrResolver | undefined, search: SearchParams): boolean {
  const user = queryClient.getQueryData<UserDetail>(userQuery.queryKey)
  const asked = resolveRequiredPermission(right, search)
  return asked !== undefined && readToken() !== null && checkPermission(user, asked).reason !== undefined
}

/** A screen with all components, for developers. The production build has no such URL. */
const workshop: Screen[] = import.meta.env.DEV
  ? [{ path: '/dev/parts', title: '页面部件', load: () => import('#storefront/operations/dev/components-page.tsx') }]
  : []

/** How long a screen may take before the shell is shown without it. */
export const MAX_SCREEN_WAIT_BEFORE_SHELL_MS = 500

export const router = new Router<Screen>({
  screens: [...screens, ...workshop],
  history: createHashHistory(),
  loadNotFound: () => import('#storefront/platform/shell/pages/not-found-page.tsx'),
  enter,
  mayPrefetch: ({ right }, search) => !isGuarded(right, search),
  loadingDelayMs: MAX_SCREEN_WAIT_BEFORE_SHELL_MS,
})

// Titles come from the table of screens; the default is the product's name.
router.onResolved(() => {
  const { location, screen } = router.getState().shown
  markShownScreen(location.href)
  const title = screen?.title
  document.title = title === undefined || title === mallProfile.name ? mallProfile.name : `${title} - ${mallProfile.name}`
})
