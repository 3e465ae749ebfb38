import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

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

export interface SandboxTaskStore {
  find(signTaskId: string): SandboxTask | undefined
  all(): readonly SandboxTask[]
  save(task: SandboxTask): void
  readFile(fileId: string): Buffer | undefined
  writeFile(fileId: string, bytes: Buffer): void
}

/** The provider's data, in a folder, so that it survives a restart. */
export function openSandboxTaskStore(folder: string): SandboxTaskStore {
  const file = path.join(folder, 'tasks.json')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const tasks = new Map<string, SandboxTask>(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as [string, SandboxTask][]) : [])
  const placeOf = (fileId: string) => path.join(folder, `${path.basename(fileId)}.pdf`)
  return {
    find: (signTaskId) => tasks.get(signTaskId),
    all: () => [...tasks.values()],
    save(task) {
      tasks.set(task.signTaskId, task)
      writeFileSync(`${file}.new`, JSON.stringify([...tasks]), { flush: true })
      renameSync(`${file}.new`, file)
    },
    readFile: (fileId) => (existsSync(placeOf(fileId)) ? readFileSync(placeOf(fileId)) : undefined),
    writeFile: (fileId, bytes) => writeFileSync(placeOf(fileId), bytes, { mode: 0o600 }),
  }
}
