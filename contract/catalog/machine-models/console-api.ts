import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, NullOutput, pageInput, pageOutput, RequiredText, RowVersion, RowVersionIfAny, Text } from '#contract/platform/core/fields.ts'

/** The largest number of machine models, and of machine models that one product fits. */
export const MACHINE_MODELS_MAX = 10_000
export const MACHINE_MODELS_PER_GOODS_MAX = 200

export const MachineModelRow = z.object({
  machineModelId: Id,
  maker: z.string(),
  model: z.string(),
  /** The kind of machine: 采煤机, 铣刨机. */
  kind: z.string(),
  /** The number of goods that fit it. */
  goodsCount: z.int(),
  rowVersion: RowVersion,
})
export type MachineModelRow = z.output<typeof MachineModelRow>

export const machineModelFields = {
  maker: RequiredText(40, '请填写制造商'),
  model: RequiredText(60, '请填写型号'),
  kind: RequiredText(20, '请填写机械类型'),
}

export const consoleMachineModelEndpoints = defineEndpoints('/console-api/api/machine-model', {
  list: readEndpoint({
    path: 'list',
    summary: '机型：按制造商和型号排列，带适用的商品数',
    needs: 'staff',
    input: z.strictObject({ ...pageInput, keyword: z.optional(Text(50)) }),
    output: pageOutput(MachineModelRow),
  }),
  save: writeEndpoint({
    path: 'save',
    summary: '新增或修改机型（新机型的版本为 0）',
    needs: { staff: 'catalog' },
    audits: 'row',
    input: z.strictObject({ id: z.optional(Id), ...machineModelFields, rowVersion: RowVersionIfAny }),
    output: z.object({ id: Id }),
    refusals: ['MACHINE_MODEL_NOT_FOUND', 'MACHINE_MODEL_TAKEN', 'MACHINE_MODELS_FULL', 'ROW_CHANGED'],
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '删除没有商品适用的机型',
    needs: { staff: 'catalog' },
    audits: 'row',
    input: z.strictObject({ id: Id, rowVersion: RowVersion }),
    output: NullOutput,
    refusals: ['MACHINE_MODEL_NOT_FOUND', 'MACHINE_MODEL_IN_USE', 'ROW_CHANGED'],
  }),
})
