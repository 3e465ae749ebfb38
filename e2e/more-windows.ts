/**
 * Windows over screens of the console that are opened before a release only: of fulfilment, the warehouse, purchasing and the telephone. 取号 needs a
 * provider of waybill numbers, which the journey of the scanner has.
 */
export const moreConsoleWindows: readonly (readonly [screen: string, name: string | RegExp])[] = [
  ['/new_wave', '编成波次'],
  ['/stock_transfers', '新建调拨单'],
  ['/stock_transfer', /^(?:发\s*出|收\s*货)$/],
  ['/purchase_orders', '新建采购单'],
  ['/purchase_order', /^入\s*库$/],
  ['/purchase_order', '取消采购单'],
  ['/suppliers', '新增供应商'],
  ['/supplier', '登记报价'],
  ['/warehouses', '新增仓库'],
  ['/batch', '更正日期'],
  ['/stock_counts', '新建盘点单'],
  ['/stock_count', '退回重盘'],
  ['/stock_receipt', '撤销入库'],
  ['/supplier_invoices', '登记发票'],
  ['/supplier_invoice', '退回更正'],
  ['/proposal', /^撤\s*回$/],
  ['/bank_lines', '撤销当天确认'],
  ['/enterprise', '记录通话'],
]
