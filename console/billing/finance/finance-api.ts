import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleAccountStatementEndpoints } from '#contract/billing/account-statements/api.ts'
import { consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import { consoleCreditAccountEndpoints } from '#contract/billing/finance/credit-api.ts'
import { consoleIncomingPaymentEndpoints } from '#contract/billing/finance/incoming-payments-api.ts'
import { consoleLedgerEndpoints } from '#contract/billing/finance/ledger-api.ts'
import { consoleLedgerProofEndpoints } from '#contract/billing/finance/proof-api.ts'
import { consoleReceivableEndpoints } from '#contract/billing/finance/receivables-api.ts'
import { consoleReconciliationEndpoints } from '#contract/billing/finance/reconciliation-api.ts'
import { consoleSigningEndpoints } from '#contract/billing/signings/console-api.ts'
import { consoleBadDebtEndpoints } from '#contract/money/bad-debts/console-api.ts'
import { consoleRefundAndReconcileEndpoints } from '#contract/money/payments/api.ts'
import { consoleProvisionEndpoints } from '#contract/money/provisions/console-api.ts'
import { consoleAcceptanceBillEndpoints } from '#contract/money/statements/console-acceptance-api.ts'
import { consoleStatementEndpoints, consoleWaiverOrWriteOffEndpoints } from '#contract/money/statements/console-api.ts'
import { consoleFilesEndpoints } from '#contract/people/files/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const receivableApi = createApiClient(consoleReceivableEndpoints, sendConsoleRequest)
export const creditAccountApi = createApiClient(consoleCreditAccountEndpoints, sendConsoleRequest)
export const statementApi = createApiClient(consoleStatementEndpoints, sendConsoleRequest)
export const accountStatementApi = createApiClient(consoleAccountStatementEndpoints, sendConsoleRequest)
export const signingApi = createApiClient(consoleSigningEndpoints, sendConsoleRequest)
export const acceptanceBillApi = createApiClient(consoleAcceptanceBillEndpoints, sendConsoleRequest)
export const bankLineApi = createApiClient(consoleBankEndpoints, sendConsoleRequest)
export const waiverOrWriteOffApi = createApiClient(consoleWaiverOrWriteOffEndpoints, sendConsoleRequest)
export const badDebtApi = createApiClient(consoleBadDebtEndpoints, sendConsoleRequest)
export const provisionApi = createApiClient(consoleProvisionEndpoints, sendConsoleRequest)
export const incomingPaymentApi = createApiClient(consoleIncomingPaymentEndpoints, sendConsoleRequest)
export const refundAndReconcileApi = createApiClient(consoleRefundAndReconcileEndpoints, sendConsoleRequest)
export const reconciliationApi = createApiClient(consoleReconciliationEndpoints, sendConsoleRequest)
export const ledgerApi = createApiClient(consoleLedgerEndpoints, sendConsoleRequest)
export const ledgerProofApi = createApiClient(consoleLedgerProofEndpoints, sendConsoleRequest)
export const fileApi = createApiClient(consoleFilesEndpoints, sendConsoleRequest)

/** Invalidates the queries that a decision of finance changes: debts, the ledger, enterprises' money, and the queue. */
export const invalidatedByFinanceDecision = [['finance'], ['enterprise'], ['queue']] as const
