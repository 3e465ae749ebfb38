import { expect } from 'vitest'

/** The headers of every answer (docs/hostile-cases.md, S16). */
const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
}

const CALL = {
  ...ALWAYS,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-request-id': expect.stringMatching(/^[A-Za-z0-9-]{8,64}$/),
}

/** The service worker may connect only to this site, and is never stored. */
const WORKER = {
  ...ALWAYS,
  'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
}

/** The manifest has the mall's name, so browsers must revalidate it after staff have changed the name. */
const MANIFEST = { ...CALL, 'cache-control': 'no-cache' }

const STRICT = [
  ...["default-src 'none'", "img-src 'self' data: blob:", "font-src 'self'", "connect-src 'self'"],
  ...["manifest-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"],
  'report-to csp',
]

/** Allows the site's own files and the inline scripts of the page by their hashes. */
const OWN_SCRIPTS = /^script-src 'self'(?: 'sha256-[A-Za-z0-9+/]{43}=')*$/

const PAGE = {
  ...ALWAYS,
  'content-type': 'text/html; charset=utf-8',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  'reporting-endpoints': 'csp="/api/system-api/api/csp-report"',
  'cache-control': 'no-cache',
}

/** Headers that would reveal something about the server or allow other sites to read. */
const NEVER = ['server', 'x-powered-by', 'access-control-allow-origin', 'access-control-allow-credentials', 'set-cookie']

type Headers = Readonly<Record<string, unknown>>

const policyOf = (headers: Headers) => String(headers['content-security-policy']).split('; ')

/** Checks the headers of an answer for its kind. `what` names it in a failure. */
export function expectHeaders(what: string, kind: 'call' | 'file' | 'worker' | 'manifest' | 'mall' | 'console', headers: Headers): void {
  expect({ what, found: NEVER.filter((name) => name in headers) }).toEqual({ what, found: [] })
  if (kind === 'call') expect({ what, ...headers }).toMatchObject({ what, ...CALL })
  if (kind === 'file') {
    const { 'cache-control': _, ...others } = CALL
    expect({ what, ...headers }).toMatchObject({ what, ...others, 'cache-control': expect.stringMatching(/^public, max-age=\d+/) })
  }
  if (kind === 'worker') expect({ what, ...headers }).toMatchObject({ what, ...WORKER })
  if (kind === 'manifest') expect({ what, ...headers }).toMatchObject({ what, ...MANIFEST })
  if (kind !== 'mall' && kind !== 'console') return
  expect({ what, ...headers }).toMatchObject({ what, ...PAGE })
  expect(policyOf(headers)).toEqual(expect.arrayContaining(STRICT))
  expect(policyOf(headers)).toContainEqual(expect.stringMatching(kind === 'mall' ? OWN_SCRIPTS : /^script-src 'self'$/))
  if (kind === 'mall') {
    const trusted = ["style-src 'self'", "require-trusted-types-for 'script'", "worker-src 'self'", 'trusted-types mall-worker']
    expect(policyOf(headers)).toEqual(expect.arrayContaining(trusted))
  }
  if (kind === 'console') expect(policyOf(headers)).toContain("worker-src 'none'")
  if (kind === 'console') expect(policyOf(headers)).toContainEqual(expect.stringMatching(/^style-src 'self' 'nonce-[A-Za-z0-9+/=]{24}'$/))
  expect(String(headers['content-security-policy'])).not.toMatch(/unsafe|\*/)
}
