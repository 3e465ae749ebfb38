import * as z from 'zod/mini'
import { GoodsCard } from '../catalog/shapes.ts'
import { SkuBrief } from '../catalog/sku-brief.ts'
import { call, endpoints, read } from '../endpoint.ts'
import { Done, Id, Instant, Nothing, page, pageInput } from '../fields.ts'

export const FAVOURITES_MAX = 500
export const STOCK_WAITS_MAX = 100

/** A good that somebody likes. `card` is null where it cannot be had any more; its name and picture stay. */
export const Favourite = z.object({
  goodsId: Id,
  name: z.string(),
  spec: z.string(),
  image: z.string(),
  addedAt: Instant,
  card: z.nullable(GoodsCard),
})
export type Favourite = z.output<typeof Favourite>

/** 到货通知: a sold-out SKU that somebody wants to be told of once, when it can be had again. */
export const StockWait = z.object({ sku: SkuBrief, since: Instant })
export type StockWait = z.output<typeof StockWait>

export const favourites = endpoints('/goods-api/api/goods-collection', {
  list: read({
    path: 'list',
    summary: '我的收藏，最近收藏的在前；已下架的保留并标明',
    needs: 'lookGoods',
    input: z.strictObject(pageInput),
    output: page(Favourite),
  }),
  ids: read({ path: 'ids', summary: '已收藏的商品编号', needs: 'lookGoods', input: Nothing, output: z.array(Id) }),
  add: call({
    path: 'add',
    summary: '收藏商品；已收藏的不变',
    needs: 'lookGoods',
    input: z.strictObject({ goodsId: Id }),
    output: Done,
    refusals: ['GOODS_NOT_FOUND', 'FAVOURITES_FULL'],
  }),
  delete: call({
    path: 'delete',
    summary: '取消收藏，可一次多个',
    needs: 'lookGoods',
    input: z.strictObject({
      goodsIds: z.array(Id).check(z.minLength(1, '请选择商品'), z.maxLength(FAVOURITES_MAX, `一次最多 ${FAVOURITES_MAX} 个`)),
    }),
    output: Done,
  }),
  waits: read({
    path: 'stock-waits',
    summary: '等待到货通知的规格，最近登记的在前',
    needs: 'lookGoods',
    input: Nothing,
    output: z.array(StockWait),
  }),
  addWait: call({
    path: 'add-stock-wait',
    summary: '登记到货通知：再次有货时发送一次消息；已登记的不变',
    needs: 'lookGoods',
    input: z.strictObject({ skuId: Id }),
    output: Done,
    refusals: ['SKU_NOT_FOUND', 'STOCK_THERE', 'STOCK_WAITS_FULL'],
  }),
  deleteWaits: call({
    path: 'delete-stock-wait',
    summary: '取消到货通知，可一次多个',
    needs: 'lookGoods',
    input: z.strictObject({
      skuIds: z.array(Id).check(z.minLength(1, '请选择商品规格'), z.maxLength(STOCK_WAITS_MAX, `一次最多 ${STOCK_WAITS_MAX} 个`)),
    }),
    output: Done,
  }),
})
