/**
 * Owns the protocol that has licences and identity cards read from their pictures.
 * Writes no table.
 * Never decides whose picture is sent, nor what a value is used for.
 */

export { cutText, READING_ANSWER_BYTES_MAX, toRegisterValues } from './answer-values.ts'
export { DOCUMENT_PICTURE_BYTES_MAX, type DocumentReader } from './document-reader.ts'
export { computeTc3Authorization } from './tc3-signature.ts'
export { createTencentDocumentReader } from './tencent-ocr.ts'
