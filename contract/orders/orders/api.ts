import * as z from 'zod/mini'
import { defineEndpoints, idempotentWriteEndpoint, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import {
  Day,
  EmptyInput,
  Id,
  NullOutput,
  OrderNo,
  pageInput,
  pageOutput,
  paymentPasswordRefusals,
  REMARK_LENGTH_MAX,
  Remark,
  RequiredText,
  Text,
} from '#contract/platform/core/fields.ts'
import { UNLIMITED_BECAUSE_ORDER_STEP } from '#contract/platform/core/member-limits.ts'
import { Yuan, YuanUpTo } from '#contract/platform/core/money.ts'
import { markSecretField } from '#contract/platform/core/secret.ts'
import { BuyerReference, costAllocationFields } from './buyer-references.ts'
import { exactlyOneOrderSourceRule, orderSourceFields } from './order-sources.ts'
import { OrderPreview, TradeWithPaymentMethods } from './preview-shapes.ts'
import { OrderDetail, OrderRow, OrderStateSchema, PaymentMethodSchema, SubmitTradeOutput, SubmittedTrade } from './shapes.ts'

const SHOPS_MAX = 50

/** The coupon of each shop's order; null: none. A shop without an entry uses the coupon with the largest discount. */
const couponsOf = z.optional(
  z
    .record(Id, z.nullable(z.uuid('每张订单只能使用一张优惠券')))
    .check(z.refine((coupons) => Object.keys(coupons).length <= SHOPS_MAX, '店铺过多')),
)

const orderRefusals = [
  'ORDER_EMPTY',
  'CART_LINE_NOT_FOUND',
  'SKU_NOT_FOUND',
  'SHOP_PAUSED',
  'QUANTITY_OFF_STEP',
  'ADDRESS_NOT_FOUND',
  'ORDER_TOO_LARGE',
  'QUOTATION_NOT_FOUND',
  'QUOTATION_MOVED',
  'QUOTATION_CHANGED',
  'QUOTATION_EXPIRED',
  'QUOTATION_LINE_ORDERED',
  'QUOTATION_LINE_NOT_OFFERED',
  'ORDER_PROPOSAL_NOT_FOUND',
  'ORDER_PROPOSAL_MOVED',
  'ORDER_PROPOSAL_EXPIRED',
] as const

const creditRefusals = [
  'CREDIT_NOT_OPEN',
  'CREDIT_SHORT',
  'CREDIT_OVERDUE',
  'CREDIT_STOPPED',
  'CREDIT_BAD_DEBT',
  'CREDIT_AGREEMENT_NEEDED',
] as const

const payRefusals = ['TRADE_NOT_FOUND', 'ALREADY_PAID', 'METHOD_NOT_OFFERED', 'PAY_AMOUNT_CHANGED'] as const

const PayTradeInput = z.strictObject({
  tradeId: Id,
  payPwd: markSecretField(z.string('密码为6位数字').check(z.regex(/^\d{6}$/, '密码为6位数字'))),
  /** The amount that the buyer has seen: another one is refused. */
  seenPayable: z.optional(YuanUpTo()),
})

export const orderEndpoints = defineEndpoints('/order-api/api/order', {
  preview: readEndpoint({
    path: 'preview',
    summary: '确认订单：按当前价格试算，列出可用的支付方式',
    needs: 'buyPay',
    input: z
      .strictObject({
        ...orderSourceFields,
        method: z.optional(PaymentMethodSchema),
        /** The method to show if none is given and it can be used: the one that was used last. */
        preferred: z.optional(PaymentMethodSchema),
        addressId: z.optional(Id),
        coupons: couponsOf,
      })
      .check(exactlyOneOrderSourceRule),
    output: OrderPreview,
    refusals: orderRefusals,
  }),
  submit: idempotentWriteEndpoint({
    path: 'submit',
    summary: '提交订单：每个店铺一张，合为一笔交易；锁定库存；子账号超出限额的进入待审批',
    needs: 'buyPay',
    memberLimit: 'calls of money, 60 a minute, of goods that are in stock.',
    input: z
      .strictObject({
        ...orderSourceFields,
        method: PaymentMethodSchema,
        addressId: Id,
        coupons: couponsOf,
        poNumber: z._default(BuyerReference, ''),
        ...costAllocationFields,
        remarks: z._default(
          z
            .array(z.strictObject({ shopId: Id, remark: z._default(Remark, ''), costCentre: z._default(BuyerReference, '') }))
            .check(z.maxLength(SHOPS_MAX, '备注过多')),
          [],
        ),
        quote: z.string('请刷新页面后重试').check(z.maxLength(40_000, '请刷新页面后重试')),
      })
      .check(exactlyOneOrderSourceRule),
    output: SubmitTradeOutput,
    refusals: [
      'BANK_ACCOUNT_MISSING',
      'CHANNEL_NOT_OFFERED',
      'ORDERS_STOPPED',
      ...orderRefusals,
      'LICENCE_NEEDED',
      'SHOP_UNLICENSED',
      'COUPON_NOT_FOUND',
      'COUPON_EXPIRED',
      'COUPON_TAKEN',
      'COUPON_NOT_MET',
      'NOT_DELIVERED',
      'PROJECT_NOT_FOUND',
      'EQUIPMENT_NOT_FOUND',
      'OUT_OF_STOCK',
      'ORDER_CHANGED',
      'NOT_ON_CREDIT',
      ...creditRefusals,
    ],
  }),
  changeMethod: writeEndpoint({
    path: 'change-method',
    summary: '更换未支付交易的支付方式，整笔重新计价；优惠券不再满足条件的须先同意不用；超出限额或与审批不符的回到待审批',
    needs: 'buyPay',
    memberLimit: 1000,
    input: z.strictObject({ tradeId: Id, method: PaymentMethodSchema, withoutCoupons: z._default(z.boolean(), false) }),
    output: SubmittedTrade,
    refusals: [
      'TRADE_NOT_FOUND',
      'ALREADY_PAID',
      'COUPON_NOT_MET',
      'PAYMENT_UNCLEAR',
      'VOUCHER_IN_REVIEW',
      'NOT_ON_CREDIT',
      'ORDER_TOO_LARGE',
      'BANK_ACCOUNT_MISSING',
      'CHANNEL_NOT_OFFERED',
      ...creditRefusals,
    ],
  }),
  trade: readEndpoint({
    path: 'trade',
    summary: '一笔交易：应付总额、其订单，以及未支付时各支付方式的应付金额与能否使用',
    needs: 'buyPay',
    input: z.strictObject({ tradeId: Id }),
    output: TradeWithPaymentMethods,
    refusals: ['TRADE_NOT_FOUND'],
  }),
  payByCredit: idempotentWriteEndpoint({
    path: 'pay-by-credit',
    admission: 'pay',
    summary: '赊销支付：占用赊销额度',
    needs: 'buyPay',
    memberLimit: UNLIMITED_BECAUSE_ORDER_STEP,
    input: PayTradeInput,
    output: SubmittedTrade,
    refusals: [...payRefusals, ...creditRefusals, ...paymentPasswordRefusals],
  }),
  payByWallet: idempotentWriteEndpoint({
    path: 'pay-by-wallet',
    admission: 'pay',
    summary: '钱包支付',
    needs: 'buyPay',
    memberLimit: UNLIMITED_BECAUSE_ORDER_STEP,
    input: PayTradeInput,
    output: SubmittedTrade,
    refusals: [...payRefusals, 'WALLET_SHORT', ...paymentPasswordRefusals],
  }),
  list: readEndpoint({
    path: 'list',
    summary: '我的订单',
    needs: 'lookOrder',
    input: z.strictObject({
      ...pageInput,
      state: z.optional(OrderStateSchema),
      /** A part of an order number, of the buyer's 采购单号 or 成本中心, or of the name or code of goods. */
      keyword: z.optional(Text(50)),
      projectId: z.optional(Id),
      dateFrom: z.optional(Day),
      dateTo: z.optional(Day),
    }),
    output: pageOutput(OrderRow),
  }),
  count: readEndpoint({
    path: 'count',
    summary: '各状态的订单数',
    needs: 'lookOrder',
    input: EmptyInput,
    output: z.array(z.object({ state: OrderStateSchema, count: z.int() })),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '订单详情',
    needs: 'lookOrder',
    input: z.strictObject({ orderNo: OrderNo }),
    output: OrderDetail,
    refusals: ['ORDER_NOT_FOUND'],
  }),
  cancel: writeEndpoint({
    path: 'cancel',
    summary: '取消未支付的订单，释放库存',
    needs: 'buyPay',
    memberLimit: 1000,
    input: z.strictObject({ orderNo: OrderNo, reason: RequiredText(REMARK_LENGTH_MAX, '请选择取消原因') }),
    output: NullOutput,
    refusals: ['ORDER_NOT_FOUND', 'ORDER_ACTION_NOT_ALLOWED', 'PAYMENT_UNCLEAR', 'VOUCHER_IN_REVIEW'],
  }),
  askCancel: writeEndpoint({
    path: 'ask-cancel',
    summary: '申请取消已支付、未发货的订单，由客服确认',
    needs: 'buyPay',
    memberLimit: 500,
    input: z.strictObject({ orderNo: OrderNo, reason: RequiredText(REMARK_LENGTH_MAX, '请选择取消原因') }),
    output: NullOutput,
    refusals: ['ORDER_NOT_FOUND', 'ORDER_ACTION_NOT_ALLOWED', 'AFTER_SALE_OPEN'],
  }),
  withdrawCancel: writeEndpoint({
    path: 'withdraw-cancel',
    summary: '撤回取消申请，订单继续备货',
    needs: 'buyPay',
    memberLimit: 500,
    input: z.strictObject({ orderNo: OrderNo }),
    output: NullOutput,
    refusals: ['ORDER_NOT_FOUND', 'ORDER_ACTION_NOT_ALLOWED'],
  }),
  receive: writeEndpoint({
    path: 'receive',
    summary: '确认收货',
    needs: 'buyPay',
    memberLimit: UNLIMITED_BECAUSE_ORDER_STEP,
    input: z.strictObject({ orderNo: OrderNo }),
    output: NullOutput,
    refusals: ['ORDER_NOT_FOUND', 'ORDER_ACTION_NOT_ALLOWED'],
  }),
})

/** The detail of the refusal: what changed between preview and submit. */
export const PreviewPriceChange = z.object({ skuId: Id, goodsName: z.string(), was: z.nullable(Yuan), is: z.nullable(Yuan) })
export type PreviewPriceChange = z.output<typeof PreviewPriceChange>
