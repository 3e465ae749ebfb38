import { refuse } from '#contract/platform/core/refusals.ts'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'

/** The latest change of a row. `by`: a person's name, null: the system. `what`: what changed, as people say it: '宽限天数 由 3 天 改为 7 天'. */
export interface LatestChange {
  by: string | null
  at: Date
  what?: string
}

interface Versions {
  /** What the editor read, and sends back as `rowVersion`. */
  seen: number
  /** Of the row now. The caller holds the row locked, so that it cannot move between this check and the write. */
  current: number
}

/**
 * Refuses ROW_CHANGED when a row has been changed since its editor read it: who changed what, and when. The detail carries `rowVersion`, `by`,
 * `at` (ISO) and `what`, so that a form keeps what was typed and can be sent again on purpose. `latest` is asked only then.
 */
export async function requireRowVersion({ seen, current }: Versions, latest: () => Promise<LatestChange | undefined>): Promise<void> {
  if (seen === current) return
  const change = await latest()
  if (!change) refuse('ROW_CHANGED', { rowVersion: current })
  const { by, at, what } = change
  const done = what === undefined ? '' : `：${what}`
  const msg = `${by ?? '系统'} 已于 ${formatShanghaiTime(at).slice(0, 16)} 修改${done}。您填写的没有保存，请核对后再保存`
  refuse('ROW_CHANGED', { msg, rowVersion: current, by, at: at.toISOString(), what: what ?? null })
}
