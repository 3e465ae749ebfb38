/**
 * The sandbox gateway: a payment provider on this machine, in its own process. It implements WeChat Pay v3 and UnionPay's gateway payment
 * over HTTP with its own keys, and has a page to confirm or reject a payment. With POST /faults it loses, delays, duplicates, reorders and
 * falsifies its notices, and does not hear requests for refunds.
 */
import Fastify, { type FastifyInstance } from 'fastify'
import { readOrCreateSandboxCredentials } from './credentials.ts'
import { hangUp, happensByChance } from './faults.ts'
import { createNoticeSender, type NoticeFaults, type NoticeSender, noNoticeFaults } from './notices.ts'
import { mountSandboxPages } from './pages.ts'
import { openProviderStore } from './provider-store.ts'
import type { ProviderLocation } from './run.ts'
import { mountUnionpayEndpoints, UNIONPAY_REFUND_PATH } from './unionpay-side.ts'
import { mountWechatInAppPages } from './wechat/in-app-pages.ts'
import { mountWechatPhonePages } from './wechat/phone-pages.ts'
import { mountWechatEndpoints } from './wechat/provider.ts'

/** The simulated faults. `deaf`: the share of requests for a refund whose connection is closed before anything is done. */
interface PaymentFaults extends NoticeFaults {
  deaf: number
}
export const noPaymentFaults: PaymentFaults = Object.assign({ deaf: 0 }, noNoticeFaults)

const REFUND_PATHS: readonly string[] = ['/v3/refund/domestic/refunds', UNIONPAY_REFUND_PATH]

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
  const faults = Object.assign(notices.faults, noPaymentFaults)
  http.addHook('onRequest', async (request, out) => {
    if (REFUND_PATHS.includes(request.url) && happensByChance(faults.deaf)) hangUp(request, out)
  })
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
