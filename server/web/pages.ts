import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { consoleHeaders, storefrontHeaders, workerHeaders } from './headers.ts'

const DIST = path.join(import.meta.dirname, '..', '..', 'dist')
const YEAR = 31_536_000
const DAY = 86_400
const REPORT_BYTES_MAX = 8_192
const WORKER = 'sw.js'

export interface PagesOptions {
  /** TLS ends in front of us. */
  secure: boolean
}

const readPage = (name: string): string | undefined => {
  const file = path.join(DIST, name, 'index.html')
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

const sendPage = (reply: FastifyReply, html: string, headers: Record<string, string>) =>
  reply.headers(headers).header('Content-Type', 'text/html; charset=utf-8').send(html)

const NOT_BUILT = '<!doctype html><meta charset="utf-8"><title>岩锋工品</title><p>页面尚未构建，请运行 npm run build'

/** Built files carry their hash in the name and never change; pictures and icons may, within a day. */
async function serveFiles(app: FastifyInstance, name: string, prefix: string): Promise<void> {
  const root = path.join(DIST, name)
  if (!existsSync(root)) return
  await app.register(fastifyStatic, {
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
      // Packed or not.
      if (path.basename(file).startsWith(WORKER)) reply.headers(workerHeaders)
    },
  })
}

/** What a browser's policy stopped, for the log: the sign of a mistake of ours or of somebody's attempt. */
function takeReports(app: FastifyInstance): void {
  app.addContentTypeParser(
    ['application/reports+json', 'application/csp-report'],
    { parseAs: 'string', bodyLimit: REPORT_BYTES_MAX },
    (_, body, done) => done(null, body.toString()),
  )
  app.post('/api/system-api/api/csp-report', { bodyLimit: REPORT_BYTES_MAX, config: { open: true } }, async (request, reply) => {
    request.log.warn({ report: String(request.body).slice(0, 2_000) }, 'content security policy')
    return reply.code(204).send()
  })
}

/** Serves the mall at / and the console at /console/. */
export async function servePages(app: FastifyInstance, { secure }: PagesOptions): Promise<void> {
  takeReports(app)
  const mall = readPage('storefront')
  const backOffice = readPage('console')
  app.get('/', (_, reply) => sendPage(reply, mall ?? NOT_BUILT, storefrontHeaders(secure)))
  app.get('/console', (_, reply) => reply.redirect('/console/'))
  app.get('/console/', (_, reply) => {
    const nonce = randomBytes(16).toString('base64')
    return sendPage(reply, (backOffice ?? NOT_BUILT).replaceAll('__NONCE__', nonce), consoleHeaders(secure, nonce))
  })
  await serveFiles(app, 'console', '/console/')
  await serveFiles(app, 'storefront', '/')
}
