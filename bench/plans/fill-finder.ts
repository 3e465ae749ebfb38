import pg from 'pg'
import { withBulkInsertConnection, withoutIndexes } from '#bench/fill-session.ts'

/** The tables that the finder searches besides orders and payments, which `insertOrdersForQueryPlans` writes before. */
const FILLED = [
  ...(['parcel', 'after_sale', 'invoice', 'invoice_issue', 'voucher', 'bank_line', 'enterprise', 'app_user', 'membership'] as const),
  ...(['goods', 'sku', 'stock_count'] as const),
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
}
