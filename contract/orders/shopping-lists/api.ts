import * as z from 'zod/mini'
import { SkuBrief, SkuBriefWithWithheldPrices } from '#contract/catalog/goods/sku-brief.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, Instant, NullOutput, Quantity, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS } from '#contract/platform/core/member-limits.ts'

export const SHOPPING_LISTS_PER_ENTERPRISE_MAX = 50
export const SHOPPING_LIST_LINES_MAX = 500
export const SHOPPING_LIST_NAME_MAX = 30
export const SHOPPING_LIST_LINE_NOTE_LENGTH_MAX = 50

/** 常购清单: goods that an enterprise orders again and again, under a name. All its members see it. */
export const ShoppingList = z.object({ id: Id, name: z.string(), lineCount: z.int(), updatedAt: Instant })
export type ShoppingList = z.output<typeof ShoppingList>

export const ShoppingListLine = z.object({
  sku: SkuBrief,
  goodsNum: z.int(),
  note: z.string(),
})
export type ShoppingListLine = z.output<typeof ShoppingListLine>

/** What an enterprise bought most often recently, and the usual quantity. */
export const ShoppingListSuggestion = z.object({ sku: SkuBriefWithWithheldPrices, orderCount: z.int(), goodsNum: z.int(), lastAt: Instant })
export type ShoppingListSuggestion = z.output<typeof ShoppingListSuggestion>

const Name = RequiredText(SHOPPING_LIST_NAME_MAX, '请输入清单名称')
const NewLine = z.strictObject({ skuId: Id, goodsNum: Quantity, note: z.optional(Text(SHOPPING_LIST_LINE_NOTE_LENGTH_MAX)) })
const Lines = z.array(NewLine).check(z.maxLength(SHOPPING_LIST_LINES_MAX, `一个清单最多 ${SHOPPING_LIST_LINES_MAX} 种商品`))
const SkuIds = z
  .array(Id)
  .check(z.minLength(1, '请选择商品'), z.maxLength(SHOPPING_LIST_LINES_MAX, `一次最多 ${SHOPPING_LIST_LINES_MAX} 种商品`))

/** Reading needs 浏览商品. Changing needs 加入购物车, because a list leads to orders. */
export const shoppingListEndpoints = defineEndpoints('/goods-api/api/shopping-list', {
  list: readEndpoint({
    path: 'list',
    summary: '常购清单，最近修改的在前',
    needs: 'lookGoods',
    input: EmptyInput,
    output: z.array(ShoppingList),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一个常购清单：商品、数量、备注、当前价格与库存',
    needs: 'lookGoods',
    input: z.strictObject({ id: Id }),
    output: z.object({ ...ShoppingList.shape, lines: z.array(ShoppingListLine) }),
    refusals: ['LIST_NOT_FOUND'],
  }),
  suggest: readEndpoint({
    path: 'suggest',
    summary: '按近 12 个月的订单推荐常购商品，购买次数多的在前',
    needs: 'lookOrder',
    input: EmptyInput,
    output: z.array(ShoppingListSuggestion),
  }),
  add: writeEndpoint({
    path: 'add',
    summary: '新建常购清单',
    needs: 'addCart',
    memberLimit: '50 lists; one that is deleted leaves nothing.',
    input: z.strictObject({ name: Name, lines: z._default(Lines, []) }),
    output: ShoppingList,
    refusals: ['LISTS_FULL', 'LIST_NAME_TAKEN', 'SKU_NOT_FOUND'],
  }),
  modify: writeEndpoint({
    path: 'modify',
    summary: '修改清单名称',
    needs: 'addCart',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ id: Id, name: Name }),
    output: NullOutput,
    refusals: ['LIST_NOT_FOUND', 'LIST_NAME_TAKEN'],
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '删除常购清单',
    needs: 'addCart',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ id: Id }),
    output: NullOutput,
    refusals: ['LIST_NOT_FOUND'],
  }),
  addLines: writeEndpoint({
    path: 'add-lines',
    summary: '加入商品；清单中已有的更新数量，备注保留',
    needs: 'addCart',
    memberLimit: '500 lines of a list.',
    input: z.strictObject({ id: Id, lines: Lines.check(z.minLength(1, '请选择商品')) }),
    output: z.object({ added: z.int(), changed: z.int() }),
    refusals: ['LIST_NOT_FOUND', 'LIST_FULL', 'SKU_NOT_FOUND'],
  }),
  setLine: writeEndpoint({
    path: 'set-line',
    summary: '修改数量和备注',
    needs: 'addCart',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ id: Id, skuId: Id, goodsNum: Quantity, note: Text(SHOPPING_LIST_LINE_NOTE_LENGTH_MAX) }),
    output: NullOutput,
    refusals: ['LIST_NOT_FOUND', 'LIST_LINE_NOT_FOUND'],
  }),
  deleteLines: writeEndpoint({
    path: 'delete-lines',
    summary: '从清单移除商品',
    needs: 'addCart',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ id: Id, skuIds: SkuIds }),
    output: NullOutput,
    refusals: ['LIST_NOT_FOUND'],
  }),
  arrange: writeEndpoint({
    path: 'arrange',
    summary: '调整顺序：给出的商品按此顺序排在前面',
    needs: 'addCart',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ id: Id, skuIds: SkuIds }),
    output: NullOutput,
    refusals: ['LIST_NOT_FOUND'],
  }),
})
