// The thread on which printouts are set: the server answers others meanwhile.
import { parentPort } from 'node:worker_threads'
import { type Printout, setInType } from './printout.ts'

export interface Job {
  id: number
  printout: Printout
}
export type Done = { id: number } & ({ bytes: Uint8Array<ArrayBuffer> } | { fault: string })

async function work(job: Job): Promise<Done> {
  try {
    const made = await setInType(job.printout)
    // A copy of its own: what is handed over to the other thread is no longer ours.
    return { id: job.id, bytes: new Uint8Array(made) }
  } catch (error) {
    return { id: job.id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', async (job: Job) => {
  const done = await work(job)
  parentPort?.postMessage(done, 'bytes' in done ? [done.bytes.buffer] : [])
})
