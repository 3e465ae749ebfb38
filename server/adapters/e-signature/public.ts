/**
 * Owns the protocol of the provider of electronic signatures.
 * Writes no table.
 * Never decides who may sign: it returns what the provider answered.
 */

export { type ESignatureService, SigningAccountRefusedError, type SigningTaskReport } from './e-signature.ts'
export { createFascESignature } from './fasc.ts'
export { computeFascSignature, FASC_CONTENT_FIELD, FASC_SIGN_TYPE, FASC_SUCCESS_CODE, fascHeaderNames } from './fasc-signature.ts'
