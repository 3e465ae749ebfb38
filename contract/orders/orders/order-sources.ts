import * as z from 'zod/mini'
import { Id, Quantity } from '#contract/platform/core/fields.ts'

export const ORDER_LINES_MAX = 200

const LineNo = z.int('行号不正确').check(z.minimum(1, '行号不正确'), z.maximum(ORDER_LINES_MAX, '行号不正确'))

const LineNos = z.array(LineNo).check(
  z.minLength(1, '请选择商品'),
  z.maxLength(ORDER_LINES_MAX, '一次最多 200 种商品'),
  z.refine((lineNos) => new Set(lineNos).size === lineNos.length, '同一行只能选择一次'),
)

/**
 * Lines of a quotation, at its prices and in its quantities: the request names neither. `version` is the one that the buyer has seen.
 */
export const QuotationOrderSource = z.strictObject({
  quotationId: Id,
  version: z.int('报价版本不正确').check(z.minimum(1, '报价版本不正确'), z.maximum(1_000, '报价版本不正确')),
  lineNos: LineNos,
})
export type QuotationOrderSource = z.output<typeof QuotationOrderSource>

/** Lines of a proposal of staff (代客下单), in its quantities and at the prices that apply now. A line that cannot be bought is left out. */
export const ProposalOrderSource = z.strictObject({
  proposalId: Id,
  lineNos: LineNos,
})
export type ProposalOrderSource = z.output<typeof ProposalOrderSource>

/** The goods to order: lines of the cart, SKUs that are bought directly, lines of a quotation or of a proposal. Exactly one of the four. */
export const orderSourceFields = {
  cartIds: z.optional(z.array(Id).check(z.minLength(1, '请选择商品'), z.maxLength(ORDER_LINES_MAX, '一次最多 200 种商品'))),
  lines: z.optional(
    z
      .array(z.strictObject({ skuId: Id, goodsNum: Quantity }))
      .check(z.minLength(1, '请选择商品'), z.maxLength(ORDER_LINES_MAX, '一次最多 200 种商品')),
  ),
  quotation: z.optional(QuotationOrderSource),
  proposal: z.optional(ProposalOrderSource),
}
export const exactlyOneOrderSourceRule = z.refine<{ cartIds?: unknown; lines?: unknown; quotation?: unknown; proposal?: unknown }>(
  ({ cartIds, lines, quotation, proposal }) => [cartIds, lines, quotation, proposal].filter((source) => source !== undefined).length === 1,
  { message: '请选择商品', path: ['lines'] },
)
