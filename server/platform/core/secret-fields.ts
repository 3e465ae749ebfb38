/** Fields that neither a log nor the audit trail may hold. */
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
