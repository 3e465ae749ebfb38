import * as z from 'zod/mini'
import { ParcelNo } from '#contract/orders/fulfilment/api.ts'
import { CarrierField } from '#contract/orders/fulfilment/waybill.ts'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, Instant, OrderNo, pageInput, pageOutput } from '#contract/platform/core/fields.ts'

/** A longer list is not printed: its filters name one carrier and one day, so it would be several vans. */
export const PRINTED_HANDOVER_LIST_ROWS_MAX = 2_000

/** A parcel that a carrier took. */
export const HandoverListRow = z.object({
  enterpriseId: Id,
  orderNo: OrderNo,
  parcelNo: ParcelNo,
  carrier: z.string(),
  trackingNo: z.string(),
  sentAt: Instant,
  enterpriseName: z.nullable(z.string()),
  /** Province and city of the receiver. */
  receiverRegion: z.string(),
  /** The units in the parcel. */
  pieces: z.int(),
  /** What it weighed before it left, in grams; null: it was not weighed. */
  weighedGrams: z.nullable(z.int()),
})
export type HandoverListRow = z.output<typeof HandoverListRow>

/** Which parcels: of a carrier (left out: of all), on a day in Shanghai (left out: today). */
export const handoverListFilter = { carrier: z.optional(CarrierField), day: z.optional(Day) }

export const consoleHandoverListEndpoints = defineEndpoints('/console-api/api/handover-list', {
  list: readEndpoint({
    path: 'list',
    summary: '交接单：一天交给承运公司的包裹，按发出时间；不选日期为今天',
    needs: { staff: 'waveView' },
    input: z.strictObject({ ...pageInput, ...handoverListFilter }),
    /** `totals`: the units of all pages. */
    output: z.object({ ...pageOutput(HandoverListRow).shape, totals: z.object({ pieces: z.int() }) }),
  }),
  carriers: readEndpoint({
    path: 'carriers',
    summary: '一天交了包裹的承运公司及其包裹数；不选日期为今天',
    needs: { staff: 'waveView' },
    input: z.strictObject({ day: handoverListFilter.day }),
    output: z.array(z.object({ carrier: z.string(), parcels: z.int() })),
  }),
})
