import { CancelledError } from '@tanstack/react-query'
import type { HistoryState } from '@tanstack/react-router'
import { formatUserDisplayName, type UserDetail } from '#contract/people/identity/shapes.ts'
import { showError, showNotice } from '#storefront/platform/components/notify.ts'
import { emitClientEvent, onClientEvent } from '#storefront/platform/sessions/events.ts'
import { areSearchParamsEnterpriseSpecific, redirectAfterLogin } from '#storefront/platform/sessions/login-redirect.ts'
import { dropGuestRequests, setCurrentMembership } from '#storefront/platform/sessions/pending-requests.ts'
import { queryClient, refetchActiveQueries, resetQueries, sendPendingRequests, userQuery } from '#storefront/platform/sessions/session.ts'
import { clearToken, readToken, watchToken, watchTokenChangesInOtherTabs } from '#storefront/platform/sessions/token.ts'
import { router } from '#storefront/router.tsx'
import { formatUrlWithRedirect } from '#storefront/routes.ts'
import { LoginPendingError } from '#ui/send.ts'
import { firstRenderDone } from './first-render.tsx'

const AFTER_PAINT_MS = 1_500

/** The address that the person wants. A navigation under way has already changed it. */
const here = () => router.history.location
const atLogin = (): boolean => /^\/login(?:_error)?$/.test(here().pathname)
/**
 * Whether a screen of the login is shown or is being opened: logging in, choosing a company, registering, resetting the password. A guest
 * can press a button before the navigation to his page has ended.
 */
const onTheWayIn = (): boolean => [router.getState().location, here()].some(({ pathname }) => /^\/(?:login\w*|register)$/.test(pathname))

/**
 * Opens a login screen. The cached data is cleared after its screen is gone; a screen that is still shown would fetch it again and get a
 * 510.
 */
function leadTo(screen: string, state: HistoryState = {}): void {
  const stop = router.onResolved(() => {
    stop()
    resetQueries({ known: true })
    void refetchActiveQueries()
  })
  router.history.replace(screen, state)
}

/** Handles a 510: opens the login screen with a redirect back, unless it is already open (specification §4). */
function leadToLogin({ expired }: { expired: boolean }): void {
  if (!atLogin()) leadTo(formatUrlWithRedirect('/login', here().href), { expired })
}

/** Runs when a person has reached his page: sends his pending requests. A guest who went elsewhere loses his. */
function arrive(): void {
  if (onTheWayIn()) return
  if (readToken() === null) dropGuestRequests()
  else void sendPendingRequests()
}

/** Reads the user at the start with a stored token, and after a login. If this fails, the token is deleted and the login screen opens. */
async function readUser(): Promise<void> {
  if (readToken() === null) return
  const detail = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 }).catch((error: unknown) => {
    // A 510 has already opened the login screen. A cancelled request needs nothing.
    if (error instanceof LoginPendingError || error instanceof CancelledError) return
    clearToken()
    if (!atLogin()) leadTo(`/login?redirect=${encodeURIComponent(here().href)}`)
  })
  if (detail) arrive()
}

/**
 * Handles a change of the token in another tab: the content belongs to somebody else now, and another company does not have the same
 * objects.
 */
async function followOtherTab(): Promise<void> {
  setCurrentMembership(undefined)
  const before = queryClient.getQueryData<UserDetail>(userQuery.queryKey)
  resetQueries()
  await readUser()
  if (readToken() !== null && atLogin()) redirectAfterLogin(router.getState().location.search, router.history)
  const now = queryClient.getQueryData<UserDetail>(userQuery.queryKey)
  if (before && now && now.enterpriseId !== before.enterpriseId) {
    showNotice(`已在其他页面切换到 ${formatUserDisplayName(now)}`)
    if (areSearchParamsEnterpriseSpecific(router.getState().location.search)) await router.navigate({ to: '/user_center', replace: true })
  }
  await firstRenderDone
  await router.load()
  await refetchActiveQueries()
}

/** Connects the session and the router. */
export function connectSessionToRouter(): void {
  onClientEvent('notLoggedIn', leadToLogin)
  // The new member may lack the permission for the current screen.
  onClientEvent('loginSuccess', () => {
    void firstRenderDone.then(() => router.load())
    void readUser()
  })
  // It is a push, so that Back returns from the login screen.
  onClientEvent('loginWanted', () => router.history.push(formatUrlWithRedirect('/login', here().href)))
  router.onResolved(arrive)
  onClientEvent('parkedRefused', ({ act, msg }) => showError(`登录前的操作未完成（${act}）：${msg}`))
  // A message-read event refreshes the unread count and everything that shows messages.
  onClientEvent('messageRead', () => void queryClient.invalidateQueries({ queryKey: ['message'] }))
  watchToken(({ elsewhere }) => {
    emitClientEvent('tokenNotified')
    if (elsewhere) void followOtherTab()
  })
  watchTokenChangesInOtherTabs()
  void readUser()
  // It is invisible, so it loads after the first paint.
  setTimeout(
    () => void import('#storefront/platform/shell/live-updates/start-live-updates.ts').then(({ startLiveUpdates }) => startLiveUpdates()),
    AFTER_PAINT_MS,
  )
}
