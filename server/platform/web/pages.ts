import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { compressBody, sendCompressed } from '#server/platform/http/compression.ts'
import { type MallProfileReader, memoizeByMallProfile } from './company.ts'
import { fillPageWithMallProfile, fillWebAppManifest } from './company-html.ts'
import { createConsoleHeaders, createStorefrontHeaders, serviceWorkerHeaders } from './headers.ts'

const DIST = path.join(import.meta.dirname, '..', '..', '..', 'dist')
const YEAR = 31_536_000
const DAY = 86_400
const REPORT_BYTES_MAX = 8_192
const WORKER = 'sw.js'
const MANIFEST = 'manifest.webmanifest'
/** Serving pages and files costs no more than refusing them. */
const config = { unlimited: 'pages and files, from memory or from the disk' }
const HTML = { 'Content-Type': 'text/html; charset=utf-8' }

export interface PagesOptions {
  /** TLS ends in front of the server. */
  secure: boolean
  company: MallProfileReader
}

const NOT_BUILT = '<!doctype html><meta charset="utf-8"><title>__NAME__</title><p>页面尚未构建，请运行 npm run build'

const readPage = (name: string): string => {
  const file = path.join(DIST, name, 'index.html')
  return existsSync(file) ? readFileSync(file, 'utf8') : NOT_BUILT
}

/**
 * Serves the storefront's page from memory, as it was at the start, because its policy contains the hashes of its scripts; and the manifest
 * of the installed mall. Both contain the mall's names.
 */
function serveMall(app: FastifyInstance, { secure, company }: PagesOptions): void {
  const html = readPage('storefront')
  const headers = { ...createStorefrontHeaders(secure, html), ...HTML }
  const page = memoizeByMallProfile(company, (site) => compressBody(Buffer.from(fillPageWithMallProfile(html, site))))
  app.get('/', { config }, async (request, reply) => sendCompressed(request, reply.headers(headers), await page()))
  const file = path.join(DIST, 'storefront', MANIFEST)
  if (!existsSync(file)) return
  const template = readFileSync(file, 'utf8')
  const manifest = memoizeByMallProfile(company, (site) => compressBody(Buffer.from(fillWebAppManifest(template, site))))
  app.get(`/${MANIFEST}`, { config }, async (request, reply) =>
    sendCompressed(request, reply.headers({ 'Content-Type': 'application/manifest+json', 'Cache-Control': 'no-cache' }), await manifest()),
  )
}

/** Serves the console's page. Each response has a new nonce for antd's styles, so it is not compressed in advance. */
function serveConsole(app: FastifyInstance, { secure, company }: PagesOptions): void {
  const html = readPage('console')
  const page = memoizeByMallProfile(company, async (site) => fillPageWithMallProfile(html, site))
  app.get('/console', { config }, (_, reply) => reply.redirect('/console/'))
  app.get('/console/', { config }, async (_, reply) => {
    const nonce = randomBytes(16).toString('base64')
    return reply.headers({ ...createConsoleHeaders(secure, nonce), ...HTML }).send((await page()).replaceAll('__NONCE__', nonce))
  })
}

/** Lists the files of a folder and of those in it, by their paths from it: 'assets/app-1f2e.js'. */
function listFilesBelow(root: string): Set<string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Set(entries.map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name)).replaceAll(path.sep, '/')))
}

/**
 * Built files have their hash in the name and never change. Pictures and icons may change, and are cached for a day. Only files that were
 * there at the start are served: the library's own route reads the whole folder for each request, to compare the spelling of its path.
 */
async function serveFiles(app: FastifyInstance, name: string, prefix: string): Promise<void> {
  const root = path.join(DIST, name)
  if (!existsSync(root)) return
  const files = listFilesBelow(root)
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root,
      serve: false,
      index: false,
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
    scope.route<{ Params: { '*': string } }>({
      method: ['GET', 'HEAD'],
      url: `${prefix}*`,
      config,
      handler: ({ params }, reply) => (files.has(params['*']) ? reply.sendFile(params['*']) : reply.callNotFound()),
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
export async function servePages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  takeReports(app)
  serveMall(app, options)
  serveConsole(app, options)
  await serveFiles(app, 'console', '/console/')
  await serveFiles(app, 'storefront', '/')
}
