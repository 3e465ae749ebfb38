import * as z from 'zod/mini'
import { ReplacementSku } from '#contract/catalog/goods/replacement.ts'
import { UnitsByWarehouse } from '#contract/catalog/inventory/sending-warehouses.ts'
import { RequiredLicence } from '#contract/catalog/licences/shapes.ts'
import { VisiblePriceSteps } from '#contract/catalog/pricing/visible-price-steps.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, EmptyInput, Id, NullOutput, QUANTITY_MAX, Quantity } from '#contract/platform/core/fields.ts'
import { withheldField } from '#contract/platform/core/figures.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS } from '#contract/platform/core/member-limits.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'
import { FreightTermsSchema } from '#contract/sites/freight/freight-api.ts'
import { CART_PATH_PREFIX, CartLineCountOutput, cartCountDefinitions } from './count-api.ts'

export const CART_LINES_PER_MEMBER_MAX = 200

/** Why a line cannot be ordered; null: it can. It stays in the cart and is shown separately. */
export const cartLineOrderingFaults = {
  OFF_SHELF: '商品已下架',
  SHOP_PAUSED: '店铺暂停营业',
  SHOP_UNLICENSED: '店铺许可证缺失或过期',
  LICENCE_NEEDED: '需要许可证',
  SOLD_OUT: '已售罄',
  SHORT: '库存不足',
  OFF_STEP: '数量不符合起订量或倍数',
} as const
export type CartLineFault = keyof typeof cartLineOrderingFaults

export const CartItem = z.object({
  id: Id,
  skuId: Id,
  goodsId: Id,
  goodsName: z.string(),
  image: z.nullable(Id),
  unit: z.string(),
  skuCode: z.string(),
  skuProps: SkuProps,
  /** 客户物料编码: the enterprise's own number of the SKU. */
  materialCode: z.nullable(z.string()),
  goodsNum: z.int(),
  /** Equal to goodsNum (specification §3). */
  skuNum: z.int(),
  /** The unit price of the step for goodsNum. */
  salePrice: Yuan,
  creditPrice: z.nullable(Yuan),
  /** The prices by quantity, and the name of each. */
  steps: VisiblePriceSteps,
  /** goodsNum × salePrice, goodsNum × creditPrice. */
  saleAmount: Yuan,
  creditAmount: z.nullable(Yuan),
  selected: z.boolean(),
  stock: z.int(),
  /** When more of it is expected from a supplier; left out: nobody knows. */
  restockDay: z.optional(Day),
  /** Where it lies; left out: in the main warehouse alone. */
  unitsByWarehouse: z.optional(UnitsByWarehouse),
  minimum: z.int(),
  step: z.int(),
  /** The weight of one unit. */
  weightGrams: z.int(),
  fault: z.nullable(z.enum(keysOf(cartLineOrderingFaults))),
  /** The licences that the goods demand and that are not valid. */
  licencesMissing: z.array(RequiredLicence),
  /** 包邮: the weight costs no freight. */
  freeFreight: z.boolean(),
  /** 罐车: no courier's days are promised. */
  byTanker: z.optional(z.literal(true)),
  /** Its replacement, if it is no longer sold. */
  replacement: z.nullable(ReplacementSku),
})
export type CartItem = z.output<typeof CartItem>

/** The rows of the cart: one per shop. */
export const CartShop = z.object({
  shopId: Id,
  shopName: z.string(),
  /** The shop's freight terms for the enterprise's default address, or the general terms if there is no address. */
  freight: FreightTermsSchema,
  cartList: z.array(CartItem),
})
export type CartShop = z.output<typeof CartShop>

/** Every member sees his own cart. The prices need the permission to see prices. */
const CartItemByRight = z.object({
  ...CartItem.shape,
  salePrice: withheldField('price', Yuan),
  creditPrice: withheldField('price', z.nullable(Yuan)),
  steps: withheldField('price', VisiblePriceSteps),
  saleAmount: withheldField('price', Yuan),
  creditAmount: withheldField('price', z.nullable(Yuan)),
})
export const CartShopWithWithheldPrices = z.object({
  ...CartShop.shape,
  freight: withheldField('price', FreightTermsSchema),
  cartList: z.array(CartItemByRight),
})
export type CartShopWithWithheldPrices = z.output<typeof CartShopWithWithheldPrices>

