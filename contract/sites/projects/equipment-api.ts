import * as z from 'zod/mini'
import { SkuBriefWithWithheldPrices } from '#contract/catalog/goods/sku-brief.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, EmptyInput, Id, NullOutput, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS } from '#contract/platform/core/member-limits.ts'

export const EQUIPMENT_PER_ENTERPRISE_MAX = 500
export const WEAR_RATES_OF_EQUIPMENT_MAX = 30
export const EQUIPMENT_HOURS_MAX = 999_999
export const EQUIPMENT_NAME_MAX = 30
export const EQUIPMENT_MODEL_LENGTH_MAX = 40
/** How many readings a page shows, the latest first. */
export const EQUIPMENT_READINGS_SHOWN = 24
export const WEAR_RATE_MAX = 9_999

/** 设备: a drilling rig, and its hours by its last reading. */
export const Equipment = z.object({
  id: Id,
  name: z.string(),
  model: z.string(),
  serialNo: z.string(),
  projectId: z.nullable(Id),
  /** null: no reading yet. */
  hours: z.nullable(z.int()),
  readAt: z.nullable(z.string()),
  wearCount: z.int(),
})
export type Equipment = z.output<typeof Equipment>

const Reading = z.object({ day: z.string(), hours: z.int(), by: z.string() })

/** A consumable that a rig uses up, and how many units 100 hours need. */
const Wear = z.object({ sku: SkuBriefWithWithheldPrices, rate: z.number() })

export const EquipmentDetail = z.object({ ...Equipment.shape, wears: z.array(Wear), readings: z.array(Reading) })
export type EquipmentDetail = z.output<typeof EquipmentDetail>

/** How much of a consumable a rig needs, and the reason in words. */
export const RestockAdvice = z.object({
  equipmentId: Id,
  equipmentName: z.string(),
  sku: SkuBriefWithWithheldPrices,
  goodsNum: z.int(),
  /** Its main figures: 预计用 38.4，已发 20，在途 10. */
  summary: z.string(),
  /** The whole calculation in words. */
  why: z.string(),
})
export type RestockAdvice = z.output<typeof RestockAdvice>

const Rate = z
  .number('请输入消耗率')
  .check(z.gt(0, '消耗率必须大于 0'), z.maximum(WEAR_RATE_MAX, `消耗率不能超过 ${WEAR_RATE_MAX}`), z.multipleOf(0.01, '消耗率最多两位小数'))

const fields = {
  name: RequiredText(EQUIPMENT_NAME_MAX, '请输入设备名称'),
  model: z._default(Text(EQUIPMENT_MODEL_LENGTH_MAX), ''),
  serialNo: z._default(Text(EQUIPMENT_MODEL_LENGTH_MAX), ''),
  projectId: z._default(z.nullable(Id), null),
  wears: z._default(
    z
      .array(z.strictObject({ skuId: Id, rate: Rate }))
      .check(z.maxLength(WEAR_RATES_OF_EQUIPMENT_MAX, `一台设备最多 ${WEAR_RATES_OF_EQUIPMENT_MAX} 种易损件`)),
    [],
  ),
}
const One = z.strictObject({ id: Id })

/** Every member of an enterprise sees its equipment. Changing it needs 加入购物车, because wear leads to orders. */
export const equipmentEndpoints = defineEndpoints('/user-api/api/equipment', {
  list: readEndpoint({ path: 'list', summary: '设备，按名称', needs: 'login', input: EmptyInput, output: z.array(Equipment) }),
  detail: readEndpoint({
    path: 'detail',
    summary: `一台设备：易损件、最近 ${EQUIPMENT_READINGS_SHOWN} 次运行小时记录`,
    needs: 'login',
    input: One,
    output: EquipmentDetail,
    refusals: ['EQUIPMENT_NOT_FOUND'],
  }),
  advice: readEndpoint({
    path: 'advice',
    summary: '补货建议：按运行小时和消耗率，减去已发和待发的数量',
    needs: 'lookOrder',
    input: EmptyInput,
    output: z.array(RestockAdvice),
  }),
  add: writeEndpoint({
    path: 'add',
    summary: '新增设备',
    needs: 'addCart',
    memberLimit: 500,
    input: z.strictObject(fields),
    output: z.object({ id: Id }),
    refusals: ['EQUIPMENT_FULL', 'PROJECT_NOT_FOUND', 'SKU_NOT_FOUND'],
  }),
  modify: writeEndpoint({
    path: 'modify',
    summary: '修改设备和易损件',
    needs: 'addCart',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ id: Id, ...fields }),
    output: NullOutput,
    refusals: ['EQUIPMENT_NOT_FOUND', 'PROJECT_NOT_FOUND', 'SKU_NOT_FOUND'],
  }),
  addReading: writeEndpoint({
    path: 'add-reading',
    summary: '记录运行小时：不小于之前、不大于之后的记录',
    needs: 'addCart',
    memberLimit: 2000,
    input: z.strictObject({
      id: Id,
      day: Day,
      runHours: z
        .int('运行小时为整数')
        .check(z.minimum(0, '运行小时不能小于 0'), z.maximum(EQUIPMENT_HOURS_MAX, `运行小时不能超过 ${EQUIPMENT_HOURS_MAX}`)),
    }),
    output: NullOutput,
    refusals: ['EQUIPMENT_NOT_FOUND', 'HOURS_BACKWARD', 'DAY_AHEAD'],
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '删除设备；已归入的订单和费用保留名称',
    needs: 'addCart',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: One,
    output: NullOutput,
    refusals: ['EQUIPMENT_NOT_FOUND'],
  }),
})
