import * as z from 'zod/mini'
import { call, endpoints, read } from '../endpoint.ts'
import { Day, Done, Email, Instant, Nothing, RequiredText } from '../fields.ts'
import { YuanUpTo } from '../money.ts'
import { CreditCode } from '../verification/fields.ts'

/** A day that is not what its weekday says. */
export const Holiday = z.object({
  day: Day,
  /** True: a working day that makes up for another. */
  working: z.boolean(),
  title: z.string(),
  /** Whose word it is: the state council's calendar, or staff's, which goes before it. */
  source: z.enum(['calendar', 'staff']),
})
export type Holiday = z.output<typeof Holiday>

const YEARS = [2020, 2099] as const
const Year = z.int('年份不正确').check(z.minimum(YEARS[0], '年份不正确'), z.maximum(YEARS[1], '年份不正确'))
const CalendarDay = Day.check(
  z.refine((day) => Number(day.slice(0, 4)) >= YEARS[0] && Number(day.slice(0, 4)) <= YEARS[1], '只能设置 2020 到 2099 年'),
)
const SPAN_MAX = 31
/** How many days a span has, both ends counted. */
const daysFrom = (day: string, last: string): number => (Date.parse(last) - Date.parse(day)) / 86_400_000 + 1

const keepers = { staff: ['reviewer', 'admin'] } as const

export const consoleHoliday = endpoints('/console-api/api/holiday', {
  list: read({
    path: 'list',
    summary: '一年的节假日和调休上班日：国务院安排，人工修改优先',
    needs: keepers,
    input: z.strictObject({ year: Year }),
    /** `known`: the calendar has this year; else only weekends and what staff entered count. */
    output: z.object({ known: z.boolean(), days: z.array(Holiday) }),
  }),
  set: call({
    path: 'set',
    summary: '修改节假日：把一天或连续几天定为休息或上班',
    needs: keepers,
    input: z
      .strictObject({
        day: CalendarDay,
        /** The last of several days; left out it is one. */
        dayTo: z.optional(CalendarDay),
        working: z.boolean('请选择休息或上班'),
        title: RequiredText(20, '请填写名称'),
      })
      .check(z.refine(({ day, dayTo = day }) => daysFrom(day, dayTo) > 0, { message: '结束日期不能早于开始日期', path: ['dayTo'] }))
      .check(z.refine(({ day, dayTo = day }) => daysFrom(day, dayTo) <= SPAN_MAX, { message: `一次最多 ${SPAN_MAX} 天`, path: ['dayTo'] })),
    output: Done,
  }),
  remove: call({
    path: 'remove',
    summary: '恢复节假日：去掉人工修改',
    needs: keepers,
    input: z.strictObject({ day: CalendarDay }),
    output: Done,
    refusals: ['HOLIDAY_NOT_FOUND'],
  }),
})

const Days = (max: number) => z.int('天数必须为整数').check(z.minimum(0, '天数不能小于 0'), z.maximum(max, `天数不能超过 ${max}`))
const Url = z.string('请输入网址').check(z.maxLength(200, '网址过长'), z.regex(/^https:\/\/[^\s<>"]+$/, '网址须以 https:// 开头'))

/** What staff may set, group by group. Money in yuan. */
export const settingGroups = {
  site: z.strictObject({
    companyName: RequiredText(60, '请输入公司名称'),
    creditCode: CreditCode,
    address: RequiredText(100, '请输入地址'),
    phone: RequiredText(30, '请输入电话'),
    email: Email,
    hours: RequiredText(50, '请输入服务时间'),
    copyright: RequiredText(100, '请输入版权信息'),
    filingNo: RequiredText(50, '请输入备案号'),
    filingUrl: Url,
  }),
  credit: z.strictObject({
    /** What may stay unpaid without a statement being overdue. */
    overdueTolerance: YuanUpTo(10_000),
    /** Days after the due day before new holds are blocked. */
    graceDays: Days(30),
    /** Interest of a day on overdue principal, in hundredths of a percent: 5 is 0.05 %. */
    dailyRateBp: z.int('利率必须为整数').check(z.minimum(0, '利率不能小于 0'), z.maximum(10, '日利率不能超过 0.1%')),
  }),
  bank: z.strictObject({
    /** The platform's own account: where transfers go. */
    accountName: RequiredText(60, '请输入户名'),
    bankName: RequiredText(60, '请输入开户银行'),
    accountNo: z.string('请输入账号').check(z.regex(/^[0-9]{8,30}$/, '账号为 8-30 位数字')),
    bankCode: z.string('请输入联行号').check(z.regex(/^[0-9]{12}$/, '联行号为 12 位数字')),
    /** What arrives above this is confirmed by two people. */
    secondAbove: YuanUpTo(100_000_000),
  }),
  levels: z
    .strictObject({ silver: YuanUpTo(9_999_999_999), gold: YuanUpTo(9_999_999_999), platinum: YuanUpTo(9_999_999_999) })
    .check(z.refine(({ silver, gold, platinum }) => silver < gold && gold < platinum, { message: '门槛须逐级升高', path: ['gold'] })),
} as const
export type SettingGroup = keyof typeof settingGroups
export type Settings = { [Group in SettingGroup]: z.output<(typeof settingGroups)[Group]> }

/** Groups with when they were last changed; null: never, the values are those the mall came with. */
const withTime = <Group extends z.ZodMiniType>(values: Group) => z.object({ values, changedAt: z.nullable(Instant) })
const admin = { staff: ['admin'] } as const

export const consoleSetting = endpoints('/console-api/api/setting', {
  read: read({
    path: 'read',
    summary: '全部设置',
    needs: admin,
    input: Nothing,
    output: z.object({
      site: withTime(settingGroups.site),
      credit: withTime(settingGroups.credit),
      bank: withTime(settingGroups.bank),
      levels: withTime(settingGroups.levels),
    }),
  }),
  setSite: call({ path: 'set-site', summary: '设置站点信息：页脚和联系方式', needs: admin, input: settingGroups.site, output: Done }),
  setCredit: call({ path: 'set-credit', summary: '设置逾期与计息', needs: admin, input: settingGroups.credit, output: Done }),
  setBank: call({ path: 'set-bank', summary: '设置收款账户与双人复核限额', needs: admin, input: settingGroups.bank, output: Done }),
  setLevels: call({ path: 'set-levels', summary: '设置会员等级门槛', needs: admin, input: settingGroups.levels, output: Done }),
})
