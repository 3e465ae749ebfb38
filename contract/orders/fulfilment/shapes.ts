import * as z from 'zod/mini'
import { BatchUnits } from '#contract/catalog/inventory/batches.ts'
import { Id, Instant, Mobile, Quantity, RequiredText, RowVersion } from '#contract/platform/core/fields.ts'
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

/** How many batches of one line may be named. */
const NAMED_BATCHES_MAX = 20

/** What a parcel takes of the lines of an order, and of which batches. Units for which none is named leave by their best-before day. */
export const ParcelLines = z
  .array(
    z
      .strictObject({
        lineNo: z.int().check(z.minimum(1), z.maximum(1_000)),
        quantity: Quantity,
        batches: z.optional(
          z
            .array(z.strictObject({ batchId: Id, quantity: Quantity }))
            .check(z.maxLength(NAMED_BATCHES_MAX, `一行最多指定 ${NAMED_BATCHES_MAX} 个批次`)),
        ),
      })
      .check(
        z.refine(({ quantity, batches = [] }) => batches.reduce((sum, batch) => sum + batch.quantity, 0) <= quantity, {
          message: '指定批次的数量超过发货数量',
          path: ['batches'],
        }),
      ),
  )
  .check(
    z.minLength(1, '请选择要发的商品'),
    z.maxLength(200, '一个包裹最多 200 行'),
    z.refine((lines) => new Set(lines.map(({ lineNo }) => lineNo)).size === lines.length, '同一行商品只能出现一次'),
  )
export type ParcelLines = z.output<typeof ParcelLines>

/** Returns a line of a parcel with the batches that it takes, as far as they may be named: units of the others leave by their best-before day. */
export function toParcelLine(line: { lineNo: number; quantity: number }, taken: readonly BatchUnits[]): ParcelLines[number] {
  const batches = taken.slice(0, NAMED_BATCHES_MAX).map(({ batchId, units }) => ({ batchId, quantity: units }))
  return { lineNo: line.lineNo, quantity: line.quantity, ...(batches.length > 0 && { batches }) }
}

/** Why a parcel cannot leave with the batches that are named for it, or that are left. */
export const batchRefusals = ['BATCH_NOT_FOUND', 'BATCH_TOO_FEW', 'BATCH_EXPIRED', 'BATCHES_EXPIRED'] as const

const ParcelContent = z.object({ lineNo: z.int(), goodsName: z.string(), skuProps: SkuProps, unit: z.string(), quantity: z.int() })

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
  lines: z.array(ParcelContent),
})
export type Parcel = z.output<typeof Parcel>

/** What a parcel weighed before it left; `expectedGrams`: what its goods weigh, null where a SKU has no weight. */
const ParcelWeight = z.object({
  grams: z.int(),
  expectedGrams: z.nullable(z.int()),
  /** They differ by more than was allowed, and it left all the same; `by`: who has said so. */
  confirmedBy: z.nullable(z.string()),
})

/** A parcel for staff: with its weight and the batches that left with each line. */
export const ConsoleParcel = z.object({
  ...z.omit(Parcel, { lines: true }).shape,
  /** null: it was not weighed. */
  weight: z.nullable(ParcelWeight),
  lines: z.array(z.object({ ...ParcelContent.shape, batches: z.array(BatchUnits) })),
})
export type ConsoleParcel = z.output<typeof ConsoleParcel>

/** 送货单号: the order number and the number of the parcel. Its number of digits is even, because its barcode needs that. */
export const formatDeliveryNoteNumber = (orderNo: string, parcelNo: number): string => {
  const digits = String(parcelNo)
  return `${orderNo}${digits.padStart(digits.length + (digits.length % 2), '0')}`
}
