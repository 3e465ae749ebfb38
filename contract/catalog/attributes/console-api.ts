import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import {
  EmptyInput,
  Id,
  IntegerId,
  NullOutput,
  pageInput,
  pageOutput,
  RowVersion,
  RowVersionIfAny,
  Text,
} from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { AttributeInput, AttributeSetInput } from './save-input.ts'
import {
  AttributeDetail,
  AttributeRow,
  AttributeSetDetail,
  AttributeSetRow,
  attributeKinds,
  CategoryOwnAndInheritedAttributeSet,
} from './shapes.ts'

const KEYWORD_MAX = 50
const one = z.strictObject({ id: Id })
const seen = z.strictObject({ id: Id, rowVersion: RowVersion })

export const consoleAttributeEndpoints = defineEndpoints('/console-api/api/attribute', {
  list: readEndpoint({
    path: 'list',
    summary: '参数：按编码排列，带使用它的模板数和商品数',
    needs: 'staff',
    input: z.strictObject({
      ...pageInput,
      keyword: z.optional(Text(KEYWORD_MAX)),
      kind: z.optional(z.enum(keysOf(attributeKinds), '请选择参数类型')),
    }),
    output: pageOutput(AttributeRow),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一个参数：定义、选项及其用量、使用它的模板',
    needs: 'staff',
    input: one,
    output: AttributeDetail,
    refusals: ['ATTRIBUTE_NOT_FOUND'],
  }),
  save: writeEndpoint({
    path: 'save',
    summary: '新增或修改参数及其选项（新参数的版本为 0）；会使已填的值失效的修改被拒绝，并说明用在哪里',
    needs: { staff: 'catalog' },
    audits: 'row',
    input: AttributeInput,
    output: z.object({ id: Id }),
    refusals: [
      'ATTRIBUTE_NOT_FOUND',
      'ATTRIBUTE_CODE_TAKEN',
      'ATTRIBUTE_RULER_TAKEN',
      'ATTRIBUTE_IN_USE',
      'ATTRIBUTES_FULL',
      'ATTRIBUTE_CHOICE_NOT_FOUND',
      'ROW_CHANGED',
    ],
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '删除没有使用的参数',
    needs: { staff: 'catalog' },
    audits: 'row',
    input: seen,
    output: NullOutput,
    refusals: ['ATTRIBUTE_NOT_FOUND', 'ATTRIBUTE_IN_USE', 'ROW_CHANGED'],
  }),
  mergeChoices: writeEndpoint({
    path: 'merge-choices',
    summary: '把一个选项并入另一个：商品随之改变，被并入的名称成为同义词',
    needs: { staff: 'catalog' },
    audits: 'row',
    input: z.strictObject({ id: Id, fromChoiceId: Id, intoChoiceId: Id, rowVersion: RowVersion }).check(
      z.refine(({ fromChoiceId, intoChoiceId }) => fromChoiceId !== intoChoiceId, {
        message: '请选择另一个选项',
        path: ['intoChoiceId'],
      }),
    ),
    output: NullOutput,
    refusals: ['ATTRIBUTE_NOT_FOUND', 'ATTRIBUTE_CHOICE_NOT_FOUND', 'CHOICES_TELL_SKUS_APART', 'ROW_CHANGED'],
  }),
})

export const consoleAttributeSetEndpoints = defineEndpoints('/console-api/api/attribute-set', {
  list: readEndpoint({
    path: 'list',
    summary: '参数模板：按名称排列，带使用它的分类',
    needs: 'staff',
    input: z.strictObject({ ...pageInput, keyword: z.optional(Text(KEYWORD_MAX)) }),
    output: pageOutput(AttributeSetRow),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一个参数模板及其参数',
    needs: 'staff',
    input: one,
    output: AttributeSetDetail,
    refusals: ['ATTRIBUTE_SET_NOT_FOUND'],
  }),
  save: writeEndpoint({
    path: 'save',
    summary: '新增或修改参数模板（新模板的版本为 0）；没有给出的用途沿用参数的默认',
    needs: { staff: 'catalog' },
    audits: 'row',
    input: AttributeSetInput,
    output: z.object({ id: Id }),
    refusals: ['ATTRIBUTE_SET_NOT_FOUND', 'ATTRIBUTE_SET_NAME_TAKEN', 'ATTRIBUTE_SETS_FULL', 'ATTRIBUTE_NOT_FOUND', 'ROW_CHANGED'],
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '删除没有分类使用的参数模板',
    needs: { staff: 'catalog' },
    audits: 'row',
    input: seen,
    output: NullOutput,
    refusals: ['ATTRIBUTE_SET_NOT_FOUND', 'ATTRIBUTE_SET_IN_USE', 'ROW_CHANGED'],
  }),
  categories: readEndpoint({
    path: 'categories',
    summary: '各分类的参数模板：自己的和沿用上级的',
    needs: 'staff',
    input: EmptyInput,
    output: z.array(CategoryOwnAndInheritedAttributeSet),
  }),
  assign: writeEndpoint({
    path: 'assign',
    summary: '设定分类的参数模板：在上级分类的基础上扩展；为空则只沿用上级的',
    needs: { staff: 'catalog' },
    audits: 'category',
    input: z.strictObject({ categoryId: IntegerId, setId: z.nullable(Id), rowVersion: RowVersionIfAny }),
    output: NullOutput,
    refusals: ['CATEGORY_NOT_FOUND', 'ATTRIBUTE_SET_NOT_FOUND', 'ROW_CHANGED'],
  }),
})
