import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { threadNow } from '#server/platform/core/moment.ts'
import { createHealthState, type HealthAddress, type HealthState, type Readiness } from './health-state.ts'

const BEAT_MS = 1_000
/** The delay before a lost thread is started again. */
const RESTART_MS = 1_000
/** Megabytes for the objects of the thread: it holds some connections and nothing else. */
const MEMORY = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 }

/** What the thread says once: that it listens, or why it cannot. */
type HealthThreadMessage = { listening: true } | { fault: { message: string } }

export interface HealthServer {
  /** Writes a heartbeat and the readiness now, not at the next second: for a server that begins to serve or to drain. */
  beat(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts the thread, which answers from the state. `lost` is called when it ends later, whatever it ends of. Throws the system's error if the
 * port cannot be used.
 */
export async function startHealthThread(state: HealthState, address: HealthAddress, lost: (error?: Error) => void): Promise<Worker> {
  const worker = new Worker(new URL('./health-thread.mjs', import.meta.url), {
    workerData: state.describe(address),
    resourceLimits: MEMORY,
  })
  worker.unref()
  try {
    await new Promise<void>((resolve, reject) => {
      // All listeners from the beginning: what a thread says last and its end may come in one turn, before a promise goes on.
      let [listening, fault]: [boolean, Error | undefined] = [false, undefined]
      worker.once('message', (message: HealthThreadMessage) => {
        listening = 'listening' in message
        if ('fault' in message) reject(Object.assign(new Error(message.fault.message), message.fault))
        else resolve()
      })
      worker.once('error', (error: Error) => {
        fault = error
        reject(error)
      })
      worker.once('exit', () => {
        if (listening) lost(fault)
        else reject(new Error('the health thread ended before it listened'))
      })
    })
  } catch (error) {
    await worker.terminate()
    throw error
  }
  return worker
}

/**
 * Serves /healthz and /readyz by a thread of their own, so that they answer within milliseconds while the main loop is busy or blocked. The
 * loop writes a heartbeat and its readiness every second; a lost thread is started again. Throws the system's error if the port cannot be
 * used.
 */
export async function serveHealth(address: HealthAddress, readiness: () => Promise<Readiness>, log: Logger): Promise<HealthServer> {
  const state = createHealthState()
  const stopping = new AbortController()
  const beat = async () => {
    state.beat(threadNow())
    state.writeReadiness(await readiness())
  }
  const startAgain = async (error?: Error): Promise<void> => {
    if (stopping.signal.aborted) return
    log.error({ err: error }, 'health thread')
    await wait(RESTART_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
    if (stopping.signal.aborted) return
    thread = startHealthThread(state, address, startAgain)
    await thread.catch(startAgain)
  }
  await beat()
  let thread = startHealthThread(state, address, startAgain)
  await thread
  const timer = setInterval(beat, BEAT_MS).unref()
  return {
    beat,
    async close() {
      stopping.abort()
      clearInterval(timer)
      await thread.then(
        (worker) => worker.terminate(),
        () => {},
      )
    },
  }
}
