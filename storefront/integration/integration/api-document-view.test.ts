import { expect, test } from 'vitest'
import { formatCurlExample, listSchemaFields, parseParagraphSegments, schemaTypeLabel, toApiResponseView } from './api-document-view.ts'

test('nested fields follow their parents, through arrays and nullable types', () =>
  expect(
    listSchemaFields({
      properties: {
        dataList: { type: 'array', description: '数据', items: { properties: { amount: { type: 'integer', description: '金额（分）' } } } },
        title: { anyOf: [{ properties: { name: { type: ['string', 'null'] } }, type: 'object' }, { type: 'null' }] },
      },
    }),
  ).toEqual([
    { path: 'dataList', name: 'dataList', depth: 0, type: '列表', words: '数据' },
    { path: 'dataList.amount', name: 'amount', depth: 1, type: '整数', words: '金额（分）' },
    { path: 'title', name: 'title', depth: 0, type: '对象，可为空', words: '' },
    { path: 'title.name', name: 'name', depth: 1, type: '文本，可为空', words: '' },
  ]))

test('a type without a translation keeps its name', () => expect(schemaTypeLabel({ type: 'uuid' })).toBe('uuid'))

const operation = {
  operationId: 'order',
  summary: '',
  description: '',
  parameters: [
    { name: 'orderNo', required: true, description: '订单号', example: '1 2' },
    { name: 'size', required: false, description: '条数' },
  ],
  responses: {
    200: {
      description: '成功',
      content: {
        'application/json': { schema: { properties: { data: { properties: { state: { type: 'string' } } } } }, example: { code: 200 } },
      },
    },
    404: {
      description: '',
      content: { 'application/json': { examples: { ORDER_NOT_FOUND: { value: { reason: 'ORDER_NOT_FOUND', msg: '订单不存在' } } } } },
    },
  },
}

test('an operation is parsed into response fields, example and refusals with their status', () =>
  expect(toApiResponseView(operation)).toEqual({
    fields: [{ path: 'state', name: 'state', depth: 0, type: '文本', words: '' }],
    example: '{\n  "code": 200\n}',
    refusals: [{ status: '404', reason: 'ORDER_NOT_FOUND', msg: '订单不存在' }],
  }))

test('the curl example contains the required parameters', () =>
  expect(formatCurlExample('https://mall.example.com', '/api/x', operation)).toBe(
    'curl -H "Authorization: Bearer $YANFENG_KEY" "https://mall.example.com/api/x?orderNo=1%202"',
  ))

test('a text is split into paragraphs, and backquoted parts become code', () =>
  expect(parseParagraphSegments('用 `cursor` 继续\n\n完')).toEqual([
    [
      { code: false, text: '用 ' },
      { code: true, text: 'cursor' },
      { code: false, text: ' 继续' },
    ],
    [{ code: false, text: '完' }],
  ]))
