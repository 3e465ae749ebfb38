import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import {
  EmptyInput,
  Id,
  NullOutput,
  pageInput,
  pageOutput,
  RequiredText,
  RowVersion,
  RowVersionIfAny,
  Text,
} from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'
import { BinField } from './api.ts'

/** 主仓: every mall has it, and goods lie there if nobody says otherwise. */
export const MAIN_WAREHOUSE_ID = '0195d000-0000-7000-8000-000000000001'

/** 在途: where goods lie between two warehouses. It is never open, so nothing else comes to it or leaves it. */
export const TRANSIT_WAREHOUSE_ID = '0195d000-0000-7000-8000-000000000002'

export const WAREHOUSE_NAME_MAX = 20
const PROVINCES_MAX = 40
/** The most days that a carrier is given from a warehouse. */
const CARRIER_DAYS_MAX = 60

/** Whether goods may come to a warehouse and leave it. */
export const warehouseStates = { open: { label: '使用中' }, closed: { label: '已停用' } } as const

/** The fields of a warehouse that people edit. */
export const warehouseFields = {
  code: z
    .string('请填写仓库编码')
    .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9-]{1,12}$/, '仓库编码由 1 至 12 个大写字母、数字或“-”组成')),
  name: RequiredText(WAREHOUSE_NAME_MAX, '请填写仓库名称'),
  address: Text(100),
  /** The provinces that it serves by name, the preferred first. */
  provinces: z.array(Text(20)).check(
    z.maxLength(PROVINCES_MAX, '省份过多'),
    z.refine((names) => new Set(names).size === names.length, '同一省份只能出现一次'),
  ),
  open: z.boolean(),
  /** The carrier's days to the provinces that it serves; null: as in 送达时效. */
  servedDays: z._default(
    z.nullable(z.int('天数必须为整数').check(z.minimum(1, '天数至少为 1'), z.maximum(CARRIER_DAYS_MAX, `天数最多 ${CARRIER_DAYS_MAX}`))),
    null,
  ),
  /** How many days more than 送达时效 says it takes to the others. */
  moreDays: z._default(
    z.int('天数必须为整数').check(z.minimum(0, '天数至少为 0'), z.maximum(CARRIER_DAYS_MAX, `天数最多 ${CARRIER_DAYS_MAX}`)),
    0,
  ),
}

export const Warehouse = z.object({
  warehouseId: Id,
  code: z.string(),
  name: z.string(),
  address: z.string(),
  provinces: z.array(z.string()),
  open: z.boolean(),
  servedDays: z.nullable(z.int()),
  moreDays: z.int(),
  isMain: z.boolean(),
  /** How many SKUs lie there, and their units. */
  skuCount: z.int(),
  units: z.int(),
  rowVersion: RowVersion,
})
export type Warehouse = z.output<typeof Warehouse>

/** What lies in a warehouse of one SKU. */
export const WarehouseStockRow = z.object({
  skuId: Id,
  skuCode: z.string(),
  goodsName: z.string(),
  skuProps: SkuProps,
  unit: z.string(),
  units: z.int(),
  /** What orders are planned to take from it, and what is left of what lies there. */
  reservedHere: z.int(),
  availableHere: z.int(),
  /** The units in all warehouses, of which orders hold some. */
  inHouse: z.int(),
  reserved: z.int(),
  bin: z.string(),
  rowVersion: RowVersion,
})
export type WarehouseStockRow = z.output<typeof WarehouseStockRow>

const ofWarehouse = { warehouseId: Id }

export const consoleWarehouseEndpoints = defineEndpoints('/console-api/api/warehouse', {
  list: readEndpoint({
    path: 'list',
    summary: '仓库，主仓在前，其余按编码排列',
    needs: { staff: 'warehouseView' },
    input: z.strictObject({
      ...pageInput,
      keyword: z.optional(Text(WAREHOUSE_NAME_MAX)),
      state: z.optional(z.enum(keysOf(warehouseStates), '状态不正确')),
    }),
    output: pageOutput(Warehouse),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一个仓库',
    needs: { staff: 'warehouseView' },
    input: z.strictObject(ofWarehouse),
    output: Warehouse,
    refusals: ['WAREHOUSE_NOT_FOUND'],
  }),
  choices: readEndpoint({
    path: 'choices',
    summary: '可选的仓库（使用中）和省份名称',
    needs: { staff: 'warehouseChoice' },
    input: EmptyInput,
    output: z.object({ warehouses: z.array(z.object({ warehouseId: Id, name: z.string() })), provinces: z.array(z.string()) }),
  }),
  save: writeEndpoint({
    path: 'save',
    summary: '新增或修改仓库（新仓库的版本为 0）；停用的仓库不再收发货，主仓不能停用',
    needs: { staff: 'warehouseEdit' },
    audits: 'warehouse',
    input: z.strictObject({ warehouseId: z.optional(Id), ...warehouseFields, rowVersion: RowVersionIfAny }),
    output: z.object(ofWarehouse),
    refusals: ['WAREHOUSE_NOT_FOUND', 'WAREHOUSE_TAKEN', 'WAREHOUSE_MAIN', 'REGION_UNKNOWN', 'ROW_CHANGED'],
  }),
  stock: readEndpoint({
    path: 'stock',
    summary: '一个仓库的库存：有货的规格，按编码排列',
    needs: { staff: 'warehouseView' },
    input: z.strictObject({ ...pageInput, ...ofWarehouse, keyword: z.optional(Text(60)) }),
    output: pageOutput(WarehouseStockRow),
    refusals: ['WAREHOUSE_NOT_FOUND'],
  }),
  setBin: writeEndpoint({
    path: 'set-bin',
    summary: '登记一个规格在一个仓库的货位；留空表示没有固定货位',
    needs: { staff: 'warehouseEdit' },
    audits: 'sku',
    input: z.strictObject({ ...ofWarehouse, skuId: Id, bin: BinField, rowVersion: RowVersion }),
    output: NullOutput,
    refusals: ['WAREHOUSE_NOT_FOUND', 'SKU_NOT_FOUND', 'ROW_CHANGED'],
  }),
})
