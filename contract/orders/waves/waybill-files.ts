import * as z from 'zod/mini'
import { idempotentUploadEndpoint } from '#contract/platform/core/endpoint.ts'
import { OrderNo, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'

export const WAYBILL_FILE_ROWS_MAX = 200
const WAYBILL_FILE_BYTES_MAX = 1024 * 1024

/** What becomes of a row. `shared`: its number is on another parcel, so it leaves only if the person confirms that they go together. */
export const waybillFileRowResults = {
  ready: { label: '可发' },
  shared: { label: '单号重复' },
  refused: { label: '有误' },
  shipped: { label: '已发出' },
} as const

export const WaybillFileRow = z.object({
  row: z.int(),
  orderNo: z.string(),
  carrier: z.string(),
  trackingNo: z.string(),
  result: z.enum(keysOf(waybillFileRowResults)),
  text: z.string(),
})
export type WaybillFileRow = z.output<typeof WaybillFileRow>

/** Whether a text is an order number. */
export const isOrderNo = (text: string): boolean => OrderNo.safeParse(text).success

export const importWaybillsEndpoint = idempotentUploadEndpoint({
  path: 'import-waybills',
  summary: `导入运单号：CSV 或 XLSX，最多 ${WAYBILL_FILE_ROWS_MAX} 行，列为订单号、承运公司、运单号；先试算，逐行给出结果，带上试算的核对码再次上传即发出订单的全部待发商品`,
  needs: { staff: 'shipment' },
  input: z.strictObject({
    fileName: RequiredText(200, '请选择文件'),
    /** The code that the trial returned. A request without it is a trial. */
    seen: z.optional(Text(64)),
    /** The person confirms that parcels with one number go together. It is text because a form has only text fields. */
    merged: z.optional(z.literal('yes', '请确认合并发货')),
  }),
  output: z.object({
    fileName: z.string(),
    rows: z.array(WaybillFileRow),
    counts: z.object({ ready: z.int(), shared: z.int(), refused: z.int(), shipped: z.int() }),
    /** A code that identifies exactly this trial. */
    seen: z.string(),
  }),
  refusals: ['WAYBILLS_UNREADABLE', 'WAYBILLS_TOO_LARGE', 'WAYBILLS_CHANGED'],
  fileLimit: { bytesMax: WAYBILL_FILE_BYTES_MAX, tooLarge: 'WAYBILLS_TOO_LARGE' },
})
