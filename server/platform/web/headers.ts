import type { FastifyInstance } from 'fastify'
import { toSha256Source } from '#server/platform/core/html.ts'

export const REQUEST_ID_HEADER = 'X-Request-Id'

const API_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
}

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]

/**
 * A string becomes markup or a script's URL only through a Trusted Types policy. React's own writes need none. The only policy allows the
 * URL of the service worker.
 */
const TRUSTED_TYPES = ["require-trusted-types-for 'script'", 'trusted-types mall-worker']
const REPORT = 'report-to csp'

export interface PageHeaders {
  [name: string]: string
}

const common = (secure: boolean): PageHeaders => ({
  'Reporting-Endpoints': 'csp="/api/system-api/api/csp-report"',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-cache',
  // Only where TLS ends in front of the server. On plain HTTP it would lock people out.
  ...(secure ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
})

const policy = (parts: readonly string[], secure: boolean) =>
  [...parts, ...(secure ? ['upgrade-insecure-requests'] : []), REPORT].join('; ')

/** The CSP sources of the inline scripts of a page: the hash of each text, so that no injected script runs. */
const scriptsIn = (html: string): string[] =>
  html
    .split('<script>')
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf('</script>')))
    .map(toSha256Source)

/** The headers of the storefront's page: no inline style, no inline script except the page's own, nothing from other sites. */
export const createStorefrontHeaders = (secure: boolean, html: string): PageHeaders => ({
  ...common(secure),
  'Content-Security-Policy': policy(
    [
      ...PAGE_POLICY.filter((part) => !/^(?:script|worker)-src/.test(part)),
      ["script-src 'self'", ...scriptsIn(html)].join(' '),
      ...["worker-src 'self'", ...TRUSTED_TYPES],
    ],
    secure,
  ),
})

/** The headers of the storefront's service worker: it may request only this site, and browsers always revalidate it. */
export const serviceWorkerHeaders: PageHeaders = {
  'Content-Security-Policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  'Cache-Control': 'no-cache',
}

/** The headers of the console's page. antd writes its styles at run time, so they carry a nonce. */
export const createConsoleHeaders = (secure: boolean, nonce: string): PageHeaders => ({
  ...common(secure),
  'Content-Security-Policy': policy(
    PAGE_POLICY.map((part) => (part.startsWith('style-src') ? `style-src 'self' 'nonce-${nonce}'` : part)),
    secure,
  ),
})

export const createApiHeaders = ({ id }: { id: string }): PageHeaders => ({ ...API_HEADERS, [REQUEST_ID_HEADER]: id })

/** Sets secure default headers on every answer. Pages overwrite them where they need others. */
export function registerDefaultHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(createApiHeaders(request))
  })
}
