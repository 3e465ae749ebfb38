import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, EmptyInput, Id, Instant, Month, pageInput, pageOutput } from '#contract/platform/core/fields.ts'
import { Yuan } from '#contract/platform/core/money.ts'

/** The provision of one month. */
export const ProvisionRun = z.object({
  month: Month,
  /** What companies owed at the end of the month, and what had to be set aside of it. */
  base: Yuan,
  required: Yuan,
  /** What was set aside before, after write-offs and recoveries of the month. */
  before: Yuan,
  /** 计提: what was added. 转回: what was released. One of them is 0. */
  provided: Yuan,
  released: Yuan,
  at: Instant,
  /** The bands of that time, with what was owed and set aside in each. */
  bands: z.array(z.object({ label: z.string(), rate: z.int(), unpaid: Yuan, amount: Yuan })),
})
export type ProvisionRun = z.output<typeof ProvisionRun>

/** One statement of a company in the provision of a month. */
export const ProvisionLine = z.object({
  enterpriseId: Id,
  enterpriseName: z.nullable(z.string()),
  month: Month,
  statementMonth: Month,
  dueDay: Day,
  /** Days after the due day; 0: not due yet. */
  lateDays: z.int(),
  unpaid: Yuan,
  /** In hundredths of a percent. */
  rate: z.int(),
  amount: Yuan,
})
export type ProvisionLine = z.output<typeof ProvisionLine>

/** Without a month: the last one that has a provision. */
const filter = { month: z.optional(Month), enterpriseId: z.optional(Id) }

export const consoleProvisionEndpoints = defineEndpoints('/console-api/api/provision', {
  list: readEndpoint({
    path: 'list',
    summary: '坏账准备：每月的计提与转回，最近的在前',
    needs: { staff: 'creditView' },
    input: z.strictObject(pageInput),
    output: pageOutput(ProvisionRun),
  }),
  current: readEndpoint({
    path: 'current',
    summary: '坏账准备余额，与下次计提的账龄段',
    needs: { staff: 'creditView' },
    input: EmptyInput,
    output: z.object({ balance: Yuan, bands: z.array(z.object({ label: z.string(), rate: z.int() })) }),
  }),
  lines: readEndpoint({
    path: 'lines',
    summary: '一个月的坏账准备：逐企业、逐账单的计算，金额大的在前',
    needs: { staff: 'creditView' },
    input: z.strictObject({ ...pageInput, ...filter }),
    output: pageOutput(ProvisionLine),
  }),
})
