/** The tables about what lies where, as in tables.mjs: the module that writes each, and those that may read it. */
export const stockTableRows = [
  [
    'sku_stock',
    'catalog/inventory',
    'catalog/facets orders/shipping-warehouses operations/invariants operations/reporting operations/reports operations/setup',
  ],
  ['stock_movement', 'catalog/inventory', 'catalog/stock-counts orders/batches operations/invariants'],
  [
    'stock_batch',
    'catalog/inventory',
    'catalog/stock-receipts orders/batches orders/shipping-warehouses operations/finder operations/invariants',
  ],
  ['batch_stock', 'catalog/inventory', 'orders/batches orders/shipping-warehouses operations/invariants'],
  ['batch_movement', 'catalog/inventory', 'orders/batches operations/invariants'],
  ['stock_count', 'catalog/stock-counts', 'operations/finder operations/invariants operations/reporting'],
  ['stock_count_line', 'catalog/stock-counts', 'operations/invariants'],
  ['stock_receipt', 'catalog/stock-receipts', 'operations/finder operations/invariants'],
  ['stock_receipt_line', 'catalog/stock-receipts', 'operations/invariants'],
  ['stock_transfer', 'catalog/stock-transfers', 'operations/finder operations/invariants operations/reporting'],
  ['stock_transfer_line', 'catalog/stock-transfers', 'operations/invariants'],
]
