import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { compressBody, sendCompressed } from '#server/platform/http/compression.ts'
import { createConsoleHeaders, createStorefrontHeaders, serviceWorkerHeaders } from './headers.ts'

const DIST = path.join(import.meta.dirname, '..', '..', '..', 'dist')
const YEAR = 31_536_000
const DAY = 86_400
const REPORT_BYTES_MAX = 8_192
const WORKER = 'sw.js'
/** Serving pages and files costs no more than refusing them. */
const config = { unlimited: 'pages and files, from memory or from the disk' }
const HTML = { 'Content-Type': 'text/html; charset=utf-8' }

export interface PagesOptions {
  /** TLS ends in front of the server. */
  secure: boolean
}

const NOT_BUILT = '<!doctype html><meta charset="utf-8"><title>岩锋工品</title><p>页面尚未构建，请运行 npm run build'

const readPage = (name: string): string => {
  const file = path.join(DIST, name, 'index.html')
  return existsSync(file) ? readFileSync(file, 'utf8') : NOT_BUILT
}

/** Serves the storefront's page, in memory since the start, because its policy contains the hashes of the scripts it had then. */
async function serveMall(app: FastifyInstance, secure: boolean): Promise<void> {
  const html = readPage('storefront')
  const headers = { ...createStorefrontHeaders(secure, html), ...HTML }
  const page = await compressBody(Buffer.from(html))
  app.get('/', { config }, (request, reply) => sendCompressed(request, reply.headers(headers), page))
}

/** Serves the console's page. Each response has a new nonce for antd's styles, so it is not compressed in advance. */
function serveConsole(app: FastifyInstance, secure: boolean): void {
  const html = readPage('console')
  app.get('/console', { config }, (_, reply) => reply.redirect('/console/'))
  app.get('/console/', { config }, (_, reply) => {
    const nonce = randomBytes(16).toString('base64')
    return reply.headers({ ...createConsoleHeaders(secure, nonce), ...HTML }).send(html.replaceAll('__NONCE__', nonce))
  })
}

/** Built files have their hash in the name and never change. Pictures and icons may change, and are cached for a day. */
async function serveFiles(app: FastifyInstance, name: string, prefix: string): Promise<void> {
  const root = path.join(DIST, name)
  if (!existsSync(root)) return
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, ...config }
    })
    await scope.register(fastifyStatic, {
      root,
      prefix,
      index: false,
      decorateReply: false,
      wildcard: true,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const hashed = file.includes(`${path.sep}assets${path.sep}`)
        reply.header('Cache-Control', hashed ? `public, max-age=${YEAR}, immutable` : `public, max-age=${DAY}`)
        reply.header('X-Content-Type-Options', 'nosniff')
        // With or without the suffix of a compressed file.
        if (path.basename(file).startsWith(WORKER)) reply.headers(serviceWorkerHeaders)
      },
    })
  })
}

/** Logs violations of the page's security policy that browsers report. They are a sign of a mistake in the program or of an attack. */
function takeReports(app: FastifyInstance): void {
  app.addContentTypeParser(
    ['application/reports+json', 'application/csp-report'],
    { parseAs: 'string', bodyLimit: REPORT_BYTES_MAX },
    (_, body, done) => done(null, body.toString()),
  )
  app.post('/api/system-api/api/csp-report', { bodyLimit: REPORT_BYTES_MAX, config: { lane: 'report' } }, async (request, reply) => {
    request.log.warn({ report: String(request.body).slice(0, 2_000) }, 'content security policy')
    return reply.code(204).send()
  })
}

/** Serves the storefront at / and the console at /console/. */
export async function servePages(app: FastifyInstance, { secure }: PagesOptions): Promise<void> {
  takeReports(app)
  await serveMall(app, secure)
  serveConsole(app, secure)
  await serveFiles(app, 'console', '/console/')
  await serveFiles(app, 'storefront', '/')
}
