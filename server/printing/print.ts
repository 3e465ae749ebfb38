import { Worker } from 'node:worker_threads'
import { refuse } from '../../contract/refusals.ts'
import type { Done, Job } from './print-worker.ts'
import type { Printout } from './printout.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** More than these are not waited for: whoever comes then is told to come later. */
const WAITING_MAX = 8
/** How long one may take before its thread is given up. */
const PATIENCE_MS = 30_000

interface Order {
  job: Job
  resolve: (bytes: Bytes) => void
  reject: (error: Error) => void
}

let worker: Worker | undefined
let number = 0
const orders: Order[] = []

/** Ends the order at the head, and begins the next. */
function finish(end: (order: Order) => void): void {
  const order = orders.shift()
  if (order) end(order)
  begin()
}

/** The thread stopped, or was given up: what it worked on has failed, the rest goes to another. */
function lose(lost: Worker, error: Error): void {
  if (worker !== lost) return
  worker = undefined
  void lost.terminate()
  finish(({ reject }) => reject(error))
}

function startWorker(): Worker {
  const started = new Worker(new URL('./print-worker.ts', import.meta.url))
  started.on('message', (done: Done) =>
    finish(({ resolve, reject }) => ('bytes' in done ? resolve(done.bytes) : reject(new Error(done.fault)))),
  )
  started.on('error', (error) => lose(started, error instanceof Error ? error : new Error(String(error))))
  started.on('exit', () => lose(started, new Error('the printing thread stopped')))
  return started
}

function begin(): void {
  const [order] = orders
  if (!order) {
    // A process whose work is done does not wait for an idle thread.
    worker?.unref()
    return
  }
  worker ??= startWorker()
  const busy = worker
  busy.ref()
  busy.postMessage(order.job)
  const timer = setTimeout(() => {
    if (orders[0] === order) lose(busy, new Error('printing took too long'))
  }, PATIENCE_MS)
  timer.unref()
}

/** A PDF of a printout; one after the other on one thread of their own, in the order in which they came. Refuses OVERLOADED while too many wait. */
export function printPdf(printout: Printout): Promise<Bytes> {
  if (orders.length >= WAITING_MAX) refuse('OVERLOADED')
  return new Promise((resolve, reject) => {
    orders.push({ job: { id: ++number, printout }, resolve, reject })
    if (orders.length === 1) begin()
  })
}
