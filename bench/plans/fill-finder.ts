import pg from 'pg'
import { withBulkInsertConnection, withoutIndexes } from '#bench/fill-session.ts'

/** The tables that the finder searches besides orders and payments, which `insertOrdersForQueryPlans` writes before. */
const FILLED = [
  ...(['parcel', 'after_sale', 'invoice', 'invoice_issue', 'voucher', 'bank_line', 'enterprise', 'app_user', 'membership'] as const),
  ...(['goods', 'sku', 'stock_count', 'stock_receipt', 'stock_transfer', 'supplier', 'purchase_order', 'supplier_invoice'] as const),
  ...(['quotation', 'order_proposal', 'wave', 'waybill'] as const),
  ...(['coupon_template', 'sku_cross_reference', 'material_code', 'acceptance_bill', 'stock_batch'] as const),
]

/** Copies the only row of a table: for each number `g` one, with other values in some columns. */
export async function copyRow(client: pg.Client, table: string, count: number, values: Readonly<Record<string, string>>): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = $1 and table_schema = 'public' and is_generated = 'NEVER'`,
    [table],
  )
  const columns = rows.map(({ name }) => name)
  const chosen = columns.map((name) => values[name] ?? `one.${pg.escapeIdentifier(name)}`)
  const names = columns.map((name) => pg.escapeIdentifier(name))
  await client.query(
    `insert into ${pg.escapeIdentifier(table)} (${names}) select ${chosen} from (select * from ${pg.escapeIdentifier(table)} limit 1) as one,
       generate_series(1, ${count}) as g`,
  )
}

/**
 * Writes rows of every kind that the finder searches, only for query plans: nothing fits together, and invariants do not hold. The mall has
 * some goods already, and `insertOrdersForQueryPlans` has written orders and payments.
 */
export async function fillForFinderPlans(superUrl: string, count: number): Promise<void> {
  await withBulkInsertConnection(superUrl, async (client) => {
    await withoutIndexes(client, FILLED, () => writeRows(client, count))
    for (const table of [...FILLED, 'payment']) await client.query(`vacuum (analyze) ${pg.escapeIdentifier(table)}`)
  })
}

async function writeRows(client: pg.Client, count: number): Promise<void> {
  const orders = `(select *, row_number() over (order by created_at) as g from "order" limit ${count}) as o`
  const dated = (sign: string) => `'${sign}20261128' || lpad(upper(to_hex(g)), 10, '0')`
  const waybill = (sign: string) => `'${sign}' || lpad(g::text, 12, '0')`
  await client.query(`insert into parcel (enterprise_id, id, order_id, parcel_no, carrier, tracking_no, post_fen, sent_by, sent_at)
    select enterprise_id, uuid_v7(), id, 1, '德邦快递', ${waybill('DPK')}, 0, user_id, created_at from ${orders}`)
  await client.query(`insert into after_sale (enterprise_id, id, after_sale_no, order_id, user_id, type, state, reason, description, freight_asked, pictures,
      tracking_no, entries, state_at, created_at)
    select enterprise_id, uuid_v7(), ${dated('SH')}, id, user_id, 'RETURN', 'RETURNING', '质量问题', '', false, '[]', ${waybill('SF')}, 1, now(), now()
    from ${orders}`)
  await client.query(`create temp table made as select uuid_v7() as invoice_id, enterprise_id, shop_id, user_id, g from ${orders}`)
  await client.query(`insert into invoice (enterprise_id, id, invoice_no, shop_id, user_id, state, title, email, remark, amount_fen, tax_fen, rate_bp, entries,
      state_at, created_at, issued_at)
    select enterprise_id, invoice_id, ${dated('FP')}, shop_id, user_id, 'ISSUED', '{}', '', '', 100, 10, 1300, 1, now(), now(), now() from made`)
  await client.query(`insert into invoice_issue (enterprise_id, id, invoice_id, kind, state, way, amount_fen, tax_fen, note, number, issued_at, created_at)
    select enterprise_id, uuid_v7(), invoice_id, 'blue', 'ISSUED', 'hand', 100, 10, '', '2644' || lpad(g::text, 16, '0'), now(), now() from made`)
  await client.query(`drop table made`)
  await client.query(`update payment set remark_code = 'YF' || lpad(substr(remark_code, 2), 10, '0') where method = 'transfer'`)
  await client.query(`insert into voucher (enterprise_id, id, payment_id, no, state, remark, submitted_by, submitted_at)
    select enterprise_id, uuid_v7(), id, 1, 'REVIEW', '', paid_by, now() from payment where method = 'transfer'`)
  await client.query(`insert into bank_line (id, account_no, reference, source, day, amount_fen, payer_name, payer_account, remark, at)
    select uuid_v7(), '0', 'ICBC' || lpad(g::text, 10, '0'), 'statement', current_date - (g % 700)::int, 10000 + g, '山西' || g || '矿业有限公司', '', '', now()
    from generate_series(1, ${count}) as g`)
  await client.query(`insert into stock_count (id, count_no, shop_ids, warehouse_id, state, about, note, blind, made_by, made_at, state_at)
    select uuid_v7(), 'PD' || case when g <= 9999 then 20261128 else 20270000 + g / 10000 end || lpad((g % 10000)::text, 4, '0'),
      array(select id from shop order by id desc limit 1), (select id from warehouse limit 1), 'CANCELLED', '整仓', '', true,
      (select id from staff limit 1), now(), now() from generate_series(1, ${count}) as g`)
  await writeDocuments(client, count)
  await client.query(`insert into enterprise (id, name, agent_name, status, auth_level, member_level, created_at)
    select uuid_v7(), '山西' || g || '矿业有限公司', '代办' || g, 1, 2, 1, now() - g * interval '1 second' from generate_series(1, ${count}) as g`)
  await client.query(`insert into app_user (id, mobile_sealed, mobile_masked, user_name, status, created_at)
    select uuid_v7(), '', '138****' || lpad((g % 10000)::text, 4, '0'), '王采购' || g, 1, now() from generate_series(1, ${count}) as g`)
  await client.query(`insert into membership (enterprise_id, user_id, id, account_type, name, perm_code, status, created_at)
    select (select id from enterprise limit 1), id, uuid_v7(), 2, '库管' || user_name, '', 1, now() from app_user where user_name like '王采购%'`)
  await copyRow(client, 'goods', count, { id: 'uuid_v7()', slug: `'G' || g`, name: `'采煤机截齿' || g` })
  await copyRow(client, 'sku', count, {
    id: 'uuid_v7()',
    goods_id: `(select id from goods where goods.slug = 'G' || g)`,
    code: `'KT-' || lpad(g::text, 6, '0')`,
    barcode: `'690' || lpad(g::text, 10, '0')`,
    manufacturer_no: `'HM/' || g`,
  })
  await client.query(`insert into sku_cross_reference (sku_id, position, brand, part_number, brand_key, number_key, fit, note, source, confirmed_by)
    select id, 1, '', 'OTHER-' || substr(barcode, 4)::bigint, '', 'other' || substr(barcode, 4)::bigint, 'full', '', '', '' from sku where barcode like '690%'`)
  await client.query(`insert into material_code (enterprise_id, sku_id, code, code_key, updated_by, updated_at)
    select (select id from enterprise limit 1), id, '物料' || substr(barcode, 4)::bigint, '物料' || substr(barcode, 4)::bigint, (select id from app_user limit 1), now()
    from sku where barcode like '690%'`)
  await client.query(`insert into stock_batch (id, sku_id, batch_no, best_before)
    select uuid_v7(), id, 'L' || substr(barcode, 4)::bigint, current_date + 300 from sku where barcode like '690%'`)
  await client.query(`insert into acceptance_bill (enterprise_id, id, bill_no, acceptor, amount_fen, maturity_day, file_id, state, submitted_by, submitted_at)
    select (select id from enterprise limit 1), uuid_v7(), '5302' || lpad(g::text, 26, '0'), '银行', 100, current_date, uuid_v7(), 'WAIT',
      (select id from app_user limit 1), now() from generate_series(1, ${count}) as g`)
  await client.query(`insert into coupon_template (id, shop_id, name, description, amount_fen, threshold_fen, scope, scope_ids, from_day, until_day, way,
      per_enterprise, level, created_at)
    select uuid_v7(), (select id from shop order by id desc limit 1), '满减券' || g || '号', '', 1000, 0, 'all', '[]', current_date, current_date, 'claim', 1, 1, now()
    from generate_series(1, ${count}) as g`)
  await client.query(`insert into banner (id, title, note, target, tone, day_from, shown, position, created_at)
    values (uuid_v7(), '清仓', '', '', 'pine', current_date, true, 1, now())`)
}

/** Documents without money: what precedes an order or its parcel, and what the mall buys and moves. */
async function writeDocuments(client: pg.Client, count: number): Promise<void> {
  const series = `generate_series(1, ${count}) as g`
  const orders = `(select *, row_number() over (order by created_at) as g from "order" limit ${count}) as o`
  const numbered = (sign: string) =>
    `'${sign}' || case when g <= 9999 then 20261128 else 20270000 + g / 10000 end || lpad((g % 10000)::text, 4, '0')`
  const dated = (sign: string) => `'${sign}20261128' || lpad(upper(to_hex(g)), 10, '0')`
  const [keeper, shops] = ['(select id from staff limit 1)', 'array(select id from shop order by id desc limit 1)']
  await client.query(`insert into stock_receipt (id, receipt_no, shop_ids, file_name, note, made_by, made_at)
    select uuid_v7(), ${numbered('RK')}, ${shops}, '', '', ${keeper}, now() from ${series}`)
  await client.query(`insert into stock_transfer (id, transfer_no, shop_ids, from_id, to_id, state, note, made_by, made_at, state_at)
    select uuid_v7(), ${numbered('DB')}, ${shops}, (select id from warehouse order by id limit 1), (select id from warehouse order by id desc limit 1), 'DRAFT', '',
      ${keeper}, now(), now() from ${series}`)
  await client.query(`insert into supplier (id, name, credit_code, contact_name, contact_phone, payment_terms, lead_days, active, created_at)
    select uuid_v7(), '供应商' || g || '号', '', '', '', '', 7, true, now() from ${series}`)
  const supplier = `(select id from supplier where name = '供应商1号')`
  await client.query(`insert into purchase_order (id, order_no, shop_id, supplier_id, state, rate_bp, note, total_fen, made_by, made_at, state_at)
    select uuid_v7(), ${numbered('CG')}, (select id from shop order by id desc limit 1), ${supplier}, 'DRAFT', 1300, '', 100, ${keeper}, now(), now() from ${series}`)
  await client.query(`insert into supplier_invoice (id, supplier_id, shop_ids, invoice_code, invoice_number, invoiced_on, state, net_fen, tax_fen, total_fen,
      tolerance_bp, holds_units, note, made_by, made_at, typed_by, state_at)
    select uuid_v7(), ${supplier}, ${shops}, '', '3700' || lpad(g::text, 16, '0'), current_date, 'MATCHED', 100, 13, 113, 0, true, '', ${keeper}, now(),
      ${keeper}, now() from ${series}`)
  await client.query(`insert into wave (id, wave_no, state, carrier, about, shop_ids, made_by, made_at, state_at)
    select uuid_v7(), ${numbered('')}, 'SHIPPED', '德邦快递', '全部', ${shops}, ${keeper}, now(), now() from ${series}`)
  await client.query(`insert into quotation (enterprise_id, id, quotation_no, state, user_id, title, remark, ship_to, first_goods, words, line_count, version,
      waits_since, state_at, created_at, updated_at)
    select enterprise_id, uuid_v7(), ${dated('Q')}, 'REQUESTED', user_id, '', '', '', '截齿', '', 1, 0, now(), now(), now(), now() from ${orders}`)
  await client.query(`insert into order_proposal (enterprise_id, id, proposal_no, state, user_id, prepared_by, ship_to, remark, shop_ids, first_goods, words,
      line_count, valid_until, state_at, created_at)
    select enterprise_id, uuid_v7(), ${dated('P')}, 'SENT', user_id, ${keeper}, '', '', ${shops}, '截齿', '', 1, current_date, now(), now() from ${orders}`)
  await client.query(`insert into waybill (enterprise_id, id, order_id, parcel_no, warehouse_id, carrier, state, tracking_no, asked_by, asked_at, state_at)
    select enterprise_id, uuid_v7(), id, 1, (select id from warehouse limit 1), '圆通速递', 'TAKEN', 'YT' || lpad(g::text, 12, '0'), ${keeper}, now(), now()
    from ${orders}`)
}
