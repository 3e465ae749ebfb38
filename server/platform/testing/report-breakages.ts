/** Violations of the invariants of what reports are read from, each with the statement that removes it. */
export const reportBreakages: Record<string, readonly [harm: string, mend: string]> = {
  'I-51c': [
    `insert into margin_total (span, day, sku_id, shop_id, known_rows, units, revenue_fen, cost_fen, unknown_rows, unknown_units, unknown_revenue_fen)
      select 'day', last.day, s.id, g.shop_id, 0, 0, 0, 0, 77, 1, 100 from (select max(day) as day from margin_day) last, sku s join goods g on g.id = s.goods_id
      where not exists (select from margin_total t where t.span = 'day' and t.day = last.day and t.sku_id = s.id) limit 1`,
    'delete from margin_total where unknown_rows = 77',
  ],
  'I-53': [
    `update sales_total set sold_fen = sold_fen + 1 where span = 'day' and dimension = 'payment'`,
    `update sales_total set sold_fen = sold_fen - 1 where span = 'day' and dimension = 'payment'`,
  ],
  'I-53b': [
    'update order_line set returned_fen = returned_fen - 1 where returned_fen > 0',
    'update order_line set returned_fen = returned_fen + 1 where returned_fen > 0',
  ],
  'I-53c': [`update sales_span set first_day = first_day - 1`, `update sales_span set first_day = first_day + 1`],
  'I-53d': ['update sales_day set owed_fen = owed_fen + 1', 'update sales_day set owed_fen = owed_fen - 1'],
  'I-53e': [
    `update sales_total set discount_fen = discount_fen + 1 where span = 'day' and dimension = 'coupon'`,
    `update sales_total set discount_fen = discount_fen - 1 where span = 'day' and dimension = 'coupon'`,
  ],
  'I-53f': [
    `update sales_company_total set sold_fen = sold_fen + 1 where span = 'day'`,
    `update sales_company_total set sold_fen = sold_fen - 1 where span = 'day'`,
  ],
}
