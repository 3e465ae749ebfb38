import { CancelledError } from '@tanstack/react-query'
import type { HistoryState } from '@tanstack/react-router'
import { displayName, type UserDetail } from '#contract/people/identity/shapes.ts'
import { showError, showNotice } from '#storefront/platform/components/notify.ts'
import { emit, on } from '#storefront/platform/sessions/events.ts'
import { isEnterpriseSpecific, redirectAfterLogin } from '#storefront/platform/sessions/login-redirect.ts'
import { dropGuestRequests, setCurrentMembership } from '#storefront/platform/sessions/pending-requests.ts'
import { queries, refetchActiveQueries, resetQueries, sendPendingRequests, userQuery } from '#storefront/platform/sessions/session.ts'
import { clearToken, readToken, watchOtherTabs, watchToken } from '#storefront/platform/sessions/token.ts'
import { router } from '#storefront/router.tsx'
import { withRedirect } from '#storefront/routes.ts'
import { AuthorisingError } from '#ui/send.ts'
import { firstRender } from './first-render.tsx'

const AFTER_PAINT_MS = 1_500

/** Where the person wants to be: the address itself, which a navigation under way has already changed. */
const here = () => router.history.location
const atLogin = (): boolean => /^\/login(?:_error)?$/.test(here().pathname)
/** On the way in: logging in, choosing a company, registering, asking for another password. */
const onTheWayIn = (): boolean => /^\/(?:login\w*|register)$/.test(router.state.location.pathname)

/** Leads to a login screen. What was shown before is forgotten once it has left the screen: read again there, it would only meet a 510. */
function leadTo(screen: string, state: HistoryState = {}): void {
  const stop = router.subscribe('onResolved', () => {
    stop()
    resetQueries({ known: true })
    void refetchActiveQueries()
  })
  router.history.replace(screen, state)
}

/** A 510: unless he is there already, the person is led to the login screen with the way back (specification §4). */
function leadToLogin({ expired }: { expired: boolean }): void {
  if (!atLogin()) leadTo(withRedirect('/login', here().href), { expired })
}

/** Somebody is where he wanted to be: what waited for his login is done now. A guest who went elsewhere wants it no longer. */
function arrive(): void {
  if (onTheWayIn()) return
  if (readToken() === null) dropGuestRequests()
  else void sendPendingRequests()
}

/** As the app begins with a stored token, and after a login, who it stands for is read; when that fails, the token goes and the login screen comes. */
async function readUser(): Promise<void> {
  if (readToken() === null) return
  const detail = await queries.fetchQuery({ ...userQuery, staleTime: 0 }).catch((error: unknown) => {
    // A 510 has led to the login screen already; a reading that was given up says nothing.
    if (error instanceof AuthorisingError || error instanceof CancelledError) return
    clearToken()
    if (!atLogin()) leadTo(`/login?redirect=${encodeURIComponent(here().href)}`)
  })
  if (detail) arrive()
}

/** Another tab logged in, off or switched: what this one shows is somebody else's now, and what one company has the next has not. */
async function followOtherTab(): Promise<void> {
  setCurrentMembership(undefined)
  const before = queries.getQueryData<UserDetail>(userQuery.queryKey)
  resetQueries()
  await readUser()
  if (readToken() !== null && atLogin()) redirectAfterLogin(router.state.location.search, router.history)
  const now = queries.getQueryData<UserDetail>(userQuery.queryKey)
  if (before && now && now.enterpriseId !== before.enterpriseId) {
    showNotice(`已在其他页面切换到 ${displayName(now)}`)
    if (isEnterpriseSpecific(router.state.location.search)) await router.navigate({ to: '/user_center', replace: true })
  }
  await firstRender
  await router.invalidate()
  await refetchActiveQueries()
}

/** Ties the session to the address: what happens to the one is followed by the other. */
export function watchSession(): void {
  on('notLoggedIn', leadToLogin)
  // Whoever sits here now may lack the code of the screen that is open.
  on('loginSuccess', () => {
    void firstRender.then(() => router.invalidate())
    void readUser()
  })
  // A press leads there, and Back leads away again.
  on('loginWanted', () => router.history.push(withRedirect('/login', here().href)))
  router.subscribe('onResolved', arrive)
  on('parkedRefused', ({ act, msg }) => showError(`登录前的操作未完成（${act}）：${msg}`))
  // A message-read event refreshes the unread count, and with it whatever shows messages.
  on('messageRead', () => void queries.invalidateQueries({ queryKey: ['message'] }))
  watchToken(({ elsewhere }) => {
    emit('tokenNotified')
    if (elsewhere) void followOtherTab()
  })
  watchOtherTabs()
  void readUser()
  // Nothing of it is seen: it comes when the first page has been painted.
  setTimeout(
    () => void import('#storefront/platform/shell/live-updates/start-live-updates.ts').then(({ startLiveUpdates }) => startLiveUpdates()),
    AFTER_PAINT_MS,
  )
}
