import * as z from 'zod/mini'
import { BatchUnits } from '#contract/catalog/inventory/batches.ts'
import { IMAGE_BYTES_MAX } from '#contract/people/files/api.ts'
import { defineEndpoints, downloadEndpoint, readEndpoint, uploadEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, Instant, NullOutput, OrderNo, RequiredText, RowVersion, Text } from '#contract/platform/core/fields.ts'
import { UNLIMITED_BECAUSE_ORDER_STEP } from '#contract/platform/core/member-limits.ts'
import { batchRefusals, ParcelLines, TankerTransport } from './shapes.ts'
import { CarrierField, TrackingNumberField, waybillMatchesCarrierRule } from './waybill.ts'

export const ParcelNo = z.int('包裹号不正确').check(z.minimum(1, '包裹号不正确'), z.maximum(9_999, '包裹号不正确'))

/** How a parcel is transported: by a courier with a waybill number, or by our own tanker. Exactly one of the two. */
const way = {
  carrier: z.optional(CarrierField),
  trackingNo: z.optional(TrackingNumberField),
  /** The person confirms that two parcels share this waybill number. */
  sharedWaybill: z.optional(z.boolean()),
  tanker: z.optional(TankerTransport),
}
type Way = { carrier?: string | undefined; trackingNo?: string | undefined; tanker?: TankerTransport | undefined }

const oneWay = [
  z.refine<Way>(({ carrier, tanker }) => (carrier === undefined) !== (tanker === undefined), {
    message: '请选择承运公司',
    path: ['carrier'],
  }),
  z.refine<Way>(({ trackingNo, tanker }) => (trackingNo === undefined) !== (tanker === undefined), {
    message: '请输入运单号',
    path: ['trackingNo'],
  }),
  waybillMatchesCarrierRule,
] as const

const parcelOf = { enterpriseId: Id, orderNo: OrderNo, parcelNo: ParcelNo }
const parcelRefusals = ['ORDER_NOT_FOUND', 'PARCEL_NOT_FOUND'] as const
const trackRefusals = [...parcelRefusals, 'TRACK_NOT_ASKED', 'TRACK_TOO_SOON', 'TRACK_LATER'] as const

/** A warehouse that goods of an order may leave from. */
export const ShippingWarehouse = z.object({
  warehouseId: Id,
  name: z.string(),
  /** Whether it serves the province of the address. */
  serves: z.boolean(),
  /** Whether everything that is left of the order lies there. */
  complete: z.boolean(),
  /** Whether it lies there beside what other orders have reserved there. */
  unclaimed: z.boolean(),
  /**
   * The units that lie there, by line; lines with nothing left to ship are left out. `batches` are those of goods that have batches, in the order
   * in which they leave, without expired ones.
   */
  lines: z.array(z.object({ lineNo: z.int(), units: z.int(), batches: z.array(BatchUnits) })),
})
export type ShippingWarehouse = z.output<typeof ShippingWarehouse>

const warehouseRefusals = ['WAREHOUSE_NOT_FOUND', 'WAREHOUSE_CLOSED', 'WAREHOUSE_TOO_FEW'] as const

/** Why a parcel cannot leave with a number: another parcel has it (which can be confirmed), or its label is not for this order. */
const numberRefusals = ['WAYBILL_IN_USE', 'WAYBILL_GIVEN_BACK', 'WAYBILL_OF_ANOTHER_ORDER'] as const

/** The result of asking a carrier: whether it knows the parcel. */
const Asked = z.object({ found: z.boolean() })

