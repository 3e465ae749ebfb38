import { send } from '#console/platform/sessions/session.ts'
import { consoleCreditBookEndpoints } from '#contract/billing/finance/credit-api.ts'
import { consoleReceiptEndpoints } from '#contract/billing/finance/incoming-payments-api.ts'
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
import { connect } from '#contract/platform/core/client.ts'

export const receivableApi = connect(consoleReceivableEndpoints, send)
export const creditAccountApi = connect(consoleCreditBookEndpoints, send)
export const statementApi = connect(consoleStatementEndpoints, send)
export const acceptanceApi = connect(consoleAcceptanceEndpoints, send)
export const requestApi = connect(consoleFinanceRequestEndpoints, send)
export const incomingPaymentApi = connect(consoleReceiptEndpoints, send)
export const refundApi = connect(consolePaymentEndpoints, send)
export const reconApi = connect(consoleReconciliationEndpoints, send)
export const ledgerApi = connect(consoleLedgerEndpoints, send)
export const proofApi = connect(consoleProofEndpoints, send)
export const fileApi = connect(consoleFilesEndpoints, send)

/** Invalidates the queries that a decision of finance changes: debts, the ledger, enterprises' money, and the queue. */
export const invalidatedByFinance = [['finance'], ['enterprise'], ['queue']] as const
