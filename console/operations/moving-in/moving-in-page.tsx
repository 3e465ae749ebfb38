import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { ChoiceTabs } from '#console/platform/components/list/choice-tabs.tsx'
import { type Column, customColumn, EMPTY_CELL, moneyColumn, proseColumn } from '#console/platform/components/list/columns.tsx'
import { ExportMenu } from '#console/platform/components/list/export-menu.tsx'
import { PagedPanel } from '#console/platform/components/list/paged-panel.tsx'
import { PageHead, Panel } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { WorkProgress } from '#console/platform/components/work-progress.tsx'
import { movingInLifecycle } from '#contract/operations/moving-in/moving-in-lifecycle.ts'
import {
  formatMovingInTotal,
  listDifferences,
  type MovingIn,
  type MovingInCompany,
  type MovingInResult,
  type MovingInTotal,
  type MovingInTotals,
  movingInResults,
  movingInTotals,
} from '#contract/operations/moving-in/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { formatCount, formatToMinute } from '#ui/format.ts'
import { ApproveMovingInDrawer, CancelDrawer, ControlSumsDrawer } from './decision-drawers.tsx'
import { isAtWork, movingInApi, movingInQuery } from './moving-in-api.ts'
import { formatCounts, formatFault, resultTones, stateTones } from './moving-in-view.ts'
import './moving-in.css'

const TITLE = '迁入详情'
const refresh = [['movingIn']]

function Run({ id }: { id: string }) {
  const found = useQuery(movingInQuery(id))
  return (
    <QueryPage title={TITLE} from={found}>
      {(run) => (
        <>
          <Head run={run} />
          {isAtWork(run) && <Progress run={run} />}
          <Totals run={run} />
          <Companies key={run.state} run={run} />
        </>
      )}
    </QueryPage>
  )
}

function Head({ run }: { run: MovingIn }) {
  const { fileName, state, by, createdAt, submittedBy, approvedBy, note, counts } = run
  return (
    <PageHead
      title={
        <>
          {fileName}
          <span className="tags">
            <Tag tone={stateTones[state]}>{movingInLifecycle.states[state].label}</Tag>
          </span>
        </>
      }
      note={
        <>
          {by} 上传于 <span className="num">{formatToMinute(createdAt)}</span>
          {submittedBy !== null && ` · ${submittedBy} 提交`}
          {approvedBy !== null && ` · ${approvedBy} 复核`} · {formatCounts(counts)}
          {note !== null && ` · 取消原因：${note}`}
        </>
      }
      actions={<Actions run={run} />}
    />
  )
}

type Asked = 'sums' | 'approve' | 'cancel'

/** Why it cannot be submitted; undefined: it can. */
function whyNotSubmit({ counts, totals, sums }: MovingIn): string | undefined {
  if (counts.refused > 0) return '有误的企业修改后重新上传'
  if (!totals || !sums) return '请先填写旧系统核对总数'
  return listDifferences(totals, sums).length > 0 ? '合计与旧系统不一致' : undefined
}

function Actions({ run }: { run: MovingIn }) {
  const { id, state, seen, whyNotApprove } = run
  const confirm = useConfirm()
  const [asked, setAsked] = useState<Asked>()
  const submit = useApiMutation(movingInApi.submit, { refresh, said: '已提交，等待另一人复核' })
  const stop = useApiMutation(movingInApi.stop, { refresh, said: '已停止' })
  const resume = useApiMutation(movingInApi.resume, { refresh, said: '继续迁入' })
  const drawer = (name: Asked) => ({ run, open: asked === name, close: () => setAsked(undefined) })
  const whyNot = whyNotSubmit(run)
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
      <ControlSumsDrawer {...drawer('sums')} />
      <ApproveMovingInDrawer {...drawer('approve')} />
      <CancelDrawer {...drawer('cancel')} />
    </>
  )
}

function Progress({ run: { state, doneCount, companyCount } }: { run: MovingIn }) {
  const doing = movingInLifecycle.states[state].label
  return (
    <Panel title={doing}>
      <WorkProgress
        label={doing}
        done={doneCount}
        of={companyCount}
        text={`${formatCount(doneCount)} / ${formatCount(companyCount)} 家`}
        note="可以离开本页；服务器重启后会接着处理"
      />
    </Panel>
  )
}

