import * as z from 'zod/mini'
import { Id, Instant, Mobile, RequiredText } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'

/** How a parcel travels. */
export const parcelKinds = { courier: { label: '快递物流' }, tanker: { label: '自有罐车' } } as const

/** Where a parcel is, as its carrier says. */
export const trackStates = {
  collected: { label: '已揽收' },
  onTheWay: { label: '运输中' },
  customs: { label: '清关中' },
  delivering: { label: '派送中' },
  signed: { label: '已签收' },
  problem: { label: '疑难件' },
  returning: { label: '退回中' },
} as const
export type TrackState = keyof typeof trackStates

export const PARCEL_PICTURES_MAX = 3

const KG_MAX = 100_000
const LITRES_MAX = 200_000
const whole = (what: string, most: number) =>
  z
    .int({ error: ({ input }) => (typeof input === 'number' ? `${what}必须为整数` : `请输入${what}`) })
    .check(z.minimum(1, `请输入${what}`), z.maximum(most, `${what}过大`))

/** 自有罐车: who drives what, and what the weighbridge and the meter said when it left. */
export const Tanker = z
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
  // Fuels and oils weigh 0.6 to 1.1 kg a litre; anything else is a slip of the pen.
  .check(
    z.refine(({ netKg, litres }) => netKg >= litres * 0.6 && netKg <= litres * 1.1, {
      message: '净重与升数不相称（每升 0.6 至 1.1 千克），请核对磅单',
      path: ['netKg'],
    }),
  )
export type Tanker = z.output<typeof Tanker>

/** One step of a parcel's way. */
export const TrackEntry = z.object({
  id: Id,
  at: Instant,
  place: z.string(),
  text: z.string(),
  /** From the carrier, or typed by staff. */
  source: z.enum(['carrier', 'staff']),
})
export type TrackEntry = z.output<typeof TrackEntry>

export const Parcel = z.object({
  parcelNo: z.int(),
  kind: z.enum(keysOf(parcelKinds)),
  /** Of a courier; of our own tanker its kind's name, and no number. */
  carrier: z.string(),
  trackingNo: z.string(),
  tanker: z.nullable(z.object(Tanker.shape)),
  sentAt: Instant,
  /** When the buyer said that it has come, by itself or with the whole order; null: not yet. */
  receivedAt: z.nullable(Instant),
  trackState: z.nullable(z.enum(keysOf(trackStates))),
  /** Its carrier can be asked where it is; when that was done last. */
  asks: z.boolean(),
  trackAskedAt: z.nullable(Instant),
  /** Its way, the latest in front. */
  track: z.array(TrackEntry),
  /** Pictures of the receipt that was signed for it. */
  receipts: z.array(Id),
  lines: z.array(z.object({ lineNo: z.int(), goodsName: z.string(), skuProps: SkuProps, unit: z.string(), quantity: z.int() })),
})
export type Parcel = z.output<typeof Parcel>

/** 送货单号: the order's number and the parcel's in it, an even number of digits, as its barcode is. */
export const deliveryNo = (orderNo: string, parcelNo: number): string => {
  const digits = String(parcelNo)
  return `${orderNo}${digits.padStart(digits.length + (digits.length % 2), '0')}`
}
