import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FileStore } from './file-store.ts'

/** Stores files in a folder that only its owner can read. A file is written completely or not at all. */
export function createFolderStore(folder: string): FileStore {
  const place = (name: string) => path.join(folder, path.basename(name))
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Each writer uses a temporary file of its own, so that two who save the same file do not delete each other's.
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
