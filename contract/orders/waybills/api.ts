import * as z from 'zod/mini'
import { ParcelNo } from '#contract/orders/fulfilment/api.ts'
import { CarrierField, TrackingNumberField } from '#contract/orders/fulfilment/waybill.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import {
  Day,
  EmptyInput,
  Id,
  Instant,
  NullOutput,
  OrderNo,
  pageInput,
  pageOutput,
  RequiredText,
  Text,
} from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { waybillLifecycle } from './waybill-lifecycle.ts'

/** How many numbers one call takes at most: those of a whole wave. */
const WAYBILLS_PER_CALL_MAX = 200
/** How many labels one file holds. */
export const WAYBILL_LABELS_PER_FILE_MAX = 100

/** After how many minutes without a usable answer of the carrier a waybill waits for a person. */
export const WAYBILL_UNCONFIRMED_MINUTES = 10

const readers = { staff: 'waveView' } as const
const editors = { staff: 'shipment' } as const

const WaybillStateSchema = z.enum(keysOf(waybillLifecycle.states), '面单状态不正确')

/** What became of a number: its parcel waits, has left with it, or needs it no more (the order is cancelled, or left with another number). */
export const waybillFates = { waiting: { label: '待发出' }, sent: { label: '已随包裹发出' }, idle: { label: '没有用上' } } as const

export const Waybill = z.object({
  enterpriseId: Id,
  enterpriseName: z.nullable(z.string()),
  id: Id,
  orderNo: OrderNo,
  /** The parcel of the order that the number is for. */
  parcelNo: ParcelNo,
  carrier: z.string(),
  /** '' until the number is known. */
  trackingNo: z.string(),
  state: WaybillStateSchema,
  fate: z.enum(keysOf(waybillFates)),
  /** The reason of the provider, or why the outcome is not known; '' if there is none. */
  reason: z.string(),
  receiverRegion: z.string(),
  askedBy: z.string(),
  askedAt: Instant,
})
export type Waybill = z.output<typeof Waybill>

/** What became of one order of a call. `unknown`: no usable answer; asking again takes no second number. `left`: its turn did not come. */
export const waybillTakingResults = {
  taken: { label: '已取号' },
  refused: { label: '未取到' },
  unknown: { label: '待确认' },
  left: { label: '未轮到' },
} as const

export const WaybillTaking = z.object({
  enterpriseId: Id,
  orderNo: OrderNo,
  result: z.enum(keysOf(waybillTakingResults)),
  carrier: z.string(),
  trackingNo: z.string(),
  text: z.string(),
})
export type WaybillTaking = z.output<typeof WaybillTaking>

export const consoleWaybillEndpoints = defineEndpoints('/console-api/api/waybill', {
  list: readEndpoint({
    path: 'list',
    summary: '电子面单：取过的运单号及其状态，最新的在前；待确认的，等得久的在前',
    needs: readers,
    input: z.strictObject({
      ...pageInput,
      state: z.optional(WaybillStateSchema),
      fate: z.optional(z.enum(keysOf(waybillFates), '去向不正确')),
      orderNo: z.optional(OrderNo),
      /** The whole number. */
      trackingNo: z.optional(TrackingNumberField),
      carrier: z.optional(Text(30)),
      /** Those of which the carrier has not said for some time what became of them, the longest first. */
      unanswered: z.optional(z.boolean()),
      dateFrom: z.optional(Day),
      dateTo: z.optional(Day),
    }),
    output: pageOutput(Waybill),
  }),
  carriers: readEndpoint({
    path: 'carriers',
    summary: '可以取号的承运公司；没有接入电子面单时为空',
    needs: readers,
    input: EmptyInput,
    output: z.array(z.string()),
  }),
  take: writeEndpoint({
    path: 'take',
    summary: `为订单的下一个包裹取运单号，最多 ${WAYBILLS_PER_CALL_MAX} 单，逐单给出结果；已取到的不再取，没有答复的可再取，不会多占单号`,
    needs: editors,
    audits: 'warehouse',
    input: z.strictObject({
      carrier: CarrierField,
      /** The warehouse whose address is the sender's; nothing: the main one. */
      warehouseId: z.optional(Id),
      orders: z.array(z.strictObject({ enterpriseId: Id, orderNo: OrderNo })).check(
        z.minLength(1, '请先选择订单'),
        z.maxLength(WAYBILLS_PER_CALL_MAX, `一次最多取 ${WAYBILLS_PER_CALL_MAX} 个单号`),
        z.refine((orders) => new Set(orders.map(({ orderNo }) => orderNo)).size === orders.length, '同一订单只能出现一次'),
      ),
    }),
    /** `left`: how many orders were not reached in the time of one call. */
    output: z.object({ rows: z.array(WaybillTaking), left: z.int() }),
    refusals: ['WAYBILLS_OFF', 'WAYBILL_CARRIER_OFF', 'WAYBILL_SENDER_MISSING', 'WAREHOUSE_NOT_FOUND'],
  }),
  giveBack: writeEndpoint({
    path: 'give-back',
    summary: '取消一个还没有随包裹发出的电子面单，把单号退还承运公司；没有答复的可以放弃，之后重新取号',
    needs: editors,
    audits: 'row',
    input: z.strictObject({
      enterpriseId: Id,
      id: Id,
      reason: RequiredText(50, '请填写原因'),
      /** Gives up one whose outcome is not known, without asking the carrier: its number may have been paid for. */
      giveUp: z.optional(z.boolean()),
    }),
    output: NullOutput,
    refusals: [
      'WAYBILLS_OFF',
      'WAYBILL_NOT_FOUND',
      'WAYBILL_NOT_TAKEN',
      'WAYBILL_USED',
      'WAYBILL_KEPT_BY_CARRIER',
      'WAYBILL_LATER',
      'WAYBILL_CONFIRMED',
    ],
  }),
})
