/**
 * Views: the module that owns the view, the others that may read it, and the tables that it reads. The tables count as read by the owner.
 * tools/database-map.test.ts compares them with the database.
 */
export const views = {
  ledger_seal_row: {
    owner: 'money/ledger-seals',
    readers: ['operations/invariants', 'operations/monitoring'],
    tables: [
      'acceptance_bill',
      'acceptance_event',
      'acceptance_request',
      'audit_log',
      'bad_debt',
      'bad_debt_entry',
      'bank_allocation',
      'bank_line',
      'closed_month',
      'credit_limit_change',
      'finance_request',
      'gateway_receipt',
      'gateway_trade',
      'invoice_red_line',
      'ledger_transfer',
      'provision_line',
      'provision_run',
      'refund',
      'repayment',
      'revenue_line',
      'statement',
      'statement_entry',
      'statement_interest',
      'statement_line',
      'value_day_correction',
    ],
  },
}

/**
 * Triggers: the table on whose rows each runs, and the tables that it writes. Those of the change feed count changes of objects in the
 * statement that changes them (decision 17), those of stock move what lies in the warehouse of a movement (decision 380) and its batches (decision 650); the others only
 * number a row or refuse it.
 */
export const triggers = {
  bank_line_numbered: { on: 'bank_line', writes: [] },
  invoice_marked: { on: 'invoice', writes: ['change_waiting'] },
  journal_day_open: { on: 'journal_day', writes: [] },
  journal_entry_open: { on: 'journal_entry', writes: [] },
  ledger_transfer_numbered: { on: 'ledger_transfer', writes: [] },
  order_line_marked: { on: 'order_line', writes: ['change_waiting'] },
  order_marked: { on: 'order', writes: ['change_waiting'] },
  quotation_marked: { on: 'quotation', writes: ['change_waiting'] },
  statement_entry_marked: { on: 'statement_entry', writes: ['change_waiting'] },
  statement_interest_marked: { on: 'statement_interest', writes: ['change_waiting'] },
  statement_line_marked: { on: 'statement_line', writes: ['change_waiting'] },
  statement_marked: { on: 'statement', writes: ['change_waiting'] },
  stock_movement_moves: { on: 'stock_movement', writes: ['sku_stock', 'warehouse_stock'] },
  stock_movement_moves_batches: { on: 'stock_movement', writes: ['batch_movement', 'batch_stock'] },
  stock_movement_placed: { on: 'stock_movement', writes: [] },
}
