/**
 * Owns the uploaded pictures and documents: their rows, their bytes and their encryption.
 * Writes the table `file`.
 * Never stores a picture as it was uploaded, only encoded again, nor a PDF that it has not checked.
 */

export { deleteOrphanFiles } from './delete-orphan-files.ts'
export {
  type EncryptedPictureRow,
  encryptFileOfRow,
  type FileVault,
  readAndDecryptFileOfRow,
  readAndDecryptPicture,
  reencodeAndEncryptPicture,
} from './encrypted-files.ts'
export type { FileStore } from './file-store.ts'
export { type BoundFile, bindFile, bindFiles, unbindFilesOfObject } from './files.ts'
export { createFolderStore } from './folder-store.ts'
export { isWholePdf } from './pdf/plain-pdf.ts'
export { decodeUploadedPicture, reencodePicture } from './pictures.ts'
export { readBoundFile, readOwnUnboundUpload } from './read-picture.ts'
export { createS3Store } from './s3-store.ts'
export { saveStaffPictureAboutEnterprise } from './save-picture.ts'
export { renderPictureWithWatermark } from './watermark.ts'
