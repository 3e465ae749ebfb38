import * as z from 'zod/mini'
import { batchRefusals, ParcelLines } from '#contract/orders/fulfilment/shapes.ts'
import { CarrierField, TrackingNumberField, waybillMatchesCarrierRule } from '#contract/orders/fulfilment/waybill.ts'
import { PARCEL_GRAMS_MAX } from '#contract/orders/fulfilment/weight.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, EmptyInput, Id, NullOutput, OrderNo, pageInput, pageOutput, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { shipDueFilters } from '#contract/sites/delivery-times/ship-by-day.ts'
import {
  WAVE_ORDERS_MAX,
  Wave,
  WaveCandidate,
  WaveNo,
  WaveOrder,
  WavePacking,
  WavePickRow,
  WaveStateSchema,
  waveOrderStatuses,
} from './shapes.ts'
import { importWaybillsEndpoint } from './waybill-files.ts'

/** Which waiting orders are meant. */
const candidateFilter = {
  shopId: z.optional(Id),
  /** 省: the first word of the receiver's region. */
  province: z.optional(Text(20)),
  /** The carrier of the company's last parcel. */
  lastCarrier: z.optional(Text(30)),
  /** How they stand to the day on which they are to be shipped (发货时限). */
  shipDue: z.optional(z.enum(keysOf(shipDueFilters), '发货时限不正确')),
  /** Orders that wait since this day or longer. */
  waitsSince: z.optional(Day),
  /** The warehouse that serves the province of the address before all others. */
  warehouseId: z.optional(Id),
}

const one = z.strictObject({ id: Id })
const waveRefusals = ['WAVE_NOT_FOUND'] as const
const openWaveRefusals = [...waveRefusals, 'WAVE_OVER'] as const
const Choice = z.object({ value: z.string(), label: z.string(), orders: z.int() })

