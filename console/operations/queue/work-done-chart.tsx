import { useQuery } from '@tanstack/react-query'
import { Chart } from '#console/platform/components/chart/chart.tsx'
import { type Column, countColumn, customColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { EmptyState, QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import { WORK_DONE_DAYS, type WorkDoneCounts } from '#contract/operations/queue/api.ts'
import { workDoneKinds } from '#contract/operations/queue/work-done.ts'
import { formatCount } from '#ui/format.ts'
import { workDoneQuery } from './queue-api.ts'

type KindDone = WorkDoneCounts['kinds'][number]

const columns: Column<KindDone>[] = [
  customColumn({ title: '工作', value: ({ kind }) => workDoneKinds[kind].label }),
  countColumn({ title: '今天', value: ({ today }) => today.all }),
  countColumn({ title: '今天本人', value: ({ today }) => today.own }),
  countColumn({ title: `近 ${WORK_DONE_DAYS} 天`, value: ({ all }) => all }),
  countColumn({ title: '本人', value: ({ own }) => own }),
]

/** What was done of a person's kinds of work in the last days, by him and by everybody. */
export function WorkDone() {
  const done = useQuery(workDoneQuery)
  return (
    <QueryContent from={done} waiting={<SkeletonBars count={3} height={60} />}>
      {(shown) => <Done {...shown} />}
    </QueryContent>
  )
}

function Done({ days, kinds }: WorkDoneCounts) {
  const all = days.reduce((sum, day) => sum + day.all, 0)
  const own = days.reduce((sum, day) => sum + day.own, 0)
  if (all === 0) return <EmptyState title={`近 ${WORK_DONE_DAYS} 天没有办理记录`} />
  const done = kinds.filter((kind) => kind.all > 0)
  return (
    <>
      <small className="mute num">
        近 {WORK_DONE_DAYS} 天办理 {formatCount(all)} 次，本人 {formatCount(own)} 次
      </small>
      <Chart
        label={`近 ${WORK_DONE_DAYS} 天每天办理的次数，共 ${formatCount(all)} 次，本人 ${formatCount(own)} 次。数字见下方的明细表。`}
        names={days.map(({ day }) => day.slice(5))}
        series={[
          { name: '全部', kind: 'bar', tone: 'steel', values: days.map((day) => day.all) },
          { name: '本人', kind: 'line', tone: 'jade', values: days.map((day) => day.own) },
        ]}
        format={formatCount}
      />
      <details>
        <summary>明细</summary>
        <DataTable columns={columns} rows={done} rowKey={({ kind }) => kind} width={560} empty={null} />
      </details>
    </>
  )
}
