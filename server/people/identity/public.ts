/**
 * Owns the users: their profiles, mobile numbers, passwords, payment passwords and captchas.
 * Writes the tables `app_user`, `captcha`, `invited_mobile`, `mobile_claim` and `payment_password`.
 * Never stores a password itself, only its hash.
 */

export { deleteExpiredCaptchas, requireRightCaptchaResult, verifyAndConsumeCaptcha } from './captchas.ts'
export {
  deleteInvitedMobileIfNotInvitedElsewhere,
  findMaskedMobilesByUserId,
  lockMobileAndFindOrReserveInviteeId,
} from './invited-mobiles.ts'
export { readLoginOutput, startSession } from './log-in.ts'
export { requireStrongPassword, requireStrongPaymentPassword } from './password-rules.ts'
export { countAttemptAndVerifyPassword, hashPassword, verifyPassword } from './passwords.ts'
export {
  deletePaymentPassword,
  freezePaymentsOfUserForOneDay,
  hasPaymentPassword,
  requireRightPaymentPassword,
  setPaymentPassword,
  verifyPaymentPasswordWithinPayment,
} from './payment-passwords.ts'
export { recomputeMobileClaimsOfAllUsers } from './recompute-mobile-claims.ts'
export { type CreateLedgerAccounts, findMobileProvenWithinHour, registerUserWithEnterprise } from './register-user.ts'
export {
  findDisplayNamesInEnterpriseByUserId,
  findUserWithMemberships,
  isActiveMembership,
  readUserDetail,
  toPermissionLabels,
} from './user-detail.ts'
export {
  areMobileDigestsOfTheseKeys,
  erasePersonalDataOfUserRow,
  findUser,
  findUserByMobileDigest,
  findUserOrInviteeIdsByMobile,
  findUsers,
  insertMovedInUsers,
  isMobileOwnedByUser,
  lockUser,
  readClearTextMobileOfUser,
  setPasswordHash,
  type User,
  updateUserMobileWithClaim,
  updateUserNameAndAvatar,
  updateUserStatusColumn,
} from './users.ts'
