// Reads and writes the table `daily_call`.
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { Tx } from './db.ts'
import type { Moment } from './moment.ts'
import { withoutTenantGuard } from './tenant-guard.ts'

/**
 * Counts a call by the people of a company, which may make `most` such calls a day. Refuses DAILY_FULL beyond that. If the call is refused
 * later, the count rolls back. The row lock makes calls of one kind by one company run one after another until they commit.
 */
export async function consumeDailyCallQuota(
  tx: Tx,
  { now }: Pick<Moment, 'now'>,
  { enterpriseId, call, most: max }: { enterpriseId: string; call: string; most: number },
): Promise<void> {
  const counted = await tx
    .insertInto('daily_call')
    .values({ enterprise_id: enterpriseId, call, day: toShanghaiDay(now), times: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['enterprise_id', 'call', 'day'])
        .doUpdateSet((eb) => ({ times: eb('daily_call.times', '+', 1) }))
        .where('daily_call.times', '<', max),
    )
    .executeTakeFirst()
  if (!counted.numInsertedOrUpdatedRows) refuse('DAILY_FULL', { msg: `贵公司今天的此项操作已达上限（${max} 次），请明天再试`, most: max })
}

/** Deletes the counts of past days. Nothing reads them. */
export async function deleteOldDailyCalls(tx: Tx, { now }: Pick<Moment, 'now'>): Promise<void> {
  await withoutTenantGuard(tx, 'retention').deleteFrom('daily_call').where('day', '<', toShanghaiDay(now)).execute()
}
