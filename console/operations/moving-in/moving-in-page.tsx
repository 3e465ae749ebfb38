import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { ChoiceTabs } from '#console/platform/components/list/choice-tabs.tsx'
import { type Column, customColumn, EMPTY_CELL, moneyColumn, proseColumn } from '#console/platform/components/list/columns.tsx'
import { ExportMenu } from '#console/platform/components/list/export-menu.tsx'
import { PagedListPanel } from '#console/platform/components/list/paged-panel.tsx'
import { usePanelChoice } from '#console/platform/components/list/use-list.ts'
import { PageHead, Panel } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { ServerWorkProgress } from '#console/platform/components/work-progress.tsx'
import { movingInLifecycle } from '#contract/operations/moving-in/moving-in-lifecycle.ts'
import { type MovingInCompany, type MovingInRun, movingInCompanyOutcomes } from '#contract/operations/moving-in/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { formatCount, formatShanghaiTimeToMinute } from '#ui/format.ts'
import { ApproveMovingInDrawer, CancelMovingInDrawer, RecordMovingInControlSumsDrawer } from './decision-drawers.tsx'
import { isMovingInRunning, movingInApi, movingInQuery } from './moving-in-api.ts'
import {
  formatMovingInCounts,
  formatMovingInFault,
  movingInResultTones,
  movingInStateTones,
  movingInSubmitError,
} from './moving-in-view.ts'
import { MovingInTotalsPanel } from './totals-panel.tsx'
import './moving-in.css'

const TITLE = '迁入详情'
const invalidates = [['movingIn']]

function Run({ id }: { id: string }) {
  const found = useQuery(movingInQuery(id))
  return (
    <QueryPage title={TITLE} from={found}>
      {(run) => (
        <>
          <Head run={run} />
          {(isMovingInRunning(run) || run.state === 'stopped') && <Progress run={run} />}
          <MovingInTotalsPanel run={run} />
          <Companies key={run.state} run={run} />
        </>
      )}
    </QueryPage>
  )
}

function Head({ run }: { run: MovingInRun }) {
  const { fileName, state, by, createdAt, submittedBy, approvedBy, note, counts } = run
  const companyCounts = formatMovingInCounts(counts)
  return (
    <PageHead
      title={
        <>
          {fileName}
          <span className="tags">
            <Tag tone={movingInStateTones[state]}>{movingInLifecycle.states[state].label}</Tag>
          </span>
        </>
      }
      note={
        <>
          {by} 上传于 <span className="num">{formatShanghaiTimeToMinute(createdAt)}</span>
          {submittedBy !== null && ` · ${submittedBy} 提交`}
          {approvedBy !== null && ` · ${approvedBy} 复核`}
          {companyCounts !== '' && ` · ${companyCounts}`}
          {state === 'cancelled' && note !== null && ` · 取消原因：${note}`}
        </>
      }
      actions={<Actions run={run} />}
    />
  )
}

type Asked = 'sums' | 'approve' | 'cancel'

function Actions({ run }: { run: MovingInRun }) {
  const { id, state, seen, whyNotApprove } = run
  const confirm = useConfirm()
  const [asked, setAsked] = useState<Asked>()
  const submit = useApiMutation(movingInApi.submit, { invalidates, successMessage: '已提交，等待另一人复核' })
  const stop = useApiMutation(movingInApi.stop, { invalidates, successMessage: '已停止' })
  const resume = useApiMutation(movingInApi.resume, { invalidates, successMessage: '继续迁入' })
  const drawer = (name: Asked) => ({ run, open: asked === name, close: () => setAsked(undefined) })
  const whyNot = movingInSubmitError(run)
  return (
    <>
      <ExportMenu fields={{}} what="结果" ask={({ format }) => movingInApi.result({ id, format })} />
      {(state === 'trying' || state === 'tried' || state === 'submitted') && <Button onClick={() => setAsked('cancel')}>取消迁入</Button>}
      {state === 'tried' && <Button onClick={() => setAsked('sums')}>填写核对总数</Button>}
      {state === 'tried' && (
        <Button
          type="primary"
          loading={submit.isPending}
          {...toDisabledProps(whyNot)}
          onClick={() => submit.mutate({ id, seen: seen ?? '' })}
        >
          提交复核
        </Button>
      )}
      {state === 'submitted' && (
        <Button type="primary" {...toDisabledProps(whyNotApprove ?? undefined)} onClick={() => setAsked('approve')}>
          同意迁入
        </Button>
      )}
      {state === 'applying' && (
        <Button
          loading={stop.isPending}
          onClick={() =>
            confirm({
              title: '停止迁入？',
              content: '已迁入的企业保留，其余的可以继续。',
              okText: '停止',
              grave: true,
              run: () => stop.mutateAsync({ id }),
            })
          }
        >
          停止
        </Button>
      )}
      {state === 'stopped' && (
        <Button type="primary" loading={resume.isPending} onClick={() => resume.mutate({ id })}>
          继续迁入
        </Button>
      )}
      <RecordMovingInControlSumsDrawer {...drawer('sums')} />
      <ApproveMovingInDrawer {...drawer('approve')} />
      <CancelMovingInDrawer {...drawer('cancel')} />
    </>
  )
}

