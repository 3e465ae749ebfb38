import { refuse } from '#contract/platform/core/refusals.ts'
import { isWholePdf } from '#server/people/files/public.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import { type DocumentIdentity, findSameDocumentId, insertDocument } from './document-store.ts'
import { type FileStorageContext, saveFileOnce } from './store-once.ts'

interface GivenDocument extends Omit<DocumentIdentity, 'contentHash'> {
  file: Buffer
  staffId: string
}

/**
 * Stores a document of goods that staff upload, byte for byte, and returns its id. The same file under the same name is stored once.
 * Refuses NOT_A_PDF.
 */
export async function storeGoodsDocumentOnce(around: FileStorageContext, upload: GivenDocument): Promise<string> {
  if (!isWholePdf(upload.file)) refuse('NOT_A_PDF')
  const document = { ...upload, contentHash: sha256(upload.file) }
  return saveFileOnce(around, 'documents', {
    findSame: () => findSameDocumentId(around.db, document),
    prepare: async (id) => ({
      bytes: upload.file,
      insert: (tx) => insertDocument(tx, around.moment, { ...document, id, bytes: upload.file.length }),
    }),
  })
}
