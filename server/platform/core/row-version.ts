import { refuse } from '#contract/platform/core/refusals.ts'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'

/** The last change of a row. `by`: a person's name; null: the system. `what` describes it for people: '宽限天数 由 3 天 改为 7 天'. */
export interface LatestRowChange {
  by: string | null
  at: Date
  what?: string
}

interface Versions {
  /** The version that the editor read. He sends it back as `rowVersion`. */
  seen: number
  /** The current version. The caller has locked the row, so it cannot change between this check and the write. */
  current: number
}

/**
 * Refuses ROW_CHANGED if a row was changed after its editor read it, and says who changed what and when. The detail contains `rowVersion`,
 * `by`, `at` (ISO) and `what`, so that a form keeps its input and can be sent again deliberately. `latest` is only called in that case.
 */
export async function requireRowVersion({ seen, current }: Versions, latest: () => Promise<LatestRowChange | undefined>): Promise<void> {
  if (seen === current) return
  const change = await latest()
  if (!change) refuse('ROW_CHANGED', { rowVersion: current })
  const { by, at, what } = change
  const done = what === undefined ? '' : `：${what}`
  const msg = `${by ?? '系统'} 已于 ${formatShanghaiTime(at).slice(0, 16)} 修改${done}。您填写的没有保存，请核对后再保存`
  refuse('ROW_CHANGED', { msg, rowVersion: current, by, at: at.toISOString(), what: what ?? null })
}
