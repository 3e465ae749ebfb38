import { Component, createContext, type ReactNode, Suspense, use, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { subscribeToScreenLeave } from '#ui/on-leave.ts'
import type { NavigateOptions, ScreenLocation } from './address.ts'
import type { Router, RouterState } from './router.ts'
import type { SearchParams } from './types.ts'

// biome-ignore lint/suspicious/noExplicitAny: the application knows the type of its screens
type AnyRouter = Router<any>

const RouterContext = createContext<AnyRouter | null>(null)

/** The router of the page. Throws outside of a RouterProvider. */
export function useRouter(): AnyRouter {
  const router = use(RouterContext)
  if (!router) throw new Error('no router')
  return router
}

/** A part of the router's state. `select` must return the same value for the same state. */
export function useRouterState<T>(select: (state: RouterState) => T): T {
  const router = useRouter()
  const read = () => select(router.getState())
  return useSyncExternalStore(router.watch, read, read)
}

/** The location of the screen that is shown. */
export const useLocation = (): ScreenLocation => useRouterState(({ shown }) => shown.location)

/** The search parameters of the screen that is shown. */
export const useSearch = (): SearchParams => useLocation().search

/** Goes to an address. */
export const useNavigate = (): ((target: NavigateOptions) => Promise<void>) => useRouter().navigate

/** Leads elsewhere as soon as it is rendered. */
export function Navigate(target: NavigateOptions) {
  const { navigate } = useRouter()
  const led = useRef(false)
  useEffect(() => {
    if (led.current) return
    led.current = true
    void navigate(target)
  })
  return null
}

/** Calls `leave` whenever a person leaves the current screen, while a component is mounted. It closes windows that the component has opened. */
export function useOnScreenLeave(leave: () => unknown): void {
  const { history } = useRouter()
  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  useEffect(() => subscribeToScreenLeave(history, () => latest.current()), [history])
}

interface FrameProps {
  /** Rendered while a screen's code loads. */
  loading: ReactNode
  /** Renders an error of a screen. */
  broken: (error: unknown) => ReactNode
}

const FrameContext = createContext<FrameProps>({ loading: null, broken: () => null })

/** Gives the router to the layout and its screens, and tells it what has been rendered. */
export function RouterProvider({ router, children, ...frame }: FrameProps & { router: AnyRouter; children?: ReactNode }) {
  const shown = useSyncExternalStore(
    router.watch,
    () => router.getState().shown,
    () => router.getState().shown,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when something else has been rendered
  useLayoutEffect(() => router.place(), [router, shown])
  // Effects of the screen that was left end before this one, so none of them hears of the next screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same
  useEffect(() => router.settle(), [router, shown])
  return (
    <RouterContext value={router}>
      <FrameContext value={frame}>{children}</FrameContext>
    </RouterContext>
  )
}

/** The screen of the address. */
export function Outlet() {
  const { loading, broken } = use(FrameContext)
  const shown = useRouterState((state) => state.shown)
  const { Page, error, location } = shown
  if (error !== undefined) return broken(error)
  if (Page === undefined) return loading
  return (
    <Suspense fallback={loading}>
      <ErrorBoundary key={location.pathname} attempt={shown} broken={broken}>
        <Page />
      </ErrorBoundary>
    </Suspense>
  )
}

interface BoundaryProps extends Pick<FrameProps, 'broken'> {
  /** Another one renders the screen again. */
  attempt: unknown
  children: ReactNode
}

interface BoundaryState {
  failed: { error: unknown; attempt: unknown } | undefined
}

let broken = false
/** Whether the screen shows an error instead of its content. Effects of that content end while this is true: nobody has left it. */
export const isScreenBroken = (): boolean => broken

/** Renders an error of a screen in its place. The next navigation renders the screen again. */
class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: undefined }
  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failed: { error, attempt: undefined } }
  }
  static getDerivedStateFromProps({ attempt }: BoundaryProps, { failed }: BoundaryState): BoundaryState | null {
    if (failed === undefined || failed.attempt === attempt) return null
    return { failed: failed.attempt === undefined ? { ...failed, attempt } : undefined }
  }
  override componentDidMount() {
    broken = this.state.failed !== undefined
  }
  override componentDidUpdate() {
    broken = this.state.failed !== undefined
  }
  override render() {
    const { failed } = this.state
    return failed ? this.props.broken(failed.error) : this.props.children
  }
}
