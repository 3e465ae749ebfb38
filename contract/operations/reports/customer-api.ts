import * as z from 'zod/mini'
import { AccountManagerFilter } from '#contract/people/account-managers/manager-filter.ts'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, Instant, Month, pageInput, pageOutput } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { DAYS_WITHOUT_SALE_DEFAULT, DaysWithoutSale, ReportDay } from './periods.ts'

/** Which companies the list shows. */
export const enterpriseReportFilters = {
  bought: { label: '有成交' },
  fresh: { label: '新客户' },
  repeat: { label: '复购' },
  sleeping: { label: '沉睡客户' },
} as const

const counts = {
  /** Companies that bought in the range. */
  bought: z.int(),
  /** Those of them that had never bought before. */
  fresh: z.int(),
  /** Those that bought twice or more in the range. */
  repeat: z.int(),
  /** `repeat` by `bought` in basis points; null: nobody bought. */
  repeatRate: z.nullable(z.int()),
  net: Yuan,
  /** Companies that bought once, but not in the last days: of now, in a range that is compared with those before its end. */
  sleeping: z.int(),
}

/** A range that the report is compared with. */
const EnterpriseReportComparison = z.object({ ...counts, range: z.object({ from: Day, to: Day }) })
export type EnterpriseReportComparison = z.output<typeof EnterpriseReportComparison>

export const EnterpriseReport = z.object({
  asOf: z.nullable(Instant),
  ...counts,
  before: EnterpriseReportComparison,
  yearBefore: EnterpriseReportComparison,
  /** How many companies bought for the first time in each month of the range. */
  months: z.array(z.object({ month: Month, fresh: z.int() })),
})
export type EnterpriseReport = z.output<typeof EnterpriseReport>

/** `net` in the ranges that a row is compared with; of an account manager that of his companies of now. */
const compared = { before: Yuan, yearBefore: Yuan }

export const EnterpriseReportRow = z.object({
  enterpriseId: Id,
  enterpriseName: z.nullable(z.string()),
  managerName: z.nullable(z.string()),
  firstDay: Day,
  lastDay: Day,
  /** The days since it last bought. */
  idleDays: z.int(),
  orders: z.int(),
  net: Yuan,
  ...compared,
})
export type EnterpriseReportRow = z.output<typeof EnterpriseReportRow>

/** The companies of an account manager. The key is `NO_MANAGER_KEY` for those without one. */
export const AccountManagerReportRow = z.object({ key: z.string(), name: z.string(), ...counts, ...compared })
export type AccountManagerReportRow = z.output<typeof AccountManagerReportRow>

const range = {
  dateFrom: ReportDay,
  dateTo: ReportDay,
  shopId: z.optional(Id),
  quietDays: z._default(DaysWithoutSale, DAYS_WITHOUT_SALE_DEFAULT),
}

export const consoleCustomerReportEndpoints = defineEndpoints('/console-api/api/customer-report', {
  summary: readEndpoint({
    path: 'summary',
    mayLag: true,
    summary: '客户报表：成交、新客户、复购与沉睡客户，与上期和去年同期对比',
    needs: { staff: 'customerReport' },
    input: z.strictObject(range),
    output: EnterpriseReport,
    refusals: ['REPORT_RANGE'],
  }),
  list: readEndpoint({
    path: 'list',
    mayLag: true,
    summary: '客户报表的企业：成交最多的在前，沉睡最久的在前',
    needs: { staff: 'customerReport' },
    input: z.strictObject({
      ...pageInput,
      ...range,
      group: z._default(z.enum(keysOf(enterpriseReportFilters), '客户分组不正确'), 'bought'),
      manager: z.optional(AccountManagerFilter),
    }),
    output: pageOutput(EnterpriseReportRow),
    refusals: ['REPORT_RANGE'],
  }),
  managers: readEndpoint({
    path: 'managers',
    mayLag: true,
    summary: '各客户经理的客户：成交、新客户、复购与沉睡',
    needs: { staff: 'customerReport' },
    input: z.strictObject({ ...pageInput, ...range }),
    output: pageOutput(AccountManagerReportRow),
    refusals: ['REPORT_RANGE'],
  }),
})
