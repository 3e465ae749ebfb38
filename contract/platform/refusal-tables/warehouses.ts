import type { RefusalTable } from './table.ts'

/** Refusals for warehouses and what lies in them. */
export const warehouseRefusals = {
  WAREHOUSE_NOT_FOUND: { code: 404, msg: '仓库不存在，请刷新后重新选择' },
  WAREHOUSE_TAKEN: { code: 409, msg: '已有编码或名称相同的仓库' },
  WAREHOUSE_MAIN: { code: 409, msg: '主仓不能停用' },
  WAREHOUSE_CLOSED: { code: 409, msg: '该仓库已停用，请另选仓库' },
  WAREHOUSE_TOO_FEW: { code: 409, msg: '该仓库的库存不足，请另选仓库或减少数量' },
} as const satisfies RefusalTable
