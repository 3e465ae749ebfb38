import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

/**
 * Takes a data folder for this process alone, before anything in it is touched: a second start would share, and at its end stop, the
 * database of the first. What a killed process left behind is taken over. Returns how to let go.
 */
export function lockDataFolder(dataDir: string): () => void {
  const file = path.join(dataDir, 'mall.pid')
  if (existsSync(file)) {
    const [pid = '', began = ''] = readFileSync(file, 'utf8').split(' ')
    if (Number(pid) !== process.pid && isAlive(Number(pid), began || undefined)) {
      throw new Error(`${dataDir} 正被另一个进程（${pid}）使用；请先停止它，或用 DATA_DIR 指定别的目录`)
    }
  }
  writeFileSync(file, `${process.pid} ${beganAt(process.pid) ?? ''}`)
  return () => rmSync(file, { force: true })
}
