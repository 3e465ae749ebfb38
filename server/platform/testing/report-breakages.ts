/** Violations of the invariants of what reports are read from, each with the statement that removes it. */
export const reportBreakages: Record<string, readonly [harm: string, mend: string]> = {
  'I-51c': [
    `update margin_total set unknown_rows = unknown_rows + 1 where span = 'day'`,
    `update margin_total set unknown_rows = unknown_rows - 1 where span = 'day'`,
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
