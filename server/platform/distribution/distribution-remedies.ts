/** What of the schema a distributed database refuses, and what is done about it before its tables are distributed. */
export interface DistributionRemedy {
  /** What keeps the promise instead, or what is lost. */
  why: string
  statement: string
}

/** Rows of companies and people are never deleted, so a reference that was right stays right. */
const NOBODY_DELETES = 'companies and people are never deleted, and the program writes the id of one that it has read'
const BATCH_IS_KNOWN = 'batches are never deleted, and the program has just written or read the one that it names'

/** Each row of stock would ask Citus for it, which locks all SKUs and goods: two receipts of goods at once would wait for each other. */
const STOCK_IS_KNOWN = 'what has stock and where it lies is never deleted, and the program has just read it'

const RECEIPT_IS_KNOWN = 'receipts are never deleted, and the program has just written the one that it names'

const dropConstraint = (table: string, name: string, why = NOBODY_DELETES) =>
  [name, { why, statement: `alter table ${table} drop constraint if exists ${name}` }] as const
const dropKey = (name: string, why: string) => [name, { why, statement: `drop index if exists ${name}` }] as const

/** By the name of the constraint or index. The test of the rules fails on everything else that would be refused. */
export const distributionRemedies: Readonly<Record<string, DistributionRemedy>> = Object.fromEntries([
  dropConstraint('contact_setting', 'contact_setting_user'),
  dropConstraint('goods_receipt_line', 'goods_receipt_line_batch', BATCH_IS_KNOWN),
  dropConstraint('stock_receipt_line', 'stock_receipt_line_batch', BATCH_IS_KNOWN),
  dropConstraint('batch_stock', 'batch_stock_sku', STOCK_IS_KNOWN),
  dropConstraint('batch_stock', 'batch_stock_warehouse', STOCK_IS_KNOWN),
  dropConstraint('stock_batch', 'stock_batch_sku', STOCK_IS_KNOWN),
  dropConstraint('stock_movement', 'stock_movement_warehouse', STOCK_IS_KNOWN),
  dropConstraint('stock_out', 'stock_out_sku', STOCK_IS_KNOWN),
  dropConstraint('warehouse_stock', 'warehouse_stock_sku', STOCK_IS_KNOWN),
  dropConstraint('warehouse_stock', 'warehouse_stock_warehouse', STOCK_IS_KNOWN),
  dropConstraint('sku_cost', 'sku_cost_receipt', RECEIPT_IS_KNOWN),
  dropConstraint('sku_cost', 'sku_cost_stock_receipt', RECEIPT_IS_KNOWN),
  dropConstraint('coupon_code', 'coupon_code_enterprise'),
  dropConstraint('coupon_code', 'coupon_code_used'),
  dropConstraint('inquiry', 'inquiry_enterprise'),
  dropConstraint('journal_line', 'journal_line_enterprise'),
  dropConstraint('order_proposal', 'order_proposal_user'),
  dropConstraint('punch_out', 'punch_out_user'),
  dropConstraint('punch_out_setup', 'punch_out_setup_user'),
  dropConstraint('punch_out_setup', 'punch_out_setup_creator'),
  dropConstraint('quotation', 'quotation_user'),
  dropConstraint('signing', 'signing_user'),
  dropConstraint(
    'audit_log',
    'audit_log_actor_kind',
    'Citus takes no such checks on a table with partitions; the program writes a union type',
  ),
  dropConstraint(
    'audit_log',
    'audit_log_outcome',
    'Citus takes no such checks on a table with partitions; the program writes a union type',
  ),
  dropKey('invoice_issue_number', 'lost: the number of an invoice can be typed for two companies; its provider gives each number once'),
  dropKey('invoice_red_confirmation_number', 'lost: the number of a confirmation can be typed for two companies'),
])

/**
 * Triggers that a distributed table may have: each writes rows of the same company, or only the row itself. `ledger_transfer_numbered` never
 * fires, because statements leave that column to its default, which the coordinator computes (`explainRefusedStatement`).
 */
export const triggersWithinOneCompany: ReadonlySet<string> = new Set([
  'order_marked',
  'order_line_marked',
  'statement_marked',
  'statement_line_marked',
  'statement_entry_marked',
  'statement_interest_marked',
  'invoice_marked',
  'quotation_marked',
  'ledger_transfer_numbered',
])

/** Columns that each machine numbers by itself: the rows of one company are on one machine, and only their order among themselves counts. */
export const columnsNumberedWithinOneCompany: ReadonlySet<string> = new Set(['change_waiting.id'])
