import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { FinderBox } from '#console/operations/finder/finder-box.tsx'
import { parseRedirectTarget } from '#console/people/login/redirect-target.ts'
import { UnreadNoticesLink } from '#console/people/staff-notices/unread-notices-link.tsx'
import { formatSearchParams, parseSearchParamsAsText, type SearchParams } from '#console/platform/components/list/search.ts'
import { checkPermission, formatAllowedRoles } from '#console/platform/sessions/permissions.ts'
import { currentStaffQuery, queryClient } from '#console/platform/sessions/session.ts'
import { readToken } from '#console/platform/sessions/token.ts'
import { ForbiddenPage } from '#console/platform/shell/forbidden-page.tsx'
import { NotFoundPage } from '#console/platform/shell/not-found-page.tsx'
import { BrokenScreenPage, LoadingScreen } from '#console/platform/shell/screen-states.tsx'
import { Shell } from '#console/platform/shell/shell.tsx'
import { createHashHistory } from '#ui/hash-history.ts'
import { markShownScreen } from '#ui/shown-screen.ts'
import { getConsoleName, type Screen, type ScreenPath, screens } from './routes.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string
  }
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}

const root = createRootRoute({ notFoundComponent: NotFoundPage, validateSearch: (search): SearchParams => search as SearchParams })

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  staticData: { title: '登录' },
  component: lazyRouteComponent(() => import('#console/people/login/login-page.tsx'), 'Page'),
  beforeLoad: ({ search }) => {
    if (readToken() !== null) throw redirect({ ...parseRedirectTarget(search.redirect), replace: true })
  },
})

/** It sends no requests itself, so it can render while a screen in it is still loading. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: () => <Shell finder={<FinderBox />} notices={<UnreadNoticesLink />} />,
})

/** Every screen but the login needs a login. */
function requireLogin({ location }: { location: { href: string } }): void {
  if (readToken() === null) throw redirect({ to: '/login', search: { redirect: location.href }, replace: true })
}

const forbidden = createRoute({
  getParentRoute: () => shell,
  path: '/403',
  staticData: { title: '没有权限' },
  component: ForbiddenPage,
  beforeLoad: requireLogin,
})

/** Redirects a person without the role to /403. If the person is not known yet, the server refuses the requests. */
async function requireRole({ call, title }: Screen): Promise<void> {
  const person = await queryClient.ensureQueryData(currentStaffQuery).catch(() => undefined)
  if (person && !checkPermission(person, call).allowed)
    throw redirect({ to: '/403', search: { screen: title, roles: formatAllowedRoles(call) }, replace: true })
}

const routeOf = <const P extends ScreenPath>(screen: Screen & { path: P }) =>
  createRoute({
    getParentRoute: () => shell,
    path: screen.path,
    staticData: { title: screen.title },
    component: lazyRouteComponent(screen.load, 'Page'),
    beforeLoad: async (place) => {
      requireLogin(place)
      await requireRole(screen)
    },
  })

/** How long a screen may take before an empty frame is shown. */
const PATIENCE_MS = 300

function makeRouter() {
  return createRouter({
    routeTree: root.addChildren([login, shell.addChildren([forbidden, ...screens.map((screen) => routeOf(screen))])]),
    history: createHashHistory(),
    parseSearch: parseSearchParamsAsText,
    stringifySearch: formatSearchParams,
    defaultPreload: 'intent',
    defaultErrorComponent: BrokenScreenPage,
    defaultPendingComponent: LoadingScreen,
    defaultPendingMs: PATIENCE_MS,
    defaultPendingMinMs: 0,
    scrollRestoration: false,
  })
}

export const router = makeRouter()

router.subscribe('onRendered', ({ toLocation }) => markShownScreen(toLocation.href))

// Titles come from the route's metadata. A screen scrolls to the top; a list that turns a page does not.
router.subscribe('onResolved', ({ pathChanged }) => {
  const title = router.state.matches.findLast(({ staticData }) => staticData.title !== undefined)?.staticData.title
  document.title = title === undefined ? getConsoleName() : `${title} - ${getConsoleName()}`
  if (pathChanged) window.scrollTo(0, 0)
})
