import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { UserDetail } from '#contract/people/identity/shapes.ts'
import type { PermissionCode } from '#contract/platform/core/permissions.ts'
import type { SearchParams } from '#storefront/platform/components/route-types.ts'
import {
  type RequiredPermissionOrResolver,
  resolveRequiredPermission,
} from '#storefront/platform/sessions/permissions/required-permission.ts'
import { checkPermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { queryClient, userQuery } from '#storefront/platform/sessions/session.ts'
import { readToken } from '#storefront/platform/sessions/token.ts'
import { Layout } from '#storefront/platform/shell/layout.tsx'
import { LoadingScreen } from '#storefront/platform/shell/pages/loading-screen.tsx'
import { BrokenScreenPage } from '#storefront/platform/shell/pages/screen-error.tsx'
import { createHashHistory } from '#ui/hash-history.ts'
import { mallProfile } from '#ui/mall.ts'
import { type Screen, type ScreenPath, screens } from './routes.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string
    right?: RequiredPermissionOrResolver | undefined
  }
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
  interface HistoryState {
    /** The state of a login screen: the session of the person has expired. */
    expired?: boolean
  }
}

const root = createRootRoute({
  component: Layout,
  notFoundComponent: lazyRouteComponent(() => import('#storefront/platform/shell/pages/not-found-page.tsx'), 'NotFoundPage'),
  validateSearch: (search): SearchParams => search as SearchParams,
})

/** Redirects a member without the permission to /403. Guests may open every screen: a request that needs a login sends them to it. */
async function requirePermission(code: PermissionCode): Promise<void> {
  if (readToken() === null) return
  const user = await queryClient.ensureQueryData(userQuery).catch(() => undefined)
  if (checkPermission(user, code).reason !== undefined) throw redirect({ to: '/403', search: { code }, replace: true })
}

/** Waits for the member's data before a screen that needs a permission. Otherwise the screen would send requests that are refused. */
async function findMember(): Promise<void> {
  if (readToken() !== null) await queryClient.ensureQueryData(userQuery).catch(() => undefined)
}

/** Returns whether a known member lacks the permission of a screen. */
function isGuarded(right: RequiredPermissionOrResolver | undefined, search: SearchParams): boolean {
  const user = queryClient.getQueryData<UserDetail>(userQuery.queryKey)
  const asked = resolveRequiredPermission(right, search)
  return asked !== undefined && readToken() !== null && checkPermission(user, asked).reason !== undefined
}

/** Sends the first requests of a screen when its code has loaded, before it renders. Hovering over a link sends nothing. */
async function prefetchScreen(
  { load, right }: Pick<Screen, 'load' | 'right'>,
  { search, preload }: { search: SearchParams; preload: boolean },
): Promise<void> {
  const { prefetch } = await load()
  if (!preload && !isGuarded(right, search)) void prefetch?.(search)
}

const routeOf = <const P extends ScreenPath>({ path, title, needs, right, load }: Screen & { path: P }) =>
  createRoute({
    getParentRoute: () => root,
    path,
    staticData: { title, right },
    component: lazyRouteComponent(load, 'Page'),
    loader: ({ location, preload }) => prefetchScreen({ load, right }, { search: location.search, preload }),
    ...(needs === undefined ? {} : { beforeLoad: () => requirePermission(needs) }),
    ...(right === undefined ? {} : { beforeLoad: findMember }),
  })

/** A screen with all components, for developers. The production build has no such URL. */
const workshop = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/dev/parts',
        staticData: { title: '页面部件' },
        component: lazyRouteComponent(() => import('#storefront/operations/dev/components-page.tsx'), 'Page'),
      }),
    ]
  : []

/** Values in the URL are always text. They are never parsed as numbers or lists. */
const readSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))
function writeSearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '')
  const text = new URLSearchParams(given).toString()
  return text === '' ? '' : `?${text}`
}

/** How long a screen may take before the shell is shown without it. */
export const LOADING_DELAY_MS = 500

function makeRouter() {
  return createRouter({
    routeTree: root.addChildren([...screens.map((screen) => routeOf(screen)), ...workshop]),
    history: createHashHistory(),
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: BrokenScreenPage,
    defaultPendingComponent: LoadingScreen,
    defaultPendingMs: LOADING_DELAY_MS,
    defaultPendingMinMs: 0,
    scrollRestoration: false,
  })
}

export const router = makeRouter()

// Titles come from the route's metadata; the default is the product's name. Every navigation scrolls to the top.
router.subscribe('onResolved', ({ pathChanged }) => {
  const title = router.state.matches.findLast(({ staticData }) => staticData.title !== undefined)?.staticData.title
  document.title = title === undefined || title === mallProfile.name ? mallProfile.name : `${title} - ${mallProfile.name}`
  if (pathChanged) window.scrollTo(0, 0)
})
