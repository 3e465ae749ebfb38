import * as z from 'zod/mini'
import { type BinaryFile, type Endpoint, type EndpointGroup, type HttpMethod, UPLOAD_FILE_FIELD } from './endpoint.ts'
import { API_BASE, type ResponseEnvelope, SUCCESS_CODE } from './envelope.ts'
import { Refusal } from './refusal.ts'

/** Options of one call: the idempotency key of a payment call, the file of an upload, a signal that aborts the call. */
export interface CallOptions {
  idempotencyKey?: string
  signal?: AbortSignal
  file?: Blob
  /**
   * The answer is shown once, in the window that requested it. So the call does not wait for a login, because the window is gone after it.
   */
  shownOnce?: true
}

/** The fields that may be missing on the wire: optional ones, and those with a default. */
type OptionalKeys<Wire> = { [K in keyof Wire]-?: Record<never, never> extends Pick<Wire, K> ? K : never }[keyof Wire]
/** The input as a caller writes it: decoded (fen, dates), and fields with a default may be missing. */
type Argument<E extends Endpoint> =
  z.output<E['input']> extends infer Value
    ? Omit<Value, OptionalKeys<z.input<E['input']>>> & Partial<Pick<Value, OptionalKeys<z.input<E['input']>> & keyof Value>>
    : never

/** An upload requires its file. */
type Options<E extends Endpoint> = E extends { kind: 'upload' } ? [options: CallOptions & { file: Blob }] : [options?: CallOptions]

export type ApiClient<A extends EndpointGroup> = {
  [Name in keyof A]: (input: Argument<A[Name]>, ...options: Options<A[Name]>) => Promise<z.output<A[Name]['output']>>
}

/** A response: the envelope and its HTTP status. */
export interface EnvelopeWithHttpStatus extends ResponseEnvelope {
  status: number
}

/**
 * Sends a request with the endpoint and the encoded input, and returns the response. For a download the envelope's data is its `Binary`.
 */
export type RequestSender = (endpoint: Endpoint, wire: unknown, options: CallOptions) => Promise<EnvelopeWithHttpStatus>

/** Encodes only the given fields, so that the server sets the defaults of missing ones. */
function encodeInput({ input }: Endpoint, given: unknown): unknown {
  const { shape } = input._zod.def as unknown as { shape?: Record<string, z.ZodMiniType> }
  const fields = Object.entries(given as Record<string, unknown>).filter(([, value]) => value !== undefined)
  return Object.fromEntries(fields.map(([name, value]) => [name, shape?.[name] ? z.encode(shape[name], value) : value]))
}

/** The form of an upload: the encoded fields of its input, and its file. */
export function toFormData(wire: unknown, file: Blob | undefined): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(wire as Record<string, unknown>)) form.append(name, String(value))
  if (file) form.append(UPLOAD_FILE_FIELD, file)
  return form
}

/** The fields of a call as a query string. Lists are separated by commas. */
function queryOf(wire: unknown): string {
  const fields = Object.entries(wire as Record<string, unknown>).map(([name, value]) => [name, String(value)])
  return fields.length === 0 ? '' : `?${new URLSearchParams(fields)}`
}

/** A call as an HTTP request. */
export interface HttpRequest {
  method: HttpMethod
  /** The path from the server's root. */
  url: string
  /** FormData sets its own content type with the boundary. Everything else is JSON. */
  body?: string | FormData
  headers: Record<string, string>
}

/**
 * Builds the HTTP request of a call: the fields are in the query of a GET or DELETE, in the form of an upload, otherwise in a JSON body.
 */
export function toHttpRequest({ kind, path }: Endpoint, method: HttpMethod, wire: unknown, { file }: CallOptions): HttpRequest {
  const url = API_BASE + path
  if (method === 'GET' || method === 'DELETE') return { method, url: url + queryOf(wire), headers: {} }
  if (kind === 'upload') return { method, url, body: toFormData(wire, file), headers: {} }
  return { method, url, body: JSON.stringify(wire), headers: { 'Content-Type': 'application/json' } }
}

/** The method that the project's own clients use. */
export const getClientHttpMethod = ({ methods }: Endpoint): HttpMethod => methods[0] ?? 'POST'

/** The file name in a Content-Disposition header. The encoded name has priority (RFC 6266). */
function nameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return encoded === undefined ? (/filename="([^"]*)"/.exec(disposition)?.[1] ?? '') : decodeURIComponent(encoded)
}

/** Wraps a download in an envelope. `disposition` is the header with the file name. */
export const wrapDownloadInEnvelope = (type: string, disposition: string, bytes: ArrayBuffer): EnvelopeWithHttpStatus => {
  const file: BinaryFile = { type, bytes: new Uint8Array(bytes), name: nameIn(disposition) }
  return { status: 200, code: SUCCESS_CODE, msg: 'success', success: true, data: file }
}

/** A call has succeeded if the HTTP status is 200 and the code is 200 or the success flag is set (specification §7). */
export const isSuccessAnswer = ({ status, code, success }: EnvelopeWithHttpStatus): boolean =>
  status === 200 && isSuccessEnvelope({ code, success })

/** Whether the envelope reports success, regardless of the HTTP status. */
export const isSuccessEnvelope = ({ code, success }: Pick<ResponseEnvelope, 'code' | 'success'>): boolean =>
  code === SUCCESS_CODE || success

/** The refusal in an envelope, as the same `Refusal` that the server threw. One without a name is a defect. */
const refusalIn = ({ reason = 'DEFECT', code, msg, detail }: ResponseEnvelope): Refusal =>
  new Refusal(reason, { code, msg, ...(detail ? { detail } : {}) })

/**
 * A typed client for a group of calls. Amounts and instants are `Fen` and `Date`. A refusal of the server is thrown as the same `Refusal`.
 */
export function createApiClient<A extends EndpointGroup>(api: A, send: RequestSender): ApiClient<A> {
  const calls = Object.entries(api).map(([name, endpoint]) => [
    name,
    async (input: unknown, options: CallOptions = {}) => {
      const answer = await send(endpoint, encodeInput(endpoint, input), options)
      if (!isSuccessAnswer(answer)) throw refusalIn(answer)
      return z.decode(endpoint.output, answer.data)
    },
  ])
  // TypeScript cannot know that every key was visited. This is the only cast of the client.
  return Object.fromEntries(calls) as ApiClient<A>
}
