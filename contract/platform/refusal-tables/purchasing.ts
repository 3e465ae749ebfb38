import type { RefusalTable } from './table.ts'

/** Refusals for suppliers. */
export const purchasingRefusals = {
  SUPPLIER_NOT_FOUND: { code: 404, msg: '供应商不存在，请刷新后重新选择' },
  SUPPLIER_NAME_TAKEN: { code: 409, msg: '已有同名的供应商' },
  SUPPLIER_STOPPED: { code: 409, msg: '该供应商已停用，请先启用或另选供应商' },
} as const satisfies RefusalTable
