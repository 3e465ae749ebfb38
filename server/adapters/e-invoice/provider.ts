import type { InvoiceFormat, RedLetterReason, TitleKind } from '#contract/billing/invoices/invoice-lifecycle.ts'
import type { RefundableTaxLine } from '#contract/billing/invoices/tax.ts'
import type { TaxClass } from '#contract/catalog/goods/tax-class.ts'
import type { Fen } from '#contract/platform/core/money.ts'

/** A line as it stands on the invoice. Of a red letter the amounts are what it takes back, above zero as everywhere in our books. */
export interface InvoiceIssueLine extends RefundableTaxLine {
  name: string
  spec: string
  unit: string
  /** 税收分类编码 and 分类简称: no line is made out without them. */
  taxClass: TaxClass
  /** null: no whole number of units makes the amount. */
  quantity: number | null
}

/** What a provider is asked to make out: an invoice, or a red letter to one. */
export interface InvoiceIssueRequest {
  /** Ours, fixed before it is first asked for. The same one again is the same invoice. */
  serial: string
  kind: 'blue' | 'red'
  title: {
    kind: TitleKind
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
  rateBp: number
  /** With tax. */
  amountFen: Fen
  taxFen: Fen
  lines: readonly InvoiceIssueLine[]
  /** Of a red letter: the number that it takes back from, and why. */
  red?: { number: string; reason: RedLetterReason }
}

/** What a provider says of a serial. Amounts are checked against ours before anything is believed. */
export interface InvoiceIssueReport {
  serial: string
  state: 'PROCESSING' | 'ISSUED' | 'FAILED' | 'MISSING'
  number?: string
  issuedAt?: Date
  amountFen?: Fen
  taxFen?: Fen
  failure?: string
}

/**
 * Who makes out tax invoices, and takes its time over it: asked, then asked again what became of it. Every call may throw `GatewayOutcomeUnknown`
 * (nobody knows, ask again later) or `GatewayRefusal` (a no, in its own words).
 */
export interface InvoiceProvider {
  /** It listens on this very machine: what it makes out is no invoice. */
  sandbox: boolean
  issue(order: InvoiceIssueRequest, now: Date): Promise<InvoiceIssueReport>
  query(serial: string, now: Date): Promise<InvoiceIssueReport>
  /** The paper itself; undefined: it is not ready yet. */
  file(serial: string, format: InvoiceFormat, now: Date): Promise<Uint8Array<ArrayBuffer> | undefined>
}
