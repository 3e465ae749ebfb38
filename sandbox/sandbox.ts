/**
 * The sandbox gateway: a payment provider on this machine, in its own process. It implements WeChat Pay v3 and UnionPay's gateway payment
 * over HTTP with its own keys, and has a page to confirm or reject a payment. With POST /faults it loses, delays, duplicates, reorders and
 * falsifies its notices.
 */
import Fastify, { type FastifyInstance } from 'fastify'
import { readOrCreateSandboxCredentials } from './credentials.ts'
import { createNoticeSender, type NoticeSender } from './notices.ts'
import { mountSandboxPages } from './pages.ts'
import { openProviderStore } from './provider-store.ts'
import type { ProviderLocation } from './run.ts'
import { mountUnionpayEndpoints } from './unionpay-side.ts'
import { mountWechatInAppPages } from './wechat/in-app-pages.ts'
import { mountWechatPhonePages } from './wechat/phone-pages.ts'
import { mountWechatEndpoints } from './wechat/provider.ts'

export interface RunningPaymentSandbox {
  base: string
  http: FastifyInstance
  postman: NoticeSender
  close(): Promise<void>
}

export interface SandboxOptions extends ProviderLocation {
  now?: () => Date
  /** Shortens the waiting time between deliveries, for tests. */
  secondsScale?: number
}

/** Starts the sandbox on loopback. */
export async function openPaymentSandbox({
  folder,
  port,
  now = () => new Date(),
  secondsScale = 1,
}: SandboxOptions): Promise<RunningPaymentSandbox> {
  const http = Fastify({ bodyLimit: 64_000, forceCloseConnections: true })
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
  const notices = createNoticeSender(secondsScale)
  const sandbox = {
    base: `http://127.0.0.1:${port}`,
    store: openProviderStore(folder),
    credentials: readOrCreateSandboxCredentials(folder),
    notices,
    openids: new Set<string>(),
    now,
  }
  mountWechatEndpoints(http, sandbox)
  mountUnionpayEndpoints(http, sandbox)
  mountSandboxPages(http, sandbox)
  mountWechatPhonePages(http, sandbox)
  mountWechatInAppPages(http, sandbox)
  sandbox.base = await http.listen({ host: '127.0.0.1', port })
  return {
    base: sandbox.base,
    http,
    postman: notices,
    async close() {
      notices.stop()
      await http.close()
    },
  }
}
