/**
 * Owns how a person gets in and how he changes his credentials.
 * Writes no table.
 * Never stores a password itself.
 */

export { type AccessContext, requireLoginPassword, requireUnchangedPassword } from './change-credentials.ts'
