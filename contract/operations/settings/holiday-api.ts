import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, NullOutput, RequiredText, RowVersion } from '#contract/platform/core/fields.ts'
import { countDaysInclusive } from '#contract/platform/core/shanghai.ts'

/** A day that differs from the rule of its weekday. */
export const Holiday = z.object({
  day: Day,
  /** true: a working day that makes up for a holiday. */
  working: z.boolean(),
  title: z.string(),
  /** The source: the calendar of the State Council, or staff, who override it. */
  source: z.enum(['calendar', 'staff']),
})
export type Holiday = z.output<typeof Holiday>

const YEARS = [2020, 2099] as const
const Year = z.int('年份不正确').check(z.minimum(YEARS[0], '年份不正确'), z.maximum(YEARS[1], '年份不正确'))
const CalendarDay = Day.check(
  z.refine((day) => Number(day.slice(0, 4)) >= YEARS[0] && Number(day.slice(0, 4)) <= YEARS[1], '只能设置 2020 到 2099 年'),
)
const SPAN_MAX = 31

export const consoleHolidayEndpoints = defineEndpoints('/console-api/api/holiday', {
  list: readEndpoint({
    path: 'list',
    summary: '一年的节假日和调休上班日：国务院安排，人工修改优先',
    needs: { staff: 'holiday' },
    input: z.strictObject({ year: Year }),
    /** `known`: the calendar of this year is available. Otherwise only weekends and the entries of staff count. */
    output: z.object({ known: z.boolean(), days: z.array(Holiday), rowVersion: RowVersion }),
  }),
  set: writeEndpoint({
    path: 'set',
    summary: '修改节假日：把一天或连续几天定为休息或上班',
    needs: { staff: 'holiday' },
    audits: 'day',
    input: z
      .strictObject({
        day: CalendarDay,
        /** The last of several days. Without it the entry is for one day. */
        dayTo: z.optional(CalendarDay),
        working: z.boolean('请选择休息或上班'),
        title: RequiredText(20, '请填写名称'),
        /** The version of all entries of the year. */
        rowVersion: RowVersion,
      })
      .check(
        z.refine(({ day, dayTo = day }) => countDaysInclusive(day, dayTo) > 0, { message: '结束日期不能早于开始日期', path: ['dayTo'] }),
      )
      .check(
        z.refine(({ day, dayTo = day }) => countDaysInclusive(day, dayTo) <= SPAN_MAX, {
          message: `一次最多 ${SPAN_MAX} 天`,
          path: ['dayTo'],
        }),
      )
      .check(z.refine(({ day, dayTo = day }) => day.slice(0, 4) === dayTo.slice(0, 4), { message: '跨年的请分两次填写', path: ['dayTo'] })),
    output: NullOutput,
    refusals: ['ROW_CHANGED'],
  }),
  remove: writeEndpoint({
    path: 'remove',
    summary: '恢复节假日：去掉人工修改',
    needs: { staff: 'holiday' },
    audits: 'day',
    input: z.strictObject({ day: CalendarDay, rowVersion: RowVersion }),
    output: NullOutput,
    refusals: ['HOLIDAY_NOT_FOUND', 'ROW_CHANGED'],
  }),
})
