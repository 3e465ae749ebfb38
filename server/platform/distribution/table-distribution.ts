import { tenantTables } from '#server/platform/core/tenant-guard.ts'

/**
 * Where the rows of a table are if the database is distributed over several machines by enterprise (docs/scale.md):
 * `distributed`: each row on the machine of its `column`'s value; tables with one `group` have the rows of one value on one machine;
 * `reference`: a copy on every machine, so that it can be joined with any table; `coordinator`: on the first machine only; `plain`: there, too,
 * but unknown to Citus, which plans statements about such tables only as PostgreSQL does.
 */
export type TableDistribution =
  | { kind: 'distributed'; column: string; group: DistributionGroup }
  | { kind: 'reference' }
  | { kind: 'coordinator' }
  | { kind: 'plain' }

/** Tables of one group can be joined on their column. */
export type DistributionGroup = 'enterprise' | 'app_user' | 'mobile_claim' | undefined

/** Tables whose rows belong to a person, a mobile number or a key of their own. The first table of a group names it. */
const distributedByOtherKeys: Readonly<Record<string, { column: string; group?: DistributionGroup }>> = {
  enterprise: { column: 'id', group: 'enterprise' },
  app_user: { column: 'id', group: 'app_user' },
  session: { column: 'user_id', group: 'app_user' },
  user_enterprise: { column: 'user_id', group: 'app_user' },
  mobile_claim: { column: 'mobile_hmac', group: 'mobile_claim' },
  invited_mobile: { column: 'mobile_hmac', group: 'mobile_claim' },
  sms_code: { column: 'mobile_hmac', group: 'mobile_claim' },
  sms_sent: { column: 'mobile_hmac', group: 'mobile_claim' },
  credit_code_claim: { column: 'code_hmac' },
  captcha: { column: 'key' },
  ticket: { column: 'hash' },
  login_counter: { column: 'subject' },
  transfer_code: { column: 'code' },
  coupon_quota: { column: 'template_id' },
  coupon_code: { column: 'code' },
}

/**
 * Tables that rows of enterprises refer to or are joined with. Each write goes to all machines, so no order writes them: staff and jobs do,
 * and of buyers who pays online, rates goods or deletes a comment.
 */
const referenceTables: readonly string[] = [
  ...['shop', 'shop_licence', 'licence_kind', 'staff', 'warehouse', 'wave', 'provision_run', 'enterprise_tag', 'setting', 'row_edit'],
  ...[
    'category',
    'brand',
    'goods',
    'goods_attribute',
    'goods_machine_model',
    'goods_relation',
    'goods_rating',
    'sku',
    'sku_cost',
    'sku_cross_reference',
    'sku_tier',
    'machine_model',
  ],
  ...['attribute', 'attribute_choice', 'attribute_set', 'attribute_set_line', 'category_attribute_set', 'catalog_version'],
  ...['goods_search', 'goods_words', 'search_lexeme', 'search_word', 'search_word_term'],
  ...['own_account', 'bank_import', 'bank_line', 'bank_statement_format', 'value_day_correction', 'value_day_request', 'gateway_receipt'],
  ...['freight_row', 'delivery_terms', 'holiday', 'coupon_template', 'level_benefit'],
  ...['help_category', 'article', 'article_version', 'announcement', 'banner', 'banner_picture', 'home_section', 'company_picture'],
]

/**
 * Stock: an order locks the stock of all its SKUs by one statement, and a statement can lock rows of one machine only. What Citus does not
 * know, it does not commit with the other machines by itself. But who changes stock together with rows of a company publishes the event of
 * its document, and the outbox is known; who changes stock alone writes this machine only.
 */
const plainTables: readonly string[] = [
  'sku_stock',
  'stock_movement',
  'stock_out',
  'warehouse_stock',
  'stock_batch',
  'batch_stock',
  'batch_movement',
]

/** Tables of the mall itself: staff's work, the books by day, queues, counters, imports. Nothing of an enterprise refers to them. */
const coordinatorTables: readonly string[] = [
  ...['schema_migration', 'installation', 'seal_key', 'former_secret', 'audit_log', 'outbox', 'job_run', 'job_worker', 'live_server'],
  ...['rate_counter', 'rate_pool', 'sms_outbox', 'message_text', 'setting_version', 'contact_setting', 'closed_account', 'inquiry'],
  ...['custom_role', 'staff_custom_role', 'staff_intervention', 'staff_list_columns', 'staff_notice', 'staff_notice_choice'],
  ...['staff_recovery_code', 'staff_saved_view', 'staff_session', 'staff_shop', 'platform_key', 'sensitive_change'],
  ...['receipt_import', 'gateway_trade', 'gateway_notice', 'recon_run', 'recon_difference', 'proof_run', 'proof_result'],
  ...['closed_month', 'summed_day', 'journal_day', 'journal_entry', 'journal_line', 'journal_month', 'ledger_seal_day'],
  ...['sales_day', 'sales_span', 'sales_total', 'sales_company_total', 'sales_target', 'margin_day', 'margin_total'],
  ...['missed_search', 'visitor_day', 'visitor_sketch'],
  ...['supplier', 'supplier_price', 'supplier_invoice', 'supplier_invoice_line', 'purchase_order', 'purchase_order_line'],
  ...[
    'goods_receipt',
    'goods_receipt_line',
    'stock_receipt',
    'stock_receipt_line',
    'stock_count',
    'stock_count_line',
    'stock_transfer',
    'stock_transfer_line',
  ],
  ...['catalog_document', 'catalog_picture', 'goods_draft', 'goods_version', 'goods_event', 'goods_bulk', 'goods_bulk_row'],
  ...['goods_import', 'goods_import_file', 'goods_import_row', 'moving_in', 'moving_in_company'],
]

const classified: ReadonlyMap<string, TableDistribution> = new Map([
  ...tenantTables.map((table) => [table, { kind: 'distributed', column: 'enterprise_id', group: 'enterprise' }] as const),
  ...Object.entries(distributedByOtherKeys).map(
    ([table, { column, group }]) => [table, { kind: 'distributed', column, group }] as [string, TableDistribution],
  ),
  ...referenceTables.map((table) => [table, { kind: 'reference' }] as const),
  ...plainTables.map((table) => [table, { kind: 'plain' }] as const),
  ...coordinatorTables.map((table) => [table, { kind: 'coordinator' }] as const),
])

/** The distribution of a table; undefined if nobody has decided it. */
export const findTableDistribution = (table: string): TableDistribution | undefined => classified.get(table)

/** All tables with a distribution, each once. */
export const distributedTableNames: readonly string[] = [...classified.keys()]
