import * as z from 'zod/mini'
import { importedFileKinds } from '#contract/platform/core/audit-objects.ts'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, Instant, pageInput, pageOutput } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { SheetFormat } from '#contract/platform/spreadsheets/format.ts'

/** Files that staff read in and lists that they write out, with the actions under which the audit trail has them. */
export const fileDirections = {
  in: { label: '导入', actions: ['import file'] },
  out: { label: '导出', actions: ['download list', 'download codes'] },
} as const

/** A file that somebody of the staff has read in or written out. */
export const FileHistoryRow = z.object({
  id: Id,
  at: Instant,
  direction: z.enum(keysOf(fileDirections)),
  /** What was imported; null for an export. */
  importKind: z.nullable(z.enum(keysOf(importedFileKinds))),
  /** The name of the file that was imported, or of the list that was exported. */
  name: z.string(),
  format: z.nullable(SheetFormat),
  /** The rows that it had; null: not recorded. */
  rows: z.nullable(z.int()),
  /** The rows that were refused; null for an export. */
  refused: z.nullable(z.int()),
  staffId: Id,
  staffName: z.string(),
  /** The goods import whose result can be downloaded while it is kept; null: no file is kept. */
  goodsImportId: z.nullable(Id),
})
export type FileHistoryRow = z.output<typeof FileHistoryRow>

// Apart from the other calls of the audit trail, which the first load of the console needs.
export const consoleFileHistoryEndpoints = defineEndpoints('/console-api/api/file-history', {
  list: readEndpoint({
    path: 'list',
    mayLag: true,
    summary: '导入导出记录：谁、何时、导入或导出了什么，多少行；可看审计的人看全部，其他人看自己的；最新的在前',
    needs: 'staff',
    input: z.strictObject({
      ...pageInput,
      direction: z.optional(z.enum(keysOf(fileDirections), '方向不正确')),
      actorId: z.optional(Id),
      dateFrom: z.optional(Day),
      dateTo: z.optional(Day),
    }),
    output: pageOutput(FileHistoryRow),
  }),
})
