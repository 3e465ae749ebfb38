import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openRowsFile, type RowsFile } from '#sandbox/rows-file.ts'

/** Who signs a task, with the names of the protocol (server/adapters/e-signature/fasc.ts). */
export interface SandboxActor {
  actorId: string
  actorName: string
  orderNo: number
  signStatus: 'wait_sign' | 'signed' | 'sign_rejected'
  signTime?: string
  actorNote?: string
}

/** A task as the provider stores it. Its file is `<fileId>.pdf`, with the signatures that were made. */
export interface SandboxTask {
  signTaskId: string
  signTaskSubject: string
  signTaskStatus: 'sign_progress' | 'task_finished' | 'task_terminated' | 'expired' | 'revoked'
  terminationNote?: string
  expiresTime: string
  transReferenceId: string
  callbackUrl: string
  fileId: string
  actors: SandboxActor[]
}

export interface SandboxTaskStore extends RowsFile<SandboxTask> {
  readFile(fileId: string): Buffer | undefined
  writeFile(fileId: string, bytes: Buffer): void
}

/** The provider's data, in a folder, so that it survives a restart. */
export function openSandboxTaskStore(folder: string): SandboxTaskStore {
  const tasks = openRowsFile<SandboxTask>(folder, 'tasks.json', ({ signTaskId }) => signTaskId)
  const placeOf = (fileId: string) => path.join(folder, `${path.basename(fileId)}.pdf`)
  return Object.assign(tasks, {
    readFile: (fileId: string) => (existsSync(placeOf(fileId)) ? readFileSync(placeOf(fileId)) : undefined),
    writeFile: (fileId: string, bytes: Buffer) => writeFileSync(placeOf(fileId), bytes, { mode: 0o600 }),
  })
}
