import * as z from 'zod/mini'
import { CarrierField, TrackingNumberField, waybillMatchesCarrierRule } from '#contract/orders/fulfilment/waybill.ts'
import { defineEndpoints, idempotentWriteEndpoint, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, NullOutput, OrderNo, pageInput, pageOutput, RequiredText, Text } from '#contract/platform/core/fields.ts'
import {
  AFTER_SALE_DESCRIPTION_LENGTH_MAX,
  AFTER_SALE_PICTURES_MAX,
  AfterSaleDetail,
  AfterSaleMessage,
  AfterSaleOptions,
  AfterSaleRefundPreview,
  AfterSaleRow,
  afterSaleRequestFields,
} from './shapes.ts'

const One = z.strictObject({ id: Id })
const applicationRefusals = ['ORDER_NOT_FOUND', 'AFTER_SALE_NOT_ALLOWED', 'AFTER_SALE_TOO_MANY', 'AFTER_SALE_NO_MONEY'] as const
const moveRefusals = ['AFTER_SALE_NOT_FOUND', 'AFTER_SALE_MOVED'] as const

export const afterSaleEndpoints = defineEndpoints('/order-api/api/after-sale', {
  options: readEndpoint({
    path: 'options',
    summary: '一张订单可以申请的售后：类型、每行可申请的数量、期限',
    needs: 'lookOrder',
    input: z.strictObject({ orderNo: OrderNo }),
    output: AfterSaleOptions,
    refusals: ['ORDER_NOT_FOUND'],
  }),
  preview: readEndpoint({
    path: 'preview',
    summary: '试算退款：逐行金额、运费、退回何处',
    needs: 'lookOrder',
    input: z.strictObject(afterSaleRequestFields),
    output: AfterSaleRefundPreview,
    refusals: applicationRefusals,
  }),
  apply: idempotentWriteEndpoint({
    path: 'apply',
    summary: '申请售后：仅退款、退货退款、换货；未发的商品暂停发货',
    needs: 'buyPay',
    memberLimit: 300,
    input: z.strictObject({
      ...afterSaleRequestFields,
      reason: RequiredText(50, '请选择原因'),
      description: Text(AFTER_SALE_DESCRIPTION_LENGTH_MAX),
      pictures: z._default(
        z.array(Id).check(
          z.maxLength(AFTER_SALE_PICTURES_MAX, `最多上传 ${AFTER_SALE_PICTURES_MAX} 张图片`),
          z.refine((ids) => new Set(ids).size === ids.length, '同一张图片只能使用一次'),
        ),
        [],
      ),
    }),
    output: z.object({ id: Id, afterSaleNo: z.string() }),
    refusals: [...applicationRefusals, 'FILE_NOT_FOUND'],
  }),
  list: readEndpoint({
    path: 'list',
    summary: '售后单',
    needs: 'lookOrder',
    input: z.strictObject({ ...pageInput, state: z.optional(z.enum(['open', 'over'])), orderNo: z.optional(OrderNo) }),
    output: pageOutput(AfterSaleRow),
  }),
  count: readEndpoint({
    path: 'count',
    summary: '处理中和已结束的售后单数',
    needs: 'lookOrder',
    input: EmptyInput,
    output: z.object({ open: z.int(), over: z.int() }),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '售后详情：进度、留言、退款',
    needs: 'lookOrder',
    input: One,
    output: AfterSaleDetail,
    refusals: ['AFTER_SALE_NOT_FOUND'],
  }),
  say: writeEndpoint({
    path: 'say',
    summary: '给客服留言',
    needs: 'lookOrder',
    memberLimit: 500,
    input: z.strictObject({ id: Id, text: AfterSaleMessage }),
    output: NullOutput,
    refusals: [...moveRefusals, 'AFTER_SALE_MESSAGES_FULL'],
  }),
  withdraw: writeEndpoint({
    path: 'withdraw',
    summary: '撤销申请，未发的商品恢复发货',
    needs: 'buyPay',
    memberLimit: 'of what was applied for.',
    input: One,
    output: NullOutput,
    refusals: moveRefusals,
  }),
  sendBack: writeEndpoint({
    path: 'send-back',
    summary: '填写退货物流',
    needs: 'buyPay',
    memberLimit: 500,
    input: z.strictObject({ id: Id, carrier: CarrierField, trackingNo: TrackingNumberField }).check(waybillMatchesCarrierRule),
    output: NullOutput,
    refusals: moveRefusals,
  }),
})
