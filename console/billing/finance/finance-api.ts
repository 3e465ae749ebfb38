import { send } from '#console/platform/sessions/session.ts'
import { consoleCreditBook } from '#contract/billing/finance/credit-api.ts'
import { consoleReceipt } from '#contract/billing/finance/incoming-payments-api.ts'
import { consoleLedger } from '#contract/billing/finance/ledger-api.ts'
import { consoleProof } from '#contract/billing/finance/proof-api.ts'
import { consoleReceivable } from '#contract/billing/finance/receivables-api.ts'
import { consoleReconciliation } from '#contract/billing/finance/reconciliation-api.ts'
import { consolePayment } from '#contract/money/payments/api.ts'
import { consoleAcceptance, consoleFinanceRequest, consoleStatement } from '#contract/money/statements/console-api.ts'
import { consoleFiles } from '#contract/people/files/api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const receivableApi = connect(consoleReceivable, send)
export const creditAccountApi = connect(consoleCreditBook, send)
export const statementApi = connect(consoleStatement, send)
export const acceptanceApi = connect(consoleAcceptance, send)
export const requestApi = connect(consoleFinanceRequest, send)
export const incomingPaymentApi = connect(consoleReceipt, send)
export const refundApi = connect(consolePayment, send)
export const reconApi = connect(consoleReconciliation, send)
export const ledgerApi = connect(consoleLedger, send)
export const proofApi = connect(consoleProof, send)
export const fileApi = connect(consoleFiles, send)

/** Invalidates the queries that a decision of finance changes: debts, the ledger, enterprises' money, and the queue. */
export const invalidatedByFinance = [['finance'], ['enterprise'], ['queue']] as const
