import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createCompileCacheEnv } from '#server/platform/testing/compile-cache.ts'
import type { MallReply, MallRequest } from './mall-process.ts'

let child: ChildProcess | undefined

/** The process of this worker that serves its malls. It ends with the worker. */
function hostProcess(): ChildProcess {
  if (child?.connected) return child
  const env = { PATH: process.env.PATH ?? '', ...createCompileCacheEnv() }
  child = fork(path.join(import.meta.dirname, 'mall-process.ts'), [], { env, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  // The output is passed on and not inherited: a worker counts as ended when every holder has closed its standard error.
  child.stderr?.pipe(process.stderr, { end: false })
  child.unref()
  child.channel?.unref()
  return child
}

async function request(asked: MallRequest): Promise<MallReply> {
  const host = hostProcess()
  const waiting = new AbortController()
  const answered = once(host, 'message', { signal: waiting.signal }) as Promise<[MallReply]>
  const ended = once(host, 'exit', { signal: waiting.signal }).then(() =>
    Promise.reject(new Error('the process that serves the malls has ended')),
  )
  // Whichever does not come first is given up, with its listener.
  for (const one of [answered, ended]) one.catch(() => {})
  host.send(asked)
  const [reply] = await Promise.race([answered, ended]).finally(() => waiting.abort())
  if ('failed' in reply) throw new Error(reply.failed)
  return reply
}

/** Serves a mall with these variables as its environment, until it is closed. A worker has one at a time. */
export async function serveMall(variables: Record<string, string>): Promise<{ base: string; close(): Promise<void> }> {
  const reply = await request({ open: variables })
  if (!('base' in reply)) throw new Error('the mall has no address')
  return { base: reply.base, close: async () => void (await request({ close: true })) }
}
