import { sendEncoded } from '#console/platform/sessions/session.ts'
import { consoleCreditAccountEndpoints } from '#contract/billing/finance/credit-api.ts'
import { consoleIncomingPaymentEndpoints } from '#contract/billing/finance/incoming-payments-api.ts'
import { consoleLedgerEndpoints } from '#contract/billing/finance/ledger-api.ts'
import { consoleProofEndpoints } from '#contract/billing/finance/proof-api.ts'
import { consoleReceivableEndpoints } from '#contract/billing/finance/receivables-api.ts'
import { consoleReconciliationEndpoints } from '#contract/billing/finance/reconciliation-api.ts'
import { consolePaymentEndpoints } from '#contract/money/payments/api.ts'
import {
  consoleAcceptanceEndpoints,
  consoleFinanceRequestEndpoints,
  consoleStatementEndpoints,
} from '#contract/money/statements/console-api.ts'
import { consoleFilesEndpoints } from '#contract/people/files/api.ts'
import { createClient } from '#contract/platform/core/client.ts'

export const receivableApi = createClient(consoleReceivableEndpoints, sendEncoded)
export const creditAccountApi = createClient(consoleCreditAccountEndpoints, sendEncoded)
export const statementApi = createClient(consoleStatementEndpoints, sendEncoded)
export const acceptanceApi = createClient(consoleAcceptanceEndpoints, sendEncoded)
export const financeRequestApi = createClient(consoleFinanceRequestEndpoints, sendEncoded)
export const incomingPaymentApi = createClient(consoleIncomingPaymentEndpoints, sendEncoded)
export const refundApi = createClient(consolePaymentEndpoints, sendEncoded)
export const reconciliationApi = createClient(consoleReconciliationEndpoints, sendEncoded)
export const ledgerApi = createClient(consoleLedgerEndpoints, sendEncoded)
export const proofApi = createClient(consoleProofEndpoints, sendEncoded)
export const fileApi = createClient(consoleFilesEndpoints, sendEncoded)

/** Invalidates the queries that a decision of finance changes: debts, the ledger, enterprises' money, and the queue. */
export const invalidatedByFinance = [['finance'], ['enterprise'], ['queue']] as const
