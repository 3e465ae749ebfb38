import { Suspense, useEffect, useState } from 'react'
import { DeferredContent } from '#storefront/platform/components/deferred.tsx'
import { loadToasts, whenFirstToastShown } from '#storefront/platform/components/notify.ts'
import { pageRestoredFormArea, RestoredFormNotice } from '#storefront/platform/components/restored-draft.tsx'
import { useIdleLoad } from '#storefront/platform/components/use-idle-load.ts'
import { Outlet, useRouterState } from '#storefront/platform/routing/routing.tsx'
import { useUser } from '#storefront/platform/sessions/use-session.ts'
import { lazyOptionalPart, lazyPart } from '#ui/lazy-part.tsx'
import { PhoneBottomTabs } from './bottom-tabs.tsx'
import { Header } from './header.tsx'
import { GuardedScreen } from './pages/guarded-screen.tsx'
import { ProgressBar } from './progress-bar.tsx'

// Below the first screen or hidden at first, so the first page does not wait for them.
const Footer = lazyOptionalPart(() => import('./footer.tsx').then((footer) => footer.Footer))
const SideButtons = lazyOptionalPart(() => import('./side-buttons.tsx').then((buttons) => buttons.SupportBackAndTopButtons))

// Few people buy for another company.
const GroupBuyerMark = lazyPart(() => import('./group-buyer-mark.tsx').then((mark) => mark.GroupBuyerMark))

const Hints = lazyOptionalPart(() => import('#storefront/platform/components/hints.tsx').then(({ Hints }) => Hints))

const Toasts = lazyPart(() => loadToasts().then(({ Toasts }) => Toasts))

/** The layout of every screen. */
export function Layout() {
  const pathname = useRouterState((state) => state.resolvedLocation?.pathname ?? state.location.pathname)
  const user = useUser()
  // The mark of a buyer of the parent stays above what sticks to the top.
  const markHeight = user?.parent ? '[--mark-height:44px]' : '[--mark-height:0px]'
  return (
    <div className={`flex min-h-dvh flex-col pb-14 md:pb-0 ${markHeight}`}>
      <button
        type="button"
        className="sr-only z-60 bg-white px-4 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        onClick={() => document.getElementById('main')?.focus()}
      >
        跳到正文
      </button>
      <ProgressBar />
      {user?.parent && (
        <Suspense fallback={<div className="h-(--mark-height) bg-copper" />}>
          <GroupBuyerMark user={user} parent={user.parent} />
        </Suspense>
      )}
      <Header pathname={pathname} />
      {/* The footer begins below the first screen, so that its late loading moves nothing visible. */}
      <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-56px)] flex-1 outline-none print:min-h-0">
        <RestoredFormNotice
          area={pageRestoredFormArea}
          className="content no-print sticky top-[calc(var(--mark-height)+3.5rem)] z-10 bg-paper py-2 md:top-(--mark-height)"
        />
        <GuardedScreen>
          <Outlet />
        </GuardedScreen>
      </main>
      <DeferredContent>
        <Suspense>
          <Footer />
        </Suspense>
      </DeferredContent>
      <Suspense>
        <SideButtons />
        <Hints />
      </Suspense>
      <PhoneBottomTabs pathname={pathname} />
      <ToastPlace markHeight={markHeight} />
    </div>
  )
}

/** Waits for the first toast. */
function ToastPlace({ markHeight }: { markHeight: string }) {
  const [wanted, setWanted] = useState(false)
  useEffect(() => void whenFirstToastShown.then(() => setWanted(true)), [])
  useIdleLoad(loadToasts)
  return (
    wanted && (
      <Suspense>
        <Toasts markHeight={markHeight} />
      </Suspense>
    )
  )
}
