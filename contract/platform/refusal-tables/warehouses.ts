import type { RefusalTable } from './table.ts'

/** Refusals for warehouses and what lies in them. */
export const warehouseAndStockRefusals = {
  WAREHOUSE_NOT_FOUND: { code: 404, msg: '仓库不存在，请刷新后重新选择' },
  WAREHOUSE_TAKEN: { code: 409, msg: '已有编码或名称相同的仓库' },
  WAREHOUSE_MAIN: { code: 409, msg: '主仓不能停用' },
  WAREHOUSE_CLOSED: { code: 409, msg: '该仓库已停用，请另选仓库' },
  WAREHOUSE_TOO_FEW: { code: 409, msg: '该仓库的库存不足，请另选仓库或减少数量' },
  STOCK_TRANSFER_NOT_FOUND: { code: 404, msg: '调拨单不存在' },
  STOCK_TRANSFER_STATE: { code: 409, msg: '调拨单的状态已变，请刷新后查看' },
  STOCK_TRANSFER_LINES: { code: 422, msg: '调拨单有几行填写有误' },
  STOCK_TRANSFER_SAME: { code: 422, msg: '发货仓和收货仓不能相同' },
  STOCK_TRANSFER_TOO_MANY: { code: 422, msg: '收到的数量超过在途数量，请核对' },
} as const satisfies RefusalTable
