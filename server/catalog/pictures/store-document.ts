import type { FastifyBaseLogger } from 'fastify'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { FileStore } from '#server/people/files/public.ts'
import { type Db, isUniqueViolation, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type DocumentFacts, findSameDocument, insertDocument } from './document-store.ts'
import { deleteRow, markRowsKept, renewRow } from './library-rows.ts'

interface Around {
  db: Db
  moment: Moment
  files: FileStore
  log: FastifyBaseLogger
  /** Opens the transaction in which the document becomes part of the library. */
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

interface GivenDocument extends Omit<DocumentFacts, 'contentHash'> {
  file: Buffer
  staffId: string
}

/** The end of a PDF stands within its last kilobyte; programs add line breaks after it. */
const TAIL = 1_024

/** Whether the bytes are those of a whole PDF. The file name and the content type of the form are not trusted. */
const isPdf = (bytes: Buffer): boolean =>
  bytes.subarray(0, 5).toString('latin1') === '%PDF-' && bytes.subarray(-TAIL).toString('latin1').includes('%%EOF')

/** Inserts the row, then stores the bytes, and then keeps both. */
async function storeNew({ db, moment, files, log, write }: Around, id: string, given: GivenDocument & DocumentFacts): Promise<void> {
  await runInTransaction(db, (tx) => insertDocument(tx, moment, { ...given, id, bytes: given.file.length }))
  await files.put(id, given.file).catch(async (error: unknown) => {
    log.error({ err: error }, 'the store did not take a document')
    await runInTransaction(db, (tx) => deleteRow(tx, 'documents', id))
    refuse('OVERLOADED')
  })
  await write((tx) => markRowsKept(tx, 'documents', [id]))
}

/**
 * Stores a document of goods that staff bring, byte for byte, and returns its id. The same file under the same name is stored once. Refuses
 * NOT_A_PDF.
 */
export async function storeDocument(around: Around, given: GivenDocument): Promise<string> {
  if (!isPdf(given.file)) refuse('NOT_A_PDF')
  const { db, moment, write } = around
  const document = { ...given, contentHash: sha256(given.file) }
  const reuse = async () => {
    const known = await findSameDocument(db, document)
    return known !== undefined && (await write((tx) => renewRow(tx, moment, 'documents', known))) ? known : undefined
  }
  const known = await reuse()
  if (known !== undefined) return known
  const id = moment.newId()
  try {
    await storeNew(around, id, document)
    return id
  } catch (error) {
    // Somebody else has brought it at the same time. What was stored here is deleted with the unused ones.
    const other = isUniqueViolation(error) ? await reuse() : undefined
    if (other === undefined) throw error
    return other
  }
}
