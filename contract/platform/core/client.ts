import * as z from 'zod/mini'
import { type Api, type Binary, type Endpoint, FILE_PART, type Method } from './endpoint.ts'
import { API_BASE, type Envelope, SUCCESS } from './envelope.ts'
import { Refusal } from './refusal.ts'

/** What a caller may add to one call: the idempotency key of a write of money, the file of an upload, a signal that gives the answer up. */
export interface CallOptions {
  idempotencyKey?: string
  signal?: AbortSignal
  file?: Blob
  /** The answer is shown once, by the window that asks: it does not wait for a login, after which that window is gone. */
  shownOnce?: true
}

/** Fields that the wire may leave out: optional ones, and those with a default. */
type OptionalKeys<Wire> = { [K in keyof Wire]-?: Record<never, never> extends Pick<Wire, K> ? K : never }[keyof Wire]
/** An input as a caller writes it: decoded (fen, dates), and what has a default may be left out. */
type Argument<E extends Endpoint> =
  z.output<E['input']> extends infer Value
    ? Omit<Value, OptionalKeys<z.input<E['input']>>> & Partial<Pick<Value, OptionalKeys<z.input<E['input']>> & keyof Value>>
    : never

/** An upload does not go without its file. */
type Options<E extends Endpoint> = E extends { kind: 'upload' } ? [options: CallOptions & { file: Blob }] : [options?: CallOptions]

export type Client<A extends Api> = {
  [Name in keyof A]: (input: Argument<A[Name]>, ...options: Options<A[Name]>) => Promise<z.output<A[Name]['output']>>
}

/** What came back: the envelope and its HTTP status. */
export interface Answer extends Envelope {
  status: number
}

/** How a request leaves: given the endpoint and the encoded input, answers what came back; of a download, an envelope around its `Binary`. */
export type Send = (endpoint: Endpoint, wire: unknown, options: CallOptions) => Promise<Answer>

/** Field by field, so that what is left out stays out and its default is the server's to fill in. */
function encodeInput({ input }: Endpoint, given: unknown): unknown {
  const { shape } = input._zod.def as unknown as { shape?: Record<string, z.ZodMiniType> }
  const fields = Object.entries(given as Record<string, unknown>).filter(([, value]) => value !== undefined)
  return Object.fromEntries(fields.map(([name, value]) => [name, shape?.[name] ? z.encode(shape[name], value) : value]))
}

/** The form of an upload: the fields of its input, already encoded, and its file. */
export function toFormData(wire: unknown, file: Blob | undefined): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(wire as Record<string, unknown>)) form.append(name, String(value))
  if (file) form.append(FILE_PART, file)
  return form
}

/** The fields of a call as a query; lists are separated by commas. */
function queryOf(wire: unknown): string {
  const fields = Object.entries(wire as Record<string, unknown>).map(([name, value]) => [name, String(value)])
  return fields.length === 0 ? '' : `?${new URLSearchParams(fields)}`
}

/** A call as it travels. */
export interface HttpRequest {
  method: Method
  /** From the root of the server on. */
  url: string
  /** A form names its own type, with the mark that parts it; everything else is JSON. */
  body?: string | FormData
  headers: Record<string, string>
}

/** A call as it travels by one of its methods: its fields in the query of a GET or DELETE, in the form of an upload, else as JSON. */
export function toHttpRequest({ kind, path }: Endpoint, method: Method, wire: unknown, { file }: CallOptions): HttpRequest {
  const url = API_BASE + path
  if (method === 'GET' || method === 'DELETE') return { method, url: url + queryOf(wire), headers: {} }
  if (kind === 'upload') return { method, url, body: toFormData(wire, file), headers: {} }
  return { method, url, body: JSON.stringify(wire), headers: { 'Content-Type': 'application/json' } }
}

/** The method that our own clients ask by. */
export const defaultMethod = ({ methods }: Endpoint): Method => methods[0] ?? 'POST'

/** The name that a disposition gives a file: the encoded one, where there is one (RFC 6266). */
function nameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return encoded === undefined ? (/filename="([^"]*)"/.exec(disposition)?.[1] ?? '') : decodeURIComponent(encoded)
}

/** The envelope around a download's answer. `disposition` is the header that names the file. */
export const wrapFile = (type: string, disposition: string, bytes: ArrayBuffer): Answer => {
  const file: Binary = { type, bytes: new Uint8Array(bytes), name: nameIn(disposition) }
  return { status: 200, code: SUCCESS, msg: 'success', success: true, data: file }
}

/** A call succeeds when HTTP is 200 and the code is 200 or the success flag is set (specification §7). */
export const hasSucceeded = ({ status, code, success }: Answer): boolean => status === 200 && saysSuccess({ code, success })

/** Whether an envelope itself says so, whatever its HTTP status. */
export const saysSuccess = ({ code, success }: Pick<Envelope, 'code' | 'success'>): boolean => code === SUCCESS || success

/** The refusal of an envelope, as the same `Refusal` that the server threw; one without a name is a defect. */
const refusalIn = ({ reason = 'DEFECT', code, msg, detail }: Envelope): Refusal =>
  new Refusal(reason, { code, msg, ...(detail ? { detail } : {}) })

/**
 * A typed client of a group of calls. Amounts and instants are `Fen` and `Date` on both sides of it; a refusal of the server
 * arrives as the same `Refusal`.
 */
export function connect<A extends Api>(api: A, send: Send): Client<A> {
  const calls = Object.entries(api).map(([name, endpoint]) => [
    name,
    async (input: unknown, options: CallOptions = {}) => {
      const answer = await send(endpoint, encodeInput(endpoint, input), options)
      if (!hasSucceeded(answer)) throw refusalIn(answer)
      return z.decode(endpoint.output, answer.data)
    },
  ])
  // TypeScript cannot see that every key was walked; this is the one cast of the client.
  return Object.fromEntries(calls) as Client<A>
}
