import { renameSync, rmSync } from 'node:fs'

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''

/** Renames a folder, unless another folder that is not empty has the name. */
function rename(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error
    return false
  }
}

/** Gives a folder the name of another one and deletes that one. If several processes replace the same folder, the last one of them wins. */
export function replaceFolder(from: string, to: string): void {
  const old = `${from}.old`
  while (!rename(from, to)) {
    try {
      renameSync(to, old)
    } catch (error) {
      // Another process has just moved it.
      if (codeOf(error) !== 'ENOENT') throw error
    }
    rmSync(old, { recursive: true, force: true })
  }
}