const Ids = z
  .array(Id)
  .check(z.minLength(1, '请选择商品'), z.maxLength(CART_LINES_PER_MEMBER_MAX, `一次最多 ${CART_LINES_PER_MEMBER_MAX} 个`))

/** More lines than a cart can hold. So a request with too many lines gets an answer that names those that did not fit. */
const ADD_LINES_MAX = 1_000

/** The result of one of several lines that were added to the cart. */
export const AddCartLineResult = z.object({
  skuId: Id,
  goodsNum: z.int(),
  added: z.boolean(),
  /** Why the line was not added, with the rule and the number; null: it was added. */
  why: z.nullable(z.string()),
})
export type AddCartLineResult = z.output<typeof AddCartLineResult>

const lineRefusals = ['CART_LINE_NOT_FOUND', 'SKU_NOT_FOUND', 'SHOP_PAUSED', 'QUANTITY_OFF_STEP', 'QUANTITY_TOO_LARGE'] as const

export const cartEndpoints = defineEndpoints(CART_PATH_PREFIX, {
  ...cartCountDefinitions,
  add: writeEndpoint({
    path: 'add',
    summary: '加入购物车；已有的规格数量相加',
    needs: 'addCart',
    duringPunchOut: true,
    memberLimit: '200 lines of a person.',
    input: z.strictObject({ skuId: Id, goodsNum: Quantity }),
    output: CartLineCountOutput,
    refusals: ['SKU_NOT_FOUND', 'SHOP_PAUSED', 'QUANTITY_OFF_STEP', 'QUANTITY_TOO_LARGE', 'CART_FULL'],
  }),
  addMany: writeEndpoint({
    path: 'add-many',
    summary: '多种商品一次加入购物车，每行给出结果；不能加入的不影响其他',
    needs: 'addCart',
    duringPunchOut: true,
    memberLimit: '200 lines of a person.',
    input: z.strictObject({
      lines: z
        .array(z.strictObject({ skuId: Id, goodsNum: Quantity }))
        .check(z.minLength(1, '请选择商品'), z.maxLength(ADD_LINES_MAX, `一次最多 ${ADD_LINES_MAX} 行`)),
    }),
    output: z.object({ count: z.int(), lines: z.array(AddCartLineResult) }),
  }),
  changeCartNum: writeEndpoint({
    path: 'change-cart-num',
    summary: '数量增减',
    needs: 'editCart',
    duringPunchOut: true,
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({
      id: Id,
      changeNum: z.int('数量必须为整数').check(
        z.minimum(-QUANTITY_MAX, '数量变化过大'),
        z.maximum(QUANTITY_MAX, '数量变化过大'),
        z.refine((change) => change !== 0, '数量没有变化'),
      ),
    }),
    output: CartItem,
    refusals: lineRefusals,
  }),
  setCartNum: writeEndpoint({
    path: 'set-cart-num',
    summary: '设定数量',
    methods: ['PUT', 'POST'],
    needs: 'editCart',
    duringPunchOut: true,
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ id: Id, goodsNum: Quantity }),
    output: CartItem,
    refusals: lineRefusals,
  }),
  select: writeEndpoint({
    path: 'select',
    summary: '选中或取消选中',
    needs: 'editCart',
    duringPunchOut: true,
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ ids: Ids, selected: z.boolean() }),
    output: NullOutput,
    refusals: ['CART_LINE_NOT_FOUND'],
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '从购物车删除',
    // A POST, because up to 200 ids are too long for a URL.
    methods: ['POST', 'DELETE'],
    needs: 'editCart',
    duringPunchOut: true,
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ ids: Ids }),
    output: CartLineCountOutput,
    refusals: ['CART_LINE_NOT_FOUND'],
  }),
  list: readEndpoint({
    path: 'list',
    summary: '购物车，按店铺分组',
    needs: 'login',
    duringPunchOut: true,
    input: EmptyInput,
    output: z.array(CartShopWithWithheldPrices),
  }),
  listById: readEndpoint({
    path: 'list-by-id',
    summary: '购物车中指定的商品，按店铺分组',
    needs: 'login',
    duringPunchOut: true,
    input: z.strictObject({ ids: Ids }),
    output: z.array(CartShopWithWithheldPrices),
    refusals: ['CART_LINE_NOT_FOUND'],
  }),
})
