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
  STOCK_COUNT_NOT_FOUND: { code: 404, msg: '盘点单不存在' },
  STOCK_COUNT_STATE: { code: 409, msg: '盘点单的状态已变，请刷新后查看' },
  STOCK_COUNT_EMPTY: { code: 422, msg: '这个范围内没有商品，请换一个范围' },
  STOCK_COUNT_LARGE: { code: 422, msg: '一张盘点单最多 1000 个规格，请按货位分几张盘点' },
  STOCK_COUNT_LINES: { code: 422, msg: '有几个商品编码有误' },
  STOCK_COUNT_OVERLAP: { code: 409, msg: '有商品已在另一张未完成的盘点单中' },
  STOCK_COUNT_OPEN: { code: 409, msg: '该规格正在盘点单中盘点，请在盘点单中录入' },
  STOCK_COUNT_FILE: { code: 422, msg: '未找到商品编码或数量，请使用 CSV 或 XLSX，含“商品编码”列' },
  STOCK_COUNT_FILE_LARGE: { code: 422, msg: '文件最大 2MB、1000 行，请分批处理' },
  STOCK_COUNT_LINE_NOT_FOUND: { code: 404, msg: '盘点单中没有这一行，请刷新后查看' },
  STOCK_COUNT_LINE_TYPED: { code: 409, msg: '这一行刚由别人录入，请核对后重新填写' },
  STOCK_COUNT_UNFINISHED: { code: 409, msg: '还有商品没有录入实盘数量' },
  STOCK_COUNT_RESERVED: { code: 409, msg: '盘亏会动用订单已占用的数量，请先处理这些订单缺货' },
  STOCK_COUNT_MOVED: { code: 409, msg: '录入后仓内商品已出库，差异大于现有数量，请退回重盘' },
} as const satisfies RefusalTable
