// Calls the provider about a signing. No call is made inside a transaction, and what the provider answers is what counts: notices only wake this.
import { getWaitingSigningParty, type SigningParty, type SigningState, signingKinds } from '#contract/billing/signings/signing-lifecycle.ts'
import { type ESignatureService, SigningAccountRefusedError, type SigningTaskReport } from '#server/adapters/e-signature/public.ts'
import { GatewayOutcomeUnknownError, GatewayRefusalError, isGatewayError } from '#server/adapters/gateway/public.ts'
import { renderPdfOnWorker } from '#server/adapters/pdf/public.ts'
import { encryptFileOfRow, type FileStore } from '#server/people/files/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import { forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import { type Keys, sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { recordSigningMove } from './announce-signing.ts'
import { readVoidReason } from './changed-documents.ts'
import {
  type ClaimedSigning,
  claimSigning,
  findDueSigningRefs,
  recordSignatures,
  type SigningChange,
  updateClaimedSigning,
} from './signing-claims.ts'
import { findUnchangedDocument, type SigningDocument } from './signing-documents.ts'
import { OUTDATED_REASON, type SigningRef, type SigningRow } from './signing-store.ts'

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
/** Minutes until the next question, by the number of questions without an answer; the last one repeats. */
const RETRY_MINUTES = [1, 2, 5, 10, 30, 60]

const after = (moment: Moment, minutes: number): Date => new Date(moment.now.getTime() + minutes * MINUTE_MS)
const nextQuery = (moment: Moment, { createdAt }: SigningRow): Date =>
  after(moment, moment.now < new Date(createdAt.getTime() + DAY_MINUTES * MINUTE_MS) ? SOON : LATER)
const nextTry = (moment: Moment, { tries }: SigningRow): Date =>
  after(moment, RETRY_MINUTES[Math.min(Math.max(tries, 1), RETRY_MINUTES.length) - 1] ?? LATER)

/** The provider's number of a signing. That of a draft, whose answer may be lost, is looked for; undefined: the provider has no task of it. */
export const findTaskOfSigning = async (
  service: ESignatureService,
  moment: Moment,
  { id: reference, taskId, title }: SigningRow,
): Promise<string | undefined> => (taskId === '' ? service.findSigningTask({ reference, title }, moment.now) : taskId)

/** Creates the task of a signing. What the provider does not take is over, because it would not take it the next time. */
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
  try {
    const taskId = await service.createSigningTask({ reference, title, expiresAt, signers, noticeUrl, pdf }, moment.now)
    return { taskId, state: toWaitingState(first), reason: '', nextQueryAt: nextQuery(moment, signing), isAnswered: true }
  } catch (error) {
    if (!(error instanceof GatewayRefusalError)) throw error
    return end('CANCELLED', formatProviderRefusal(error))
  }
}

const end = (state: SigningState, reason: string) => ({ state, reason, nextQueryAt: null, isAnswered: true }) as const

const REFUSAL_MAX = 100
/** What the provider did not take, in words for people. */
export const formatProviderRefusal = ({ message }: GatewayRefusalError | SigningAccountRefusedError): string =>
  `签章服务没有受理：${message.slice(0, REFUSAL_MAX)}`
const AWAY_TEXT = '签章服务暂时没有答复，将自动重试'
const FETCHING_TEXT = '双方已签署，正在取回已签署的文件'
const REVOKED_TEXT = '已在签章平台作废'

const toWaitingState = (party: 'buyer' | 'seller'): SigningState => (party === 'buyer' ? 'WAIT_BUYER' : 'WAIT_SELLER')

const SIGNATURE_MARK = '/ByteRange'

/**
 * Stores the signed file, sealed, under a new name, so that two runs never overwrite the bytes of each other. It may be long in coming, so who
 * has signed is written before.
 */
