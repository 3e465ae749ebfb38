import { AsyncLocalStorage } from 'node:async_hooks'

/** What a span says besides its name and its times. Never who somebody is, a sum, or the text of a request, a statement or an error. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** `call`: one that this server answers; `provider`: one that it makes. */
export type TracedWorkKind = 'call' | 'job' | 'database' | 'provider'

/** A piece of work under trace. */
export interface Span {
  /** Names it to others: the value of the W3C header `traceparent`. */
  readonly traceparent: string
  /** Of the whole trace, for the log. */
  readonly traceId: string
  /** Begins a piece of work within it. `beganMs`: on the clock of `monotonicNowMs`, if it began before this call. */
  begin(kind: TracedWorkKind, name: string, facts?: SpanAttributes, beganMs?: number): Span
  add(facts: SpanAttributes): void
  /** `error`: what it failed with. Only its kind is told. */
  end(error?: unknown): void
}

/** How many spans a tracer has passed on, and how many it could not. */
export interface TracingStatus {
  sent: number
  /** The collector did not take them. */
  failed: number
  /** Too many waited for the collector. */
  dropped: number
}

/** Decides what is traced, and sends what was. */
export interface Tracer {
  /** Begins the trace of a call, or goes on with the caller's. undefined: this call is not traced. */
  beginCall(name: string, traceparent: string | undefined): Span | undefined
  /** The same for a job. One that a traced piece of work has caused belongs to its trace. */
  beginJob(name: string, traceparent: string | undefined): Span | undefined
  status(): TracingStatus
  /** Sends what waits, for a few seconds at most. */
  close(): Promise<void>
}

const current = new AsyncLocalStorage<Span>()

/** Runs work so that everything in it belongs to a span. undefined: it just runs. */
export const runInSpan = <T>(span: Span | undefined, work: () => T): T => (span ? current.run(span, work) : work())

/** The `traceparent` of the work that runs now; undefined: it is not traced. */
export const getTraceparentOfCurrentSpan = (): string | undefined => current.getStore()?.traceparent

/** Runs work as a part of what is traced now. If nothing is, it just runs, and nothing is awaited besides. */
export function runInChildSpan<T>({ kind, name, facts }: TracedWork, work: (span: Span | undefined) => Promise<T>): Promise<T> {
  const span = current.getStore()?.begin(kind, name, facts)
  return span ? runAndEndSpan(span, () => work(span)) : work(undefined)
}

interface TracedWork {
  kind: TracedWorkKind
  name: string
  facts?: SpanAttributes
}

/** Runs work in a span and ends the span with it. */
export async function runAndEndSpan<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    const result = await current.run(span, work)
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}

/** The words of a statement that say what it does to which table. The rest may be long, and says nothing more in a trace. */
function summarise(sql: string): string {
  const [verb = ''] = /^\w+/.exec(sql.trimStart()) ?? []
  const [, table] = /\b(?:from|into|update|table) (?:only )?"?(\w+)/i.exec(sql) ?? []
  return table === undefined ? verb : `${verb} ${table}`
}

/** Notes a statement that was just answered, after so many milliseconds. `nowMs`: of `monotonicNowMs`. */
export function recordSpanOfDatabaseStatement(sql: string, { ms, nowMs, error }: { ms: number; nowMs: number; error?: unknown }): void {
  const parent = current.getStore()
  if (parent) parent.begin('database', summarise(sql), {}, nowMs - ms).end(error)
}

/**
 * Makes a call to a provider. `send` gets the headers, with the `traceparent` of the trace if there is one. Only host, method and status are
 * told: an address may contain the number of an order.
 */
export function traceProviderCall(
  url: string,
  { method, headers }: { method: string; headers: Record<string, string> },
  send: (headers: Record<string, string>) => Promise<Response>,
): Promise<Response> {
  const host = URL.parse(url)?.host ?? ''
  const facts = { 'server.address': host, 'http.request.method': method }
  return runInChildSpan({ kind: 'provider', name: `${method} ${host}`, facts }, async (span) => {
    if (!span) return send(headers)
    const answer = await send({ ...headers, traceparent: span.traceparent })
    span.add({ 'http.response.status_code': answer.status })
    return answer
  })
}

/** What may be told of an error: its code (of the database or the system), or the name of its class. Its message may name people. */
export function getErrorCodeOrClassName(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.constructor.name
}
