import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** For tests: renders a component to HTML once, before any query has an answer. */
export async function renderForTest(part: () => ReactNode): Promise<string> {
  const router = createRouter({ routeTree: createRootRoute({ component: part }), history: createMemoryHistory() })
  await router.load()
  // biome-ignore lint/suspicious/noExplicitAny: the mall registers its own router's type
  const routed = createElement(RouterProvider, { router: router as any })
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, routed))
}

/** The text of some HTML, without spaces. */
export const extractHtmlTextForTest = (drawn: string): string => drawn.replace(/<[^<>]+>/g, '').replace(/\s/g, '')
