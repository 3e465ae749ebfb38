import { accessSync, constants, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The start time of a process, as the kernel counts it. The same number later means the same process, not another one with its id. */
function beganAt(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

function isAlive(pid: number, began: string | undefined): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return began === undefined || beganAt(pid) === began
}

/** The process in a lock file, if it is alive. */
function holderIn(text: string): number | undefined {
  const [pid = '', began = ''] = text.split(' ')
  return Number(pid) > 0 && isAlive(Number(pid), began || undefined) ? Number(pid) : undefined
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/**
 * Puts the lock file `own` in place, or returns the process that holds the lock. A link is created atomically and only if there is none.
 * The lock of a killed process is first moved aside and read again there, because it may by then be the lock of a process that came a
 * moment before.
 */
function claim(own: string, file: string): number | undefined {
  const aside = `${own}.old`
  for (;;) {
    try {
      linkSync(own, file)
      return undefined
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
    try {
      const holder = holderIn(readFileSync(file, 'utf8'))
      if (holder !== undefined && holder !== process.pid) return holder
      renameSync(file, aside)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
      continue
    }
    const moved = holderIn(readFileSync(aside, 'utf8'))
    if (moved !== undefined && moved !== process.pid) renameSync(aside, file)
    else rmSync(aside)
  }
}

/** Creates a data folder, or checks that an existing one can be written. Throws the system's error if not. */
export function prepareDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  for (const name of ['.', 'mall.log', 'mall.pid', 'secrets.json']) {
    const file = path.join(dataDir, name)
    if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK)
  }
}

/**
 * Locks a data folder for this process before it touches anything in it. Otherwise a second start would share the database of the first and
 * stop it at its end. Takes over the lock of a killed process. Returns the function that releases the lock.
 */
export function lockDataFolder(dataDir: string): () => void {
  const file = path.join(dataDir, 'mall.pid')
  const own = `${file}.${process.pid}`
  writeFileSync(own, `${process.pid} ${beganAt(process.pid) ?? ''}`)
  const holder = claim(own, file)
  rmSync(own)
  if (holder !== undefined) throw new Error(`${dataDir} 正被另一个进程（${holder}）使用；请先停止它，或用 DATA_DIR 指定别的目录`)
  return () => rmSync(file, { force: true })
}

/** Writes a file atomically: after a crash it is complete or missing. */
export function writeFileAtomically(file: string, text: string, mode: number): void {
  const draft = `${file}.new`
  writeFileSync(draft, text, { mode, flush: true })
  renameSync(draft, file)
}
