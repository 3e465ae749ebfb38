/** The refusals for a wrong SMS code and for a weak password. */
export const wrongSmsCodeRefusals = ['SMS_CODE_WRONG', 'SMS_CODE_EXPIRED'] as const
export const weakPasswordRefusals = ['PASSWORD_TOO_COMMON'] as const
