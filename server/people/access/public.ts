/**
 * Owns how a person gets in and how he changes his credentials.
 * Writes no table.
 * Never stores a password itself.
 */

export { type CredentialCallContext, lockUserWithUnchangedPassword, verifyLoginPasswordAgain } from './change-credentials.ts'
