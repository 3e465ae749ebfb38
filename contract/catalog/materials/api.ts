import * as z from 'zod/mini'
import { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, Instant, NullOutput, pageInput, pageOutput, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS } from '#contract/platform/core/member-limits.ts'

export const MATERIAL_CODE_LENGTH_MAX = 40
export const MATERIAL_CODE_ROWS_SAVED_AT_ONCE_MAX = 1_000

/** 客户物料编码: the number of one of our SKUs in the enterprise's own system. */
export const MaterialCode = z.object({ materialCode: z.string(), sku: SkuBrief, updatedAt: Instant })
export type MaterialCode = z.output<typeof MaterialCode>

export const materialCodeRowStatuses = {
  SET: '已保存',
  SAME: '未变化',
  UNKNOWN: '未找到商品',
  INVALID: '信息有误',
  REPEATED: '重复',
} as const

export const MaterialCodeRowResult = z.object({
  rowNo: z.int(),
  status: z.enum(keysOf(materialCodeRowStatuses)),
  why: z.nullable(z.string()),
})
export type MaterialCodeRowResult = z.output<typeof MaterialCodeRowResult>

const SkuIds = z
  .array(Id)
  .check(
    z.minLength(1, '请选择商品'),
    z.maxLength(MATERIAL_CODE_ROWS_SAVED_AT_ONCE_MAX, `一次最多 ${MATERIAL_CODE_ROWS_SAVED_AT_ONCE_MAX} 个`),
  )

export const materialCodeEndpoints = defineEndpoints('/goods-api/api/material-code', {
  list: readEndpoint({
    path: 'list',
    summary: '客户物料编码，最近修改的在前；可按物料编码或商品编码查找',
    needs: 'lookGoods',
    input: z.strictObject({ ...pageInput, keyword: z.optional(Text(50)) }),
    output: pageOutput(MaterialCode),
  }),
  set: writeEndpoint({
    path: 'set',
    summary: '设置一个规格的物料编码',
    needs: 'addCart',
    memberLimit: 'one for each SKU.',
    input: z.strictObject({ skuId: Id, materialCode: RequiredText(MATERIAL_CODE_LENGTH_MAX, '请输入物料编码') }),
    output: NullOutput,
    refusals: ['SKU_NOT_FOUND', 'MATERIAL_CODE_EMPTY'],
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '删除物料编码',
    needs: 'addCart',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ skuIds: SkuIds }),
    output: NullOutput,
  }),
  import: writeEndpoint({
    path: 'import',
    summary: '批量导入物料编码：商品编码对应物料编码，每行给出结果',
    needs: 'addCart',
    memberLimit: 'one for each SKU.',
    input: z.strictObject({
      rows: z
        .array(
          z.strictObject({
            rowNo: z.int('行号不正确').check(z.minimum(1, '行号不正确'), z.maximum(9_999_999, '行号不正确')),
            /** Our SKU code. It must be complete; case, spaces and hyphens do not matter. */
            skuCode: Text(60),
            materialCode: Text(MATERIAL_CODE_LENGTH_MAX),
          }),
        )
        .check(
          z.minLength(1, '请上传物料编码'),
          z.maxLength(MATERIAL_CODE_ROWS_SAVED_AT_ONCE_MAX, `一次最多 ${MATERIAL_CODE_ROWS_SAVED_AT_ONCE_MAX} 行`),
        ),
    }),
    output: z.array(MaterialCodeRowResult),
  }),
})
