/** Fields that must not appear in the log or the audit trail. */
export const SECRET_FIELDS = [
  'pwd',
  'payPwd',
  'newPwd',
  'oldPwd',
  'initialPwd',
  'imageCode',
  'recoveryCode',
  'recoveryCodes',
  'token',
] as const
