import * as z from 'zod/mini'
import { Id } from '#contract/platform/core/fields.ts'

/** The SKU on sale that replaces another one. */
export const ReplacementSku = z.object({ skuId: Id, goodsId: Id, goodsName: z.string(), skuCode: z.string() })
export type ReplacementSku = z.output<typeof ReplacementSku>
