import type { LevelWithThreshold } from '#contract/orders/levels/level-status.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { updateMemberLevelColumn } from '#server/people/organisation/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { upsertLevelStatus } from './level-statuses.ts'

/** Gives a level to an enterprise that has none yet. It is kept for a year, like a level that was reached today. */
export async function grantInitialMemberLevel(
  tx: Tx,
  moment: Moment,
  { enterpriseId, level }: { enterpriseId: string; level: LevelWithThreshold },
): Promise<void> {
  const day = toShanghaiDay(moment.now)
  const on = (one: LevelWithThreshold) => (level >= one ? day : null)
  const status = { earned: 1, level, reachedOn: { 2: on(2), 3: on(3), 4: on(4) } } as const
  await upsertLevelStatus(tx, { enterpriseId, day, status })
  await updateMemberLevelColumn(tx, enterpriseId, level)
}
