import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { contract } from '../../contract/api.ts'
import { type CallOptions, type Client, connect, formOf, wrapFile } from '../../contract/client.ts'
import type { Api, Endpoint } from '../../contract/endpoint.ts'
import { API_BASE, APP_VERSION, type Envelope } from '../../contract/envelope.ts'

type Contract = typeof contract
export type Clients = { [Group in keyof Contract]: Client<Contract[Group]> }

/** Somebody who speaks to the mall the way a browser does: through its HTTP interface, with a token or without. */
export interface Person {
  token: string | undefined
  /** Typed calls; a refusal is thrown as the `Refusal` that it is. */
  api: Clients
  /** One call by path, as an attacker might make it; the envelope comes back whatever it says. */
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Envelope & { status: number }>
  get(path: string, headers?: Record<string, string>): Promise<{ status: number; headers: Record<string, unknown>; body: string }>
}

/** A person at the door. Calls of money get a new idempotency key each, unless one is given. */
export function personAt(http: FastifyInstance, token?: string): Person {
  const person: Person = {
    token,
    api: {} as Clients,
    async post(path, body = {}, headers = {}) {
      const answer = await http.inject({
        method: 'POST',
        url: API_BASE + path,
        payload: body as object,
        headers: { ...headersOf(person, body), ...headers },
      })
      const { 'content-type': type = '', 'content-disposition': disposition } = answer.headers
      const envelope: Envelope =
        disposition === undefined
          ? answer.json()
          : wrapFile(String(type), String(disposition), new Uint8Array(answer.rawPayload).slice().buffer)
      return { status: answer.statusCode, ...envelope }
    },
    async get(path, headers = {}) {
      const answer = await http.inject({ method: 'GET', url: path, headers: { ...headersOf(person), ...headers } })
      return { status: answer.statusCode, headers: answer.headers, body: answer.body }
    },
  }
  const send = (endpoint: Endpoint, wire: unknown, { idempotencyKey, file }: CallOptions) =>
    person.post(
      endpoint.path,
      file ? formOf(wire, file) : wire,
      endpoint.idempotent ? { 'idempotency-key': idempotencyKey ?? randomUUID() } : {},
    )
  person.api = Object.fromEntries(Object.entries(contract).map(([group, api]) => [group, connect(api as Api, send)])) as unknown as Clients
  return person
}

/** What the people of the stories come with: staff read it as a device, so it is one. */
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** A form names its own type. */
const headersOf = ({ token }: Person, body?: unknown): Record<string, string> => ({
  ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
  appversion: APP_VERSION,
  'user-agent': BROWSER,
  ...(token === undefined ? {} : { authorization: token }),
})
