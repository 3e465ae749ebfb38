// What people do with signings: start them, go to sign, cancel, and read the signed file.
import {
  isSigningCounting,
  isSigningOpen,
  SIGNING_DAYS,
  type SigningParty,
  signingKinds,
} from '#contract/billing/signings/signing-lifecycle.ts'
import type { BinaryFile } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import type { ESignatureService } from '#server/adapters/e-signature/public.ts'
import { GatewayRefusalError, isGatewayError } from '#server/adapters/gateway/public.ts'
import { type FileVault, readAndDecryptFileOfRow } from '#server/people/files/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { areSameDigests, sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import {
  advanceSigning,
  findTaskOfSigning,
  formatProviderRefusal,
  isWaitingFor,
  recordChange,
  type SigningContext,
} from './advance-signing.ts'
import { voidSignedSignings } from './changed-documents.ts'
import { sealContractParties } from './contract-parties.ts'
import { claimSigning, updateClaimedSigning } from './signing-claims.ts'
import { findUnchangedDocument, readSigningDocument } from './signing-documents.ts'
import {
  type DocumentRef,
  findSigning,
  listSigningsOfDocument,
  type NewSigning,
  OUTDATED_REASON,
  type SigningRef,
  type SigningRow,
  scheduleSigningQueriesNow,
} from './signing-store.ts'

/** Refuses SIGNING_OFF. */
function requireESignature(service: ESignatureService | undefined): ESignatureService {
  return service ?? refuse('SIGNING_OFF')
}

/** Refuses SIGNING_NOT_FOUND. */
export const requireSigning = async (db: Db, ref: SigningRef): Promise<SigningRow> =>
  (await findSigning(db, ref)) ?? refuse('SIGNING_NOT_FOUND')

/**
 * Reads what is to be signed, as it is now; `insertSigning` then starts it. Refuses SIGNING_OFF, SIGNING_BUYER_NOT_VERIFIED,
 * CONTRACT_PARTY_MISSING, and as the document's kind does.
 */
export async function prepareSigning(
  { db, keys, eSignature }: SigningContext,
  moment: Moment,
  { starter, ...ref }: DocumentRef & Pick<NewSigning, 'starter'>,
): Promise<NewSigning> {
  requireESignature(eSignature)
  const { documentNo, title, hash, parties, termsVersion } = await readSigningDocument(db, moment, keys, ref)
  if (parties.seller.creditCode === null) refuse('CONTRACT_PARTY_MISSING')
  if (parties.buyer.creditCode === null) refuse('SIGNING_BUYER_NOT_VERIFIED')
  const expiresAt = addHours(moment.now, SIGNING_DAYS * 24)
  const id = moment.newId()
  const partiesSealed = termsVersion === null ? null : sealContractParties(keys, moment, id, parties)
  return { ...ref, id, documentNo, title, contentHash: hash, partiesSealed, termsVersion, expiresAt, starter }
}

/**
 * Inserts a signing, unless the version has one, and returns its id; `isNew`: whether it did. Signings of earlier versions become void: those
 * that are signed at once, those that are open as soon as the provider has ended them. Refuses SIGNING_LATER.
 */
