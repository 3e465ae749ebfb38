import * as z from 'zod/mini'
import { downloadEndpoint } from '#contract/platform/core/endpoint.ts'
import { type AccessRule, isStaffAccess } from '#contract/platform/core/permissions.ts'
import type { RefusalName } from '#contract/platform/core/refusals.ts'
import { SheetFormat } from './format.ts'

/** The maximum number of rows of an export. */
export const EXPORT_ROWS_MAX = 200_000

/** Refusals of every export. */
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

/** Defines the export of a list: the same access rule and filters, and all of its pages. `what` follows 导出 in the summary. */
export function defineExportOfList<Shape extends z.core.$ZodShape, const N extends AccessRule>(
  list: List<Shape, N>,
  path: string,
  what: string,
) {
  const input = z.strictObject({ ...withoutPages(list.input.shape), format: SheetFormat })
  // Checks of the list's input that involve several filters also apply to the export.
  const checks = (list.input._zod.def.checks ?? []) as unknown as Parameters<typeof input.check>
  const written = {
    path,
    summary: `导出${what}：CSV 或 Excel`,
    needs: list.needs,
    input: checks.length > 0 ? input.check(...checks) : input,
    refusals: [...exportRefusals, ...list.refusals],
  }
  // The visible rows can depend on the shops of a staff member, which are read with the list and so from the primary.
  return downloadEndpoint(isStaffAccess(list.needs) ? written : { ...written, mayLag: true })
}
