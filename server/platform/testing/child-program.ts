import { spawn } from 'node:child_process'
import net from 'node:net'
import path from 'node:path'
import type { ResponseEnvelope } from '#contract/platform/core/envelope.ts'
import { createCompileCacheEnv } from './compile-cache.ts'

const ROOT = path.join(import.meta.dirname, '..', '..', '..')

/** How a program ended, and its output until then. */
export interface ProgramExit {
  code: number | null
  output: string
  complaints: string
  ms: number
}

/** One of the project's programs as a child process. */
export interface ChildProgram {
  pid: number
  /** Resolves when the output contains the text, with the milliseconds since the start. Rejects when the program ends without it. */
  says(text: string): Promise<number>
  send(signal: NodeJS.Signals): void
  /** The output on standard output so far. */
  output(): string
  /** The output on standard error so far. */
  complaints(): string
  ended: Promise<ProgramExit>
}

/** A machine that runs tests is busy. The server must not refuse calls for its event loop delay unless a test wants it. */
const NEVER_LATE = { LOOP_DELAY: '1000000' }

/**
 * Starts a program with no variables from this process's environment but PATH and the compile cache. `within`: a command that starts it under a limit or with
 * a redirection, such as `prlimit --nofile=64`.
 */
export function startChildProgram(
  script: string,
  env: Record<string, string>,
  as: { uid?: number; gid?: number } = {},
  args: readonly string[] = [],
  within: readonly string[] = [],
): ChildProgram {
  const begun = performance.now()
  const [command = '', ...rest] = [...within, process.execPath, path.join(ROOT, script), ...args]
  const child = spawn(command, rest, {
    ...as,
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', ...createCompileCacheEnv(), LOG_LEVEL: 'error', ...NEVER_LATE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Kills the program if the test process ends early.
  const take = () => void child.kill('SIGKILL')
  process.once('exit', take)
  child.once('close', () => process.off('exit', take))
  let output = ''
  let complaints = ''
  const listeners = new Set<() => void>()
  const hear = (text: string) => {
    output += text
    for (const listen of listeners) listen()
  }
  child.stdout.setEncoding('utf8').on('data', hear)
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  const ended = new Promise<ProgramExit>((resolve) =>
    child.once('close', (code) => resolve({ code, output, complaints, ms: performance.now() - begun })),
  )
  return {
    pid: child.pid ?? 0,
    says: (text) =>
      new Promise((resolve, reject) => {
        const listen = () => {
          if (!output.includes(text)) return
          listeners.delete(listen)
          resolve(performance.now() - begun)
        }
        listeners.add(listen)
        listen()
        void ended.then(() => reject(new Error(`ended before it wrote ${text}:\n${output}${complaints}`)))
      }),
    send: (signal) => void child.kill(signal),
    output: () => output,
    complaints: () => complaints,
    ended,
  }
}

/** Returns a free port of loopback. */
export const findFreePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo
      probe.close(() => resolve(port))
    })
  })

/** Makes one call over the network, as a browser does. */
export async function callOverNetwork(
  base: string,
  call: string,
  { body = {}, token, key }: { body?: object; token?: string; key?: string } = {},
): Promise<ResponseEnvelope & { status: number }> {
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: token }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }
  const answer = await fetch(`${base}/api${call}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, ...((await answer.json()) as ResponseEnvelope) }
}
