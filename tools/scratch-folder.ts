import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const MEMORY = '/dev/shm'
const NAME = 'mall-gate-'
/** The bytes that a whole run of the tests needs at once, several times over. */
const NEEDED_BYTES = 6 * 1024 ** 3

/** Returns whether files in memory may be executed here, and whether that many bytes fit and leave the same amount free. */
function fitsInMemory(): boolean {
  if (!existsSync('/proc/mounts')) return false
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, at]) => at === MEMORY)
  if (mount?.[2] !== 'tmpfs' || mount[3]?.split(',').includes('noexec')) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= NEEDED_BYTES && process.availableMemory() >= 2 * NEEDED_BYTES
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user cannot be signalled, but it exists.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Creates the folder for all temporary files of a test run: in memory if there is enough, because a disk makes each of the hundreds of
 * databases ten times as expensive; otherwise in the system's folder for temporary files. Folders of killed runs are deleted first. The
 * caller deletes it.
 */
export function makeScratchFolder(): string {
  const parent = fitsInMemory() ? MEMORY : tmpdir()
  for (const name of readdirSync(parent)) {
    const pid = Number(name.startsWith(NAME) && name.slice(NAME.length))
    if (pid > 0 && !isAlive(pid)) rmSync(path.join(parent, name), { recursive: true, force: true })
  }
  const folder = path.join(parent, `${NAME}${process.pid}`)
  mkdirSync(folder)
  // If root starts PostgreSQL, it runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711)
  return folder
}
