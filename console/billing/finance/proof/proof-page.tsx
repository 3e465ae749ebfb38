import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { invalidatedByFinanceDecision, ledgerProofApi } from '#console/billing/finance/finance-api.ts'
import { KeyFigures } from '#console/platform/components/figures.tsx'
import { type Column, customColumn, instantColumn, numberColumn, proseColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable, TableSkeleton } from '#console/platform/components/list/data-table.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { ExportMenu } from '#console/platform/components/list/export-menu.tsx'
import { PageHead, Panel } from '#console/platform/components/panel.tsx'
import { EmptyState, QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import {
  consoleLedgerProofEndpoints,
  type LedgerProofInvariantResult,
  type LedgerProofRun,
  type LedgerSealProgress,
} from '#contract/billing/finance/proof-api.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { formatCount, formatShanghaiTimeToSecond } from '#ui/format.ts'
import '#console/billing/finance/components/finance.css'

/** The polling interval of the page while a proof is running. */
const LOOK_MS = 2_000
const RUNS_SHOWN = 14

/** 账务证明: the invariants of the ledger. They are checked every night, and when a person starts a run. */
export function Page() {
  const latest = useQuery({
    queryKey: ['finance', 'proof', 'latest'],
    queryFn: () => ledgerProofApi.latest({}),
    refetchInterval: ({ state }) => (state.data?.running ? LOOK_MS : false),
  })
  const runs = useQuery({
    queryKey: ['finance', 'proof', 'runs', latest.data?.run?.id],
    queryFn: () => ledgerProofApi.runs({ pageSize: RUNS_SHOWN }),
  })
  return (
    <>
      <PageHead
        title="账务证明"
        note="每夜在同一时刻的快照上证明：有变动的企业与其余企业的 1/28，跨企业的不变式每夜全部；「立即证明」和有不符之后证明全部。有一条不成立即进入待办。"
        actions={
          <>
            <ExportMenu fields={{}} ask={(input) => exportApi.proofs(input)} nothing={runs.data?.total === 0} />
            <RunNow running={latest.data?.running ?? null} />
          </>
        }
      />
      <QueryContent from={latest} waiting={<Waiting />}>
        {({ run, lines, seals }) => (
          <>
            <Totals run={run} lines={lines} seals={seals} />
            <Panel title="不变式" flush>
              <DataTable columns={lineColumns} rows={lines} rowKey={({ invariant }) => invariant} width={960} />
            </Panel>
          </>
        )}
      </QueryContent>
      <Panel title="历次证明" flush>
        <QueryContent from={runs} waiting={<TableSkeleton columns={runColumns} count={6} width={960} />}>
          {({ dataList }) => (
            <DataTable
              columns={runColumns}
              rows={dataList}
              rowKey={({ id }) => id}
              width={960}
              empty={<EmptyState title="还没有证明过" next="点“立即证明”，或等今夜自动证明" />}
            />
          )}
        </QueryContent>
      </Panel>
    </>
  )
}

/** A placeholder as high as a window, so that the content below the invariants begins out of sight. */
const Waiting = () => (
  <>
    <div className="panel">
      <SkeletonBars count={1} height={64} />
    </div>
    <Panel title="不变式" flush>
      <TableSkeleton columns={lineColumns} count={20} width={960} />
    </Panel>
  </>
)

function RunNow({ running }: { running: LedgerProofRun | null }) {
  const { reason: why } = usePermission(consoleLedgerProofEndpoints.run)
  const run = useApiMutation(() => ledgerProofApi.run({}), {
    invalidates: invalidatedByFinanceDecision,
    successMessage: '已开始，完成后自动显示',
  })
  return (
    <Button type="primary" {...toDisabledProps(why)} loading={run.isPending || running !== null} onClick={() => run.mutate(undefined)}>
      {running === null ? '立即证明' : '证明中'}
    </Button>
  )
}

const millis = (ms: number) => `${formatCount(ms)} ms`

function Totals({
  run,
  lines,
  seals,
}: {
  run: LedgerProofRun | null
  lines: readonly LedgerProofInvariantResult[]
  seals: LedgerSealProgress
}) {
  const broken = lines.filter(({ breaches }) => breaches !== null && breaches > 0).length
  const spent = lines.reduce((sofar, { durationMs }) => sofar + (durationMs ?? 0), 0)
  return (
    <KeyFigures
      figures={[
        {
          name: '结果',
          value: run === null ? '还没有证明过' : broken === 0 ? '全部成立' : `${broken} 条不成立`,
          ...(run === null ? {} : { tone: broken === 0 ? ('good' as const) : ('bad' as const) }),
          note: `${lines.length} 条不变式`,
        },
        {
          name: '最近一次',
          value: run === null ? '—' : formatShanghaiTimeToSecond(run.startedAt),
          note: run === null ? '' : formatCause(run),
        },
        { name: '用时', value: run === null ? '—' : millis(spent), note: '同一快照，只读' },
        {
          name: '账务封印',
          value: seals.unsealed === 0 ? '全部已封印' : `${formatCount(seals.unsealed)} 行待封印`,
          note: seals.sealedAt === null ? '还没有封印过' : `最近 ${formatShanghaiTimeToSecond(seals.sealedAt)}`,
        },
      ]}
    />
  )
}

const formatCause = ({ night, askedBy }: LedgerProofRun): string => (night === null ? `${askedBy} 发起` : '每夜自动')

const Verdict = ({ line: { breaches } }: { line: LedgerProofInvariantResult }) => {
  if (breaches === null) return <Tag tone="over">未证明</Tag>
  return breaches === 0 ? <Tag tone="good">成立</Tag> : <Tag tone="bad">{formatCount(breaches)} 处不符</Tag>
}

const lineColumns: Column<LedgerProofInvariantResult>[] = [
  customColumn({ title: '编号', width: 84, value: ({ invariant }) => <span className="num">{invariant}</span> }),
  proseColumn({
    title: '不变式',
    value: ({ sentence, examples }) => (
      <span className="two-lines">
        <span>{sentence}</span>
        {examples.length > 0 && <small className="break-all">例：{examples.join('；')}</small>}
      </span>
    ),
  }),
  customColumn({ title: '结果', width: 110, value: (line) => <Verdict line={line} /> }),
  numberColumn({ title: '用时', width: 96, value: ({ durationMs }) => (durationMs === null ? '—' : millis(durationMs)) }),
  instantColumn({ title: '最近成立', value: ({ greenAt }) => greenAt }),
]

const runTags = { RUNNING: ['way', '进行中'], DONE: ['good', '完成'], FAILED: ['bad', '中断'] } as const

const RunTag = ({ run: { state, breaches } }: { run: LedgerProofRun }) => {
  if (breaches !== null && breaches > 0) return <Tag tone="bad">{formatCount(breaches)} 处不符</Tag>
  const [tone, label] = runTags[state]
  return <Tag tone={tone}>{label}</Tag>
}

const runColumns: Column<LedgerProofRun>[] = [
  instantColumn({ title: '开始', value: ({ startedAt }) => startedAt }),
  customColumn({ title: '发起', value: formatCause }),
  customColumn({ title: '结果', width: 130, value: (run) => <RunTag run={run} /> }),
  instantColumn({ title: '结束', value: ({ endedAt }) => endedAt }),
  proseColumn({
    title: '封印总码',
    value: ({ seal }) => (seal === null ? '—' : <span className="num break-all">{`${seal.day} ${seal.root}`}</span>),
  }),
]