function Progress({ run: { state, doneCount, companyCount, note } }: { run: MovingInRun }) {
  const doing = movingInLifecycle.states[state].label
  return (
    <Panel title={doing}>
      {state === 'stopped' && note !== null && <p className="moving-in-failed">{note}</p>}
      <ServerWorkProgress
        label={doing}
        done={doneCount}
        of={companyCount}
        text={`${formatCount(doneCount)} / ${formatCount(companyCount)} 家`}
        note={state === 'stopped' ? '已迁入的企业保留；点“继续迁入”接着处理其余的' : '可以离开本页；服务器重启后会接着处理'}
      />
    </Panel>
  )
}

/** The amounts of a company; null if the trial has not computed any. */
const amountOf =
  (amount: 'wallet' | 'statements' | 'drawdowns' | 'limits') =>
  (company: MovingInCompany): Fen | null => {
    const { result, wallet, statements, drawdowns, limits } = company
    const counted = result === 'ready' || result === 'moved' || wallet + statements + drawdowns + limits > 0
    return counted ? company[amount] : null
  }
const AMOUNT_WIDTH = 116

const columns: Column<MovingInCompany>[] = [
  customColumn({
    title: '企业',
    width: 252,
    value: ({ code, name, enterpriseId }) => (
      <div className="two-lines">
        {enterpriseId === null ? (
          <span>{name || EMPTY_CELL}</span>
        ) : (
          <Link to="/enterprise" search={{ enterpriseId }}>
            {name}
          </Link>
        )}
        <small className="num">{code}</small>
      </div>
    ),
  }),
  customColumn({
    title: '结果',
    width: 92,
    value: ({ result }) =>
      result === null ? EMPTY_CELL : <Tag tone={movingInResultTones[result]}>{movingInCompanyOutcomes[result].label}</Tag>,
  }),
  moneyColumn({ title: '钱包', width: AMOUNT_WIDTH, value: amountOf('wallet') }),
  moneyColumn({ title: '期初账单', width: AMOUNT_WIDTH, value: amountOf('statements') }),
  moneyColumn({ title: '未出账', width: AMOUNT_WIDTH, value: amountOf('drawdowns') }),
  moneyColumn({ title: '额度', width: AMOUNT_WIDTH, value: amountOf('limits') }),
]

/** Only a run with errors shows this. */
const reasonColumn = proseColumn<MovingInCompany>({
  title: '原因',
  value: ({ faults }) =>
    faults.length === 0 ? (
      EMPTY_CELL
    ) : (
      <ul className="moving-in-faults">
        {faults.map((fault) => (
          <li key={formatMovingInFault(fault)}>{formatMovingInFault(fault)}</li>
        ))}
      </ul>
    ),
})

function Companies({ run: { id, state, doneCount, counts, companyCount } }: { run: MovingInRun }) {
  const [result, setResult] = usePanelChoice('companies', 'result', {
    values: keysOf(movingInCompanyOutcomes),
    usual: counts.refused > 0 ? 'refused' : undefined,
  })
  const choices = keysOf(movingInCompanyOutcomes)
    .map((value) => ({ value, label: movingInCompanyOutcomes[value].label, count: counts[value] }))
    .filter(({ count }) => count > 0)
  return (
    <PagedListPanel
      name="companies"
      title="逐家结果"
      above={<ChoiceTabs label="结果" none="全部" total={companyCount} choices={choices} value={result} change={setResult} />}
      queryKey={['movingIn', 'companies', id, result ?? 'all', state, doneCount]}
      load={(paging, options) => movingInApi.companies({ id, ...paging, ...(result ? { result } : {}) }, options)}
      columns={counts.refused > 0 ? [...columns, reasonColumn] : columns}
      rowKey={({ no }) => String(no)}
      width={counts.refused > 0 ? 1_120 : 820}
      empty="没有这样的企业"
    />
  )
}

/** One run: its progress, its totals beside those of the older system, the result of each company, and the buttons of the two people. */
export const Page = createRecordPage(
  { title: TITLE, by: ['id'], what: '迁入记录', choose: <Link to="/moving_ins">到系统迁入选择</Link> },
  Run,
)
