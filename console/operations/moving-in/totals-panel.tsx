import { Link } from '@tanstack/react-router'
import { EMPTY_CELL } from '#console/platform/components/list/columns.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import {
  formatMovingInTotal,
  listDifferingMovingInTotals,
  type MovingInRun,
  type MovingInTotalName,
  type MovingInTotals,
  movingInTotals,
} from '#contract/operations/moving-in/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { formatCount } from '#ui/format.ts'
import { movingInSubmitError } from './moving-in-view.ts'

const columnsOfTotals = [
  ['totals', '试算'],
  ['sums', '旧系统'],
  ['moved', '入账'],
] as const

/** The difference of a total from that of the older system: '多 ¥0.01', '少 1 家'. */
function formatDifference(total: MovingInTotalName, ours: MovingInTotals, old: MovingInTotals): string {
  const difference = ours[total] - old[total]
  const size = { ...ours, [total]: Math.abs(difference) }
  return `${difference > 0 ? '多' : '少'} ${formatMovingInTotal(total, size)}`
}

/** 合计核对: the trial beside the older system, and after the move the amounts in the ledger. */
export function MovingInTotalsPanel({ run }: { run: MovingInRun }) {
  const { totals, sums, moved, state } = run
  if (!totals && !sums) return null
  // The amounts in the ledger count as soon as they exist.
  const ours = moved ?? totals
  const unlike = new Set<MovingInTotalName>(ours && sums ? listDifferingMovingInTotals(ours, sums) : [])
  return (
    <Panel title="合计核对" flush>
      <table className="moving-in-totals">
        <thead>
          <tr>
            <th scope="col">项目</th>
            {columnsOfTotals.map(([key, title]) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
            <th scope="col">核对</th>
          </tr>
        </thead>
        <tbody>
          {keysOf(movingInTotals).map((total) => (
            <tr key={total}>
              <th scope="row">{movingInTotals[total].label}</th>
              {columnsOfTotals.map(([key, title]) => (
                <td key={key} data-title={title} className={run[key] ? undefined : 'moving-in-none'}>
                  {run[key] ? <span className="num">{formatMovingInTotal(total, run[key])}</span> : EMPTY_CELL}
                </td>
              ))}
              <td data-title="核对" className={ours && sums ? undefined : 'moving-in-none'}>
                {!ours || !sums ? EMPTY_CELL : <Agreement>{unlike.has(total) ? formatDifference(total, ours, sums) : undefined}</Agreement>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {state === 'tried' && (
        <p className="moving-in-note">
          {run.counts.refused > 0 ? <Faulty count={run.counts.refused} /> : (movingInSubmitError(run) ?? '全部一致，可以提交复核')}
        </p>
      )}
      {state === 'submitted' && <p className="moving-in-note">{run.whyNotApprove ?? '请与旧系统的报表核对后同意，或取消并写明原因'}</p>}
    </Panel>
  )
}

/** The instructions for companies with errors. */
const Faulty = ({ count }: { count: number }) => (
  <>
    {formatCount(count)} 家企业有误：导出结果，按“原因”一列改正后<Link to="/moving_ins">重新上传</Link>
  </>
)

/** Whether a total equals that of the older system. A text means that it differs, and says by how much. */
const Agreement = ({ children }: { children?: string | undefined }) =>
  children === undefined ? (
    <Tag tone="good">一致</Tag>
  ) : (
    <span className="moving-in-unlike">
      <span className="num">{children}</span>
      <Tag tone="bad">不一致</Tag>
    </span>
  )
