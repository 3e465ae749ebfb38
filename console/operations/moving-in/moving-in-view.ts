import type { TagTone } from '#console/platform/components/tag.tsx'
import type { MovingInState } from '#contract/operations/moving-in/moving-in-lifecycle.ts'
import {
  listDifferingMovingInTotals,
  type MovingInCompanyOutcome,
  type MovingInFault,
  type MovingInRun,
  movingInCompanyOutcomes,
} from '#contract/operations/moving-in/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { formatCount } from '#ui/format.ts'

export const movingInStateTones: Record<MovingInState, TagTone> = {
  trying: 'way',
  tried: 'wait',
  submitted: 'wait',
  applying: 'way',
  stopped: 'over',
  done: 'good',
  cancelled: 'over',
}
export const movingInResultTones: Record<MovingInCompanyOutcome, TagTone> = { ready: 'wait', refused: 'bad', moved: 'good' }

/** '可迁入 3 家，有误 1 家': results without companies are left out; empty before the trial. */
export const formatMovingInCounts = (counts: MovingInRun['counts']): string =>
  keysOf(movingInCompanyOutcomes)
    .filter((result) => counts[result] > 0)
    .map((result) => `${movingInCompanyOutcomes[result].label} ${formatCount(counts[result])} 家`)
    .join('，')

/** '额度 第 2 行 固定额度“-5”：金额不能为负数'. */
export const formatMovingInFault = ({ sheet, row, column, value, reason }: MovingInFault): string =>
  `${sheet} 第 ${formatCount(row)} 行${column === '' ? '' : ` ${column}`}${value === '' ? '' : `“${value}”`}：${reason}`

/** Returns why a run cannot be submitted; undefined: it can. */
export function movingInSubmitError({ counts, totals, sums }: MovingInRun): string | undefined {
  if (counts.refused > 0) return '有误的企业修改后重新上传'
  if (!totals || !sums) return '请先填写旧系统核对总数'
  return listDifferingMovingInTotals(totals, sums).length > 0 ? '合计与旧系统不一致' : undefined
}
