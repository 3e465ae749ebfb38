import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, NullOutput, pageInput, pageOutput, RequiredText, RowVersion, RowVersionIfAny, Text } from '#contract/platform/core/fields.ts'

export const BRAND_NAME_MAX = 30

/** The fields of a brand that people edit. */
export const brandFields = {
  name: RequiredText(BRAND_NAME_MAX, '请填写品牌名称'),
  origin: Text(30),
  certificates: Text(500),
  pictureId: z.nullable(Id),
}

export const ConsoleBrand = z.object({
  brandId: Id,
  name: z.string(),
  /** Where its goods are made. */
  origin: z.string(),
  /** Its certificates, one per line. */
  certificates: z.string(),
  pictureId: z.nullable(Id),
  rowVersion: RowVersion,
})
export type ConsoleBrand = z.output<typeof ConsoleBrand>

export const consoleBrandEndpoints = defineEndpoints('/console-api/api/brand', {
  list: readEndpoint({
    path: 'list',
    summary: '品牌，按名称排列',
    needs: { staff: 'brandView' },
    input: z.strictObject({ ...pageInput, keyword: z.optional(Text(BRAND_NAME_MAX)) }),
    output: pageOutput(ConsoleBrand),
  }),
  save: writeEndpoint({
    path: 'save',
    summary: '新增或修改品牌（新品牌的版本为 0）：一秒内全站生效',
    needs: { staff: 'catalog' },
    audits: 'brand',
    input: z.strictObject({ brandId: z.optional(Id), ...brandFields, rowVersion: RowVersionIfAny }),
    output: z.object({ brandId: Id }),
    refusals: ['BRAND_NOT_FOUND', 'BRAND_NAME_TAKEN', 'PICTURE_NOT_FOUND', 'ROW_CHANGED'],
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '删除没有商品使用的品牌',
    needs: { staff: 'catalog' },
    audits: 'brand',
    input: z.strictObject({ brandId: Id, rowVersion: RowVersion }),
    output: NullOutput,
    refusals: ['BRAND_NOT_FOUND', 'BRAND_IN_USE', 'ROW_CHANGED'],
  }),
})
