// Calls the provider about a signing. No call is made inside a transaction, and what the provider answers is what counts: notices only wake this.
import { getWaitingSigningParty, type SigningState, signingKinds } from '#contract/billing/signings/signing-lifecycle.ts'
import type { ESignatureService, SigningTaskReport } from '#server/adapters/e-signature/public.ts'
import { GatewayOutcomeUnknownError, GatewayRefusalError, isGatewayError } from '#server/adapters/gateway/public.ts'
import { renderPdfOnWorker } from '#server/adapters/pdf/public.ts'
import { encryptFileOfRow, type FileStore } from '#server/people/files/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import { forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import { type Keys, sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { announceSigning } from './announce-signing.ts'
import { findUnchangedDocument, type SigningDocument } from './signing-documents.ts'
import {
  claimSigning,
  findDueSigningRefs,
  OUTDATED_REASON,
  type SigningChange,
  type SigningRef,
  type SigningRow,
  updateClaimedSigning,
} from './signing-store.ts'

export interface SigningContext {
  db: Db
  keys: Keys
  files: FileStore
  /** The address of the mall, to which the provider sends notices. */
  publicUrl: string
  /** undefined: there is none, and nothing is signed electronically. */
  eSignature: ESignatureService | undefined
}

export const SIGNING_NOTICE_PATH = '/api/signing-api/notice'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
/** Notices tell of changes; without one the provider is asked again after these minutes: on the first day, and later. */
const [SOON, LATER] = [10, 60]
const RETRY_MINUTES = 2

const after = (moment: Moment, minutes: number): Date => new Date(moment.now.getTime() + minutes * MINUTE_MS)
const nextQuery = (moment: Moment, { createdAt }: SigningRow): Date =>
  after(moment, moment.now < new Date(createdAt.getTime() + DAY_MINUTES * MINUTE_MS) ? SOON : LATER)

/** The provider's number of a signing. That of a draft, whose answer may be lost, is looked for; undefined: the provider has no task of it. */
export const findTaskOfSigning = async (
  service: ESignatureService,
  moment: Moment,
  { id: reference, taskId, title }: SigningRow,
): Promise<string | undefined> => (taskId === '' ? service.findSigningTask({ reference, title }, moment.now) : taskId)

/** Creates the task of a signing. */
async function sendDocument(
  { publicUrl }: SigningContext,
  service: ESignatureService,
  moment: Moment,
  { signing, document }: { signing: SigningRow; document: SigningDocument },
): Promise<SigningChange> {
  const { id: reference, title, expiresAt, kind } = signing
  const { parties, printout } = document
  const { first } = signingKinds[kind]
  const order = first === 'buyer' ? (['buyer', 'seller'] as const) : (['seller', 'buyer'] as const)
  const signers = order.map((party) => ({ party, name: parties[party].name, creditCode: parties[party].creditCode ?? '' }))
  const noticeUrl = `${publicUrl}${SIGNING_NOTICE_PATH}`
  const pdf = await renderPdfOnWorker(printout)
  const taskId = await service.createSigningTask({ reference, title, expiresAt, signers, noticeUrl, pdf }, moment.now)
  return { taskId, state: toWaitingState(first), reason: '', nextQueryAt: nextQuery(moment, signing) }
}

const toWaitingState = (party: 'buyer' | 'seller'): SigningState => (party === 'buyer' ? 'WAIT_BUYER' : 'WAIT_SELLER')

const SIGNATURE_MARK = '/ByteRange'

/** Stores the signed file, sealed. */
async function storeSignedFile(
  { keys, files }: SigningContext,
  service: ESignatureService,
  moment: Moment,
  { id, taskId }: SigningRow,
): Promise<NonNullable<SigningChange['file']>> {
  const bytes = Buffer.from(await service.downloadSignedPdf({ taskId }, moment.now))
  if (!bytes.includes(SIGNATURE_MARK)) throw new GatewayOutcomeUnknownError('a file without a signature')
  const { stored, storedHash, sealedKey } = encryptFileOfRow(keys, moment, { table: 'signing', id, bytes })
  await files.put(id, stored)
  return { fileHash: sha256(bytes), storedHash, sealedKey }
}

