/**
 * 法大大's FASC OpenAPI 5.1, as far as two companies sign a PDF. Every call is a POST of a form whose field `bizContent` is JSON.
 *
 *   /file/get-upload-url {fileType}: {uploadUrl, fddFileUrl}; the bytes are PUT to uploadUrl
 *   /file/process {fddFileUrlList}: {fileIdList: [{fileId}]}
 *   /sign-task/create {initiator, signTaskSubject, expiresTime, transReferenceId, callbackUrl, docs, actors, …}: {signTaskId}
 *   /sign-task/get-detail {signTaskId}: {signTaskStatus, terminationNote}
 *   /sign-task/actor/list {signTaskId}: [{actorId, signOrderNo, signStatus, signTime, actorNote}]
 *   /sign-task/actor/get-url {signTaskId, actorId, redirectUrl}: {actorSignTaskUrl}
 *   /sign-task/owner/get-list {ownerId, ownerRole, listFilter}: {signTasks: [{signTaskId, transReferenceId}]}
 *   /sign-task/owner/get-download-url {ownerId, signTaskId, downloadMode}: {downloadUrl}
 *   /sign-task/cancel {signTaskId, terminationNote}
 */
import { type SigningParty, signingParties } from '#contract/billing/signings/signing-lifecycle.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import {
  callProvider,
  fetchProviderFile,
  GatewayOutcomeUnknownError,
  GatewayRefusalError,
  InvalidGatewayNotificationError,
} from '#server/adapters/gateway/public.ts'
import { areSameDigests } from '#server/platform/core/keys.ts'
import type { ESignatureAccount } from '#server/platform/core/provider-settings.ts'
import type { ESignatureService, SigningCompany, SigningTaskReport, SigningTaskRequest } from './e-signature.ts'
import { createFascCaller, type FascCall, readFascList, requireFascText } from './fasc-calls.ts'
import { computeFascSignature, FASC_CONTENT_FIELD, FASC_SIGN_TYPE, fascHeaderNames } from './fasc-signature.ts'

/** Their states of a task. A task that stopped was refused by one who signs, or cancelled. */
const STATES: Record<string, SigningTaskReport['state']> = {
  task_created: 'SIGNING',
  finish_creation: 'SIGNING',
  fill_progress: 'SIGNING',
  fill_completed: 'SIGNING',
  sign_progress: 'SIGNING',
  sign_completed: 'SIGNING',
  task_finished: 'SIGNED',
  abolishing: 'SIGNED',
  task_terminated: 'CANCELLED',
  revoked: 'CANCELLED',
  expired: 'EXPIRED',
}
const [SIGNED, REFUSED] = ['signed', 'sign_rejected']
const DOCUMENT_ID = 'document'
const REASON_MAX = 200

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, REASON_MAX) : '')
const timeOf = (value: unknown): Date | undefined => {
  const at = new Date(Number(value))
  return value === null || value === undefined || Number.isNaN(at.getTime()) ? undefined : at
}

/** Sends the bytes of a PDF. Returns the id by which a task names them. */
async function uploadPdf(call: FascCall, { title, pdf }: SigningTaskRequest, now: Date): Promise<string> {
  const place = await call('/file/get-upload-url', { fileType: 'doc' }, now)
  const headers = { 'content-type': 'application/octet-stream' }
  const { status } = await callProvider(requireFascText(place, 'uploadUrl'), { method: 'PUT', headers, body: new Uint8Array(pdf) })
  if (status !== 200) throw new GatewayOutcomeUnknownError(`upload: status ${status}`)
  const fddFileUrl = requireFascText(place, 'fddFileUrl')
  const file = { fileType: 'doc', fddFileUrl, fileName: `${title}.pdf`, fileFormat: 'pdf' }
  const [processed] = readFascList(await call('/file/process', { fddFileUrlList: [file] }, now), 'fileIdList')
  return requireFascText(processed, 'fileId')
}

/** A company that signs. Ours is known by its id; the other one is known by its name and code when it opens the page. */
const toActor = ({ party, name, creditCode }: SigningCompany, at: number, openCorpId: string) => ({
  actor: Object.assign(
    { actorId: party, actorType: 'corp', actorName: name, permissions: ['sign'], sendNotification: false },
    party === 'seller' ? { actorOpenId: openCorpId } : { identNameForMatch: name, certNoForMatch: creditCode },
  ),
  signConfigInfo: { orderNo: at + 1 },
})

const toTaskContent = (request: SigningTaskRequest, docFileId: string, openCorpId: string) => ({
  initiator: { idType: 'corp', openId: openCorpId },
  signTaskSubject: request.title,
  signDocType: 'contract',
  expiresTime: String(request.expiresAt.getTime()),
  autoStart: true,
  autoFinish: true,
  signInOrder: true,
  transReferenceId: request.reference,
  callbackUrl: request.noticeUrl,
  docs: [{ docId: DOCUMENT_ID, docName: request.title, docFileId }],
  actors: request.signers.map((signer, at) => toActor(signer, at, openCorpId)),
})