async function storeSignedFile(
  { db, keys, files }: SigningContext,
  service: ESignatureService,
  moment: Moment,
  { signing, signedAt }: { signing: ClaimedSigning; signedAt: SigningTaskReport['signedAt'] },
): Promise<NonNullable<SigningChange['file']>> {
  const { id, taskId } = signing
  await runInTransaction(db, (tx) => recordSignatures(tx, signing, { signedAt, reason: FETCHING_TEXT }))
  const bytes = Buffer.from(await service.downloadSignedPdf({ taskId }, moment.now))
  if (!bytes.includes(SIGNATURE_MARK)) throw new GatewayOutcomeUnknownError('a file without a signature')
  const fileId = moment.newId()
  const { stored, storedHash, sealedKey } = encryptFileOfRow(keys, moment, { table: 'signing', id, bytes })
  await files.put(fileId, stored)
  return { fileId, fileHash: sha256(bytes), storedHash, sealedKey }
}

/**
 * What the provider says of a task. If it refuses to say, a task whose time is over counts as expired, unless both have signed it. Every other
 * one is asked about again.
 */
async function getReportOrEnd(
  service: ESignatureService,
  moment: Moment,
  { taskId, expiresAt, signedAt }: SigningRow,
): Promise<SigningTaskReport> {
  try {
    return await service.getSigningTask(taskId, moment.now)
  } catch (error) {
    const isOver = expiresAt <= moment.now && (signedAt.buyer === null || signedAt.seller === null)
    if (!(error instanceof GatewayRefusalError && isOver)) throw error
    return { state: 'EXPIRED', signedAt: {}, waiting: undefined, reason: formatProviderRefusal(error) }
  }
}

/** What a report means for a signing, whose document may have changed since. */
async function followTask(
  context: SigningContext,
  service: ESignatureService,
  moment: Moment,
  { signing, voidReason }: { signing: ClaimedSigning; voidReason: string | undefined },
): Promise<SigningChange> {
  const { taskId } = signing
  const { state, signedAt, waiting, reason } = await getReportOrEnd(service, moment, signing)
  if (state === 'SIGNED') {
    const file = await storeSignedFile(context, service, moment, { signing, signedAt })
    return Object.assign({ signedAt, file }, voidReason === undefined ? end('SIGNED', '') : end('VOID', voidReason))
  }
  if (state !== 'SIGNING') return Object.assign({ signedAt }, end(state, reason))
  if (voidReason !== undefined) {
    await service.cancelSigningTask({ taskId, reason: voidReason }, moment.now)
    return Object.assign({ signedAt }, end('VOID', voidReason))
  }
  // Between the last signature and the end of the task nobody is next.
  const next = waiting === undefined ? signing.state : toWaitingState(waiting)
  return { state: next, signedAt, reason: '', nextQueryAt: nextQuery(moment, signing), isAnswered: true }
}

/** A signed document can be revoked at the provider, by both sides. */
async function followSignedTask(service: ESignatureService, moment: Moment, { taskId }: SigningRow): Promise<SigningChange> {
  const { state } = await service.getSigningTask(taskId, moment.now)
  return state === 'SIGNED' ? { nextQueryAt: null, isAnswered: true } : end('VOID', REVOKED_TEXT)
}

async function ask(context: SigningContext, service: ESignatureService, moment: Moment, signing: ClaimedSigning): Promise<SigningChange> {
  if (signing.state === 'SIGNED') return followSignedTask(service, moment, signing)
  const { db, keys } = context
  const document = await findUnchangedDocument(db, moment, keys, signing)
  const voidReason = document ? undefined : await readVoidReason(db, keys, signing)
  const taskId = await findTaskOfSigning(service, moment, signing)
  if (taskId !== undefined) {
    const known = Object.assign({}, signing, { taskId })
    return Object.assign({ taskId }, await followTask(context, service, moment, { signing: known, voidReason }))
  }
  if (document === undefined) return end('VOID', voidReason ?? OUTDATED_REASON)
  return signing.expiresAt <= moment.now ? end('EXPIRED', '') : sendDocument(context, service, moment, { signing, document })
}

