import type {
  InvoiceFileFormat,
  InvoiceTitleKind,
  RedConfirmationState,
  RedLetterReason,
} from '#contract/billing/invoices/invoice-lifecycle.ts'
import type { ReversedLineAmountAndTax } from '#contract/billing/invoices/tax.ts'
import type { TaxClass } from '#contract/catalog/goods/tax-class.ts'
import type { Fen } from '#contract/platform/core/money.ts'

/** A line of the invoice. On a red letter the amounts are what it reverses, as positive numbers. */
export interface InvoiceIssuanceLine extends ReversedLineAmountAndTax {
  name: string
  spec: string
  unit: string
  /** 税收分类编码 and 分类简称, which every line must have. */
  taxClass: TaxClass
  rateBp: number
  /** null if the amount is not a whole number of units. */
  quantity: number | null
}

/** A request to issue an invoice, or a red letter. */
export interface InvoiceIssuanceRequest {
  /** The mall's own number, fixed before the first request. A repeated request with it means the same invoice. */
  serial: string
  kind: 'blue' | 'red'
  title: {
    kind: InvoiceTitleKind
    name: string
    taxNo: string
    address: string
    phone: string
    bank: string
    accountNo: string
  }
  seller: { name: string; taxNo: string; address: string; phone: string; bank: string; accountNo: string }
  email: string
  remark: string
  /** Including tax. */
  amountFen: Fen
  taxFen: Fen
  lines: readonly InvoiceIssuanceLine[]
  /** For a red letter: the number of the invoice that it reverses, the reason, and for a 专票 the number of its 红字信息确认单. */
  red?: { number: string; reason: RedLetterReason; confirmationNumber?: string }
}

/** A red letter whose 红字信息确认单 the seller requests, under a serial number of its own. */
export type RedConfirmationRequest = InvoiceIssuanceRequest & { red: { number: string; reason: RedLetterReason } }

/** The tax bureau's report about a 红字信息确认单. MISSING: it was not requested yet. */
export interface RedConfirmationReport {
  serial: string
  state: Exclude<RedConfirmationState, 'REQUESTED'> | 'MISSING'
  number?: string
  /** Until when the buyer can confirm it. */
  until?: Date
}

/** A provider's report about a serial number. Its amounts are checked against the request before they are used. */
export interface InvoiceIssuanceReport {
  serial: string
  state: 'PROCESSING' | 'ISSUED' | 'FAILED' | 'MISSING'
  number?: string
  issuedAt?: Date
  amountFen?: Fen
  taxFen?: Fen
  failure?: string
}

/**
 * A provider of tax invoices. It works asynchronously: request first, then query the result. Every call may throw `GatewayOutcomeUnknownError`
 * (result unknown, query again later) or `GatewayRefusalError` (with the provider's code and message).
 */
export interface InvoiceProvider {
  /** It runs on this machine. Its invoices are not real. */
  sandbox: boolean
  issue(order: InvoiceIssuanceRequest, now: Date): Promise<InvoiceIssuanceReport>
  query(serial: string, now: Date): Promise<InvoiceIssuanceReport>
  /** Requests a 红字信息确认单 at the tax bureau. A repeated request with the same serial number means the same one. */
  requestRedConfirmation(order: RedConfirmationRequest, now: Date): Promise<RedConfirmationReport>
  queryRedConfirmation(serial: string, now: Date): Promise<RedConfirmationReport>
  /** The invoice's file; undefined while it is not ready. */
  fetchFile(serial: string, format: InvoiceFileFormat, now: Date): Promise<Uint8Array<ArrayBuffer> | undefined>
}
