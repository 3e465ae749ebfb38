import { connect } from '../../contract/client.ts'
import { consoleFiles } from '../../contract/files/api.ts'
import { consoleCreditBook } from '../../contract/finance/credit-api.ts'
import { consoleReceipt } from '../../contract/finance/incoming-payments-api.ts'
import { consoleLedger } from '../../contract/finance/ledger-api.ts'
import { consoleProof } from '../../contract/finance/proof-api.ts'
import { consoleReceivable } from '../../contract/finance/receivables-api.ts'
import { consoleReconciliation } from '../../contract/finance/reconciliation-api.ts'
import { consolePayment } from '../../contract/payment/api.ts'
import { consoleAcceptance, consoleFinanceRequest, consoleStatement } from '../../contract/statements/console-api.ts'
import { send } from '../session/session.ts'

export const receivableApi = connect(consoleReceivable, send)
export const creditBookApi = connect(consoleCreditBook, send)
export const statementApi = connect(consoleStatement, send)
export const acceptanceApi = connect(consoleAcceptance, send)
export const requestApi = connect(consoleFinanceRequest, send)
export const incomingPaymentApi = connect(consoleReceipt, send)
export const refundApi = connect(consolePayment, send)
export const reconApi = connect(consoleReconciliation, send)
export const ledgerApi = connect(consoleLedger, send)
export const proofApi = connect(consoleProof, send)
export const fileApi = connect(consoleFiles, send)

/** What a decision of finance moves: debts, books, companies' money, and what waits. */
export const invalidatedByFinance = [['finance'], ['enterprise'], ['queue']] as const
