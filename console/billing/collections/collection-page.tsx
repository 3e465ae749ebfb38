import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { AuthorAndTime } from '#console/platform/components/author.tsx'
import { KeyFigures } from '#console/platform/components/figures.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, customColumn, EMPTY_CELL, moneyColumn, proseColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { OpenInNewTabLink } from '#console/platform/components/next-case/case-link.tsx'
import { CaseQueueBar, CaseQueueFinished } from '#console/platform/components/next-case/queue-bar.tsx'
import { useCaseRun } from '#console/platform/components/next-case/use-case-run.ts'
import { FactList, PageHead, Panel } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { EmptyState, QueryPage } from '#console/platform/components/states.tsx'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { collectionPromiseLifecycle, collectionTaskLifecycle } from '#contract/billing/collections/collection-lifecycle.ts'
import { consoleCollectionEndpoints } from '#contract/billing/collections/console-api.ts'
import { collectionLetterKinds } from '#contract/billing/collections/letters.ts'
import {
  type CollectionCounselHandover,
  type CollectionLetter,
  type CollectionPromise,
  type CollectionTaskDetail,
  type CollectionTaskEntry,
  collectionTaskEntryKinds,
  orderStopScopes,
} from '#contract/billing/collections/shapes.ts'
import { formatMoney, sum } from '#contract/platform/core/money.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { formatCount, formatShanghaiTimeToMinute } from '#ui/format.ts'
import { saveFileToDisk } from '#ui/save-file.ts'
import { collectionTaskTones } from './collection-tabs.tsx'
import { collectionApi, collectionQueue } from './collections-api.ts'
import { CollectionTaskFormDrawer, type CollectionTaskFormKind } from './task-drawers.tsx'

const TITLE = '催收任务'

const Num = ({ children }: { children: string }) => <span className="num">{children}</span>

type OverdueStatement = CollectionTaskDetail['statements'][number]

const statementColumns = (enterpriseId: string): Column<OverdueStatement>[] => [
  customColumn({
    title: '账单',
    value: ({ month }) => (
      <OpenInNewTabLink to="/statement" search={{ enterpriseId, month }}>
        <span className="num">{month}</span> 账单
      </OpenInNewTabLink>
    ),
  }),
  customColumn({ title: '应于此日还款', width: 140, value: ({ dueDay }) => <Num>{dueDay}</Num> }),
  moneyColumn({ title: '逾期金额', width: 150, value: ({ amount }) => amount }),
]

const formatStop = ({ stopped, stopWaits }: CollectionTaskDetail): string => {
  const now = stopped ? `${orderStopScopes[stopped.scope].label}：${stopped.reason}（联系 ${stopped.contact}）` : '不在名单上'
  return stopWaits ? `${now}；申请待另一位财务人员复核` : now
}

function Owed({ task }: { task: CollectionTaskDetail }) {
  const { enterpriseId, statements, interest, state, days, ownerName, openedAt, closedAt } = task
  const overdue = sum(statements.map(({ amount }) => amount))
  return (
    <>
      <KeyFigures
        figures={[
          { name: '逾期金额', value: formatMoney(overdue), note: `${statements.length} 张账单` },
          { name: '未付逾期利息', value: formatMoney(interest) },
          { name: '应还合计', value: formatMoney(sum([overdue, interest])), tone: overdue > 0 ? 'bad' : 'good' },
          { name: '逾期天数', value: formatCount(days), note: state === 'CLOSED' ? '至结清时' : '从最早的账单起' },
        ]}
      />
      <Panel title="逾期账单" flush>
        <DataTable
          columns={statementColumns(enterpriseId)}
          rows={statements}
          rowKey={({ month }) => month}
          width={480}
          empty={<EmptyState title="没有逾期的账单" />}
        />
      </Panel>
      <Panel title="任务">
        <FactList
          facts={[
            ['负责人', ownerName ?? '未分配'],
            ['停单', formatStop(task)],
            ['建立', <Num key="opened">{formatShanghaiTimeToMinute(openedAt)}</Num>],
            ...(closedAt === null ? [] : ([['结清', <Num key="closed">{formatShanghaiTimeToMinute(closedAt)}</Num>]] as const)),
          ]}
        />
      </Panel>
    </>
  )
}

