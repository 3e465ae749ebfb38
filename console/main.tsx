import '#ui/fonts/barlow.css'
import './style.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/es/locale/zh_CN.js'
import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { ERROR_SECONDS } from '#console/platform/components/use-api-mutation.ts'
import { onFailedRead, queries } from '#console/platform/sessions/session.ts'
import { watchToken } from '#console/platform/sessions/token.ts'
import { router } from './router.tsx'
import { nonce, theme } from './theme.ts'

// The page's policy forbids code made from text, which zod would otherwise try.
z.config({ jitless: true })
// Logged in or out, here or in another tab: the routes decide anew what is to be seen.
watchToken(() => void router.invalidate())

// Digits come with the first data; in another face until then they would move what stands beside them.
for (const weight of [500, 600]) void document.fonts.load(`${weight} 1em "Barlow Semi Condensed"`, '0')

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')
/** A read that fails is told as a toast for five seconds besides the panel in its place; the same words stand there once. */
function FailedReads() {
  const { message } = App.useApp()
  useEffect(() => onFailedRead((content) => void message.error({ content, key: content, duration: ERROR_SECONDS })), [message])
  return null
}

createRoot(root).render(
  <StrictMode>
    <ConfigProvider locale={zhCN} theme={theme} csp={{ nonce }} button={{ autoInsertSpace: false }}>
      <App message={{ duration: ERROR_SECONDS, maxCount: 3 }}>
        <FailedReads />
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  </StrictMode>,
)
