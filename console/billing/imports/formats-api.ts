import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { UnclearBankStatementAccount } from '#contract/billing/bank/console-api.ts'
import { consoleBankFormatEndpoints, UnknownBankStatementColumns } from '#contract/billing/bank/format-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'

export const bankFormatApi = createApiClient(consoleBankFormatEndpoints, sendConsoleRequest)

/** The saved formats of statements. */
export const bankFormatsQuery = {
  queryKey: ['bank', 'formats'] as const,
  queryFn: () => bankFormatApi.list({}),
}

export const invalidatedByBankFormat = [bankFormatsQuery.queryKey] as const

/** The headings of a file whose columns are not known; undefined: it was refused for another reason. */
export function getUnknownBankStatementColumns(error: unknown): UnknownBankStatementColumns | undefined {
  if (!(error instanceof Refusal) || error.reason !== 'BANK_COLUMNS_UNKNOWN') return undefined
  return UnknownBankStatementColumns.safeParse(error.detail).data
}

/** The accounts that a file may be of, which names none; undefined: it was refused for another reason. */
export function getUnclearBankStatementAccount(error: unknown): UnclearBankStatementAccount | undefined {
  if (!(error instanceof Refusal) || error.reason !== 'BANK_ACCOUNT_UNCLEAR') return undefined
  return UnclearBankStatementAccount.safeParse(error.detail).data
}
