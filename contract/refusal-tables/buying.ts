import type { RefusalTable } from './table.ts'

/** What buyers are told of goods, carts, addresses and orders. */
export const buying = {
  // Goods
  GOODS_NOT_FOUND: { code: 404, msg: '商品不存在或已下架' },
  CATEGORY_NOT_FOUND: { code: 404, msg: '分类不存在' },
  SKU_NOT_FOUND: { code: 404, msg: '商品规格不存在或已下架' },
  QUANTITY_OFF_STEP: { code: 422, msg: '购买数量不符合起订量或倍数要求' },
  OUT_OF_STOCK: { code: 422, msg: '库存不足' },
  NOT_ON_CREDIT: { code: 422, msg: '该商品不支持赊销支付' },

  // Cart
  CART_FULL: { code: 422, msg: '购物车最多放 200 种商品，请先清理' },
  CART_LINE_NOT_FOUND: { code: 404, msg: '购物车商品不存在' },
  QUANTITY_TOO_LARGE: { code: 422, msg: '购买数量超过上限' },

  // Addresses
  ADDRESS_NOT_FOUND: { code: 404, msg: '收货地址不存在' },
  ADDRESS_FULL: { code: 422, msg: '收货地址最多保存 50 个' },
  REGION_UNKNOWN: { code: 422, msg: '所选地区不存在，请重新选择' },

  // Orders
  ORDER_EMPTY: { code: 422, msg: '请先选择商品' },
  ORDER_NOT_FOUND: { code: 404, msg: '订单不存在' },
  ORDER_CHANGED: { code: 409, msg: '价格、库存或优惠已变动，请确认后重新提交' },
  ORDER_ACTION_NOT_ALLOWED: { code: 409, msg: '当前订单状态不支持该操作' },
  ORDER_TOO_LARGE: { code: 422, msg: '订单金额超过上限' },
  NOTHING_TO_SHIP: { code: 422, msg: '发货数量超过待发数量' },
} as const satisfies RefusalTable
