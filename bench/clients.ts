import http from 'node:http'
import { monotonicNowMs } from '#server/platform/core/moment.ts'

/** A keep-alive connection to a server on loopback. It sends one request at a time, like a browser tab. */
export interface ApiConnection {
  post(
    path: string,
    body: object,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: { code?: number; data: unknown; reason?: string } }>
  close(): void
}

export function openApiConnection(base: string): ApiConnection {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const { hostname, port } = new URL(base)
  return {
    post: (path, body, headers = {}) =>
      new Promise((resolve, reject) => {
        const text = JSON.stringify(body)
        const request = http.request(
          {
            hostname,
            port,
            path,
            method: 'POST',
            agent,
            headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers },
          },
          (response) => {
            const chunks: Buffer[] = []
            response.on('data', (chunk: Buffer) => chunks.push(chunk))
            response.on('end', () =>
              resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) }),
            )
          },
        )
        request.on('error', reject)
        request.end(text)
      }),
    close: () => agent.destroy(),
  }
}

export interface Measurement {
  perSecond: number
  p50: number
  p95: number
  p99: number
  done: number
  errors: number
}

/** The value below which a given share of sorted values lies. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/**
 * Several workers repeat an action while work is left. Returns how often it succeeded and how long it took. An exception counts as an
 * error.
 */
export async function measureWhile(workers: readonly (() => Promise<void>)[], more: () => boolean): Promise<Measurement> {
  const times: number[] = []
  let errors = 0
  const note = (error: unknown) => {
    if (errors++ === 0) process.stderr.write(`    first error: ${error instanceof Error ? error.message : String(error)}\n`)
  }
  const begun = monotonicNowMs()
  await Promise.all(
    workers.map(async (once) => {
      while (more()) {
        const from = monotonicNowMs()
        await once().then(() => times.push(monotonicNowMs() - from), note)
      }
    }),
  )
  const took = (monotonicNowMs() - begun) / 1_000
  const sorted = times.sort((a, b) => a - b)
  return {
    perSecond: times.length / took,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    done: times.length,
    errors,
  }
}

/** The same for some seconds. */
export function measureThroughput(workers: readonly (() => Promise<void>)[], seconds: number): Promise<Measurement> {
  const until = monotonicNowMs() + seconds * 1_000
  return measureWhile(workers, () => monotonicNowMs() < until)
}

const tenths = (value: number): string => {
  const scaled = Math.round(value * 10)
  return `${Math.floor(scaled / 10)}.${scaled % 10}`
}

export const percent = (share: number): string => `${Math.round(share * 100)} %`
export const shown = ({ perSecond, p50, p95, p99, errors }: Measurement): string =>
  `${tenths(perSecond).padStart(8)}/s   p50 ${tenths(p50)} ms  p95 ${tenths(p95)} ms  p99 ${tenths(p99)} ms${errors > 0 ? `  ERRORS ${errors}` : ''}`
export { tenths }
