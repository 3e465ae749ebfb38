import * as z from 'zod/mini'
import { UnifiedCreditCode } from '#contract/people/verification/fields.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import {
  Day,
  Id,
  Instant,
  NullOutput,
  pageInput,
  pageOutput,
  Quantity,
  RequiredText,
  RowVersion,
  RowVersionIfAny,
  Text,
} from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { PositiveYuan, Yuan } from '#contract/platform/core/money.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'

export const SUPPLIER_NAME_MAX = 60

/** Days from an order to its arrival. */
const LeadDays = z.int('到货天数必须为整数').check(z.minimum(0, '到货天数不能小于 0'), z.maximum(365, '到货天数最多 365 天'))

/** The part number of a SKU as people type it. */
export const TypedSkuCode = RequiredText(60, '请填写商品编码')

/** The fields of a supplier that people edit. */
export const supplierFields = {
  name: RequiredText(SUPPLIER_NAME_MAX, '请填写供应商名称'),
  creditCode: z.union([z.literal(''), UnifiedCreditCode], '请输入正确的统一社会信用代码'),
  contactName: Text(20),
  contactPhone: Text(30).check(z.regex(/^[\d+\- ()]*$/, '联系电话只能包含数字、空格和 + - ( )')),
  paymentTerms: Text(100),
  leadDays: LeadDays,
  active: z.boolean(),
}

/** What a supplier asks for one unit of a SKU, tax included, from a day on. */
export const supplierPriceFields = { price: PositiveYuan, leadDays: LeadDays, minimum: Quantity, validFrom: Day }

/** Whether the mall buys from a supplier. */
export const supplierStates = { active: { label: '合作中' }, stopped: { label: '已停用' } } as const

export const Supplier = z.object({
  supplierId: Id,
  name: z.string(),
  creditCode: z.string(),
  contactName: z.string(),
  contactPhone: z.string(),
  /** 付款条件, such as 月结 30 天. */
  paymentTerms: z.string(),
  leadDays: z.int(),
  active: z.boolean(),
  /** The number of SKUs that it has priced. */
  skuCount: z.int(),
  rowVersion: RowVersion,
})
export type Supplier = z.output<typeof Supplier>

export const SupplierPrice = z.object({
  id: Id,
  skuId: Id,
  skuCode: z.string(),
  goodsName: z.string(),
  skuProps: SkuProps,
  unit: z.string(),
  price: Yuan,
  leadDays: z.int(),
  minimum: z.int(),
  validFrom: Day,
  /** Whether its day has come. */
  inForce: z.boolean(),
  by: z.string(),
  at: Instant,
})
export type SupplierPrice = z.output<typeof SupplierPrice>

const ofSupplier = { supplierId: Id }

export const consoleSupplierEndpoints = defineEndpoints('/console-api/api/supplier', {
  list: readEndpoint({
    path: 'list',
    summary: '供应商，按名称排列',
    needs: { staff: 'purchaseView' },
    input: z.strictObject({
      ...pageInput,
      keyword: z.optional(Text(SUPPLIER_NAME_MAX)),
      state: z.optional(z.enum(keysOf(supplierStates), '状态不正确')),
    }),
    output: pageOutput(Supplier),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一个供应商',
    needs: { staff: 'purchaseView' },
    input: z.strictObject(ofSupplier),
    output: Supplier,
    refusals: ['SUPPLIER_NOT_FOUND'],
  }),
  save: writeEndpoint({
    path: 'save',
    summary: '新增或修改供应商（新供应商的版本为 0）',
    needs: { staff: 'purchaseEdit' },
    audits: 'supplier',
    input: z.strictObject({ supplierId: z.optional(Id), ...supplierFields, rowVersion: RowVersionIfAny }),
    output: z.object(ofSupplier),
    refusals: ['SUPPLIER_NOT_FOUND', 'SUPPLIER_NAME_TAKEN', 'ROW_CHANGED'],
  }),
  prices: readEndpoint({
    path: 'prices',
    summary: '一个供应商的报价：每个规格最新的一条，最近登记的在前',
    needs: { staff: 'purchaseView' },
    input: z.strictObject({ ...pageInput, ...ofSupplier, keyword: z.optional(Text(60)) }),
    output: pageOutput(SupplierPrice),
    refusals: ['SUPPLIER_NOT_FOUND'],
  }),
  priceHistory: readEndpoint({
    path: 'price-history',
    summary: '一个供应商对一个规格的全部报价，最新的在前',
    needs: { staff: 'purchaseView' },
    input: z.strictObject({ ...pageInput, ...ofSupplier, skuId: Id }),
    output: pageOutput(SupplierPrice),
    refusals: ['SUPPLIER_NOT_FOUND', 'SKU_NOT_FOUND'],
  }),
  addPrice: writeEndpoint({
    path: 'add-price',
    summary: '登记供应商报价：含税单价，自生效日起代替之前的报价',
    needs: { staff: 'purchaseEdit' },
    audits: 'supplier',
    input: z.strictObject({ ...ofSupplier, skuCode: TypedSkuCode, ...supplierPriceFields }),
    output: NullOutput,
    refusals: ['SUPPLIER_NOT_FOUND', 'SUPPLIER_STOPPED', 'SKU_NOT_FOUND'],
  }),
})