/** Writes what a call has brought, tells both sides if the signing has moved, and records its end in the audit log. Returns whether it did. */
export async function recordChange(db: Db, moment: Moment, signing: ClaimedSigning, change: SigningChange): Promise<boolean> {
  const { enterpriseId, kind, subject } = signing
  const { state = signing.state, reason = '' } = change
  return runInTransaction(db, async (tx) => {
    if (!(await updateClaimedSigning(tx, moment, signing, change))) return false
    if (state === signing.state) return true
    await recordSigningMove(tx, moment, signing, { state, reason, sellerSignedAt: change.signedAt?.seller })
    // Its order may have changed while the file was on its way, when the signing was open still.
    const payload = { enterpriseId, kind: 'PURCHASE' as const, subjects: [subject] }
    if (state === 'SIGNED' && kind === 'PURCHASE') await publishEvents(tx, moment, [{ topic: 'document.changed', enterpriseId, payload }])
    return true
  })
}

type Outcome = 'answered' | 'refused' | 'unanswered' | 'nothing to ask'

async function askAndRecord(context: SigningContext, moment: Moment, ref: SigningRef): Promise<Outcome> {
  const { db, files, eSignature: service } = context
  if (!service) return 'nothing to ask'
  const signing = await runInTransaction(db, (tx) => claimSigning(tx, moment, ref))
  if (!signing) return 'nothing to ask'
  try {
    const change = await ask(context, service, moment, signing)
    // Somebody else has the claim now, and stores a file of his own.
    if (!(await recordChange(db, moment, signing, change)) && change.file) await files.delete(change.file.fileId)
    return 'answered'
  } catch (error) {
    // Why a document is not sent yet is shown.
    const isRefused = error instanceof GatewayRefusalError || error instanceof SigningAccountRefusedError
    const reason = isRefused ? formatProviderRefusal(error) : AWAY_TEXT
    const shown = signing.taskId === '' && error instanceof Error && isGatewayError(error) ? { reason } : {}
    await recordChange(db, moment, signing, Object.assign(shown, { nextQueryAt: nextTry(moment, signing), isAnswered: false }))
    if (!isGatewayError(error)) throw error
    return error instanceof GatewayRefusalError ? 'refused' : 'unanswered'
  }
}

/**
 * Asks the provider about a signing and writes what has become of it: sends a draft, follows a task, stores the signed file. Returns whether
 * there was an answer that was no refusal. Nothing happens if it is closed, or if somebody else asks.
 */
export const advanceSigning = async (context: SigningContext, moment: Moment, ref: SigningRef): Promise<boolean> =>
  (await askAndRecord(context, moment, ref)) === 'answered'

/** After so many questions in a row without an answer the provider counts as away, and the rest waits for the next run. A refusal is an answer. */
const UNANSWERED_MAX = 3
/** A run ends before the next one begins. */
const RUN_MS = 50_000

/**
 * Asks about all signings that are due, each at its own moment, because a run may take long. Several processes can run it at once. Returns how
 * many answers there were.
 */
export async function advanceDueSignings(context: SigningContext, createMomentNow: () => Moment): Promise<number> {
  const startedAt = createMomentNow().now
  let unanswered = 0
  return forEachCollectingErrors(await findDueSigningRefs(context.db, startedAt), async (ref) => {
    const moment = createMomentNow()
    if (unanswered >= UNANSWERED_MAX || moment.now.getTime() - startedAt.getTime() > RUN_MS) return false
    const outcome = await askAndRecord(context, moment, ref)
    if (outcome !== 'nothing to ask') unanswered = outcome === 'unanswered' ? unanswered + 1 : 0
    return outcome === 'answered'
  })
}

/** Whether a party is to sign now. */
export const isWaitingFor = ({ state, signedAt }: SigningRow, party: SigningParty): boolean =>
  getWaitingSigningParty(state) === party && signedAt[party] === null
