import type { consoleBankFormatEndpoints } from '#contract/billing/bank/format-api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { endBankStatementFormat, listBankStatementFormats, saveBankStatementFormat } from './formats.ts'

export const consoleBankFormatHandlers: Handlers<typeof consoleBankFormatEndpoints> = {
  list: (_, { db }) => listBankStatementFormats(db),
  save: (format, { caller, moment, write }) =>
    write(async (tx) => ({
      id: await saveBankStatementFormat(tx, moment, { ...format, accountNo: format.accountNo, staffId: caller.staffId }),
    })),
  end: async ({ id }, { caller, moment, write }) => {
    await write((tx) => endBankStatementFormat(tx, moment, { id, staffId: caller.staffId }))
    return null
  },
}
