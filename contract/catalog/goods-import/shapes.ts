import * as z from 'zod/mini'
import { PricesToConfirm } from '#contract/catalog/pricing/console-shapes.ts'
import { Id, Instant } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { goodsImportLifecycle } from './import-lifecycle.ts'

/** The largest sheet of goods: rows below the heading, and bytes. */
export const GOODS_IMPORT_ROWS_MAX = 100_000
export const GOODS_IMPORT_SHEET_BYTES_MAX = 32 * 1024 * 1024
/** The largest archive: a sheet with its pictures and documents. */
export const GOODS_IMPORT_ARCHIVE_BYTES_MAX = 128 * 1024 * 1024

/** Which goods of a file are written. */
export const goodsImportModes = {
  both: { label: '新增和修改' },
  new: { label: '只新增' },
  change: { label: '只修改' },
} as const
export type GoodsImportMode = keyof typeof goodsImportModes
export const GoodsImportModeSchema = z.enum(keysOf(goodsImportModes), '请选择导入方式')

/**
 * The results of a row. A row whose goods have another wrong row counts as wrong too, because goods are written completely or not at all.
 */
export const goodsImportRowResults = {
  added: { label: '新增' },
  changed: { label: '修改' },
  same: { label: '不变' },
  skipped: { label: '跳过' },
  refused: { label: '有误' },
} as const
export type GoodsImportRowResult = keyof typeof goodsImportRowResults
export const GoodsImportRowResultSchema = z.enum(keysOf(goodsImportRowResults), '请选择结果')

/**
 * A problem of a row: the title of its column (empty: the row as a whole), the text of the cell, the reason, and what was probably meant.
 */
export const GoodsImportFault = z.object({ column: z.string(), value: z.string(), reason: z.string(), suggestion: z.string() })
export type GoodsImportFault = z.output<typeof GoodsImportFault>

export const GoodsImportRow = z.object({
  /** The row number as a spreadsheet program shows it. */
  row: z.int(),
  goodsCode: z.string(),
  skuCode: z.string(),
  /** null: not tried yet. */
  result: z.nullable(GoodsImportRowResultSchema),
  applied: z.boolean(),
  faults: z.array(GoodsImportFault),
  questions: z.nullable(PricesToConfirm),
})
export type GoodsImportRow = z.output<typeof GoodsImportRow>

const counts = { added: z.int(), changed: z.int(), same: z.int(), skipped: z.int(), refused: z.int() }
export const GoodsImportCounts = z.object({
  ...counts,
  /** New and changed rows whose goods were written. */
  applied: z.int(),
  /** Rows with large price changes or with prices below the cost. */
  questions: z.int(),
})
export type GoodsImportCounts = z.output<typeof GoodsImportCounts>

export const GoodsImport = z.object({
  id: Id,
  fileName: z.string(),
  mode: GoodsImportModeSchema,
  /** Empty cells empty their fields. */
  clearEmpty: z.boolean(),
  state: z.enum(keysOf(goodsImportLifecycle.states)),
  rowCount: z.int(),
  /** How many rows the trial, or later the import, has processed. */
  doneCount: z.int(),
  counts: GoodsImportCounts,
  /** Pictures and documents of the archive, and how many of them are in the library or refused; null: there was no archive. */
  files: z.nullable(z.object({ total: z.int(), done: z.int() })),
  /** A code that identifies exactly the tried rows; null: the trial is not complete. */
  seen: z.nullable(z.string()),
  by: z.string(),
  createdAt: Instant,
  endedAt: z.nullable(Instant),
})
export type GoodsImport = z.output<typeof GoodsImport>
