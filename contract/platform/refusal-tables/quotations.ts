import type { RefusalTable } from './table.ts'

/** Refusals for quotations, and for orders at their prices. */
export const quotationRefusals = {
  QUOTATION_NOT_FOUND: { code: 404, msg: '询价单不存在' },
  QUOTATION_MOVED: { code: 409, msg: '询价单状态已变动，请刷新后查看' },
  QUOTATION_DAY_PAST: { code: 422, msg: '要求到货日不能早于今天' },
  QUOTATION_LINE_NOT_FOUND: { code: 422, msg: '图纸所属的行不存在，请刷新后重试' },
  QUOTATION_DRAWINGS_FULL: { code: 422, msg: '一张询价单最多 10 份图纸' },
  QUOTATION_DRAWING_NOT_FOUND: { code: 404, msg: '图纸不存在' },
  QUOTATION_LINES_MISSING: { code: 422, msg: '请对每一行报价，或注明不供应' },
  QUOTATION_SKU_ORDERED: { code: 422, msg: '该商品已在本单下单，请选择其他商品' },
  QUOTATION_VERSIONS_FULL: { code: 422, msg: '一张询价单最多报价 30 次，请买家重新询价' },
  QUOTATION_NOT_QUOTED: { code: 409, msg: '还没有报价，请等待客服报价' },
  QUOTATION_CHANGED: { code: 409, msg: '报价已更新，请刷新后再下单' },
  QUOTATION_EXPIRED: { code: 409, msg: '报价已过期，请重新询价' },
  QUOTATION_LINE_ORDERED: { code: 409, msg: '所选商品已下单' },
  QUOTATION_LINE_NOT_OFFERED: { code: 422, msg: '所选商品没有报价' },
} as const satisfies RefusalTable
