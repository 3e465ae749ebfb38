/**
 * The tables in which every column is tampered with: all tables that modules of the groups money and billing write, except `otherTables`.
 */
export const moneyTables = [
  'acceptance_bill',
  'bank_allocation',
  'bank_line',
  'credit_account',
  'credit_limit_change',
  'finance_request',
  'gateway_receipt',
  'gateway_trade',
  'invoice',
  'invoice_issue',
  'invoice_line',
  'invoice_red_line',
  'ledger_account',
  'ledger_transfer',
  'limit_request',
  'payment',
  'payment_allocation',
  'refund',
  'repayment',
  'repayment_terms',
  'statement',
  'statement_entry',
  'statement_interest',
  'statement_line',
  'value_day_correction',
  'value_day_request',
  'voucher',
] as const

/** Tables of these groups that no amount depends on, and their content. */
export const otherTables: Readonly<Record<string, string>> = {
  bank_import: 'how an import of a bank statement went; its lines are in bank_line',
  closed_month: 'which months were closed for all companies; each close is a statement',
  credit_agreement: 'who agreed to the credit agreement, with the hash of its text',
  due_notice: 'which reminders were sent',
  gateway_notice: 'what providers told; what was believed of it is in gateway_receipt',
  invoice_entry: 'the story of an invoice as people read it',
  invoice_file: 'the files of an invoice',
  invoice_title: 'names and tax numbers that companies keep for their next invoice; an invoice has its own copy',
  purchase_contract: 'printed contracts, with their hash',
  recon_difference: 'what the daily comparison with providers found; it is computed anew from the books',
  recon_run: 'when that comparison ran',
  transfer_code: 'which remark code leads to which payment; payment has the code as well',
  voucher_picture: 'the pictures of a voucher',
}
