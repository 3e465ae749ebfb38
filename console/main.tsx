import '#ui/fonts/barlow.css'
import './style.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/es/locale/zh_CN.js'
import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { ERROR_MESSAGE_SECONDS } from '#console/platform/components/use-api-mutation.ts'
import { queryClient, subscribeToFailedReads } from '#console/platform/sessions/session.ts'
import { watchToken } from '#console/platform/sessions/token.ts'
import { router } from './router.tsx'
import { antdTheme, styleNonce } from './theme.ts'

// The content security policy forbids code that is made from text. Without this setting zod would try it.
z.config({ jitless: true })
// After a login or a logout, also in another tab, the routes check again what may be shown.
watchToken(() => void router.invalidate())

// The font for digits is loaded first. With another font, the content next to digits would move later.
for (const weight of [500, 600]) void document.fonts.load(`${weight} 1em "Barlow Semi Condensed"`, '0')

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')
/** A failed read shows a toast for five seconds and a panel in place of the data. Both have the same text. */
function FailedReads() {
  const { message } = App.useApp()
  useEffect(
    () => subscribeToFailedReads((content) => void message.error({ content, key: content, duration: ERROR_MESSAGE_SECONDS })),
    [message],
  )
  return null
}

createRoot(root).render(
  <StrictMode>
    <ConfigProvider locale={zhCN} theme={antdTheme} csp={{ nonce: styleNonce }} button={{ autoInsertSpace: false }}>
      <App message={{ duration: ERROR_MESSAGE_SECONDS, maxCount: 3 }}>
        <FailedReads />
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  </StrictMode>,
)
