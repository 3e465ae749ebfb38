import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FileStore } from './file-store.ts'

/** Keeps files in a folder that only its owner may read. A file is there whole or not at all. */
export function folderStore(folder: string): FileStore {
  const place = (name: string) => path.join(folder, path.basename(name))
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Each writes a half of its own: two who keep the same file at once must not take each other's away.
      const half = `${place(name)}.${randomUUID()}.new`
      try {
        await writeFile(half, bytes, { mode: 0o600, flush: true })
        await rename(half, place(name))
      } catch (error) {
        await rm(half, { force: true })
        throw error
      }
    },
    async get(name) {
      try {
        return new Uint8Array(await readFile(place(name)))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    delete: (name) => rm(place(name), { force: true }),
  }
}