/** What a report means for a signing, whose document may have changed since. */
async function followTask(
  context: SigningContext,
  service: ESignatureService,
  moment: Moment,
  { signing, isOutdated }: { signing: SigningRow; isOutdated: boolean },
): Promise<SigningChange> {
  const { state, signedAt, waiting, reason }: SigningTaskReport = await service.getSigningTask(signing.taskId, moment.now)
  if (state === 'SIGNED') {
    const file = await storeSignedFile(context, service, moment, signing)
    const outcome = isOutdated ? ({ state: 'VOID', reason: OUTDATED_REASON } as const) : ({ state: 'SIGNED', reason: '' } as const)
    return Object.assign({ signedAt, file, nextQueryAt: null }, outcome)
  }
  if (state !== 'SIGNING') return { state, signedAt, reason, nextQueryAt: null }
  if (isOutdated) {
    await service.cancelSigningTask({ taskId: signing.taskId, reason: OUTDATED_REASON }, moment.now)
    return { state: 'VOID', signedAt, reason: OUTDATED_REASON, nextQueryAt: null }
  }
  // Between the last signature and the end of the task nobody is next.
  const next = waiting === undefined ? signing.state : toWaitingState(waiting)
  return { state: next, signedAt, reason: '', nextQueryAt: nextQuery(moment, signing) }
}

async function ask(context: SigningContext, service: ESignatureService, moment: Moment, signing: SigningRow): Promise<SigningChange> {
  const document = await findUnchangedDocument(context.db, moment, context.keys, signing)
  const taskId = await findTaskOfSigning(service, moment, signing)
  if (taskId !== undefined) {
    const known = Object.assign({}, signing, { taskId })
    return Object.assign({ taskId }, await followTask(context, service, moment, { signing: known, isOutdated: document === undefined }))
  }
  return document
    ? sendDocument(context, service, moment, { signing, document })
    : { state: 'VOID', reason: OUTDATED_REASON, nextQueryAt: null }
}

const FAILURE_MAX = 100
/** Why a document is not sent yet, in words for people. */
const formatFailure = (error: Error): string =>
  error instanceof GatewayRefusalError ? `签章服务没有受理：${error.message.slice(0, FAILURE_MAX)}` : '签章服务暂时没有答复，将自动重试'

/** Writes what a call has brought, tells both sides if the signing has moved, and records its end in the audit log. */
async function recordChange(db: Db, moment: Moment, signing: SigningRow, change: SigningChange): Promise<void> {
  const { enterpriseId, id, kind, documentNo } = signing
  const { state = signing.state, reason = '' } = change
  await runInTransaction(db, async (tx) => {
    if (!(await updateClaimedSigning(tx, moment, signing, change))) return
    await announceSigning(tx, moment, signing, { state, reason })
    if (change.nextQueryAt !== null) return
    await recordAudit(tx, moment, {
      origin: { requestId: moment.newId(), ip: '' },
      actor: { kind: 'system', enterpriseId },
      action: 'end signing',
      objectKind: 'signing',
      objectId: id,
      facts: { kind, document: documentNo, state, reason },
    })
  })
}

/**
 * Asks the provider about a signing and writes what has become of it: sends a draft, follows a task, stores the signed file. Returns whether
 * there was an answer. Nothing happens if it is closed, or if somebody else asks.
 */
export async function advanceSigning(context: SigningContext, moment: Moment, ref: SigningRef): Promise<boolean> {
  const { db, eSignature: service } = context
  if (!service) return false
  const signing = await runInTransaction(db, (tx) => claimSigning(tx, moment, ref))
  if (!signing) return false
  try {
    const change = await ask(context, service, moment, signing)
    await recordChange(db, moment, signing, change)
    return true
  } catch (error) {
    const reason = signing.taskId === '' && error instanceof Error && isGatewayError(error) ? formatFailure(error) : signing.reason
    await recordChange(db, moment, signing, { reason, nextQueryAt: after(moment, RETRY_MINUTES) })
    if (!isGatewayError(error)) throw error
    return false
  }
}

/** After so many questions without an answer the provider counts as away, and the rest waits for the next run. */
const UNANSWERED_MAX = 5

/**
 * Asks about all signings that are due, each at its own moment, because a run may take long. Several processes can run it at once. Returns how
 * many answers there were.
 */
export async function advanceDueSignings(context: SigningContext, createMomentNow: () => Moment): Promise<number> {
  let unanswered = 0
  return forEachCollectingErrors(await findDueSigningRefs(context.db, createMomentNow().now), async (ref) => {
    if (unanswered >= UNANSWERED_MAX) return false
    const isAnswered = await advanceSigning(context, createMomentNow(), ref)
    unanswered = isAnswered ? 0 : unanswered + 1
    return isAnswered
  })
}

/** Whether a party is to sign now. */
export const isWaitingFor = ({ state }: SigningRow, party: 'buyer' | 'seller'): boolean => getWaitingSigningParty(state) === party
