import * as z from 'zod/mini'
import { call, download, endpoints, upload } from '../endpoint.ts'
import { Done, Id, Instant, Quantity, RequiredText, Text } from '../fields.ts'
import { IMAGE_BYTES_MAX } from '../files/api.ts'
import { OrderNo } from '../ordering/shapes.ts'
import { Tanker } from './shapes.ts'

export const carriers = ['德邦快递', '顺丰速运', '安能物流', '京东快递', '中通快运'] as const

const keepers = { staff: ['warehouse', 'admin'] } as const
const sight = { staff: ['support', 'warehouse', 'finance', 'admin'] } as const

const Carrier = RequiredText(30, '请选择承运公司')
const TrackingNo = RequiredText(40, '请输入运单号')
export const ParcelNo = z.int('包裹号不正确').check(z.minimum(1, '包裹号不正确'), z.maximum(9_999, '包裹号不正确'))

/** How a parcel travels: with a courier under a number, or by our own tanker. Exactly one of the two. */
const way = { carrier: z.optional(Carrier), trackingNo: z.optional(TrackingNo), tanker: z.optional(Tanker) }
type Way = { carrier?: string | undefined; trackingNo?: string | undefined; tanker?: Tanker | undefined }
const oneWay = [
  z.refine<Way>(({ carrier, tanker }) => (carrier === undefined) !== (tanker === undefined), {
    message: '请选择承运公司',
    path: ['carrier'],
  }),
  z.refine<Way>(({ trackingNo, tanker }) => (trackingNo === undefined) !== (tanker === undefined), {
    message: '请输入运单号',
    path: ['trackingNo'],
  }),
] as const

const parcelOf = { enterpriseId: Id, orderNo: OrderNo, parcelNo: ParcelNo }
const parcelRefusals = ['ORDER_NOT_FOUND', 'PARCEL_NOT_FOUND'] as const
const askRefusals = [...parcelRefusals, 'TRACK_NOT_ASKED', 'TRACK_TOO_SOON', 'TRACK_LATER'] as const

/** What became of asking a carrier: whether it knows the parcel. */
const Asked = z.object({ found: z.boolean() })

export const consoleFulfilment = endpoints('/console-api/api/fulfilment', {
  ship: call({
    path: 'ship',
    summary: '发出一个包裹：全部或部分商品，快递物流或自有罐车；赊销订单按比例入账',
    needs: keepers,
    input: z
      .strictObject({
        enterpriseId: Id,
        orderNo: OrderNo,
        ...way,
        lines: z.array(z.strictObject({ lineNo: z.int().check(z.minimum(1), z.maximum(1_000)), quantity: Quantity })).check(
          z.minLength(1, '请选择要发的商品'),
          z.maxLength(200, '一个包裹最多 200 行'),
          z.refine((lines) => new Set(lines.map(({ lineNo }) => lineNo)).size === lines.length, '同一行商品只能出现一次'),
        ),
      })
      .check(...oneWay),
    output: Done,
    refusals: ['ORDER_NOT_FOUND', 'ORDER_ACTION_NOT_ALLOWED', 'NOTHING_TO_SHIP'],
  }),
  closeShort: call({
    path: 'close-short',
    summary: '剩余商品不再发货：释放库存，退还未发部分的款项',
    needs: keepers,
    input: z.strictObject({ enterpriseId: Id, orderNo: OrderNo, reason: RequiredText(100, '请填写原因') }),
    output: Done,
    refusals: ['ORDER_NOT_FOUND', 'ORDER_ACTION_NOT_ALLOWED', 'AFTER_SALE_OPEN'],
  }),
  correctParcel: call({
    path: 'correct-parcel',
    summary: '更正一个包裹的承运信息，写明原因；原运单号的物流轨迹作废',
    needs: keepers,
    input: z.strictObject({ ...parcelOf, ...way, reason: RequiredText(100, '请填写原因') }).check(...oneWay),
    output: Done,
    refusals: [...parcelRefusals, 'PARCEL_RECEIVED', 'PARCEL_UNCHANGED'],
  }),
  addTrack: call({
    path: 'add-track',
    summary: '录入一条物流轨迹：时间、地点、内容',
    needs: { staff: ['support', 'warehouse', 'admin'] },
    input: z.strictObject({ ...parcelOf, at: Instant, place: Text(60), text: RequiredText(200, '请填写物流内容') }),
    output: Done,
    refusals: [...parcelRefusals, 'TRACK_BEFORE_SENT'],
  }),
  removeTrack: call({
    path: 'remove-track',
    summary: '删除一条录入有误的物流轨迹',
    needs: { staff: ['support', 'warehouse', 'admin'] },
    input: z.strictObject({ ...parcelOf, trackId: Id }),
    output: Done,
    refusals: [...parcelRefusals, 'TRACK_NOT_FOUND'],
  }),
  askTrack: call({
    path: 'ask-track',
    summary: '向快递公司查询一个包裹的物流，30 分钟内只查一次',
    needs: sight,
    input: z.strictObject(parcelOf),
    output: Asked,
    refusals: askRefusals,
  }),
  attachReceipt: upload({
    path: 'attach-receipt',
    summary: '上传一个包裹的签收单图片',
    needs: { staff: ['support', 'warehouse', 'admin'] },
    input: z.strictObject({ enterpriseId: Id, orderNo: OrderNo, parcelNo: ParcelNo }),
    output: Done,
    refusals: [...parcelRefusals, 'RECEIPT_PICTURES_FULL', 'NOT_AN_IMAGE', 'IMAGE_TOO_LARGE'],
    fileLimit: { bytesMax: IMAGE_BYTES_MAX, tooLarge: 'IMAGE_TOO_LARGE' },
  }),
  receipt: download({
    path: 'receipt',
    summary: '一个包裹的签收单图片',
    needs: sight,
    input: z.strictObject({ ...parcelOf, fileId: Id }),
    refusals: [...parcelRefusals, 'FILE_NOT_FOUND'],
  }),
})

const ownParcel = { orderNo: OrderNo, parcelNo: ParcelNo }

/** Parcels, as their buyer deals with them. */
export const parcel = endpoints('/order-api/api/parcel', {
  receive: call({
    path: 'receive',
    summary: '确认收到一个包裹；全部发出且全部收到后订单即已收货',
    needs: 'buyPay',
    input: z.strictObject(ownParcel),
    output: Done,
    refusals: [...parcelRefusals, 'ORDER_ACTION_NOT_ALLOWED', 'PARCEL_RECEIVED'],
  }),
  askTrack: call({
    path: 'ask-track',
    summary: '向快递公司查询一个包裹的物流，30 分钟内只查一次',
    needs: 'lookOrder',
    input: z.strictObject(ownParcel),
    output: Asked,
    refusals: askRefusals,
  }),
  attachReceipt: call({
    path: 'attach-receipt',
    summary: '为一个包裹附上已上传的签收单图片',
    needs: 'buyPay',
    input: z.strictObject({ ...ownParcel, fileId: Id }),
    output: Done,
    refusals: [...parcelRefusals, 'RECEIPT_PICTURES_FULL', 'FILE_NOT_FOUND'],
  }),
})
