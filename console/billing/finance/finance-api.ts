import { sendEncoded } from '#console/platform/sessions/session.ts'
import { consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import { consoleCreditAccountEndpoints } from '#contract/billing/finance/credit-api.ts'
import { consoleIncomingPaymentEndpoints } from '#contract/billing/finance/incoming-payments-api.ts'
import { consoleLedgerEndpoints } from '#contract/billing/finance/ledger-api.ts'
import { consoleLedgerProofEndpoints } from '#contract/billing/finance/proof-api.ts'
import { consoleReceivableEndpoints } from '#contract/billing/finance/receivables-api.ts'
import { consoleReconciliationEndpoints } from '#contract/billing/finance/reconciliation-api.ts'
import { consoleBadDebtEndpoints } from '#contract/money/bad-debts/console-api.ts'
import { consolePaymentEndpoints } from '#contract/money/payments/api.ts'
import { consoleProvisionEndpoints } from '#contract/money/provisions/console-api.ts'
import { consoleAcceptanceEndpoints } from '#contract/money/statements/console-acceptance-api.ts'
import { consoleStatementEndpoints, consoleWaiverOrWriteOffEndpoints } from '#contract/money/statements/console-api.ts'
import { consoleFilesEndpoints } from '#contract/people/files/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const receivableApi = createApiClient(consoleReceivableEndpoints, sendEncoded)
export const creditAccountApi = createApiClient(consoleCreditAccountEndpoints, sendEncoded)
export const statementApi = createApiClient(consoleStatementEndpoints, sendEncoded)
export const acceptanceApi = createApiClient(consoleAcceptanceEndpoints, sendEncoded)
export const bankLineApi = createApiClient(consoleBankEndpoints, sendEncoded)
export const waiverOrWriteOffApi = createApiClient(consoleWaiverOrWriteOffEndpoints, sendEncoded)
export const badDebtApi = createApiClient(consoleBadDebtEndpoints, sendEncoded)
export const provisionApi = createApiClient(consoleProvisionEndpoints, sendEncoded)
export const incomingPaymentApi = createApiClient(consoleIncomingPaymentEndpoints, sendEncoded)
export const refundApi = createApiClient(consolePaymentEndpoints, sendEncoded)
export const reconciliationApi = createApiClient(consoleReconciliationEndpoints, sendEncoded)
export const ledgerApi = createApiClient(consoleLedgerEndpoints, sendEncoded)
export const proofApi = createApiClient(consoleLedgerProofEndpoints, sendEncoded)
export const fileApi = createApiClient(consoleFilesEndpoints, sendEncoded)

/** Invalidates the queries that a decision of finance changes: debts, the ledger, enterprises' money, and the queue. */
export const invalidatedByFinance = [['finance'], ['enterprise'], ['queue']] as const
