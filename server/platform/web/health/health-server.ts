import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { monotonicNowMsAcrossThreads } from '#server/platform/core/moment.ts'
import { createHealthState, type HealthAddress, type HealthState, type Readiness } from './health-state.ts'

const BEAT_MS = 1_000
/** The delay before a lost thread is started again. */
const RESTART_MS = 1_000
/** Megabytes for the objects of the thread, which has only some connections. */
const MEMORY = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 }

/** The thread's first message: that it listens, or why it cannot. */
type HealthThreadMessage = { listening: true } | { fault: { message: string } }

export interface HealthServer {
  /** Writes a heartbeat and the readiness immediately, for a server that begins to serve or to drain. */
  beat(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts the thread, which answers from the state. `lost` is called when it ends later, for any reason. Throws the system's error if the
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
      // All listeners are added at the beginning: the last message of a thread and its end may arrive in one turn, before a promise
      // continues.
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
 * Serves /healthz and /readyz from a separate thread, so that they answer within milliseconds while the main loop is busy or blocked. The
 * loop writes a heartbeat and its readiness every second; a lost thread is started again. Throws the system's error if the port cannot be
 * used.
 */
export async function serveHealth(address: HealthAddress, readiness: () => Promise<Readiness>, log: Logger): Promise<HealthServer> {
  const state = createHealthState()
  const stopping = new AbortController()
  const beat = async () => {
    state.beat(monotonicNowMsAcrossThreads())
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
