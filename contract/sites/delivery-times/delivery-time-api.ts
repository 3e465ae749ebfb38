import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, EmptyInput, Id, Instant, NullOutput, RowVersion } from '#contract/platform/core/fields.ts'

const DAYS_MAX = 60
/** At most one row for each province. */
const ROWS_MAX = 34

const Province = z.string('请选择省份').check(z.regex(/^\d{2}$/, '请选择省份'))
const CutOff = z.string('请填写截单时间').check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, '请按 16:00 的格式填写'))
const CarrierDays = z.nullable(z.int('天数必须为整数').check(z.minimum(1, '天数至少为 1'), z.maximum(DAYS_MAX, `天数最多 ${DAYS_MAX}`)))

const ProvinceDays = z.object({ code: Province, days: CarrierDays })

const ProvinceName = z.object({ code: Province, name: z.string() })

/** The fields are those of `DeliveryTerms`. */
const DeliveryTermsSchema = z.object({
  effectiveAt: Instant,
  cutOff: CutOff,
  defaultDays: CarrierDays,
  provinces: z.array(ProvinceDays),
})

/** The fields are those of `PromisingWarehouse`; provinces by their codes. */
const PromisingWarehouseSchema = z.object({
  warehouseId: Id,
  provinces: z.array(Province),
  terms: z.array(z.object({ effectiveAt: Instant, provinces: z.array(Province), servedDays: CarrierDays, moreDays: z.int() })),
})

export const deliveryTimeEndpoints = defineEndpoints('/goods-api/api/delivery-time', {
  calendar: readEndpoint({
    path: 'calendar',
    summary: '送达时效：截单时间、各省和各仓的承运天数、节假日，用来算预计送达日',
    needs: 'guest',
    input: EmptyInput,
    output: z.object({
      /** The latest first. Orders are promised by the terms of the time of their payment. */
      terms: z.array(DeliveryTermsSchema),
      /** The provinces, by the first two digits of their codes. */
      names: z.array(ProvinceName),
      /** The open warehouses, the main one first. */
      warehouses: z.array(PromisingWarehouseSchema),
      /** Those that are closed: orders that were paid before keep their days. */
      closedWarehouses: z.array(PromisingWarehouseSchema),
      /** The days that differ from their weekday. */
      days: z.array(z.object({ day: Day, working: z.boolean() })),
    }),
  }),
})

export const consoleDeliveryTimeEndpoints = defineEndpoints('/console-api/api/delivery-time', {
  detail: readEndpoint({
    path: 'detail',
    summary: '送达时效：当前的截单时间和各省承运天数',
    needs: { staff: 'shopEdit' },
    input: EmptyInput,
    output: z.object({
      names: z.array(ProvinceName),
      terms: DeliveryTermsSchema,
      rowVersion: RowVersion,
    }),
  }),
  save: writeEndpoint({
    path: 'save',
    summary: '保存送达时效：之后付款的订单按新的时效承诺',
    needs: { staff: 'shopEdit' },
    input: z.strictObject({
      cutOff: CutOff,
      defaultDays: CarrierDays,
      provinces: z.array(z.strictObject(ProvinceDays.shape)).check(
        z.maxLength(ROWS_MAX, '省份过多'),
        z.refine((rows) => new Set(rows.map(({ code }) => code)).size === rows.length, '同一省份只能出现一次'),
      ),
      rowVersion: RowVersion,
    }),
    output: NullOutput,
    refusals: ['REGION_UNKNOWN', 'ROW_CHANGED'],
  }),
})
