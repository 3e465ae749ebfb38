import '#ui/fonts/barlow.css'
import './style.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import * as z from 'zod/mini'
import { listenForInstallPrompt } from '#storefront/platform/components/install-prompt.ts'
import { RouterProvider } from '#storefront/platform/routing/routing.tsx'
import { queryClient } from '#storefront/platform/sessions/session.ts'
import { Layout } from '#storefront/platform/shell/layout.tsx'
import { BrokenScreenPage, LoadingScreen, preservePrerenderedHero } from '#storefront/platform/shell/pages/loading-screen.tsx'
import { renderPage } from '#storefront/platform/shell/start/first-render.tsx'
import { connectSessionToRouter } from '#storefront/platform/shell/start/watch-session.ts'
import { router } from './router.tsx'

// The content security policy forbids code that is made from text. Without this setting zod would try it.
z.config({ jitless: true })
connectSessionToRouter()
listenForInstallPrompt()

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')
preservePrerenderedHero(root)
void renderPage(
  root,
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} loading={<LoadingScreen />} broken={(error) => <BrokenScreenPage error={error} />}>
        <Layout />
      </RouterProvider>
    </QueryClientProvider>
  </StrictMode>,
)
