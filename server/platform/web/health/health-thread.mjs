// The thread of the health server. It answers from shared memory and waits for nothing, so it answers while the main loop is blocked.
// It is JavaScript without imports of ours: with TypeScript the thread would take three times the memory.
import { createServer } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** From this age of the main loop's heartbeat on, the server is not ready, because it answers nobody. */
const LATE_MS = 5_000
/** From this age on it counts as hung, and only a restart helps. */
const HUNG_MS = 60_000
/** Only proxies and the monitoring call. A client that sends slowly or too much is disconnected. */
const REQUEST_MS = 5_000
const CONNECTIONS_MAX = 100

/** @type {import('./health-state.ts').HealthThreadData} */
const { memory, host, port, paths, fields, jobsStates } = workerData
const state = new BigInt64Array(memory)
/** @param {number} field */
const read = (field) => Number(Atomics.load(state, field))

/**
 * /healthz fails only when the main loop hangs for a minute; /readyz says whether people are answered. `loopMs`: how long ago the loop turned.
 * @param {string | undefined} path
 */
function answerHealth(path) {
  // The clock of `monotonicNowMsAcrossThreads`.
  const loopMs = Math.max(Number(process.hrtime.bigint() / 1_000_000n) - read(fields.beat), 0)
  const failedJobs = read(fields.failedJobs)
  const about = { jobs: jobsStates[read(fields.jobs)], failedJobs: failedJobs < 0 ? undefined : failedJobs, loopMs }
  if (path === paths.health) return { ok: loopMs < HUNG_MS, ...about }
  if (path === paths.ready) return { ok: read(fields.ready) === 1 && loopMs < LATE_MS, ...about }
  return undefined
}

const limits = { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS, connectionsCheckingInterval: REQUEST_MS }
const server = createServer(limits, ({ url }, response) => {
  const answer = answerHealth(url)
  if (answer === undefined) return response.writeHead(404).end()
  if (!answer.ok) response.setHeader('Retry-After', '2')
  response.writeHead(answer.ok ? 200 : 503, { 'Cache-Control': 'no-store', 'Content-Type': 'application/json' })
  return response.end(JSON.stringify(answer))
})
server.maxConnections = CONNECTIONS_MAX
server.once('error', ({ message, ...fault }) => parentPort?.postMessage({ fault: { message, ...fault } }))
// Without a listener a connection that cannot be accepted would end the thread.
server.on('error', () => {})
server.listen(port, host, () => parentPort?.postMessage({ listening: true }))
