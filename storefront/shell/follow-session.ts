import { CancelledError } from '@tanstack/react-query'
import { displayName, type UserDetail } from '../../contract/identity/shapes.ts'
import { AuthorisingError } from '../../ui/send.ts'
import { showError, showNotice } from '../parts/notify.ts'
import { router } from '../router.tsx'
import { withRedirect } from '../routes.ts'
import { emit, on } from '../session/events.ts'
import { goOn, namesOneCompany } from '../session/go-on.ts'
import { forgetAll, queries, readAnew, sendParked, userQuery } from '../session/session.ts'
import { clearToken, readToken, watchOtherTabs, watchToken } from '../session/token.ts'

const AFTER_PAINT_MS = 1_500

/** Where the person wants to be: the address itself, which a navigation under way has already changed. */
const here = () => router.history.location
const atLogin = (): boolean => /^\/login(?:_error)?$/.test(here().pathname)

/** Leads to a login screen. What was shown before is forgotten once it has left the screen: read again there, it would only meet a 510. */
function leadTo(screen: string): void {
  const stop = router.subscribe('onResolved', () => {
    stop()
    forgetAll({ known: true })
    void readAnew()
  })
  router.history.replace(screen)
}

/** A 510: unless he is there already, the person is led to the login screen with the way back (specification §4). */
function leadToLogin(): void {
  if (!atLogin()) leadTo(withRedirect('/login', here().href))
}

/** With a stored token the app begins by reading who it stands for; when that fails, the token goes and the login screen comes. */
async function readUser(): Promise<void> {
  if (readToken() === null) return
  const detail = await queries.fetchQuery(userQuery).catch((error: unknown) => {
    // A 510 has led to the login screen already; a reading that was given up says nothing.
    if (error instanceof AuthorisingError || error instanceof CancelledError) return
    clearToken()
    if (!atLogin()) leadTo(`/login?redirect=${encodeURIComponent(here().href)}`)
  })
  if (detail) await sendParked(detail)
}

/** Another tab logged in, off or switched: what this one shows is somebody else's now, and what one company has the next has not. */
async function followOtherTab(): Promise<void> {
  const before = queries.getQueryData<UserDetail>(userQuery.queryKey)
  forgetAll()
  await readUser()
  if (readToken() !== null && atLogin()) goOn(router.state.location.search, router.history)
  const now = queries.getQueryData<UserDetail>(userQuery.queryKey)
  if (before && now && now.enterpriseId !== before.enterpriseId) {
    showNotice(`已在其他页面切换到 ${displayName(now)}`)
    if (namesOneCompany(router.state.location.search)) await router.navigate({ to: '/user_center', replace: true })
  }
  await router.invalidate()
  await readAnew()
}

/** Ties the session to the address: what happens to the one is followed by the other. */
export function followSession(): void {
  on('notLoggedIn', leadToLogin)
  // Whoever sits here now may lack the code of the screen that is open.
  on('loginSuccess', () => void router.invalidate())
  on('parkedRefused', ({ summary, msg }) => showError(`登录前的操作未完成（${summary}）：${msg}`))
  // A message-read event refreshes the unread count, and with it whatever shows messages.
  on('messageRead', () => void queries.invalidateQueries({ queryKey: ['message'] }))
  watchToken(({ elsewhere }) => {
    emit('tokenNotified')
    if (elsewhere) void followOtherTab()
  })
  watchOtherTabs()
  void readUser()
  // Nothing of it is seen: it comes when the first page has been painted.
  setTimeout(() => void import('./news/follow-news.ts').then(({ followNews }) => followNews()), AFTER_PAINT_MS)
}
