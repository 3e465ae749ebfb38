import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { compileCache } from '#server/platform/testing/compile-cache.ts'
import type { StageReply, StageRequest } from './stage-server.ts'

let child: ChildProcess | undefined

/** The process of this worker that serves its stages. It ends with the worker. */
function hostProcess(): ChildProcess {
  if (child?.connected) return child
  const env = { PATH: process.env.PATH ?? '', ...compileCache() }
  child = fork(path.join(import.meta.dirname, 'stage-server.ts'), [], { env, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  // Passed on and not inherited: a worker counts as ended when everybody has closed its standard error.
  child.stderr?.pipe(process.stderr, { end: false })
  child.unref()
  child.channel?.unref()
  return child
}

async function request(asked: StageRequest): Promise<StageReply> {
  const host = hostProcess()
  const answered = once(host, 'message') as Promise<[StageReply]>
  const ended = once(host, 'exit').then(() => Promise.reject(new Error('the process that serves the stages has ended')))
  ended.catch(() => {})
  host.send(asked)
  const [reply] = await Promise.race([answered, ended])
  if ('failed' in reply) throw new Error(reply.failed)
  return reply
}

/** Serves a mall with these variables as its environment, until it is closed. A worker has one at a time. */
export async function serveStage(variables: Record<string, string>): Promise<{ base: string; close(): Promise<void> }> {
  const reply = await request({ open: variables })
  if (!('base' in reply)) throw new Error('the stage has no address')
  return { base: reply.base, close: async () => void (await request({ close: true })) }
}