const promiseTones: Record<CollectionPromise['state'], TagTone> = { WAIT: 'wait', KEPT: 'good', BROKEN: 'bad', WITHDRAWN: 'over' }

const promiseColumns: Column<CollectionPromise>[] = [
  customColumn({
    title: '承诺日期',
    width: 120,
    value: ({ day }) => (
      <>
        <Num>{day}</Num> 前
      </>
    ),
  }),
  moneyColumn({ title: '承诺金额', value: ({ amount }) => amount }),
  moneyColumn({ title: '实际收到', value: ({ received }) => received }),
  customColumn({
    title: '结果',
    width: 96,
    value: ({ state }) => <Tag tone={promiseTones[state]}>{collectionPromiseLifecycle.states[state].label}</Tag>,
  }),
  proseColumn({ title: '备注', value: ({ note }) => note || EMPTY_CELL }),
  customColumn({ title: '登记', width: 150, value: ({ madeBy, madeAt }) => <AuthorAndTime name={madeBy} at={madeAt} /> }),
]

const entryColumns: Column<CollectionTaskEntry>[] = [
  customColumn({ title: '时间', width: 150, value: ({ at }) => <Num>{formatShanghaiTimeToMinute(at)}</Num> }),
  customColumn({ title: '事项', width: 110, value: ({ kind }) => collectionTaskEntryKinds[kind].label }),
  proseColumn({ title: '内容', value: ({ note }) => note }),
  customColumn({ title: '人员', width: 110, value: ({ staffName }) => staffName ?? '系统' }),
]

function DownloadLetter({ enterpriseId, letter: { id, kind, letterNo } }: { enterpriseId: string; letter: CollectionLetter }) {
  const take = useApiMutation(() => collectionApi.letter({ enterpriseId, id }), { onSuccess: saveFileToDisk })
  return (
    <Button
      size="small"
      loading={take.isPending}
      aria-label={`下载${collectionLetterKinds[kind].label} ${letterNo}`}
      onClick={() => take.mutate(undefined)}
    >
      下载
    </Button>
  )
}

function DownloadMandate({ enterpriseId, handover: { id, fileName } }: { enterpriseId: string; handover: CollectionCounselHandover }) {
  const take = useApiMutation(() => collectionApi.handoverFile({ enterpriseId, id }), { onSuccess: saveFileToDisk })
  return (
    <Button size="small" loading={take.isPending} aria-label={`下载 ${fileName}`} onClick={() => take.mutate(undefined)}>
      下载
    </Button>
  )
}

const letterColumns = (enterpriseId: string): Column<CollectionLetter>[] => [
  customColumn({
    title: '函件',
    width: 190,
    value: ({ kind, letterNo }) => (
      <span className="two-lines">
        <span>{collectionLetterKinds[kind].label}</span>
        <small className="num">{letterNo}</small>
      </span>
    ),
  }),
  moneyColumn({ title: '金额', value: ({ total }) => total }),
  customColumn({ title: '限期', width: 112, value: ({ replyDay }) => <Num>{replyDay}</Num> }),
  proseColumn({ title: '校验码', value: ({ hash }) => <small className="num">{hash}</small> }),
  customColumn({ title: '发出', width: 150, value: ({ issuedBy, issuedAt }) => <AuthorAndTime name={issuedBy} at={issuedAt} /> }),
  customColumn({ title: '操作', width: 80, value: (letter) => <DownloadLetter enterpriseId={enterpriseId} letter={letter} /> }),
]

const handoverColumns = (enterpriseId: string): Column<CollectionCounselHandover>[] => [
  customColumn({ title: '律师事务所', value: ({ firm }) => firm }),
  customColumn({ title: '律师', width: 110, value: ({ counsel }) => counsel }),
  customColumn({ title: '移交日期', width: 112, value: ({ day }) => <Num>{day}</Num> }),
  proseColumn({ title: '委托文件', value: ({ fileName }) => fileName }),
  customColumn({ title: '登记', width: 110, value: ({ madeBy }) => madeBy }),
  customColumn({ title: '操作', width: 80, value: (handover) => <DownloadMandate enterpriseId={enterpriseId} handover={handover} /> }),
]

