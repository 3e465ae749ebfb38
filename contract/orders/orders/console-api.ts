import * as z from 'zod/mini'
import { AccountManagerFilter } from '#contract/people/account-managers/manager-filter.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import {
  Day,
  Id,
  IntegerId,
  NullOutput,
  OrderNo,
  pageInput,
  pageOutput,
  REMARK_LENGTH_MAX,
  RequiredText,
  Text,
} from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { shipDueFilters } from '#contract/sites/delivery-times/ship-by-day.ts'
import { paymentMethods } from './amounts.ts'
import { BuyerReference } from './buyer-references.ts'
import { ConsoleOrderDetail, ConsoleOrderRow, OrderStateSchema } from './shapes.ts'

/** The two reasons why an order waits for staff. */
export const orderQueues = { waitSend: { label: '该发货' }, cancelAsked: { label: '申请取消' } } as const
export type OrderQueue = keyof typeof orderQueues

/** These filters have no index of their own, because every order would pay for it: a range of days or a company bounds what they read. */
const boundedSalesFilters = z.refine<Record<string, unknown>>(
  ({ skuId, categoryId, province, method, couponTemplateId, dateFrom, soldFrom, enterpriseId, orderNo }) =>
    [skuId, categoryId, province, method, couponTemplateId].every((one) => one === undefined) ||
    [dateFrom, soldFrom, enterpriseId, orderNo].some((one) => one !== undefined),
  { message: '按商品、分类、省份、支付方式或优惠券筛选时，请同时选择日期或企业', path: ['soldFrom'] },
)

export const consoleOrderEndpoints = defineEndpoints('/console-api/api/order', {
  list: readEndpoint({
    path: 'list',
    summary: '全部订单',
    needs: { staff: 'orderView' },
    input: z
      .strictObject({
        ...pageInput,
        state: z.optional(OrderStateSchema),
        /** Orders that wait for staff, the oldest first: those to be shipped without a request to cancel, or those with one. */
        queue: z.optional(z.enum(keysOf(orderQueues))),
        /** Of the orders to be shipped those that are due so, what is due first at the top. */
        shipDue: z.optional(z.enum(keysOf(shipDueFilters), '发货时限不正确')),
        orderNo: z.optional(OrderNo),
        /** The complete order number. */
        poNumber: z.optional(BuyerReference),
        enterpriseId: z.optional(Id),
        manager: z.optional(AccountManagerFilter),
        /** A tag of the order, and one of its company. */
        tagId: z.optional(Id),
        companyTagId: z.optional(Id),
        dateFrom: z.optional(Day),
        dateTo: z.optional(Day),
        /** The days on which the order was sold: paid, or confirmed on credit. */
        soldFrom: z.optional(Day),
        soldTo: z.optional(Day),
        shopId: z.optional(Id),
        skuId: z.optional(Id),
        categoryId: z.optional(IntegerId),
        province: z.optional(Text(20)),
        method: z.optional(z.enum(keysOf(paymentMethods), '支付方式不正确')),
        /** The coupon template of the order. */
        couponTemplateId: z.optional(Id),
      })
      .check(boundedSalesFilters),
    output: pageOutput(ConsoleOrderRow),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '订单详情',
    needs: { staff: 'orderView' },
    input: z.strictObject({ enterpriseId: Id, orderNo: OrderNo }),
    output: ConsoleOrderDetail,
    refusals: ['ORDER_NOT_FOUND'],
  }),
  agreeCancel: writeEndpoint({
    path: 'agree-cancel',
    summary: '同意取消：释放库存，原路退款',
    needs: { staff: 'orderCancel' },
    audits: 'order',
    input: z.strictObject({ enterpriseId: Id, orderNo: OrderNo }),
    output: NullOutput,
    refusals: ['ORDER_NOT_FOUND', 'ORDER_ACTION_NOT_ALLOWED'],
  }),
  refuseCancel: writeEndpoint({
    path: 'refuse-cancel',
    summary: '拒绝取消，说明原因',
    needs: { staff: 'orderCancel' },
    audits: 'order',
    input: z.strictObject({ enterpriseId: Id, orderNo: OrderNo, reason: RequiredText(REMARK_LENGTH_MAX, '请填写原因') }),
    output: NullOutput,
    refusals: ['ORDER_NOT_FOUND', 'ORDER_ACTION_NOT_ALLOWED'],
  }),
})
