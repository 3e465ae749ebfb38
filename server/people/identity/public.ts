/**
 * Owns the users: their profiles, mobile numbers, passwords, payment passwords and captchas.
 * Writes the tables `app_user`, `captcha`, `invited_mobile`, `mobile_claim` and `payment_password`.
 * Never stores a password itself, only its hash.
 */

export { consumeCaptcha, deleteExpiredCaptchas, requireRightCaptchaResult } from './captchas.ts'
export { deleteInvitedMobile, findMaskedMobilesByUserId, findOrReserveInvitee } from './invited-mobiles.ts'
export { readStartedSessionOutput, startSession } from './log-in.ts'
export { requireStrongPassword, requireStrongPaymentPassword } from './password-rules.ts'
export { hashPassword, verifyPassword, verifyPasswordAttempt } from './passwords.ts'
export {
  deletePaymentPassword,
  freezePaymentsOfUser,
  requireRightPaymentPasswordResult,
  setPaymentPassword,
  verifyPaymentPassword,
  verifyPaymentPasswordWithinPayment,
} from './payment-passwords.ts'
export { recomputeMobileClaims } from './recompute-mobile-claims.ts'
export { type CreateLedgerAccounts, registerUserWithEnterprise } from './register-user.ts'
export { findDisplayNamesByUserId, toPermissionLabels } from './user-detail.ts'
export {
  areMobileDigestsOfTheseKeys,
  eraseUserRow,
  findMobileOwnersByMobile,
  findUser,
  findUserByMobile,
  findUsers,
  insertMovedInUsers,
  lockUser,
  ownsMobile,
  readMobile,
  setPasswordHash,
  type User,
  updateUserMobileWithClaim,
  updateUserNameAndAvatar,
  updateUserStatusColumn,
} from './users.ts'