interface RowsProps<Row> {
  title: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  width: number
  none: string
}

const Rows = <Row extends { id: string }>({ title, rows, columns, width, none }: RowsProps<Row>) => (
  <Panel title={title} flush>
    <DataTable columns={columns} rows={rows} rowKey={({ id }) => id} width={width} empty={<EmptyState title={none} />} />
  </Panel>
)

/** The letters of the actions that are taken most. */
const letters: Partial<Record<CollectionTaskFormKind, string>> = { promise: 'A', note: 'R' }

function Actions({ task, decided }: { task: CollectionTaskDetail; decided: () => void }) {
  const { state, stopped, stopWaits } = task
  const { reason: why } = usePermission(consoleCollectionEndpoints.note)
  const drawer = useDrawer<CollectionTaskFormKind>()
  const can = (verb: 'promise' | 'withdraw' | 'handOver' | 'takeBack') => collectionTaskLifecycle.verbs[verb].from.includes(state)
  const button = (form: CollectionTaskFormKind, label: string, primary = false) => (
    <Button
      key={form}
      type={primary ? 'primary' : 'default'}
      aria-keyshortcuts={letters[form]}
      {...toDisabledProps(why)}
      onClick={() => drawer.show(form)}
    >
      {label}
    </Button>
  )
  return (
    <>
      {!stopWaits && (stopped ? button('lift', '解除停单') : button('stop', '停单'))}
      {can('handOver') && button('handOver', '移交律师')}
      {can('takeBack') && button('takeBack', '收回')}
      {can('withdraw') && button('withdraw', '撤回承诺')}
      {state !== 'CLOSED' && button('letter', '发函')}
      {state !== 'CLOSED' && button('note', '记录跟进')}
      {can('promise') && button('promise', '登记承诺', true)}
      <CollectionTaskFormDrawer task={task} form={drawer.subject} open={drawer.open} close={drawer.close} decided={decided} />
    </>
  )
}

function One({ enterpriseId, id }: { enterpriseId: string; id: string }) {
  const found = useQuery({ queryKey: ['collection', 'one', id], queryFn: () => collectionApi.detail({ enterpriseId, id }) })
  return (
    <QueryPage title={TITLE} from={found}>
      {(task) => <Opened task={task} />}
    </QueryPage>
  )
}

function Opened({ task }: { task: CollectionTaskDetail }) {
  const { enterpriseId } = task
  const run = useCaseRun(collectionQueue, { id: task.id, waiting: undefined })
  const { allowed } = usePermission(consoleCollectionEndpoints.note)
  return (
    <>
      {allowed && <CaseQueueBar run={run} />}
      <PageHead
        title={
          <>
            {TITLE} <Tag tone={collectionTaskTones[task.state]}>{collectionTaskLifecycle.states[task.state].label}</Tag>
          </>
        }
        note={
          <OpenInNewTabLink to="/enterprise" search={{ enterpriseId }}>
            {formatEnterpriseName({ name: task.enterpriseName })}
          </OpenInNewTabLink>
        }
        actions={<Actions task={task} decided={run.decided} />}
      />
      <Owed task={task} />
      <Rows title="承诺" rows={task.promises} columns={promiseColumns} width={720} none="还没有承诺" />
      <Rows title="函件" rows={task.letters} columns={letterColumns(enterpriseId)} width={900} none="还没有发函" />
      {task.handovers.length > 0 && (
        <Rows title="移交律师" rows={task.handovers} columns={handoverColumns(enterpriseId)} width={720} none="没有移交" />
      )}
      <Rows title="历史" rows={task.entries} columns={entryColumns} width={640} none="还没有记录" />
    </>
  )
}

/** One company with overdue statements: what it owes, what it promised, what it was sent, and who has it. */
export const Page = createRecordPage(
  {
    title: TITLE,
    by: ['enterpriseId', 'id'],
    what: '任务',
    choose: <Link to="/collections">到催收列表选择</Link>,
    finished: (filters) => <CaseQueueFinished title="催收" queue={collectionQueue} filters={filters} />,
  },
  One,
)
