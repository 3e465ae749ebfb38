import * as z from 'zod/mini'
import { Id } from '#contract/platform/core/fields.ts'

/** The SKU on sale that takes the place of another one. */
export const Replacement = z.object({ skuId: Id, goodsId: Id, goodsName: z.string(), skuCode: z.string() })
export type Replacement = z.output<typeof Replacement>
