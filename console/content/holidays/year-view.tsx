import type { Holiday } from '#contract/operations/settings/holiday-api.ts'
import { toCalendarMonthCells } from './holiday-view.ts'

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1)
const WEEK = ['一', '二', '三', '四', '五', '六', '日']

/** A calendar of the year. It is hidden from screen readers, because the table below has the same data. */
export function HolidayYearView({ year, days }: { year: number; days: readonly Holiday[] }) {
  const known = new Map(days.map((holiday) => [holiday.day, holiday]))
  return (
    <div aria-hidden>
      <div className="year">
        {MONTHS.map((month) => (
          <Month key={month} year={year} month={month} known={known} />
        ))}
      </div>
      <ul className="year-key">
        <li>
          <i className="day-off" /> 休息
        </li>
        <li>
          <i className="day-makeUp" /> 调休上班
        </li>
        <li>
          <i className="day-weekend" /> 周末
        </li>
        <li>
          <i className="day-ours" /> 人工修改
        </li>
      </ul>
    </div>
  )
}

function Month({ year, month, known }: { year: number; month: number; known: ReadonlyMap<string, Holiday> }) {
  const { blanks, cells } = toCalendarMonthCells(year, month, known)
  return (
    <div className="month">
      <b>{month}月</b>
      <div className="month-days">
        {WEEK.map((name) => (
          <span key={name} className="month-week">
            {name}
          </span>
        ))}
        {cells.map(({ day, shade, ours }, at) => (
          <span
            key={day}
            className={`num day-${shade} ${ours ? 'day-ours' : ''}`}
            style={at === 0 ? { gridColumnStart: blanks + 1 } : undefined}
            title={known.get(day)?.title}
          >
            {Number(day.slice(8))}
          </span>
        ))}
      </div>
    </div>
  )
}