export const consoleWaveEndpoints = defineEndpoints('/console-api/api/wave', {
  list: readEndpoint({
    path: 'list',
    summary: '波次：一起拣货的订单，最新的在前',
    needs: { staff: 'waveView' },
    input: z.strictObject({
      ...pageInput,
      state: z.optional(WaveStateSchema),
      waveNo: z.optional(WaveNo),
      carrier: z.optional(Text(30)),
      dateFrom: z.optional(Day),
      dateTo: z.optional(Day),
    }),
    output: pageOutput(Wave),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一个波次',
    needs: { staff: 'waveView' },
    input: one,
    output: Wave,
    refusals: waveRefusals,
  }),
  orders: readEndpoint({
    path: 'orders',
    summary: '一个波次的订单，按分拣格位；已取消、有变动或另行发出的注明原因',
    needs: { staff: 'waveView' },
    input: z.strictObject({ ...pageInput, id: Id, status: z.optional(z.enum(keysOf(waveOrderStatuses), '订单状态不正确')) }),
    output: pageOutput(WaveOrder),
    refusals: waveRefusals,
  }),
  candidates: readEndpoint({
    path: 'candidates',
    summary: '可编入波次的待发货订单，等得最久的在前',
    needs: { staff: 'waveView' },
    input: z.strictObject({ ...pageInput, ...candidateFilter }),
    output: pageOutput(WaveCandidate),
  }),
  choices: readEndpoint({
    path: 'choices',
    summary: '可编入波次的订单：各店铺、省份和上次承运公司的单数',
    needs: { staff: 'waveView' },
    input: EmptyInput,
    output: z.object({ shops: z.array(Choice), provinces: z.array(Choice), carriers: z.array(Choice) }),
  }),
  create: writeEndpoint({
    path: 'create',
    summary: '新建波次：按条件编入待发货订单，等得最久的优先',
    needs: { staff: 'waveEdit' },
    audits: 'shop',
    input: z.strictObject({
      ...candidateFilter,
      carrier: z._default(z.union([z.literal(''), CarrierField]), ''),
      count: z.int('单数必须为整数').check(z.minimum(1, '至少 1 单'), z.maximum(WAVE_ORDERS_MAX, `一个波次最多 ${WAVE_ORDERS_MAX} 单`)),
    }),
    output: z.object({ id: Id, orders: z.int() }),
    refusals: ['WAVE_NOTHING', 'WAREHOUSE_NOT_FOUND', 'WAREHOUSE_CLOSED'],
  }),
  pickList: readEndpoint({
    path: 'pick-list',
    summary: '一个波次的合并拣货单：按货位排序，注明每个分拣格位的数量',
    needs: { staff: 'waveView' },
    input: one,
    output: z.object({ wave: Wave, rows: z.array(WavePickRow) }),
    refusals: waveRefusals,
  }),
  packing: readEndpoint({
    path: 'packing',
    summary: '一个波次待装箱的订单及其商品',
    needs: { staff: 'waveView' },
    input: one,
    output: z.object({ wave: Wave, ...WavePacking.shape }),
    refusals: waveRefusals,
  }),
  markPicked: writeEndpoint({
    path: 'mark-picked',
    summary: '登记波次已拣完',
    needs: { staff: 'waveEdit' },
    audits: 'row',
    input: one,
    output: NullOutput,
    refusals: openWaveRefusals,
  }),
  removeOrder: writeEndpoint({
    path: 'remove-order',
    summary: '把一张订单移出波次',
    needs: { staff: 'waveEdit' },
    audits: 'order',
    input: z.strictObject({ orderNo: OrderNo, enterpriseId: Id, id: Id }),
    output: NullOutput,
    refusals: [...openWaveRefusals, 'WAVE_ORDER_NOT_FOUND', 'ORDER_NOT_FOUND'],
  }),
  ship: writeEndpoint({
    path: 'ship',
    summary: '发出波次中的一张订单，可附实重，与应重相差过大时须确认；波次最后一单发出后自动结束',
    needs: { staff: 'shipment' },
    audits: 'order',
    input: z
      .strictObject({
        orderNo: OrderNo,
        enterpriseId: Id,
        id: Id,
        carrier: CarrierField,
        trackingNo: TrackingNumberField,
        /** The person confirms that two parcels share this waybill number. */
        sharedWaybill: z.optional(z.boolean()),
        /** The warehouse that it leaves from; nothing: that of the wave. */
        warehouseId: z.optional(Id),
        /** What the scale says of the parcel, in grams; left out: it was not weighed. */
        weighedGrams: z.optional(z.int('重量必须为整数').check(z.minimum(1, '重量不能小于 1 克'), z.maximum(PARCEL_GRAMS_MAX, '重量过大'))),
        /** The person confirms that it leaves although it does not weigh what its goods do. */
        weightConfirmed: z.optional(z.boolean()),
        lines: ParcelLines,
      })
      .check(waybillMatchesCarrierRule),
    /** How many orders of the wave still wait. */
    output: z.object({ waiting: z.int() }),
    refusals: [
      ...openWaveRefusals,
      'WAVE_ORDER_NOT_FOUND',
      'ORDER_NOT_FOUND',
      'ORDER_ACTION_NOT_ALLOWED',
      'NOTHING_TO_SHIP',
      'WEIGHT_DIFFERS',
      'WAYBILL_IN_USE',
      'WAYBILL_GIVEN_BACK',
      'WAYBILL_OF_ANOTHER_ORDER',
      'WAREHOUSE_NOT_FOUND',
      'WAREHOUSE_CLOSED',
      'WAREHOUSE_TOO_FEW',
      ...batchRefusals,
    ],
  }),
  importWaybills: importWaybillsEndpoint,
  close: writeEndpoint({
    path: 'close',
    summary: '关闭波次：没有发出的订单回到待发货，可编入其他波次',
    needs: { staff: 'waveEdit' },
    audits: 'row',
    input: one,
    output: NullOutput,
    refusals: openWaveRefusals,
  }),
  cancel: writeEndpoint({
    path: 'cancel',
    summary: '取消还没有发出任何订单的波次',
    needs: { staff: 'waveEdit' },
    audits: 'row',
    input: one,
    output: NullOutput,
    refusals: [...openWaveRefusals, 'WAVE_BEGUN'],
  }),
})
