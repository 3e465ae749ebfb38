import * as z from 'zod/mini'
import { GoodsCard } from '#contract/catalog/goods/shapes.ts'
import { MachineModel } from '#contract/catalog/machine-models/api.ts'
import { goodsDocumentKinds } from '#contract/catalog/pictures/document-api.ts'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { goodsRelationKinds } from './content.ts'

/** What belongs to goods besides their own page. */
export const GoodsAttachments = z.object({
  documents: z.array(z.object({ id: Id, name: z.string(), kind: z.enum(keysOf(goodsDocumentKinds)), validUntil: z.nullable(Day) })),
  /** The machines that they fit, by maker and model. */
  machineModels: z.array(MachineModel),
  /** Other goods by how they relate to these. Those that are not on sale are left out, and kinds without any. */
  relations: z.array(z.object({ kind: z.enum(keysOf(goodsRelationKinds)), goods: z.array(GoodsCard) })),
})
export type GoodsAttachments = z.output<typeof GoodsAttachments>

export const goodsRelationEndpoints = defineEndpoints('/goods-api/api/goods', {
  about: readEndpoint({
    path: 'about',
    summary: '商品的文件、适用机型和关联商品：适配、替代、搭配',
    needs: 'guest or lookGoods',
    input: z.strictObject({ goodsId: Id }),
    output: GoodsAttachments,
    refusals: ['GOODS_NOT_FOUND'],
    cached: true,
  }),
})
