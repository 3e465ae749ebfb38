// What becomes of a task at the provider: its companies sign or refuse, it expires or is cancelled, and each of these sends a notice.
import { randomBytes } from 'node:crypto'
import type { NoticeSender } from '#sandbox/notices.ts'
import { computeFascSignature, FASC_CONTENT_FIELD, FASC_SIGN_TYPE, fascHeaderNames } from '#server/adapters/e-signature/public.ts'
import { createDetachedCadesSignature } from './cades.ts'
import { issueTestCertificate, type TestAuthority } from './certificates.ts'
import type { ESignatureCredentials } from './credentials.ts'
import { signPdf } from './sign-pdf.ts'
import type { SandboxActor, SandboxTask, SandboxTaskStore } from './task-store.ts'

/** What the provider is made of. */
export interface SigningSandbox {
  base: string
  store: SandboxTaskStore
  credentials: ESignatureCredentials
  authority: TestAuthority
  notices: NoticeSender
  now: () => Date
}

const CHANGED_TO_FALSIFY = 'task_finished'

/** Sends a notice about a task, signed like a call. A falsified one says that all have signed. */
function sendNotice({ credentials, notices, now }: SigningSandbox, task: SandboxTask, event: string): void {
  const content = { eventTime: String(now().getTime()), signTaskId: task.signTaskId, transReferenceId: task.transReferenceId }
  notices.send({
    url: task.callbackUrl,
    make({ falsify }) {
      const body = JSON.stringify(Object.assign({ signTaskStatus: falsify ? CHANGED_TO_FALSIFY : task.signTaskStatus }, content))
      const headers: Record<string, string> = {
        [fascHeaderNames.appId]: credentials.appId,
        [fascHeaderNames.signType]: FASC_SIGN_TYPE,
        [fascHeaderNames.timestamp]: String(now().getTime()),
        [fascHeaderNames.nonce]: randomBytes(16).toString('hex'),
        [fascHeaderNames.event]: event,
      }
      const secret = falsify ? 'somebody else' : credentials.appSecret
      const sign = computeFascSignature(Object.assign({ [FASC_CONTENT_FIELD]: body }, headers), secret)
      return {
        headers: Object.assign({ 'content-type': 'application/x-www-form-urlencoded', [fascHeaderNames.sign]: sign }, headers),
        body: new URLSearchParams({ [FASC_CONTENT_FIELD]: body }).toString(),
      }
    },
  })
}

/** Stores a task, and sends a notice of what has happened to it. */
export function saveTask(sandbox: SigningSandbox, task: SandboxTask, event: string): SandboxTask {
  sandbox.store.save(task)
  sendNotice(sandbox, task, event)
  return task
}

const inProgress = (task: SandboxTask | undefined): task is SandboxTask => task?.signTaskStatus === 'sign_progress'

/** Finds a task. One whose time is over has expired. */
export function findCurrentTask(sandbox: SigningSandbox, signTaskId: string): SandboxTask | undefined {
  const task = sandbox.store.find(signTaskId)
  if (!inProgress(task) || Number(task.expiresTime) > sandbox.now().getTime()) return task
  return saveTask(sandbox, Object.assign({}, task, { signTaskStatus: 'expired' }), 'sign-task-expire')
}

/** Who is to sign now; undefined: nobody. */
export const findNextActor = (task: SandboxTask): SandboxActor | undefined =>
  inProgress(task)
    ? task.actors.toSorted((left, right) => left.orderNo - right.orderNo).find(({ signStatus }) => signStatus === 'wait_sign')
    : undefined

/** Whether it is an actor's turn; throws a sentence for him if not. */
function requireTurn(sandbox: SigningSandbox, signTaskId: string, actorId: string): { task: SandboxTask; actor: SandboxActor } {
  const task = findCurrentTask(sandbox, signTaskId)
  const actor = task && findNextActor(task)
  if (!actor || actor.actorId !== actorId) throw new Error('现在还不该该参与方签署')
  return { task, actor }
}

const withActor = (task: SandboxTask, actor: SandboxActor): SandboxActor[] =>
  task.actors.map((one) => (one.actorId === actor.actorId ? actor : one))

/** Signs the file of a task in the name of a company, with a certificate that is issued for it now. Throws if it is not its turn. */
export function signTask(sandbox: SigningSandbox, signTaskId: string, actorId: string): SandboxTask {
  const { task, actor } = requireTurn(sandbox, signTaskId, actorId)
  const { authority, store, now } = sandbox
  const certificate = issueTestCertificate(authority, actor.actorName, now())
  const signed = signPdf(store.readFile(task.fileId) ?? Buffer.alloc(0), {
    name: actor.actorName,
    reason: task.signTaskSubject,
    at: now(),
    index: task.actors.filter(({ signStatus }) => signStatus === 'signed').length,
    sign: (bytes) => createDetachedCadesSignature(bytes, certificate, authority),
  })
  store.writeFile(task.fileId, signed)
  const done: SandboxActor = Object.assign({}, actor, { signStatus: 'signed', signTime: String(now().getTime()) })
  const actors = withActor(task, done)
  const isLast = actors.every(({ signStatus }) => signStatus === 'signed')
  const next: SandboxTask = Object.assign({}, task, { actors, signTaskStatus: isLast ? 'task_finished' : 'sign_progress' })
  return saveTask(sandbox, next, isLast ? 'sign-task-finished' : 'sign-task-signed')
}

/** Refuses to sign. Throws if it is not the company's turn. */
export function refuseTask(
  sandbox: SigningSandbox,
  { signTaskId, actorId, reason }: { signTaskId: string; actorId: string; reason: string },
) {
  const { task, actor } = requireTurn(sandbox, signTaskId, actorId)
  const refused: SandboxActor = Object.assign({}, actor, { signStatus: 'sign_rejected', actorNote: reason })
  const next: SandboxTask = Object.assign({}, task, { actors: withActor(task, refused), signTaskStatus: 'task_terminated' })
  return saveTask(sandbox, next, 'sign-task-sign-rejected')
}

/** Cancels a task. Returns undefined if it has ended already. */
export function cancelTask(sandbox: SigningSandbox, signTaskId: string, terminationNote: string): SandboxTask | undefined {
  const task = findCurrentTask(sandbox, signTaskId)
  if (!inProgress(task)) return undefined
  return saveTask(sandbox, Object.assign({}, task, { signTaskStatus: 'task_terminated', terminationNote }), 'sign-task-canceled')
}

/** Both companies revoke a task that is finished. Throws if it is not. */
export function revokeTask(sandbox: SigningSandbox, signTaskId: string): SandboxTask {
  const task = findCurrentTask(sandbox, signTaskId)
  if (task?.signTaskStatus !== 'task_finished') throw new Error('签署任务尚未完成')
  return saveTask(sandbox, Object.assign({}, task, { signTaskStatus: 'revoked' }), 'sign-task-abolish')
}
