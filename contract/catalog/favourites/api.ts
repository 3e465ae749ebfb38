import * as z from 'zod/mini'
import { GoodsCard } from '#contract/catalog/goods/shapes.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, Instant, NullOutput, pageInput, pageOutput } from '#contract/platform/core/fields.ts'
import { UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS } from '#contract/platform/core/member-limits.ts'

export const FAVOURITES_PER_MEMBER_MAX = 500

/** A favourite product. `card` is null if it is no longer sold; its name and picture remain. */
export const Favourite = z.object({
  goodsId: Id,
  name: z.string(),
  spec: z.string(),
  image: z.nullable(Id),
  addedAt: Instant,
  card: z.nullable(GoodsCard),
})
export type Favourite = z.output<typeof Favourite>

export const favouritesEndpoints = defineEndpoints('/goods-api/api/goods-collection', {
  list: readEndpoint({
    path: 'list',
    summary: '我的收藏，最近收藏的在前；已下架的保留并标明',
    needs: 'lookGoods',
    input: z.strictObject(pageInput),
    output: pageOutput(Favourite),
  }),
  ids: readEndpoint({ path: 'ids', summary: '已收藏的商品编号', needs: 'lookGoods', input: EmptyInput, output: z.array(Id) }),
  add: writeEndpoint({
    path: 'add',
    summary: '收藏商品；已收藏的不变',
    needs: 'lookGoods',
    memberLimit: '500 goods of a person.',
    input: z.strictObject({ goodsId: Id }),
    output: NullOutput,
    refusals: ['GOODS_NOT_FOUND', 'FAVOURITES_FULL'],
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '取消收藏，可一次多个',
    methods: ['POST', 'DELETE'],
    needs: 'lookGoods',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({
      goodsIds: z
        .array(Id)
        .check(z.minLength(1, '请选择商品'), z.maxLength(FAVOURITES_PER_MEMBER_MAX, `一次最多 ${FAVOURITES_PER_MEMBER_MAX} 个`)),
    }),
    output: NullOutput,
  }),
})