export const consoleFulfilmentEndpoints = defineEndpoints('/console-api/api/fulfilment', {
  ship: writeEndpoint({
    path: 'ship',
    summary: '发出一个包裹：全部或部分商品，快递物流或自有罐车；赊销订单按比例入账',
    needs: { staff: 'shipment' },
    audits: 'order',
    input: z
      .strictObject({
        enterpriseId: Id,
        orderNo: OrderNo,
        ...way,
        /** The warehouse that it leaves from; nothing: the one that is proposed. */
        warehouseId: z.optional(Id),
        lines: ParcelLines,
      })
      .check(...oneWay),
    output: NullOutput,
    refusals: ['ORDER_NOT_FOUND', 'ORDER_ACTION_NOT_ALLOWED', 'NOTHING_TO_SHIP', ...numberRefusals, ...warehouseRefusals, ...batchRefusals],
  }),
  warehouses: readEndpoint({
    path: 'warehouses',
    summary: '一张订单可从哪些仓库发货：先是服务收货省份且货齐的，附各行商品在仓数量',
    needs: { staff: 'shipment' },
    input: z.strictObject({ enterpriseId: Id, orderNo: OrderNo }),
    output: z.array(ShippingWarehouse),
    refusals: ['ORDER_NOT_FOUND'],
  }),
  closeShort: writeEndpoint({
    path: 'close-short',
    summary: '剩余商品不再发货：释放库存，退还未发部分的款项',
    needs: { staff: 'shipment' },
    audits: 'order',
    input: z.strictObject({ enterpriseId: Id, orderNo: OrderNo, reason: RequiredText(100, '请填写原因') }),
    output: NullOutput,
    refusals: ['ORDER_NOT_FOUND', 'ORDER_ACTION_NOT_ALLOWED', 'AFTER_SALE_OPEN'],
  }),
  correctParcel: writeEndpoint({
    path: 'correct-parcel',
    summary: '更正一个包裹的承运信息，写明原因；原运单号的物流轨迹作废',
    needs: { staff: 'shipment' },
    audits: 'order',
    input: z.strictObject({ ...parcelOf, ...way, reason: RequiredText(100, '请填写原因'), rowVersion: RowVersion }).check(...oneWay),
    output: NullOutput,
    refusals: [...parcelRefusals, 'PARCEL_RECEIVED', 'PARCEL_UNCHANGED', 'ROW_CHANGED', ...numberRefusals],
  }),
  addTrack: writeEndpoint({
    path: 'add-track',
    summary: '录入一条物流轨迹：时间、地点、内容',
    needs: { staff: 'parcelTrack' },
    audits: 'order',
    input: z.strictObject({ ...parcelOf, at: Instant, place: Text(60), text: RequiredText(200, '请填写物流内容') }),
    output: NullOutput,
    refusals: [...parcelRefusals, 'TRACK_BEFORE_SENT'],
  }),
  removeTrack: writeEndpoint({
    path: 'remove-track',
    summary: '删除一条录入有误的物流轨迹',
    needs: { staff: 'parcelTrack' },
    audits: 'order',
    input: z.strictObject({ ...parcelOf, trackId: Id }),
    output: NullOutput,
    refusals: [...parcelRefusals, 'TRACK_NOT_FOUND'],
  }),
  askTrack: writeEndpoint({
    path: 'ask-track',
    summary: '向快递公司查询一个包裹的物流，30 分钟内只查一次',
    needs: { staff: 'orderNote' },
    audits: 'order',
    input: z.strictObject(parcelOf),
    output: Asked,
    refusals: trackRefusals,
  }),
  attachReceipt: uploadEndpoint({
    path: 'attach-receipt',
    summary: '上传一个包裹的签收单图片',
    needs: { staff: 'parcelTrack' },
    audits: 'order',
    input: z.strictObject({ enterpriseId: Id, orderNo: OrderNo, parcelNo: ParcelNo }),
    output: NullOutput,
    refusals: [...parcelRefusals, 'RECEIPT_PICTURES_FULL', 'NOT_AN_IMAGE', 'IMAGE_TOO_LARGE'],
    fileLimit: { bytesMax: IMAGE_BYTES_MAX, tooLarge: 'IMAGE_TOO_LARGE' },
  }),
  receipt: downloadEndpoint({
    path: 'receipt',
    summary: '一个包裹的签收单图片',
    needs: { staff: 'orderView' },
    input: z.strictObject({ ...parcelOf, fileId: Id }),
    refusals: [...parcelRefusals, 'FILE_NOT_FOUND'],
  }),
})

const ownParcel = { orderNo: OrderNo, parcelNo: ParcelNo }

/** The calls about parcels for their buyer. */
export const parcelEndpoints = defineEndpoints('/order-api/api/parcel', {
  receive: writeEndpoint({
    path: 'receive',
    summary: '确认收到一个包裹；全部发出且全部收到后订单即已收货',
    needs: 'buyPay',
    memberLimit: UNLIMITED_BECAUSE_ORDER_STEP,
    input: z.strictObject(ownParcel),
    output: NullOutput,
    refusals: [...parcelRefusals, 'ORDER_ACTION_NOT_ALLOWED', 'PARCEL_RECEIVED'],
  }),
  askTrack: writeEndpoint({
    path: 'ask-track',
    summary: '向快递公司查询一个包裹的物流，30 分钟内只查一次',
    needs: 'lookOrder',
    memberLimit: 'once in half an hour for a parcel.',
    input: z.strictObject(ownParcel),
    output: Asked,
    refusals: trackRefusals,
  }),
  attachReceipt: writeEndpoint({
    path: 'attach-receipt',
    summary: '为一个包裹附上已上传的签收单图片',
    needs: 'buyPay',
    memberLimit: 'three pictures of a parcel.',
    input: z.strictObject({ ...ownParcel, fileId: Id }),
    output: NullOutput,
    refusals: [...parcelRefusals, 'RECEIPT_PICTURES_FULL', 'FILE_NOT_FOUND'],
  }),
})
