import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from '#storefront/platform/routing/router.ts'
import { Outlet, RouterProvider } from '#storefront/platform/routing/routing.tsx'

/** For tests: renders a component to HTML once, before any query has an answer. */
export async function renderToHtmlForTest(part: () => ReactNode): Promise<string> {
  const load = () => Promise.resolve({ Page: part })
  const router = new Router({ screens: [{ path: '/', title: '', load }], history: createMemoryHistory(), loadNotFound: load })
  await router.load()
  const routed = createElement(RouterProvider, { router, loading: null, broken: String }, createElement(Outlet))
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, routed))
}

/** The text of some HTML, without spaces. */
export const extractHtmlTextForTest = (drawn: string): string => drawn.replace(/<[^<>]+>/g, '').replace(/\s/g, '')
