import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import {
  EmptyInput,
  Id,
  Instant,
  Month,
  NullOutput,
  pageInput,
  pageOutput,
  RowVersion,
  RowVersionIfAny,
} from '#contract/platform/core/fields.ts'
import { type Fen, fen, Yuan, YuanUpTo } from '#contract/platform/core/money.ts'

/** The largest number of new companies that a target can name. */
const TARGET_NEW_COMPANIES_MAX = 10_000
/** How many months ahead a target can be set. */
export const TARGET_MONTHS_AHEAD_MAX = 12

/** The target of an account manager for a month, and what he has reached of it. */
export const SalesTargetProgress = z.object({
  staffId: Id,
  month: Month,
  /** Zero: none. */
  salesTarget: Yuan,
  /** What his companies bought on the days on which they were his, less what came back; can be negative. */
  net: Yuan,
  /** Zero: none. */
  newCompaniesTarget: z.int(),
  /** Companies that bought for the first time on a day on which they were his. */
  newCompanies: z.int(),
})
export type SalesTargetProgress = z.output<typeof SalesTargetProgress>

export const SalesTargetRow = z.object({
  ...SalesTargetProgress.shape,
  name: z.string(),
  /** False: he has left, or looks after companies no more. He gets no new target. */
  active: z.boolean(),
  rowVersion: RowVersion,
})
export type SalesTargetRow = z.output<typeof SalesTargetRow>

/** What the reached sales and companies are of. */
export const SalesTargetFigures = z.object({
  /** As of when they are; null: there are none yet. */
  asOf: z.nullable(Instant),
  /** Only the shops that the person who asks keeps count; others see other figures. */
  limitedToShops: z.boolean(),
})
export type SalesTargetFigures = z.output<typeof SalesTargetFigures>

/** The share of a target that is reached, in basis points rounded down to a tenth of a percent, so that only a reached target shows 100%. Null: there is no target. */
export const computeReachedShareInBasisPoints = (reached: number, target: number): number | null =>
  target === 0 ? null : Math.floor((Math.max(0, reached) * 1_000) / target) * 10

/** What is still missing of a target of sales. */
export const computeMissingSales = ({ net, salesTarget }: Pick<SalesTargetProgress, 'net' | 'salesTarget'>): Fen =>
  fen(Math.max(0, salesTarget - net))

export const consoleSalesTargetEndpoints = defineEndpoints('/console-api/api/sales-target', {
  list: readEndpoint({
    path: 'list',
    summary: '各客户经理一个月的业绩目标与完成，销售额多的在前',
    needs: { staff: 'accountManagerView' },
    input: z.strictObject({ ...pageInput, month: Month }),
    output: z.object({ ...pageOutput(SalesTargetRow).shape, ...SalesTargetFigures.shape }),
  }),
  mine: readEndpoint({
    path: 'mine',
    mayLag: true,
    summary: '自己本月的业绩目标与完成；没有目标时为 null',
    needs: { staff: 'enterpriseCare' },
    input: EmptyInput,
    output: z.nullable(
      z.object({
        ...SalesTargetProgress.shape,
        ...SalesTargetFigures.shape,
      }),
    ),
  }),
  set: writeEndpoint({
    path: 'set',
    summary: '设置一位客户经理一个月的业绩目标；0 为不设',
    needs: { staff: 'accountManagerAssign' },
    audits: 'staff',
    input: z.strictObject({
      staffId: Id,
      month: Month,
      sales: YuanUpTo(),
      newCompanies: z
        .int('请填写整数')
        .check(z.minimum(0, '不能小于 0'), z.maximum(TARGET_NEW_COMPANIES_MAX, `最多 ${TARGET_NEW_COMPANIES_MAX} 家`)),
      rowVersion: RowVersionIfAny,
    }),
    output: NullOutput,
    refusals: ['ACCOUNT_MANAGER_ROLE', 'SALES_TARGET_MONTH', 'ROW_CHANGED'],
  }),
})