const isParty = (value: unknown): value is SigningParty => keysOf(signingParties).some((party) => party === value)

async function readReport(call: FascCall, signTaskId: string, now: Date): Promise<SigningTaskReport> {
  const detail = (await call('/sign-task/get-detail', { signTaskId }, now)) as Record<string, unknown>
  const status = requireFascText(detail, 'signTaskStatus')
  const state = STATES[status]
  if (!state) throw new GatewayOutcomeUnknownError(`a task in the state ${status}`)
  const actors = readFascList(await call('/sign-task/actor/list', { signTaskId }, now), 'actors')
    .toSorted((left, right) => Number(left.signOrderNo) - Number(right.signOrderNo))
    .flatMap(({ actorId, ...actor }) => (isParty(actorId) ? [Object.assign(actor, { party: actorId })] : []))
  const signed = actors.filter(({ signStatus }) => signStatus === SIGNED)
  const refused = actors.find(({ signStatus }) => signStatus === REFUSED)
  return {
    state: state === 'CANCELLED' && refused ? 'REFUSED' : state,
    signedAt: Object.fromEntries(signed.map(({ party, signTime }) => [party, timeOf(signTime) ?? now])),
    waiting: state === 'SIGNING' ? actors.find(({ signStatus }) => signStatus !== SIGNED)?.party : undefined,
    reason: textOf(refused ? refused.actorNote : detail.terminationNote),
  }
}

/** Reads which task a notice with a valid signature is about. */
function parseNotice(account: ESignatureAccount, { headers, body }: Parameters<ESignatureService['parseNotification']>[0]) {
  const given = (name: keyof typeof fascHeaderNames) => headers[fascHeaderNames[name].toLowerCase()] ?? ''
  const content = new URLSearchParams(body).get(FASC_CONTENT_FIELD) ?? ''
  const signed = Object.fromEntries(
    (['appId', 'signType', 'timestamp', 'nonce', 'event'] as const).map((name) => [fascHeaderNames[name], given(name)]),
  )
  const expected = computeFascSignature(Object.assign(signed, { [FASC_CONTENT_FIELD]: content }), account.appSecret)
  const isTheirs = given('appId') === account.appId && given('signType') === FASC_SIGN_TYPE
  if (!isTheirs || !areSameDigests(Buffer.from(given('sign')), Buffer.from(expected)))
    throw new InvalidGatewayNotificationError('signature')
  try {
    const about = JSON.parse(content)
    return { taskId: requireFascText(about, 'signTaskId'), reference: textOf(about.transReferenceId) }
  } catch {
    throw new InvalidGatewayNotificationError('content')
  }
}

/** An account with 法大大. `nonce` is different for each call. */
export function createFascESignature(account: ESignatureAccount, nonce: () => string): ESignatureService {
  const call = createFascCaller(account, nonce)
  const ownerId = { idType: 'corp', openId: account.openCorpId }
  return {
    async createSigningTask(request, now) {
      const fileId = await uploadPdf(call, request, now)
      return requireFascText(await call('/sign-task/create', toTaskContent(request, fileId, account.openCorpId), now), 'signTaskId')
    },
    async findSigningTask({ reference, title }, now) {
      const filter = { ownerId, ownerRole: 'initiator', listFilter: { signTaskSubject: title }, listPageNo: 1, listPageSize: 100 }
      const tasks = readFascList(await call('/sign-task/owner/get-list', filter, now), 'signTasks')
      const found = tasks.find(({ transReferenceId }) => transReferenceId === reference)
      return found && requireFascText(found, 'signTaskId')
    },
    getSigningTask: (taskId, now) => readReport(call, taskId, now),
    async getSigningUrl({ taskId, party, returnUrl }, now) {
      const content = { signTaskId: taskId, actorId: party, redirectUrl: encodeURIComponent(returnUrl) }
      return requireFascText(await call('/sign-task/actor/get-url', content, now), 'actorSignTaskUrl')
    },
    async cancelSigningTask({ taskId, reason }, now) {
      await call('/sign-task/cancel', { signTaskId: taskId, terminationNote: reason }, now)
    },
    async downloadSignedPdf({ taskId }, now) {
      const content = { ownerId, signTaskId: taskId, downloadMode: 'download' }
      const url = requireFascText(await call('/sign-task/owner/get-download-url', content, now), 'downloadUrl')
      const bytes = await fetchProviderFile(url)
      if (!Buffer.from(bytes.subarray(0, 5)).equals(Buffer.from('%PDF-')))
        throw new GatewayRefusalError('FILE', 'the signed file is no PDF')
      return bytes
    },
    parseNotification: (notice) => parseNotice(account, notice),
  }
}
