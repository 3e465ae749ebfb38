import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/api.ts'
import {
  type ApiClient,
  type CallOptions,
  createApiClient,
  type EnvelopeWithHttpStatus,
  getClientHttpMethod,
  type RequestSender,
  toHttpRequest,
  wrapDownloadInEnvelope,
} from '#contract/platform/core/client.ts'
import type { Endpoint, EndpointGroup, HttpMethod } from '#contract/platform/core/endpoint.ts'
import { API_BASE, APP_VERSION } from '#contract/platform/core/envelope.ts'

type Contract = typeof contract
export type ContractClients = { [Group in keyof Contract]: ApiClient<Contract[Group]> }

interface SentRequest {
  method: HttpMethod
  /** The path from the server's root, with its query. */
  url: string
  body?: unknown
  headers?: Record<string, string>
}

/** A user who calls the server as a browser does: over HTTP, with or without a token. */
export interface TestUser {
  token: string | undefined
  /** Cookies that the server has set, by name. */
  cookies: Map<string, string>
  /**
   * Whether this user repeats a call while the answer is OVERLOADED, which means that nothing was done. True by default, because a story of
   * many concurrent users is about the results of served calls, and the number of calls that are served in time depends on the machine.
   * False is for stories about the refusal itself.
   */
  asksAgainWhenBusy: boolean
  /** Typed calls. A refusal is thrown as `Refusal`. */
  api: ContractClients
  /** Makes one call by its path, as an attacker might. Returns the envelope, also of a refusal. */
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<EnvelopeWithHttpStatus>
  /** Does the same with any method, and with a body only if given. */
  ask(asked: SentRequest): Promise<EnvelopeWithHttpStatus>
  get(path: string, headers?: Record<string, string>): Promise<{ status: number; headers: Record<string, unknown>; body: string }>
}

/** The origin of a client. */
export interface TestClientAddress {
  /** Default: 127.0.0.1. */
  address?: string
}

/** Stores the cookies of an answer, as a browser on the same site does. */
function storeCookies({ cookies }: TestUser, { headers }: { headers: Record<string, unknown> }): void {
  for (const line of [headers['set-cookie'] ?? []].flat()) {
    const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(String(line)) ?? []
    cookies.set(name, value)
  }
}

/** Creates a user. Payment calls get a new idempotency key each, unless one is given. */
export function createTestUser(http: FastifyInstance, token?: string, { address = '127.0.0.1' }: TestClientAddress = {}): TestUser {
  const sendOnce = async ({ method, url, body, headers = {} }: SentRequest): Promise<EnvelopeWithHttpStatus> => {
    const answer = await http.inject({
      method,
      url,
      ...(body === undefined ? {} : { payload: body as object }),
      headers: { ...headersOf(person, body), ...headers },
      remoteAddress: address,
    })
    storeCookies(person, answer)
    const { 'content-type': type = '', 'content-disposition': disposition } = answer.headers
    return disposition === undefined
      ? { ...answer.json(), status: answer.statusCode }
      : wrapDownloadInEnvelope(String(type), String(disposition), new Uint8Array(answer.rawPayload).slice().buffer)
  }
  const person: TestUser = {
    token,
    cookies: new Map(),
    asksAgainWhenBusy: true,
    api: {} as ContractClients,
    post: (path, body = {}, headers = {}) => person.ask({ method: 'POST', url: API_BASE + path, body, headers }),
    async ask(asked) {
      for (;;) {
        const answer = await sendOnce(asked)
        if (answer.reason !== 'OVERLOADED' || !person.asksAgainWhenBusy) return answer
        await setTimeout(10)
      }
    },
    async get(path, headers = {}) {
      const answer = await http.inject({ method: 'GET', url: path, headers: { ...headersOf(person), ...headers }, remoteAddress: address })
      storeCookies(person, answer)
      return { status: answer.statusCode, headers: answer.headers, body: answer.body }
    },
  }
  const send = (endpoint: Endpoint, wire: unknown, options: CallOptions) => {
    const { method, url, body } = toHttpRequest(endpoint, getClientHttpMethod(endpoint), wire, options)
    const headers: Record<string, string> = endpoint.idempotent ? { 'idempotency-key': options.idempotencyKey ?? randomUUID() } : {}
    return person.ask(body === undefined ? { method, url, headers } : { method, url, body, headers })
  }
  person.api = connectLazily(send)
  return person
}

/** The clients of all groups. Each is created at its first use: a user calls a few of them, and stories log in many users. */
function connectLazily(send: RequestSender): ContractClients {
  const clients = {}
  for (const [group, api] of Object.entries<EndpointGroup>(contract)) {
    let client: ApiClient<EndpointGroup> | undefined
    Object.defineProperty(clients, group, { enumerable: true, get: () => (client ??= createApiClient(api, send)) })
  }
  return clients as ContractClients
}

/** The User-Agent of test users. The server shows it to staff as a device, so it is a real one. */
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** A form sets its own content type. */
const headersOf = ({ token, cookies }: TestUser, body?: unknown): Record<string, string> => ({
  ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
  appversion: APP_VERSION,
  'user-agent': BROWSER,
  ...(token === undefined ? {} : { authorization: token }),
  ...(cookies.size === 0 ? {} : { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
})
