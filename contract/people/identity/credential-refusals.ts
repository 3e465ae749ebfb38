/** What a wrong SMS code and a weak password are refused with. */
export const smsRefusals = ['SMS_CODE_WRONG', 'SMS_CODE_EXPIRED'] as const
export const passwordRefusals = ['PASSWORD_TOO_COMMON'] as const
