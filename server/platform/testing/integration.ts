import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import { machineApiEndpoints } from '#contract/integration/integration/machine-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { API_BASE, type ResponseEnvelope } from '#contract/platform/core/envelope.ts'
import { assignNumbersToAllWaitingChanges } from '#server/integration/change-feed/public.ts'
import { sendDueWebhookDeliveries } from '#server/integration/webhooks/public.ts'
import { relayOutboxBatch } from '#server/operations/jobs/outbox-relay.ts'
import { type Buyer, type Mall, TEST_USER_PAYMENT_PASSWORD } from './mall.ts'

/** A company's program with an API key, from an address. */
function programAt(http: FastifyInstance, token?: string, remoteAddress = '127.0.0.1') {
  const get = async (path: string, query: Record<string, string> = {}) => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const answer = await http.inject({ method: 'GET', url: API_BASE + path, query, headers: authorization, remoteAddress })
    return { status: answer.statusCode, headers: answer.headers, ...(answer.json() as ResponseEnvelope) }
  }
  const api = createApiClient(machineApiEndpoints, ({ path }, wire) =>
    get(path, Object.fromEntries(Object.entries(wire as object).map(([name, value]) => [name, String(value)]))),
  )
  return { api, get }
}

/** Helpers for stories of API keys and webhooks. */
export function createIntegrationHelpers(mall: Mall) {
  const { http } = mall.app
  return {
    at: (token?: string, address?: string) => programAt(http, token, address),
    /** Creates an API key and a program that uses it. */
    async key(
      buyer: Buyer,
      options: { name?: string; permCodes?: ('lookOrder' | 'applyLimit')[]; addresses?: string[]; expiresOn?: string } = {},
    ) {
      const given = { name: 'ERP 对接', permCodes: ['lookOrder', 'applyLimit'] as ('lookOrder' | 'applyLimit')[], ...options }
      const { id, token } = await buyer.api.apiKey.add({ ...given, payPwd: TEST_USER_PAYMENT_PASSWORD })
      return { id, token, ...programAt(http, token) }
    },
    /** Assigns change numbers, which a loop does in production. */
    numbers: () => assignNumbersToAllWaitingChanges(mall.db, mall.moment()),
    /** Relays the outbox. */
    relays: () =>
      relayOutboxBatch(mall.db, mall.moment(), { addJobs: async () => [], listened: new Set(), publicUrl: mall.services.publicUrl }),
    /** Sends due deliveries. Returns how many. */
    posts: () => sendDueWebhookDeliveries({ db: mall.db, clock: () => mall.clock.now, keys: mall.keys, hooks: mall.services.hooks }),
  }
}

export interface ReceivedWebhook {
  headers: IncomingHttpHeaders
  body: string
}

/** Starts a webhook receiver on loopback. `says` sets its later answers; `hang`: it never answers. */
export async function startWebhookReceiver() {
  const state: { got: ReceivedWebhook[]; says: { status: number; body?: string; headers?: Record<string, string> } | 'hang' } = {
    got: [],
    says: { status: 204 },
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      state.got.push({ headers: request.headers, body: Buffer.concat(parts).toString('utf8') })
      if (state.says !== 'hang') response.writeHead(state.says.status, state.says.headers).end(state.says.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  )
  return { state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}
