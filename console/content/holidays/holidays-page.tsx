import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Alert, Button } from 'antd'
import { CalendarPlus, ChevronLeft, ChevronRight } from 'lucide-react'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { type Column, countColumn, customColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { PageHead, Panel } from '#console/platform/components/panel.tsx'
import { EmptyState, LoadingPage, QueryContent } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useNow } from '#console/platform/components/use-now.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { holidayApi } from './holiday-api.ts'
import { SetHolidaysDrawer } from './holiday-drawer.tsx'
import { countHolidaySpanDays, formatHolidaySpan, groupHolidaySpans, type HolidaySpan, parseCalendarYear } from './holiday-view.ts'
import { HolidayYearView } from './year-view.tsx'
import './holidays.css'

/** The working calendar of a year: the calendar of the State Council, and the entries of staff. */
export function Page() {
  const year = parseCalendarYear(useSearch({ strict: false }).year, Number(toShanghaiDay(useNow()).slice(0, 4)))
  const drawer = useDrawer<{ year: number; rowVersion: number }>()
  const calendar = useQuery({ queryKey: ['holiday', year], queryFn: () => holidayApi.list({ year }) })
  return (
    <>
      <PageHead
        title={<YearTurner year={year} />}
        note="认证审核的预计完成日按工作日计算。人工修改优先于国务院安排，立即生效。"
        actions={
          <Button
            type="primary"
            icon={<CalendarPlus size={15} aria-hidden />}
            disabled={!calendar.data}
            onClick={() => calendar.data && drawer.show({ year, rowVersion: calendar.data.rowVersion })}
          >
            修改日期
          </Button>
        }
      />
      <QueryContent from={calendar} waiting={<LoadingPage />}>
        {({ known, days, rowVersion }) => (
          <>
            {!known && (
              <Alert
                type="warning"
                role="status"
                showIcon
                className="notice"
                title={`${year} 年的放假安排还没有收录，目前只按周末计算。国务院公布后请在这里录入。`}
              />
            )}
            <Panel title="全年">
              <HolidayYearView year={year} days={days} />
            </Panel>
            <Panel title="放假与调休" flush>
              <SpanTable spans={groupHolidaySpans(days)} rowVersion={rowVersion} />
            </Panel>
          </>
        )}
      </QueryContent>
      {drawer.subject && <SetHolidaysDrawer {...drawer.subject} open={drawer.open} close={drawer.close} />}
    </>
  )
}

const FIRST_YEAR = 2020
const LAST_YEAR = 2099

function YearTurner({ year }: { year: number }) {
  return (
    <>
      节假日
      <span className="year-turner">
        {year > FIRST_YEAR && (
          <Link to="/holidays" search={{ year: String(year - 1) }} aria-label={`${year - 1} 年`}>
            <ChevronLeft size={18} aria-hidden />
          </Link>
        )}
        <span className="num">{year}</span>
        {year < LAST_YEAR && (
          <Link to="/holidays" search={{ year: String(year + 1) }} aria-label={`${year + 1} 年`}>
            <ChevronRight size={18} aria-hidden />
          </Link>
        )}
      </span>
    </>
  )
}

function SpanTable({ spans, rowVersion }: { spans: readonly HolidaySpan[]; rowVersion: number }) {
  const confirm = useConfirm()
  const remove = useApiMutation(holidayApi.remove, { invalidates: [['holiday']], successMessage: '已恢复' })
  const restore = (span: HolidaySpan) =>
    confirm({
      title: `恢复 ${formatHolidaySpan(span)}？`,
      content: '去掉人工修改，重新按国务院安排和周末计算。',
      okText: '恢复',
      run: () => remove.mutateAsync({ day: span.day, rowVersion }),
    })
  const source = customColumn<HolidaySpan>({
    title: '来源',
    width: 200,
    value: (span) =>
      span.source === 'calendar' ? (
        '国务院安排'
      ) : (
        <span className="holiday-ours">
          人工修改
          <Button size="small" onClick={() => restore(span)}>
            恢复
          </Button>
        </span>
      ),
  })
  return (
    <DataTable
      columns={[...columns, source]}
      rows={spans}
      rowKey={({ day }) => day}
      width={640}
      empty={<EmptyState title="这一年还没有放假安排" next="点“修改日期”录入放假和调休" />}
    />
  )
}

const columns: Column<HolidaySpan>[] = [
  customColumn({
    title: '名称',
    width: 240,
    value: ({ title, working }) => (
      <span className="tags">
        {title}
        <Tag tone={working ? 'wait' : 'good'}>{working ? '上班' : '休息'}</Tag>
      </span>
    ),
  }),
  customColumn({ title: '日期', value: formatHolidaySpan }),
  countColumn({ title: '天数', value: countHolidaySpanDays, width: 88 }),
]
