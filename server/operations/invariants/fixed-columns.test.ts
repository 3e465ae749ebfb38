import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { moneyTablesNotToTamperWith, moneyTablesToTamperWith } from './money-tables.ts'

const mall = await openMall({ now: new Date('2026-11-18T06:00:00Z') })
const { draws, dawns, jobs } = createDebtHelpers(mall)

const fixed = [
  'statement.total_fen',
  'statement.wallet_fen',
  'statement.due_day',
  'statement.hash',
  'statement.seal_form',
  'statement.exact_from_day',
  'statement_line.amount_fen',
  'statement_entry.amount_fen',
  'statement_interest.amount_fen',
  'repayment.amount_fen',
  'repayment.value_day',
  'finance_request.amount_fen',
  'acceptance_bill.amount_fen',
  'acceptance_request.seal_form',
  'bank_allocation.seal_form',
  'ledger_transfer.amount_fen',
  'payment.amount_fen',
  'credit_account.opened_at',
  'parcel.post_fen',
  'parcel_line.post_fen',
]

test('the database role of the server can settle a statement but not change its content', async () => {
  const lin = await mall.buyer('林', { credit: '50000' })
  await draws(lin.enterpriseId, yuanTextToFen('600'))
  await dawns('2026-12-02')
  await jobs()
  const tries = (column: string) => {
    const [table = '', name = ''] = column.split('.')
    return mall.runInTransaction((tx) =>
      sql`update ${sql.table(table)} set ${sql.ref(name)} = ${sql.ref(name)} where enterprise_id = ${lin.enterpriseId}`.execute(tx),
    )
  }
  for (const column of fixed) await expect(tries(column), column).rejects.toThrow('permission denied')
  await tries('statement.settled_fen')
})

/** The amounts and days of money that the server may change, and what watches each (decision 680). */
const changing: [reason: string, columns: string[]][] = [
  [
    'what was used, settled, returned or collected of an amount; the sum of rows that nobody can change',
    [
      ...[
        'bad_debt.forgiven_fen',
        'bad_debt.recovered_fen',
        'bank_line.assigned_fen',
        'credit_account.freed_fen',
        'ledger_account.balance_fen',
      ],
      ...[
        'parcel_line.returned_fen',
        'payment_allocation.refunded_fen',
        'statement.settled_fen',
        'statement_interest.recharged_fen',
        'statement_interest.reversed_fen',
      ],
    ],
  ],
  [
    'a limit: each change has its row',
    [
      ...['company_group.limit_fen', 'company_group_member.share_fen'],
      ...['credit_account.base_limit_fen', 'credit_account.temp_limit_fen', 'credit_account.temp_end_day'],
    ],
  ],
  [
    'a request for an invoice, until it is issued, and what its red letters take back: I-17b to I-17d',
    [
      ...['invoice.amount_fen', 'invoice.red_fen', 'invoice.tax_fen'],
      ...['invoice_line.amount_fen', 'invoice_line.red_fen', 'invoice_line.tax_fen'],
    ],
  ],
  [
    'a dispute and its decision: I-11d, I-12d',
    [...['statement_line.deferred_day', 'statement_line.disputed_day', 'statement_line.disputed_fen', 'statement_line.granted_fen']],
  ],
  [
    'the day of the bank, of the provider, or of the last charge: I-22g, I-29b, I-12d',
    ['bank_line.day', 'payment.value_day', 'statement.interest_day'],
  ],
  ['what one person proposes before a second one decides: I-08g', ['voucher.first_fen']],
  [
    'computed anew from the books; nothing is owed by it',
    [
      ...['bank_import.amount_fen', 'collection_promise.received_fen', 'collection_task.due_day', 'collection_task.overdue_fen'],
      ...['journal_month.debit_fen', 'margin_day.day', 'recon_difference.bill_fen', 'recon_difference.books_fen', 'recon_difference.day'],
      ...['recon_difference.ours_fen', 'recon_run.day'],
    ],
  ],
]

test('of the amounts and days of money only those that have to change can be changed', async () => {
  const tables = [...moneyTablesToTamperWith, ...Object.keys(moneyTablesNotToTamperWith), 'parcel', 'parcel_line']
  const { rows } = await sql<{ name: string }>`select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = any(${tables}::text[]) and (column_name like '%\\_fen' or data_type = 'date')
      and has_column_privilege(current_user, quote_ident(table_name)::regclass, column_name, 'update') order by 1`.execute(mall.db)
  expect(rows.map(({ name }) => name)).toEqual(changing.flatMap(([, columns]) => columns).sort())
})

/** Insert-only tables of these groups that are not sealed: no amount is owed by them, and `moneyTablesNotToTamperWith` says what they are. */
const unsealed = [
  ...['collection_entry', 'credit_agreement', 'due_notice', 'gateway_notice', 'invoice_entry'],
  ...['purchase_contract', 'voucher_picture'],
] as const

test('the ledger seals read every table of money from which nothing can be changed or deleted', async () => {
  const tables = [...moneyTablesToTamperWith, ...Object.keys(moneyTablesNotToTamperWith)]
  const { rows } = await sql<{ name: string }>`select name from unnest(${tables}::text[]) as name
    where has_table_privilege(current_user, name, 'insert') and not has_any_column_privilege(current_user, name, 'update')
      and not has_table_privilege(current_user, name, 'delete')
      and pg_get_viewdef('ledger_seal_row'::regclass) !~ ('FROM ' || name || '(\\s|;)') order by 1`.execute(mall.db)
  expect(rows.map(({ name }) => name)).toEqual([...unsealed].sort())
})
