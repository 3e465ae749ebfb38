import { readableDocuments } from '#contract/people/verification/readings.ts'
import { PICTURES_READ_PER_DAY_MAX, type verificationReadingEndpoints } from '#contract/people/verification/readings-api.ts'
import type { InputOf, OutputOf } from '#contract/platform/core/endpoint.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { DocumentReader } from '#server/adapters/document-reader/public.ts'
import { readReadingSettings } from '#server/content/content/public.ts'
import { decodeUploadedPicture, type FileVault, readOwnUnboundUpload } from '#server/people/files/public.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import { answerFromMemoryOrAsk, type ReadingContext } from './ask-once.ts'

type Call = typeof verificationReadingEndpoints.readPicture

/** As long as a reading is kept. */
const REMEMBERED_MS = 30 * 86_400_000
/** Small print is read at this size, and no picture of it is larger than the service takes. */
const SENT_PX = 2_000

/** The picture as it leaves the mall: a JPEG of a bounded size, without anything else. */
const toSentPicture = (bytes: Uint8Array): Promise<Buffer> =>
  decodeUploadedPicture(Buffer.from(bytes), (upright) =>
    upright.resize(SENT_PX, SENT_PX, { fit: 'inside', withoutEnlargement: true }).jpeg({ quality: 82 }).toBuffer(),
  )

/**
 * Has a picture read that the member has uploaded for this paper, if an administrator has allowed it. Nothing that a person has typed depends on
 * the result. Refuses READING_OFF, FILE_NOT_FOUND, READING_RUNNING and READING_LIMIT.
 */
export async function readDocumentFromPicture(
  context: ReadingContext,
  { reader, vault }: { reader: DocumentReader | undefined; vault: FileVault },
  { fileId, kind }: InputOf<Call>,
): Promise<OutputOf<Call>> {
  const { db, caller, moment } = context
  const { enterpriseId, userId } = caller
  if (!reader || !(await readReadingSettings(db)).pictures) refuse('READING_OFF')
  const { purpose } = readableDocuments[kind]
  const { bytes } = await readOwnUnboundUpload(db, vault, { enterpriseId, userId, fileId, purpose })
  const { state, values } = await answerFromMemoryOrAsk(context, {
    source: kind,
    fileId,
    subjectHash: sha256(Buffer.from(bytes)),
    rememberedMs: REMEMBERED_MS,
    counted: keysOf(readableDocuments),
    perDayMax: PICTURES_READ_PER_DAY_MAX,
    entry: { action: 'read paper', objectKind: 'file', objectId: fileId, facts: { paper: purpose } },
    ask: async () => reader.read(kind, await toSentPicture(bytes), moment.now),
  })
  return { outcome: ({ READ: 'read', UNREADABLE: 'unreadable', NO_ANSWER: 'noAnswer' } as const)[state], values }
}
