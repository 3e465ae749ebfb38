/** The tables about what becomes of an order and what comes before it, as in tables.mjs. */
export const orderTableRows = [
  ['after_sale_entry', 'orders/after-sales', ''],
  ['after_sale_line', 'orders/after-sales', 'billing/margins billing/revenue operations/invariants operations/reports'],
  ['parcel_receipt', 'orders/fulfilment', ''],
  ['wave', 'orders/waves', 'operations/finder'],
  ['wave_order', 'orders/waves', ''],
  ['waybill', 'orders/waybills', 'orders/waves operations/finder operations/reporting'],
  ['parcel_track', 'orders/fulfilment', ''],
  ['order_proposal', 'orders/order-proposals', 'operations/finder operations/invariants operations/reporting'],
  ['order_proposal_line', 'orders/order-proposals', ''],
  ['quotation', 'orders/quotations', 'operations/finder operations/invariants operations/reporting'],
  ['quotation_drawing', 'orders/quotations', ''],
  ['quotation_line', 'orders/quotations', 'operations/invariants'],
  ['quotation_message', 'orders/quotations', ''],
  ['quotation_offer', 'orders/quotations', 'operations/invariants'],
  ['quotation_offer_line', 'orders/quotations', 'operations/invariants'],
  ['quotation_order', 'orders/quotations', 'operations/invariants'],
]