const shown = (total: MovingInTotal, of: MovingInTotals | null) => (of ? formatMovingInTotal(total, of) : EMPTY_CELL)

/** 合计核对: the trial beside the older system, and after the move what is in the books. */
function Totals({ run }: { run: MovingIn }) {
  const { totals, sums, moved, state } = run
  const differs = (one: MovingInTotals | null) => new Set<MovingInTotal>(one && sums ? listDifferences(one, sums) : [])
  const [unlike, unlikeMoved] = [differs(totals), differs(moved)]
  return (
    <Panel title="合计核对" flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard */}
      <section className="moving-in-scroll" aria-label="合计表" tabIndex={0}>
        <table className="moving-in-totals">
          <thead>
            <tr>
              <th scope="col">项目</th>
              <th scope="col">试算</th>
              <th scope="col">旧系统</th>
              <th scope="col">入账</th>
              <th scope="col">核对</th>
            </tr>
          </thead>
          <tbody>
            {keysOf(movingInTotals).map((total) => {
              const bad = unlike.has(total) || unlikeMoved.has(total)
              return (
                <tr key={total}>
                  <th scope="row">{movingInTotals[total].label}</th>
                  <td className="num">{shown(total, totals)}</td>
                  <td className="num">{shown(total, sums)}</td>
                  <td className="num">{shown(total, moved)}</td>
                  <td>{totals && sums ? <Tag tone={bad ? 'bad' : 'good'}>{bad ? '不一致' : '一致'}</Tag> : EMPTY_CELL}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
      {state === 'tried' && <p className="moving-in-note">{whyNotSubmit(run) ?? '全部一致，可以提交复核'}</p>}
      {state === 'submitted' && run.whyNotApprove !== null && <p className="moving-in-note">{run.whyNotApprove}</p>}
    </Panel>
  )
}

const columns: Column<MovingInCompany>[] = [
  customColumn({ title: '企业编码', width: 120, of: ({ code }) => <span className="num">{code || EMPTY_CELL}</span> }),
  customColumn({
    title: '企业',
    width: 220,
    of: ({ name, enterpriseId }) =>
      enterpriseId === null ? (
        name || EMPTY_CELL
      ) : (
        <Link to="/enterprise" search={{ enterpriseId }}>
          {name}
        </Link>
      ),
  }),
  customColumn({
    title: '结果',
    width: 92,
    of: ({ result }) => (result === null ? EMPTY_CELL : <Tag tone={resultTones[result]}>{movingInResults[result].label}</Tag>),
  }),
  moneyColumn({ title: '钱包', of: ({ wallet }) => wallet }),
  moneyColumn({ title: '期初账单', of: ({ statements }) => statements }),
  moneyColumn({ title: '未出账', of: ({ drawdowns }) => drawdowns }),
  moneyColumn({ title: '额度', of: ({ limits }) => limits }),
  proseColumn({
    title: '原因',
    of: ({ faults }) =>
      faults.length === 0 ? (
        EMPTY_CELL
      ) : (
        <ul className="moving-in-faults">
          {faults.map((fault) => (
            <li key={formatFault(fault)}>{formatFault(fault)}</li>
          ))}
        </ul>
      ),
  }),
]

function Companies({ run: { id, state, doneCount, counts, companyCount } }: { run: MovingIn }) {
  const [result, setResult] = useState<MovingInResult | undefined>(counts.refused > 0 ? 'refused' : undefined)
  const choices = keysOf(movingInResults)
    .map((value) => ({ value, label: movingInResults[value].label, count: counts[value] }))
    .filter(({ count }) => count > 0)
  return (
    <PagedPanel
      key={result ?? 'all'}
      title="逐家结果"
      above={<ChoiceTabs label="结果" none="全部" total={companyCount} choices={choices} value={result} change={setResult} />}
      queryKey={['movingIn', 'companies', id, result ?? 'all', state, doneCount]}
      load={(paging, options) => movingInApi.companies({ id, ...paging, ...(result ? { result } : {}) }, options)}
      columns={columns}
      rowKey={({ no }) => String(no)}
      width={1200}
      empty="没有这样的企业"
    />
  )
}

/** One run: its progress, its totals beside those of the older system, what becomes of each company, and the buttons of two people. */
export const Page = createRecordPage(
  { title: TITLE, by: ['id'], what: '迁入记录', choose: <Link to="/moving_ins">到系统迁入选择</Link> },
  Run,
)
