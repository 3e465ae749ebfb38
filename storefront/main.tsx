import '../ui/fonts/barlow.css'
import './style.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { keepInstallOffer } from './parts/install-offer.ts'
import { PATIENCE_MS, router } from './router.tsx'
import { queries } from './session/session.ts'
import { followSession } from './shell/follow-session.ts'
import { keepStage } from './shell/pages/waiting-screen.tsx'

// The page's policy forbids code made from text, which zod would otherwise try.
z.config({ jitless: true })
followSession()
keepInstallOffer()

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')
// The router itself listens once it is drawn: whoever goes on before is followed here.
const stopFollowing = router.history.subscribe(() => void router.load())
function Listening() {
  useEffect(() => stopFollowing(), [])
  return null
}

/** Shell and screen at once, in pieces, so that a slow phone answers its reader between them. */
const draw = () =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <Listening />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )

keepStage(root)
// A screen that is late does not hold the shell up.
void Promise.race([router.load(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]).then(draw)
