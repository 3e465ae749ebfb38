import { fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { constants, getPriority, setPriority } from 'node:os'
import path from 'node:path'

const BEHIND = constants.priority.PRIORITY_BELOW_NORMAL

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
 * Runs a program of this folder for work that needs much memory or CPU. It ends after its work, so that all memory is freed. `behind`: it uses
 * the CPU that others leave.
 */
export function startScriptInChildProcess(script: string, args: readonly string[] = [], { behind = false } = {}): RunningChildProcess {
  const env = createChildProcessEnv()
  // Threads of the builder that look for work take CPU time from whatever runs beside it.
  const child = fork(path.join(import.meta.dirname, script), args, {
    env: behind ? { ...env, RAYON_NUM_THREADS: '1' } : env,
    serialization: 'advanced',
  })
  // Before it has threads, because each thread has the priority of the one that starts it. Nobody may raise a priority.
  if (behind && child.pid !== undefined && getPriority() < BEHIND) setPriority(child.pid, BEHIND)
  const done = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${script} 没有完成`))))
  })
  // A caller gets the failure even if it begins to wait later.
  done.catch(() => {})
  return { send: (job) => void child.send(job), done, stop: () => void child.kill('SIGKILL') }
}
