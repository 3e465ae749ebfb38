import * as z from 'zod/mini'
import { BatchUnits, BatchUnitsOfSku } from '#contract/catalog/inventory/batches.ts'
import { Day, Id, Instant, OrderNo } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'
import { waveLifecycle } from './wave-lifecycle.ts'

/** How many orders one wave holds. */
export const WAVE_ORDERS_MAX = 200

export const WaveStateSchema = z.enum(keysOf(waveLifecycle.states), '波次状态不正确')
export const WaveNo = z.string('请输入波次号').check(z.regex(/^\d{12}$/, '波次号为 12 位数字'))

/** What has become of an order in its wave. */
export const waveOrderStatuses = {
  waiting: { label: '待发' },
  shipped: { label: '已发' },
  dropped: { label: '已退出' },
} as const
export type WaveOrderStatus = keyof typeof waveOrderStatuses

export const Wave = z.object({
  id: Id,
  waveNo: WaveNo,
  state: WaveStateSchema,
  /** The carrier that takes it; '' if it was left open. */
  carrier: z.string(),
  /** The choice that it was made by, in words. */
  about: z.string(),
  /** The warehouse in which it is picked. */
  warehouseId: Id,
  warehouseName: z.string(),
  orders: z.int(),
  shipped: z.int(),
  dropped: z.int(),
  /** The units that were to be shipped when it was made. */
  units: z.int(),
  madeBy: z.string(),
  madeAt: Instant,
})
export type Wave = z.output<typeof Wave>

export const WaveOrder = z.object({
  enterpriseId: Id,
  enterpriseName: z.nullable(z.string()),
  orderNo: OrderNo,
  /** Its number in the wave, from 1: the place on the sorting rack. */
  place: z.int(),
  status: z.enum(keysOf(waveOrderStatuses)),
  /** Why it dropped out, or how it differs from the time when it came into the wave; '' if it does not. */
  note: z.string(),
  firstGoods: z.string(),
  /** What is to be shipped now, or was to be shipped when it came into the wave if it has been shipped. */
  units: z.int(),
  receiverRegion: z.string(),
  /** The waybill number that was taken for it; '' if none was. */
  trackingNo: z.string(),
  packedBy: z.nullable(z.string()),
  packedAt: z.nullable(Instant),
})
export type WaveOrder = z.output<typeof WaveOrder>

/** An order that waits and is in no open wave. */
export const WaveCandidate = z.object({
  enterpriseId: Id,
  enterpriseName: z.nullable(z.string()),
  orderNo: OrderNo,
  shopName: z.string(),
  receiverRegion: z.string(),
  firstGoods: z.string(),
  units: z.int(),
  /** The carrier of the company's last parcel; '' if it has had none. */
  lastCarrier: z.string(),
  waitsSince: Instant,
  /** 发货时限: the day on which it is to be shipped; null: none follows from the delivery terms. */
  shipByDay: z.nullable(Day),
})
export type WaveCandidate = z.output<typeof WaveCandidate>

const WaveSku = {
  skuId: Id,
  skuCode: z.string(),
  barcode: z.string(),
  goodsName: z.string(),
  skuProps: SkuProps,
  unit: z.string(),
  units: z.int(),
}

/** A row of the merged pick list: one SKU, for all orders of the wave. */
export const WavePickRow = z.object({
  ...WaveSku,
  /** 货位; '' if the SKU has none. */
  bin: z.string(),
  /** How many units each place of the wave gets. */
  places: z.array(z.object({ place: z.int(), units: z.int() })),
  /** Which batches are to be taken, the nearest best-before day first; none for goods without batches. */
  batches: z.array(BatchUnits),
})
export type WavePickRow = z.output<typeof WavePickRow>

/** An order to pack: what is to be put into its parcel. */
export const WavePackingOrder = z.object({
  enterpriseId: Id,
  enterpriseName: z.nullable(z.string()),
  orderNo: OrderNo,
  place: z.int(),
  receiverName: z.string(),
  receiverRegion: z.string(),
  remark: z.string(),
  /** The number that was taken for its parcel: its label is stuck on this parcel and on no other. */
  waybill: z.nullable(z.object({ id: Id, carrier: z.string(), trackingNo: z.string() })),
  /** `batches` are to be taken, the nearest best-before day first; none for goods without batches. */
  lines: z.array(
    z.object({
      lineNo: z.int(),
      ...WaveSku,
      /** What one unit weighs in grams; 0: not known. */
      weightGrams: z.int(),
      batches: z.array(BatchUnits),
    }),
  ),
})
export type WavePackingOrder = z.output<typeof WavePackingOrder>

/** What is to be packed of a wave. */
export const WavePacking = z.object({
  orders: z.array(WavePackingOrder),
  /** What lies in its warehouse of the batches of these goods and may leave, so that the packer can take another batch than the proposed one. */
  lying: z.array(BatchUnitsOfSku),
  /** By how much a parcel may differ from the weight of its goods. */
  weightTolerance: z.object({ percent: z.int(), grams: z.int() }),
})
export type WavePacking = z.output<typeof WavePacking>
