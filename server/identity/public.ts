export { deleteExpiredCaptchas, refuseUnlessRight, spendCaptcha } from './captchas.ts'
export { forgetInvited, maskedMobiles, personToInvite } from './invited-mobiles.ts'
export { sitDown } from './log-in.ts'
export { demandStrong, demandStrongPin } from './password-rules.ts'
export { hashPassword, isRightPassword } from './passwords.ts'
export { deletePaymentPassword, freezePayments, refuseUnlessPaid, setPaymentPassword, tryPaymentPassword } from './payment-passwords.ts'
export { register } from './register.ts'
export { describeUser, namesOf, permissionNames, readPerson } from './user-detail.ts'
export {
  findUser,
  findUserByMobile,
  findUsers,
  lockUser,
  mobileOf,
  moveMobile,
  setPasswordHash,
  setProfile,
  setUserStatus,
} from './users.ts'
