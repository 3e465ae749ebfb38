import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { SideDrawer } from '#console/platform/components/forms/dialog.tsx'
import { ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import {
  type Column,
  customColumn,
  EMPTY_CELL,
  instantColumn,
  numberColumn,
  proseColumn,
} from '#console/platform/components/list/columns.tsx'
import { DataTable, TableSkeleton } from '#console/platform/components/list/data-table.tsx'
import { RowDecisionButton } from '#console/platform/components/next-case/row-decision-button.tsx'
import { focusNextRowToDecide } from '#console/platform/components/next-case/row-focus.ts'
import { PageHead, Panel } from '#console/platform/components/panel.tsx'
import { EmptyState, QueryContent } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import {
  consoleJobEndpoints,
  FAILED_JOBS_MAX,
  type FailedJob,
  type PastJobRun,
  type ScheduledJob,
} from '#contract/operations/jobs/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { formatCount, formatShanghaiTimeToSecond } from '#ui/format.ts'
import './jobs.css'

const jobApi = createApiClient(consoleJobEndpoints, sendConsoleRequest)
const QUERY_KEY = ['job'] as const
/** The polling interval: the tasks of every minute show their next run soon. */
const POLL_MS = 15_000

/** 后台任务: what failed and can be tried again, and what runs by the clock. */
export function Page() {
  const overview = useQuery({ queryKey: QUERY_KEY, queryFn: () => jobApi.overview({}), refetchInterval: POLL_MS })
  const looking = useDrawer<string>()
  const past = customColumn<ScheduledJob>({
    title: '记录',
    width: 88,
    value: ({ task, taskLabel, recent }) =>
      recent.length === 0 ? (
        EMPTY_CELL
      ) : (
        <Button size="small" aria-label={`${taskLabel} 近 ${formatCount(recent.length)} 次的运行记录`} onClick={() => looking.show(task)}>
          近 {formatCount(recent.length)} 次
        </Button>
      ),
  })
  return (
    <>
      <PageHead title="后台任务" note="失败的任务不会自行再试，排除原因后在这里重试，不再需要的说明原因后放弃；定时任务每次运行后更新。" />
      <QueryContent from={overview} waiting={<Waiting />}>
        {({ failed, scheduled }) => (
          <>
            <FailedJobs jobs={failed} />
            <Panel title="定时任务" flush>
              <DataTable columns={[...scheduledColumns, past]} rows={scheduled} rowKey={({ task }) => task} width={1180} />
            </Panel>
            <PastRunsDrawer job={scheduled.find(({ task }) => task === looking.subject)} {...looking} />
          </>
        )}
      </QueryContent>
    </>
  )
}

const Waiting = () => (
  <>
    <Panel title="失败的任务" flush>
      <TableSkeleton columns={failedColumns} count={2} width={960} />
    </Panel>
    <Panel title="定时任务" flush>
      <TableSkeleton columns={scheduledColumns} count={20} width={1080} />
    </Panel>
  </>
)

const JobName = ({ task, taskLabel }: Pick<FailedJob, 'task' | 'taskLabel'>) => (
  <>
    {taskLabel} {taskLabel !== task && <small className="mute">{task}</small>}
  </>
)

const failedColumns: Column<FailedJob>[] = [
  customColumn({ title: '任务', width: 240, value: (job) => <JobName {...job} /> }),
  instantColumn({ title: '产生时间', value: ({ createdAt }) => createdAt }),
  instantColumn({ title: '最后一次', value: ({ failedAt }) => failedAt }),
  numberColumn({ title: '已试次数', value: ({ attempts }) => formatCount(attempts) }),
  proseColumn({ title: '错误', value: ({ error }) => <span className="job-error">{error || '没有说明'}</span> }),
]

function FailedJobs({ jobs }: { jobs: readonly FailedJob[] }) {
  const confirm = useConfirm()
  const { reason: why } = usePermission(consoleJobEndpoints.retry)
  const retry = useApiMutation(jobApi.retry, {
    invalidates: [QUERY_KEY],
    successMessage: ({ retried }) => (retried === 0 ? '这些任务已不在失败状态' : `${formatCount(retried)} 个任务已重新排队`),
    afterSuccess: focusNextRowToDecide,
  })
  const givingUp = useDrawer<FailedJob>()
  const columns: Column<FailedJob>[] = [
    ...failedColumns,
    customColumn({
      title: '操作',
      width: 148,
      value: (job) => (
        <div className="job-actions">
          <RowDecisionButton
            letter="A"
            denied={why}
            label={`重试 ${job.taskLabel} ${job.id}`}
            busy={retry.isPending && retry.variables.ids.includes(job.id)}
            decide={() => retry.mutate({ ids: [job.id] })}
          >
            重试
          </RowDecisionButton>
          <RowDecisionButton letter="R" danger denied={why} label={`放弃 ${job.taskLabel} ${job.id}`} decide={() => givingUp.show(job)}>
            放弃
          </RowDecisionButton>
        </div>
      ),
    }),
  ]
  const retryAll = () =>
    confirm({
      title: `重试 ${formatCount(jobs.length)} 个失败的任务？`,
      content: '请先排除失败的原因。重试的任务按正常次数再试，已经完成的部分不会重做。',
      okText: '全部重试',
      run: () => retry.mutateAsync({ ids: jobs.map(({ id }) => id) }),
    })
  return (
    <Panel
      title={`失败的任务 ${formatCount(jobs.length)}${jobs.length === FAILED_JOBS_MAX ? '（最早的）' : ''}`}
      flush
      extra={
        jobs.length > 1 && (
          <Button size="small" {...toDisabledProps(why)} onClick={retryAll}>
            全部重试
          </Button>
        )
      }
    >
      <DataTable
        columns={columns}
        rows={jobs}
        rowKey={({ id }) => id}
        width={960}
        empty={<EmptyState title="没有失败的任务" next="任务多次重试仍失败时，会列在这里" />}
      />
      {givingUp.subject && <GiveUpJobDrawer job={givingUp.subject} open={givingUp.open} close={givingUp.close} />}
    </Panel>
  )
}

/** Asks why a failed job is given up. It is gone then; the audit log keeps what it was and why. */
function GiveUpJobDrawer({ job, open, close }: { job: FailedJob; open: boolean; close: () => void }) {
  const giveUp = useApiMutation(jobApi.giveUp, {
    invalidates: [QUERY_KEY],
    successMessage: ({ givenUp }) => (givenUp === 0 ? '这个任务已不在失败状态' : '已放弃，原因记入审计'),
    close,
    afterSuccess: focusNextRowToDecide,
  })
  return (
    <FormDrawer<{ reason: string }>
      title="放弃任务"
      open={open}
      close={close}
      busy={giveUp.isPending}
      initial={{}}
      submit={({ reason }) => giveUp.mutate({ ids: [job.id], reason })}
      submitText="放弃"
      grave
    >
      <p className="drawer-lead">
        {job.taskLabel}（{job.id}）不再运行，也不能再重试。它没有做完的事须另行处理；定时任务到点仍会运行。
      </p>
      <ReasonField focus />
      <p className="drawer-note">任务、错误、原因和您的姓名记入审计。</p>
    </FormDrawer>
  )
}

const pastRunColumns: Column<PastJobRun>[] = [
  customColumn({
    title: '开始',
    width: 172,
    value: ({ startedAt }) => <span className="num">{formatShanghaiTimeToSecond(startedAt)}</span>,
  }),
  customColumn({
    title: '结果',
    width: 72,
    value: ({ error }) => <Tag tone={error === null ? 'good' : 'bad'}>{error === null ? '成功' : '失败'}</Tag>,
  }),
  numberColumn({ title: '用时', width: 112, value: ({ durationMs }) => `${formatCount(durationMs)} ms` }),
  proseColumn({ title: '错误', value: ({ error }) => <span className="job-error">{error ?? EMPTY_CELL}</span> }),
]

/** 运行记录: the last runs of a task, the newest first. */
const PastRunsDrawer = ({ job, open, close }: { job: ScheduledJob | undefined; open: boolean; close: () => void }) =>
  job && (
    <SideDrawer title={`运行记录 · ${job.taskLabel}`} open={open} close={close} size={720}>
      <DataTable columns={pastRunColumns} rows={job.recent} rowKey={({ startedAt }) => startedAt.toISOString()} width={640} />
    </SideDrawer>
  )

const LastResult = ({ lastRun }: Pick<ScheduledJob, 'lastRun'>) => {
  if (lastRun === null) return <span className="mute">还没有运行</span>
  return (
    <>
      <Tag tone={lastRun.failed ? 'bad' : 'good'}>{lastRun.failed ? '失败' : '成功'}</Tag>{' '}
      <span className="num mute">{formatCount(lastRun.durationMs)} ms</span>
    </>
  )
}

const LastFailure = ({ failures, lastFailure }: Pick<ScheduledJob, 'failures' | 'lastFailure'>) => {
  if (lastFailure === null) return <span className="mute">—</span>
  return (
    <>
      <span className="num">{formatShanghaiTimeToSecond(lastFailure.at)}</span> · 共 {formatCount(failures)} 次
      <br />
      <span className="job-error">{lastFailure.error}</span>
    </>
  )
}

const scheduledColumns: Column<ScheduledJob>[] = [
  customColumn({ title: '任务', width: 220, value: (job) => <JobName {...job} /> }),
  customColumn({ title: '时间表', width: 180, value: ({ schedule }) => schedule }),
  instantColumn({ title: '上次运行', value: ({ lastRun }) => lastRun?.startedAt ?? null }),
  customColumn({ title: '结果', width: 148, value: (job) => <LastResult {...job} /> }),
  numberColumn({ title: '累计', width: 80, value: ({ runs }) => formatCount(runs) }),
  instantColumn({ title: '下次运行', value: ({ nextAt }) => nextAt }),
  proseColumn({ title: '上次失败', value: (job) => <LastFailure {...job} /> }),
]
