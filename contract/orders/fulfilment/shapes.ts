import * as z from 'zod/mini'
import { Id, Instant, Mobile, RequiredText, RowVersion } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'

/** How a parcel is transported. */
export const parcelKinds = { courier: { label: '快递物流' }, tanker: { label: '自有罐车' } } as const

/** The state of a parcel, as its carrier reports it. */
export const parcelTrackStates = {
  collected: { label: '已揽收' },
  onTheWay: { label: '运输中' },
  customs: { label: '清关中' },
  delivering: { label: '派送中' },
  signed: { label: '已签收' },
  problem: { label: '疑难件' },
  returning: { label: '退回中' },
} as const
export type ParcelTrackState = keyof typeof parcelTrackStates

export const PARCEL_PICTURES_MAX = 3

const KG_MAX = 100_000
const LITRES_MAX = 200_000
const whole = (what: string, most: number) =>
  z
    .int({ error: ({ input }) => (typeof input === 'number' ? `${what}必须为整数` : `请输入${what}`) })
    .check(z.minimum(1, `请输入${what}`), z.maximum(most, `${what}过大`))

/** 自有罐车: the driver, the vehicle, and the readings of the weighbridge and the meter at departure. */
export const TankerTransport = z
  .strictObject({
    driver: RequiredText(20, '请输入司机姓名'),
    plate: z
      .string('请输入车牌号')
      .check(
        z.toUpperCase(),
        z.trim(),
        z.minLength(1, '请输入车牌号'),
        z.regex(/^\p{Script=Han}[A-Z][A-Z0-9]{4,6}[挂港澳]?$/u, '请输入正确的车牌号'),
      ),
    driverMobile: Mobile,
    weighNoteNo: RequiredText(40, '请输入磅单号'),
    netKg: whole('净重', KG_MAX),
    litres: whole('升数', LITRES_MAX),
  })
  // Fuels and oils weigh 0.6 to 1.1 kg per litre. Anything else is a typing error.
  .check(
    z.refine(({ netKg, litres }) => netKg >= litres * 0.6 && netKg <= litres * 1.1, {
      message: '净重与升数不相称（每升 0.6 至 1.1 千克），请核对磅单',
      path: ['netKg'],
    }),
  )
export type TankerTransport = z.output<typeof TankerTransport>

/** One step of the tracking of a parcel. */
export const ParcelTrackEntry = z.object({
  id: Id,
  at: Instant,
  place: z.string(),
  text: z.string(),
  /** The source: the carrier, or staff who typed it. */
  source: z.enum(['carrier', 'staff']),
})
export type ParcelTrackEntry = z.output<typeof ParcelTrackEntry>

export const Parcel = z.object({
  parcelNo: z.int(),
  kind: z.enum(keysOf(parcelKinds)),
  /** The carrier and the waybill number. For our own tanker: the name of the kind, and no number. */
  carrier: z.string(),
  trackingNo: z.string(),
  tanker: z.nullable(z.object(TankerTransport.shape)),
  sentAt: Instant,
  /** When the buyer confirmed receipt, of the parcel or of the whole order; null: not yet. */
  receivedAt: z.nullable(Instant),
  /** How often staff have corrected how it travels. */
  rowVersion: RowVersion,
  trackState: z.nullable(z.enum(keysOf(parcelTrackStates))),
  /** Whether its carrier can be asked for the tracking, and when that was done last. */
  asks: z.boolean(),
  trackAskedAt: z.nullable(Instant),
  /** The tracking, the latest step first. */
  track: z.array(ParcelTrackEntry),
  /** Pictures of the signed delivery note. */
  receipts: z.array(Id),
  lines: z.array(z.object({ lineNo: z.int(), goodsName: z.string(), skuProps: SkuProps, unit: z.string(), quantity: z.int() })),
})
export type Parcel = z.output<typeof Parcel>

/** 送货单号: the order number and the number of the parcel. Its number of digits is even, because its barcode needs that. */
export const formatDeliveryNoteNumber = (orderNo: string, parcelNo: number): string => {
  const digits = String(parcelNo)
  return `${orderNo}${digits.padStart(digits.length + (digits.length % 2), '0')}`
}
