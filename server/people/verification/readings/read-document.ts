import { type ReadableDocument, readableDocuments } from '#contract/people/verification/readings.ts'
import {
  PICTURES_READ_PER_DAY_MAX,
  PICTURES_READ_PER_DAY_OF_ALL_MAX,
  type verificationReadingEndpoints,
} from '#contract/people/verification/readings-api.ts'
import type { VerificationVerb } from '#contract/people/verification/verification-lifecycle.ts'
import type { InputOf, OutputOf } from '#contract/platform/core/endpoint.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { DocumentReader } from '#server/adapters/document-reader/public.ts'
import { readReadingSettings } from '#server/content/content/public.ts'
import { decodeUploadedPicture, type FileVault, readOwnUnboundUpload } from '#server/people/files/public.ts'
import { findEnterprise } from '#server/people/organisation/public.ts'
import { requireVerificationVerbAllowed } from '#server/people/verification/update-verification-state.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import { READINGS_USED_DAYS } from '#server/platform/core/retention-environment-settings.ts'
import { answerFromMemoryOrAsk, type ReadingContext } from './ask-once.ts'
import { readingOutcomes } from './reading-store.ts'

type Call = typeof verificationReadingEndpoints.readPicture

/** Small print is read at this size, and no picture of it is larger than the service takes. */
const SENT_PX = 2_000

/** The submissions that a paper is part of. */
const submissionsWithDocument: Record<ReadableDocument, readonly VerificationVerb[]> = {
  licence: ['submitEnterprise'],
  idFront: ['submitAgent', 'submitEnterprise'],
  idBack: ['submitEnterprise'],
}

/** The picture as it leaves the mall: a JPEG of a bounded size, without anything else. */
const toSentPicture = (bytes: Uint8Array): Promise<Buffer> =>
  decodeUploadedPicture(Buffer.from(bytes), (upright) =>
    upright.resize(SENT_PX, SENT_PX, { fit: 'inside', withoutEnlargement: true }).jpeg({ quality: 82 }).toBuffer(),
  )

/**
 * Has a picture read that the member has uploaded for this paper, if an administrator has allowed it and his enterprise can submit the paper now.
 * Nothing that a person has typed depends on the result. Refuses VERIFICATION_STATE, READING_OFF, FILE_NOT_FOUND, READING_RUNNING and
 * READING_LIMIT.
 */
export async function readDocumentFromPicture(
  context: ReadingContext,
  { reader, vault }: { reader: DocumentReader | undefined; vault: FileVault },
  { fileId, kind }: InputOf<Call>,
): Promise<OutputOf<Call>> {
  const { db, caller, moment } = context
  const { enterpriseId, userId } = caller
  if (!reader || !(await readReadingSettings(db)).pictures) refuse('READING_OFF')
  const company = (await findEnterprise(db, enterpriseId)) ?? refuse('VERIFICATION_STATE')
  requireVerificationVerbAllowed(company, ...submissionsWithDocument[kind])
  const { purpose } = readableDocuments[kind]
  const { bytes } = await readOwnUnboundUpload(db, vault, { enterpriseId, userId, fileId, purpose })
  let encoded: Promise<Buffer> | undefined
  const encode = () => (encoded ??= toSentPicture(bytes))
  const { state, values } = await answerFromMemoryOrAsk(context, {
    source: kind,
    fileId,
    subjectHashes: [sha256(Buffer.from(bytes))],
    rememberedMs: READINGS_USED_DAYS * 86_400_000,
    counted: keysOf(readableDocuments),
    perDayMax: PICTURES_READ_PER_DAY_MAX,
    perDayOfAllMax: PICTURES_READ_PER_DAY_OF_ALL_MAX,
    entry: { action: 'read paper', objectKind: 'file', objectId: fileId, facts: { paper: purpose, kind } },
    // Before the question is recorded: of a picture that cannot be encoded the audit log must not say that it left.
    prepare: encode,
    ask: async () => reader.read(kind, await encode(), moment.now),
  })
  return { outcome: readingOutcomes[state], values }
}
