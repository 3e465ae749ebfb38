import * as z from 'zod/mini'
import { Id, Instant, RowVersion } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type Fen, formatMoney, Yuan } from '#contract/platform/core/money.ts'
import { movingInLifecycle } from './moving-in-lifecycle.ts'

/** The largest workbook: companies, rows of a sheet below its heading, and bytes. */
export const MOVING_IN_COMPANIES_MAX = 20_000
export const MOVING_IN_ROWS_MAX = 100_000
export const MOVING_IN_BYTES_MAX = 32 * 1024 * 1024

/** The totals by which the two systems are compared. The names are those of the sheet 核对总数. */
export const movingInTotals = {
  companies: { label: '企业数', unit: '家' },
  wallet: { label: '期初钱包合计', unit: '元' },
  statements: { label: '期初账单合计', unit: '元' },
  drawdowns: { label: '未出账赊销合计', unit: '元' },
  interest: { label: '未付利息合计', unit: '元' },
  limits: { label: '额度合计', unit: '元' },
} as const
export type MovingInTotalName = keyof typeof movingInTotals

/** Sums over companies: their number, and amounts of money. */
export const MovingInTotals = z.object({
  companies: z.int(),
  wallet: Yuan,
  statements: Yuan,
  drawdowns: Yuan,
  interest: Yuan,
  limits: Yuan,
})
export type MovingInTotals = z.output<typeof MovingInTotals>

/** A total for people: '2,000 家', '¥1,234.50'. */
export const formatMovingInTotal = (total: MovingInTotalName, totals: MovingInTotals): string =>
  total === 'companies' ? `${totals.companies.toLocaleString('en-US')} 家` : formatMoney(totals[total] as Fen)

/** The totals that differ between the two systems. */
export const listDifferingMovingInTotals = (one: MovingInTotals, other: MovingInTotals): MovingInTotalName[] =>
  keysOf(movingInTotals).filter((total) => one[total] !== other[total])

/** What happens to a company. */
export const movingInCompanyOutcomes = {
  ready: { label: '可迁入' },
  refused: { label: '有误' },
  moved: { label: '已迁入' },
} as const
export type MovingInCompanyOutcome = keyof typeof movingInCompanyOutcomes
export const MovingInCompanyOutcomeSchema = z.enum(keysOf(movingInCompanyOutcomes), '请选择结果')

/** A problem: the sheet and its row, the title of the column (empty: the row as a whole), the text of the cell, and the reason. */
export const MovingInFault = z.object({ sheet: z.string(), row: z.int(), column: z.string(), value: z.string(), reason: z.string() })
export type MovingInFault = z.output<typeof MovingInFault>

export const MovingInCompany = z.object({
  no: z.int(),
  code: z.string(),
  name: z.string(),
  /** null: not tried yet. */
  result: z.nullable(MovingInCompanyOutcomeSchema),
  faults: z.array(MovingInFault),
  wallet: Yuan,
  statements: Yuan,
  drawdowns: Yuan,
  interest: Yuan,
  limits: Yuan,
  /** The company in the mall; null: it is not moved in. */
  enterpriseId: z.nullable(Id),
})
export type MovingInCompany = z.output<typeof MovingInCompany>

export const MovingInRun = z.object({
  id: Id,
  fileName: z.string(),
  state: z.enum(keysOf(movingInLifecycle.states)),
  companyCount: z.int(),
  /** How many companies the trial, or later the move, has processed. */
  doneCount: z.int(),
  counts: z.object({ ready: z.int(), refused: z.int(), moved: z.int() }),
  /** The amounts that the trial would move in; null: it is not complete. */
  totals: z.nullable(MovingInTotals),
  /** The control sums of the older system; null: they were not entered. */
  sums: z.nullable(MovingInTotals),
  /** The version of the control sums, which people type. */
  rowVersion: RowVersion,
  /** The ledger balances and limits of the moved companies at the end of the move; null: it is not finished. */
  moved: z.nullable(MovingInTotals),
  /** A code that identifies exactly the tried result; null: the trial is not complete. */
  seen: z.nullable(z.string()),
  by: z.string(),
  createdAt: Instant,
  submittedBy: z.nullable(z.string()),
  submittedAt: z.nullable(Instant),
  approvedBy: z.nullable(z.string()),
  approvedAt: z.nullable(Instant),
  /** Why the reader cannot approve it; null: he can, or no approval is requested. */
  whyNotApprove: z.nullable(z.string()),
  /** Why it was cancelled, or why it stopped by itself. */
  note: z.nullable(z.string()),
  endedAt: z.nullable(Instant),
})
export type MovingInRun = z.output<typeof MovingInRun>
