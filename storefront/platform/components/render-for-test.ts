import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** For tests: a part as it is first drawn, before anything it asks for has come. */
export async function renderForTest(part: () => ReactNode): Promise<string> {
  const router = createRouter({ routeTree: createRootRoute({ component: part }), history: createMemoryHistory() })
  await router.load()
  // biome-ignore lint/suspicious/noExplicitAny: the mall registers its own router's type
  const routed = createElement(RouterProvider, { router: router as any })
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, routed))
}

/** What can be read of it, without spaces. */
export const textOfHtml = (drawn: string): string => drawn.replace(/<[^<>]+>/g, '').replace(/\s/g, '')
