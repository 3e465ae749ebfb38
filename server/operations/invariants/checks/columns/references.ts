import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import type { Invariant } from '#server/operations/invariants/checks/invariant.ts'

/**
 * The references of money rows besides their company: a table and its columns, and the table that they refer to, with its columns. That one is
 * written as its join, because the map of tables finds tables in texts that begin as SQL.
 */
const references: readonly (readonly [from: string, columns: string, to: string, keys?: string])[] = [
  ['acceptance_event', 'enterprise_id, bill_id', 'join acceptance_bill'],
  ['acceptance_event', 'enterprise_id, allocation_id', 'join bank_allocation'],
  ['acceptance_event', 'enterprise_id, request_id', 'join acceptance_request'],
  ['acceptance_request', 'enterprise_id, bill_id', 'join acceptance_bill'],
  ['bank_allocation', 'enterprise_id, acceptance_id', 'join acceptance_bill'],
  ['bank_allocation', 'line_id', 'join bank_line', 'id'],
  ['bank_allocation', 'enterprise_id, payment_id', 'join payment'],
  ['bank_line', 'import_id', 'join bank_import', 'id'],
  ['gateway_receipt', 'enterprise_id, payment_id', 'join payment'],
  ['gateway_trade', 'enterprise_id, payment_id', 'join payment'],
  ['invoice', 'shop_id', 'join shop', 'id'],
  ['invoice', 'enterprise_id, replaces', 'join invoice'],
  ['invoice_issue', 'enterprise_id, invoice_id', 'join invoice'],
  ['invoice_line', 'enterprise_id, invoice_id', 'join invoice'],
  ['invoice_line', 'enterprise_id, order_id', 'join "order"'],
  ['invoice_line', 'sku_id', 'join sku', 'id'],
  ['invoice_red_line', 'enterprise_id, issue_id', 'join invoice_issue'],
  ['invoice_red_line', 'enterprise_id, invoice_id, seq', 'join invoice_line', 'enterprise_id, invoice_id, seq'],
  ['payment', 'enterprise_id, trade_id', 'join trade'],
  ['payment_allocation', 'enterprise_id, order_id', 'join "order"'],
  ['payment_allocation', 'enterprise_id, payment_id', 'join payment'],
  ['refund', 'enterprise_id, order_id', 'join "order"'],
  ['refund', 'enterprise_id, payment_id', 'join payment'],
  ['refund', 'enterprise_id, after_sale_id', 'join after_sale'],
  ['bad_debt', 'enterprise_id, month', 'join statement', 'enterprise_id, month'],
  ['bad_debt', 'enterprise_id, id', 'join finance_request'],
  ['bad_debt_entry', 'enterprise_id, bad_debt_id', 'join bad_debt'],
  ['finance_request', 'enterprise_id, bad_debt_id', 'join bad_debt'],
  ['provision_line', 'enterprise_id, statement_month', 'join statement', 'enterprise_id, month'],
  ['voucher', 'enterprise_id, payment_id', 'join payment'],
  ['voucher', 'first_line_id', 'join bank_line', 'id'],
]

/** Tables of money whose rows belong to a company. */
const owned = [
  'acceptance_bill',
  'acceptance_event',
  'acceptance_request',
  'bank_allocation',
  'credit_account',
  'credit_limit_change',
  'finance_request',
  'gateway_receipt',
]
  .concat(['gateway_trade', 'invoice', 'invoice_issue', 'invoice_line', 'ledger_account', 'ledger_transfer', 'limit_request', 'payment'])
  .concat([
    'payment_allocation',
    'refund',
    'repayment',
    'repayment_terms',
    'bad_debt',
    'bad_debt_entry',
    'provision_line',
    'statement',
    'statement_entry',
    'statement_interest',
    'voucher',
  ])

const missing = ([from, columns, to, keys = 'enterprise_id, id']: (typeof references)[number]) => {
  const pairs = columns.split(', ').map((column, at) => `o.${keys.split(', ')[at]} = r.${column}`)
  const named = columns.split(', ').map((column) => `r.${column} is not null`)
  const [firstKey] = keys.split(', ')
  return `select '${from} ' || to_jsonb(r)::text from ${from} r left ${to} o on ${pairs.join(' and ')}
    where ${named.join(' and ')} and o.${firstKey} is null`
}
/** Rows without a company. One join for all tables, because planning a join for each takes longer than the check of a small database. */
const homeless = `select r.named || ' ' || r.enterprise_id from (${owned
  .map((from) => `select distinct '${from}' as named, enterprise_id from ${from}`)
  .join(' union all ')}) r left join enterprise o on o.id = r.enterprise_id where o.id is null`

/**
 * Invariants of the references of money rows. The foreign keys of the database check the same, but somebody who can tamper can switch them
 * off.
 */
export const moneyRowReferenceInvariants: readonly Invariant[] = [
  {
    id: 'I-23',
    acrossCompanies: true,
    promise: 'what a row of money names is there: its company, its order and payment, its line of the bank, its invoice',
    sql: `${[homeless, ...references.map(missing)].join(' union all ')}
      union all select 'back ' || id from bank_allocation where (kind = 'back') <> (enterprise_id = '${PLATFORM_ENTERPRISE_ID}')`,
  },
]
