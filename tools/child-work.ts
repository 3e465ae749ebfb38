import { fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import path from 'node:path'

/** The variables of a child process, which uses the same cache of compiled modules as this process. */
export function createChildProcessEnv(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir()
  return folder === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: path.dirname(folder) }
}

/** Work of a child process. */
export interface RunningChildProcess {
  /** Gives a program its job, if it waits for one. */
  send(job: object): void
  /** Rejects if the process fails. */
  done: Promise<void>
  stop(): void
}

/**
 * Runs a program of this folder for work that needs much memory or CPU. It ends after its work, so that all memory is freed.
 */
export function startScriptInChildProcess(script: string, args: readonly string[] = []): RunningChildProcess {
  const child = fork(path.join(import.meta.dirname, script), args, { env: createChildProcessEnv(), serialization: 'advanced' })
  const done = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${script} 没有完成`))))
  })
  // A caller gets the failure even if it begins to wait later.
  done.catch(() => {})
  return { send: (job) => void child.send(job), done, stop: () => void child.kill('SIGKILL') }
}
