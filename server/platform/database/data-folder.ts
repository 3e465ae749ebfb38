import { accessSync, constants, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** When a process began, as the kernel counts it: the same number later means the same process, not another with its id. */
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

/** The process that a lock names, when it lives. */
function holderIn(text: string): number | undefined {
  const [pid = '', began = ''] = text.split(' ')
  return Number(pid) > 0 && isAlive(Number(pid), began || undefined) ? Number(pid) : undefined
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/**
 * Puts the lock `own` in its place, or returns who holds it. A link is made whole or not at all, and only where there is none. What a
 * killed process left is moved aside first and looked at again there: it may by then be the lock of somebody who came a moment before.
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

/** Makes a data folder, or proves that what lies in it can be written; throws the system's error where it cannot. */
export function prepareDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  for (const name of ['.', 'mall.log', 'mall.pid', 'secrets.json']) {
    const file = path.join(dataDir, name)
    if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK)
  }
}

/**
 * Takes a data folder for this process alone, before anything in it is touched: a second start would share, and at its end stop, the
 * database of the first. What a killed process left behind is taken over. Returns how to let go.
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

/** Writes a file whole or not at all, whatever happens meanwhile. */
export function writeFileAtomically(file: string, text: string, mode: number): void {
  const draft = `${file}.new`
  writeFileSync(draft, text, { mode, flush: true })
  renameSync(draft, file)
}
