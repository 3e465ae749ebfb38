import * as z from 'zod/mini'
import { CategoryGoodsCount } from '#contract/catalog/goods/shapes.ts'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, pageInput, pageOutput, Text } from '#contract/platform/core/fields.ts'

/** A machine by the names of its maker. */
export const MachineModel = z.object({
  machineModelId: Id,
  maker: z.string(),
  model: z.string(),
  /** The kind of machine: 采煤机, 铣刨机. */
  kind: z.string(),
})
export type MachineModel = z.output<typeof MachineModel>

/** How many makers a list has. A search finds the models of the others. */
export const MACHINE_MAKERS_MAX = 500
/** The longest text by which models are searched. The model of a company's own equipment is never longer. */
export const MACHINE_MODEL_KEYWORD_LENGTH_MAX = 50

const MachineMaker = z.object({ maker: z.string(), modelCount: z.int() })
export type MachineMaker = z.output<typeof MachineMaker>

const CountedMachineModel = z.object({ ...MachineModel.shape, goodsCount: z.int() })
export type CountedMachineModel = z.output<typeof CountedMachineModel>

const MachineModelDetail = z.object({ ...CountedMachineModel.shape, categories: z.array(CategoryGoodsCount) })

/** 按机型: maker → model → fitting goods, which `goods.list` lists with `machineModelId`. */
export const machineModelEndpoints = defineEndpoints('/goods-api/api/machine-model', {
  makers: readEndpoint({
    path: 'makers',
    summary: `有适用商品在售的制造商和机型数，最多 ${MACHINE_MAKERS_MAX} 个`,
    needs: 'guest or lookGoods',
    input: EmptyInput,
    output: z.array(MachineMaker),
    cached: true,
  }),
  list: readEndpoint({
    path: 'list',
    summary: '有适用商品在售的机型：按制造商，或按型号搜索（设备铭牌上的写法也可以）',
    needs: 'guest or lookGoods',
    input: z.strictObject({
      ...pageInput,
      maker: z.optional(Text(40)),
      keyword: z.optional(Text(MACHINE_MODEL_KEYWORD_LENGTH_MAX)),
    }),
    output: pageOutput(CountedMachineModel),
    cached: true,
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一个机型：各分类的适用商品数',
    needs: 'guest or lookGoods',
    input: z.strictObject({ machineModelId: Id }),
    output: MachineModelDetail,
    refusals: ['MACHINE_MODEL_NOT_FOUND'],
    cached: true,
  }),
})
