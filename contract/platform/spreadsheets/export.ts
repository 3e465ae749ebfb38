import * as z from 'zod/mini'
import { type AccessRule, downloadEndpoint } from '#contract/platform/core/endpoint.ts'
import type { RefusalName } from '#contract/platform/core/refusals.ts'
import { SheetFormat } from './format.ts'

/** Rows that a list may have to be taken along. */
export const EXPORT_ROWS_MAX = 200_000

/** Refusals of every call that takes a list along. */
export const exportRefusals = ['EXPORT_TOO_LARGE', 'EXPORTS_BUSY'] as const satisfies readonly RefusalName[]

interface List<Shape extends z.core.$ZodShape, N extends AccessRule> {
  needs: N
  input: z.ZodMiniObject<Shape>
  refusals: readonly RefusalName[]
}

const withoutPages = <Shape extends object>(shape: Shape): Omit<Shape, 'pageNo' | 'pageSize'> => {
  const { pageNo: _, pageSize: __, ...rest } = shape as Shape & { pageNo?: unknown; pageSize?: unknown }
  return rest
}

/** A list as a file to keep: whoever may see it, as it is narrowed, all of its pages. `what` follows on 导出. */
export function exportOf<Shape extends z.core.$ZodShape, const N extends AccessRule>(list: List<Shape, N>, path: string, what: string) {
  const input = z.strictObject({ ...withoutPages(list.input.shape), format: SheetFormat })
  // What the list demands of its filters together holds here too.
  const demands = (list.input._zod.def.checks ?? []) as unknown as Parameters<typeof input.check>
  return downloadEndpoint({
    path,
    summary: `导出${what}：CSV 或 Excel`,
    needs: list.needs,
    input: demands.length > 0 ? input.check(...demands) : input,
    refusals: [...exportRefusals, ...list.refusals],
  })
}
