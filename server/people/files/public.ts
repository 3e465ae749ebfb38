/**
 * Owns the uploaded pictures and documents: their rows, their bytes and their encryption.
 * Writes the table `file`.
 * Never stores a picture as it was uploaded, only encoded again.
 */

export { deleteOrphanFiles } from './delete-orphan-files.ts'
export { type FileVault, readSealedPicture, type SealedPictureRow, sealPicture } from './encrypted-files.ts'
export type { FileStore } from './file-store.ts'
export { bindFile, releaseFiles } from './files.ts'
export { createFolderStore } from './folder-store.ts'
export { decodeUploadedPicture, reencodePicture } from './pictures.ts'
export { readBoundFile } from './read-bound-file.ts'
export { createS3Store } from './s3-store.ts'
export { savePictureForEnterprise } from './save-picture.ts'
export { renderPictureWithWatermark } from './watermark.ts'
