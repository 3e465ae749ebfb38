import * as z from 'zod/mini'

/** The number of a bank account as banks write it, without spaces. */
export const BankAccountNo = z.string('请输入账号').check(z.regex(/^[0-9]{8,30}$/, '账号为 8-30 位数字'))

/** The refusals of a bank line that is typed for one of the accounts of the platform. */
export const typedLineAccountRefusals = ['BANK_ACCOUNT_MISSING', 'BANK_ACCOUNT_NOT_OWN', 'BANK_ACCOUNT_UNCLEAR'] as const