export async function insertSigning(tx: Tx, moment: Moment, { starter, ...given }: NewSigning): Promise<{ id: string; isNew: boolean }> {
  const { enterpriseId, kind, subject } = given
  const before = await listSigningsOfDocument(tx, given)
  const same = before.filter(({ contentHash }) => contentHash.equals(given.contentHash))
  const version = same[0]?.version ?? Math.max(0, ...before.map((one) => one.version)) + 1
  const row = await tx
    .insertInto('signing')
    .values({
      enterprise_id: enterpriseId,
      id: given.id,
      kind,
      subject,
      document_no: given.documentNo,
      title: given.title,
      version,
      content_hash: given.contentHash,
      state: 'DRAFT',
      user_id: 'userId' in starter ? starter.userId : null,
      staff_id: 'staffId' in starter ? starter.staffId : null,
      created_at: moment.now,
      state_at: moment.now,
      expires_at: given.expiresAt,
      parties_sealed: given.partiesSealed,
      terms_version: given.termsVersion,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) {
    // Another call of the same moment may have inserted it, or it has ended meanwhile.
    const known = (await listSigningsOfDocument(tx, given)).find(
      (one) => isSigningCounting(one.state) && one.contentHash.equals(given.contentHash),
    )
    return known ? { id: known.id, isNew: false } : refuse('SIGNING_LATER')
  }
  const former = before.filter((one) => isSigningCounting(one.state) && !one.contentHash.equals(given.contentHash))
  const open = former.filter(({ state }) => isSigningOpen(state))
  const voided = former.map(({ id }) => ({ id, reason: OUTDATED_REASON }))
  await voidSignedSignings(tx, moment, enterpriseId, voided)
  await scheduleSigningQueriesNow(tx, moment, enterpriseId, [row.id, ...open.map(({ id }) => id)])
  return { id: row.id, isNew: true }
}

/** The screen to which the provider leads a party back. */
function formatReturnScreen({ kind, subject }: SigningRow, party: SigningParty): string {
  if (party === 'seller') return `/console/#/signings?kind=${kind}`
  const screens = {
    PURCHASE: `/#/my_order_detail?orderNo=${subject}`,
    CREDIT: '/#/my_contract?kind=credit',
    CONFIRMATION: '/#/my_bill?view=account',
  }
  return screens[kind]
}

/** Reads a signing again after the provider was asked, because its notice may be lost. Refuses SIGNING_CLOSED, SIGNING_NOT_OUR_TURN. */
async function askAndRequireTurn(context: SigningContext, moment: Moment, ref: SigningRef, party: SigningParty): Promise<SigningRow> {
  await advanceSigning(context, moment, ref)
  const signing = await requireSigning(context.db, ref)
  if (!isSigningOpen(signing.state)) refuse('SIGNING_CLOSED')
  return isWaitingFor(signing, party) ? signing : refuse('SIGNING_NOT_OUR_TURN')
}

/** Refuses SIGNING_REFUSED_BY_PROVIDER with what the provider says. */
const refuseForProvider = (error: GatewayRefusalError): never =>
  refuse('SIGNING_REFUSED_BY_PROVIDER', { msg: formatProviderRefusal(error) })

/**
 * Returns the page on which a party signs. If it is not its turn by what is known here, the provider is asked once. Refuses SIGNING_OFF,
 * SIGNING_CLOSED, SIGNING_NOT_OUR_TURN, SIGNING_OUTDATED, SIGNING_LATER, SIGNING_REFUSED_BY_PROVIDER.
 */
export async function getSigningUrlOfParty(
  context: SigningContext,
  moment: Moment,
  { signing: given, party }: { signing: SigningRow; party: SigningParty },
): Promise<string> {
  const { db, keys, publicUrl } = context
  const service = requireESignature(context.eSignature)
  if (!isSigningOpen(given.state)) refuse('SIGNING_CLOSED')
  const signing = isWaitingFor(given, party) ? given : await askAndRequireTurn(context, moment, given, party)
  if (!(await findUnchangedDocument(db, moment, keys, signing))) {
    await runInTransaction(db, (tx) => scheduleSigningQueriesNow(tx, moment, signing.enterpriseId, [signing.id]))
    refuse('SIGNING_OUTDATED')
  }
  try {
    const { taskId } = signing
    return await service.getSigningUrl({ taskId, party, returnUrl: publicUrl + formatReturnScreen(signing, party) }, moment.now)
  } catch (error) {
    if (!isGatewayError(error)) throw error
    if (!(error instanceof GatewayRefusalError)) refuse('SIGNING_LATER')
    // Somebody may have signed, refused or cancelled meanwhile.
    await askAndRequireTurn(context, moment, signing, party)
    return refuseForProvider(error)
  }
}

/**
 * Cancels a signing at the provider, and then here. If the provider has ended it already, what it says counts. Refuses SIGNING_OFF, SIGNING_CLOSED,
 * SIGNING_LATER, SIGNING_REFUSED_BY_PROVIDER.
 */
export async function cancelSigning(context: SigningContext, moment: Moment, ref: SigningRef, reason: string): Promise<void> {
  const { db } = context
  const service = requireESignature(context.eSignature)
  const { state } = await requireSigning(db, ref)
  if (!isSigningOpen(state)) refuse('SIGNING_CLOSED')
  const signing = (await runInTransaction(db, (tx) => claimSigning(tx, moment, ref))) ?? refuse('SIGNING_LATER')
  try {
    // A draft whose answer was lost may have a task, which is not found yet: it is asked for before the draft ends.
    const taskId = await findTaskOfSigning(service, moment, signing)
    if (taskId !== undefined) await service.cancelSigningTask({ taskId, reason }, moment.now)
    const ended = { state: 'CANCELLED', reason, taskId: taskId ?? '', nextQueryAt: null, isAnswered: true } as const
    if (await recordChange(db, moment, signing, ended)) return
  } catch (error) {
    const released = { nextQueryAt: moment.now, isAnswered: false }
    await runInTransaction(db, (tx) => updateClaimedSigning(tx, moment, signing, released))
    if (!isGatewayError(error)) throw error
    if (error instanceof GatewayRefusalError) {
      await advanceSigning(context, moment, ref)
      if (isSigningOpen((await requireSigning(db, ref)).state)) refuseForProvider(error)
      refuse('SIGNING_CLOSED')
    }
  }
  refuse('SIGNING_LATER')
}

/** Reads the signed file. Refuses SIGNED_FILE_NOT_READY. Throws if the store has lost or changed it. */
export async function readSignedFile(
  vault: FileVault,
  { id, kind, documentNo, fileId, fileHash, storedHash, sealedKey }: SigningRow,
): Promise<BinaryFile> {
  if (!fileId || !fileHash || !storedHash || !sealedKey) refuse('SIGNED_FILE_NOT_READY')
  const bytes = await readAndDecryptFileOfRow(vault, 'signing', { id, fileId, storedHash, sealedKey })
  if (!areSameDigests(sha256(bytes), fileHash)) throw new Error(`the signed file ${id} has changed`)
  return { type: 'application/pdf', bytes: new Uint8Array(bytes), name: `${signingKinds[kind].label}-${documentNo}-已签署.pdf` }
}
