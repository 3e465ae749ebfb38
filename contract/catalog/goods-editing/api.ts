import * as z from 'zod/mini'
import { VisibleCrossReference } from '#contract/catalog/goods/cross-reference.ts'
import { GoodsCard } from '#contract/catalog/goods/shapes.ts'
import { MachineModel } from '#contract/catalog/machine-models/api.ts'
import { goodsDocumentKinds } from '#contract/catalog/pictures/document-api.ts'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'
import { goodsRelationKinds } from './content.ts'

/** The data of a product's page besides the product itself. */
export const GoodsDetailSupplement = z.object({
  documents: z.array(z.object({ id: Id, name: z.string(), kind: z.enum(keysOf(goodsDocumentKinds)), validUntil: z.nullable(Day) })),
  /** The parts of other makers that its SKUs on the shelf correspond to, in the order of the SKUs. */
  crossReferences: z.array(z.object({ ...VisibleCrossReference.shape, skuId: Id, skuCode: z.string(), skuProps: SkuProps })),
  /** The fitting machine models, by maker and model. */
  machineModels: z.array(MachineModel),
  /** Related goods by kind of relation. Goods that are not on sale, and kinds without any, are left out. */
  relations: z.array(z.object({ kind: z.enum(keysOf(goodsRelationKinds)), goods: z.array(GoodsCard) })),
})
export type GoodsDetailSupplement = z.output<typeof GoodsDetailSupplement>

export const goodsDetailSupplementEndpoints = defineEndpoints('/goods-api/api/goods', {
  about: readEndpoint({
    path: 'about',
    summary: '商品的文件、适用机型和关联商品：适配、替代、搭配',
    needs: 'guest or lookGoods',
    input: z.strictObject({ goodsId: Id }),
    output: GoodsDetailSupplement,
    refusals: ['GOODS_NOT_FOUND'],
    cached: true,
  }),
})
