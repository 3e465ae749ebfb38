import type pg from 'pg'

/**
 * Copies the existing goods, with their SKUs and stock, until there are `count` SKUs. `count` must be a multiple of the existing ones.
 * Names, codes and addresses end with the number of the copy.
 */
export async function copyGoodsUntilSkuCount(client: pg.Client, count: number): Promise<void> {
  await client.query(
    `create temp table copied_goods as select g.id as old, uuid_v7() as id, n
     from goods g, generate_series(1, $1::int / (select count(*)::int from sku) - 1) n order by n, g.position`,
    [count],
  )
  await client.query(`create temp table copied_sku as select s.id as old, uuid_v7() as id, c.id as goods_id, c.n
    from copied_goods c join sku s on s.goods_id = c.old order by c.n, s.code`)
  await client.query(`insert into goods (id, slug, shop_id, category_id, name, spec, unit, parameters, description, hardness_from, hardness_to, position, created_at,
      state, published_at, changed_at)
    select c.id, g.slug || '-' || c.n, g.shop_id, g.category_id, g.name || '-' || c.n, g.spec, g.unit, g.parameters, g.description, g.hardness_from, g.hardness_to,
      c.n * (select max(position) + 1 from goods) + g.position, g.created_at, g.state, g.published_at, g.changed_at
    from copied_goods c join goods g on g.id = c.old`)
  await client.query(`insert into sku (id, goods_id, code, props, sale_price_fen, credit_price_fen, minimum, step, weight_grams, on_shelf, position)
    select c.id, c.goods_id, s.code || '-' || c.n, s.props, s.sale_price_fen, s.credit_price_fen, s.minimum, s.step, s.weight_grams, s.on_shelf, s.position
    from copied_sku c join sku s on s.id = c.old`)
  await client.query(`insert into sku_stock (sku_id, available, reserved, sold)
    select c.id, s.available, s.reserved, s.sold from copied_sku c join sku_stock s on s.sku_id = c.old`)
  await client.query(`insert into warehouse_stock (sku_id, warehouse_id, units)
    select c.id, w.warehouse_id, w.units from copied_sku c join warehouse_stock w on w.sku_id = c.old`)
  await client.query(`insert into stock_movement (sku_id, id, kind, quantity, reason, staff_id, at, balance, warehouse_id)
    select c.id, uuid_v7(), m.kind, m.quantity, m.reason, m.staff_id, m.at, m.balance, m.warehouse_id
    from copied_sku c join stock_movement m on m.sku_id = c.old`)
  await client.query(`insert into goods_search (goods_id, category_id, parent_category_id, lowest_sale_fen, in_stock, sales, hardness_from, hardness_to,
      position, on_shelf)
    select g.id, s.category_id, s.parent_category_id, s.lowest_sale_fen, s.in_stock, s.sales, s.hardness_from, s.hardness_to, g.position, s.on_shelf
    from copied_goods c join goods_search s on s.goods_id = c.old join goods g on g.id = c.id`)
  await client.query(`insert into goods_words (goods_id, lexemes, codes, version)
    select c.id, s.lexemes, s.codes, s.version from copied_goods c join goods_words s on s.goods_id = c.old`)
  await client.query('drop table copied_goods, copied_sku')
}
