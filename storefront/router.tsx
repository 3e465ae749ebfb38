import { createHashHistory, createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { grants, type PermissionCode } from '../contract/permissions.ts'
import type { Search } from './parts/to.ts'
import { type Path, PRODUCT, type Screen, screens } from './routes.ts'
import { queries, userQuery } from './session/session.ts'
import { readToken } from './session/token.ts'
import { Layout } from './shell/layout.tsx'
import { NotFoundPage } from './shell/pages/not-found-page.tsx'
import { ScreenFault } from './shell/pages/screen-fault.tsx'
import { WaitingScreen } from './shell/pages/waiting-screen.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string
  }
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}

const root = createRootRoute({ component: Layout, notFoundComponent: NotFoundPage, validateSearch: (search): Search => search as Search })

/** Leads whoever lacks a code to /403. Guests may open anything: what they ask the server for will send them to log in. */
async function demandCode(code: PermissionCode): Promise<void> {
  if (readToken() === null) return
  const user = await queries.ensureQueryData(userQuery).catch(() => undefined)
  if (user && !grants(user.permCode, [code])) throw redirect({ to: '/403', search: { code }, replace: true })
}

/** What a screen asks for first goes out once its script is there, and not after it is drawn. A pointer that only passes over a link asks for nothing. */
async function askAhead(load: Screen['load'], { search, preload }: { search: Search; preload: boolean }): Promise<void> {
  const { ahead } = await load()
  if (!preload) void ahead?.(search)
}

const routeOf = <const P extends Path>({ path, title, needs, load }: Screen & { path: P }) =>
  createRoute({
    getParentRoute: () => root,
    path,
    staticData: { title },
    component: lazyRouteComponent(load, 'Page'),
    loader: ({ location, preload }) => askAhead(load, { search: location.search, preload }),
    ...(needs === undefined ? {} : { beforeLoad: () => demandCode(needs) }),
  })

/** Where whoever works on the screens sees their parts. The mall that is built has no such address. */
const workshop = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/dev/parts',
        staticData: { title: '页面部件' },
        component: lazyRouteComponent(() => import('./dev/parts-page.tsx'), 'Page'),
      }),
    ]
  : []

/** Values in the address are text and nothing else: what a person typed is never taken for a number or a list. */
const readSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))
function writeSearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '')
  const text = new URLSearchParams(given).toString()
  return text === '' ? '' : `?${text}`
}

/** As long as a screen may be late before the shell is drawn without it. */
export const PATIENCE_MS = 500

function makeRouter() {
  return createRouter({
    routeTree: root.addChildren([...screens.map((screen) => routeOf(screen)), ...workshop]),
    history: createHashHistory(),
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ScreenFault,
    defaultPendingComponent: WaitingScreen,
    defaultPendingMs: PATIENCE_MS,
    defaultPendingMinMs: 0,
    scrollRestoration: false,
  })
}

export const router = makeRouter()

// Titles come from the route's metadata and default to the product's name; every navigation begins at the top.
router.subscribe('onResolved', ({ pathChanged }) => {
  const title = router.state.matches.findLast(({ staticData }) => staticData.title !== undefined)?.staticData.title
  document.title = title === undefined || title === PRODUCT ? PRODUCT : `${title} - ${PRODUCT}`
  if (pathChanged) window.scrollTo(0, 0)
})
