import * as z from 'zod/mini'
import { TaxClass } from '#contract/catalog/goods/tax-class.ts'
import { RequiredLicenceKindIds } from '#contract/catalog/licences/shapes.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, IntegerId, NullOutput, RequiredText, RowVersion, RowVersionIfAny } from '#contract/platform/core/fields.ts'

/** All categories together. A tree of this size is read and shown at once. */
export const CATEGORIES_MAX = 1_000
export const CATEGORY_NAME_MAX = 20

/** The fields of a category that people edit. */
export const categoryFields = {
  name: RequiredText(CATEGORY_NAME_MAX, '请填写分类名称'),
  shown: z.boolean('请选择是否显示'),
  pictureId: z.nullable(Id),
  /** null: the tax class of the upper category, if it has one. The screen 税收编码 sets the same field. */
  taxClass: z.nullable(TaxClass),
  /** The licences that its goods demand besides those of the upper category. Left out: none. */
  licenceKindIds: z._default(RequiredLicenceKindIds, []),
}

const node = {
  categoryId: IntegerId,
  name: z.string(),
  /** Whether the storefront lists it. The search finds its goods in any case. */
  shown: z.boolean(),
  pictureId: z.nullable(Id),
  taxClass: z.nullable(TaxClass),
  /** The licences that its goods demand, besides those of the upper category. */
  licenceKindIds: z.array(Id),
  /** The number of its goods, on the shelf or not; with those of its children. */
  goodsCount: z.int(),
  rowVersion: RowVersion,
}
export const ConsoleSubcategory = z.object(node)
export type ConsoleSubcategory = z.output<typeof ConsoleSubcategory>
export const ConsoleCategory = z.object({ ...node, children: z.array(ConsoleSubcategory) })
export type ConsoleCategory = z.output<typeof ConsoleCategory>

const seen = { categoryId: IntegerId, rowVersion: RowVersion }

export const consoleCategoryEndpoints = defineEndpoints('/console-api/api/category', {
  list: readEndpoint({
    path: 'list',
    summary: '商品分类：两级，按显示顺序，各有商品数',
    needs: { staff: 'shopView' },
    input: EmptyInput,
    output: z.array(ConsoleCategory),
  }),
  save: writeEndpoint({
    path: 'save',
    summary: '新增或修改商品分类（新分类的版本为 0，放在同级最后）：一秒内全站生效',
    needs: { staff: 'catalog' },
    audits: 'category',
    input: z
      .strictObject({
        categoryId: z.optional(IntegerId),
        /** Only for a new category; an existing one is moved by another call. null or left out: a top category. */
        parentId: z.optional(z.nullable(IntegerId)),
        ...categoryFields,
        rowVersion: RowVersionIfAny,
      })
      .check(
        z.refine(({ categoryId, parentId }) => categoryId === undefined || parentId === undefined, {
          message: '修改上级分类请用移动',
          path: ['parentId'],
        }),
      ),
    output: z.object({ categoryId: IntegerId }),
    refusals: [
      'CATEGORY_NOT_FOUND',
      'CATEGORY_NAME_TAKEN',
      'CATEGORY_TOO_DEEP',
      'CATEGORIES_FULL',
      'PICTURE_NOT_FOUND',
      'LICENCE_KIND_NOT_FOUND',
      'ROW_CHANGED',
    ],
  }),
  move: writeEndpoint({
    path: 'move',
    summary: '移动商品分类：改变上级或在同级中的次序，最多两级',
    needs: { staff: 'catalog' },
    audits: 'category',
    input: z.strictObject({
      ...seen,
      /** null: it becomes a top category. */
      parentId: z.nullable(IntegerId),
      /** Its position among its new siblings, from 0. A number that is too large means the last position. */
      position: z.int('次序不正确').check(z.minimum(0, '次序不正确'), z.maximum(CATEGORIES_MAX, '次序不正确')),
    }),
    output: NullOutput,
    refusals: [
      'CATEGORY_NOT_FOUND',
      'CATEGORY_NAME_TAKEN',
      'CATEGORY_TOO_DEEP',
      'CATEGORY_UNDER_ITSELF',
      'CATEGORY_HAS_GOODS',
      'ROW_CHANGED',
    ],
  }),
  merge: writeEndpoint({
    path: 'merge',
    summary: '合并商品分类：商品、子分类和优惠券范围并入另一个同级的分类，原分类删除',
    needs: { staff: 'catalog' },
    audits: 'category',
    input: z.strictObject({ ...seen, intoId: IntegerId }),
    output: z.object({ goodsCount: z.int() }),
    refusals: ['CATEGORY_NOT_FOUND', 'CATEGORY_INTO_ITSELF', 'CATEGORY_OTHER_LEVEL', 'ROW_CHANGED'],
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '删除空的商品分类：有商品、子分类或优惠券时说明在哪里使用',
    needs: { staff: 'catalog' },
    audits: 'category',
    input: z.strictObject(seen),
    output: NullOutput,
    refusals: ['CATEGORY_NOT_FOUND', 'CATEGORY_IN_USE', 'ROW_CHANGED'],
  }),
})
