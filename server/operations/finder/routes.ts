import type { consoleFinderEndpoints, FinderHit } from '#contract/operations/finder/api.ts'
import { findAccountManagerIds } from '#server/people/account-managers/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Staff } from '#server/platform/http/caller.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { findRecordsByNumberOrName } from './find-anything.ts'

/** Leaves out what belongs to companies that an account manager does not see, and what belongs to the mall alone, but for SKUs. */
async function leaveOutHitsOfOtherEnterprises(
  db: Db,
  hits: readonly FinderHit[],
  { staffId, ownEnterprisesOnly }: Staff,
): Promise<FinderHit[]> {
  if (!ownEnterprisesOnly) return [...hits]
  const managers = await findAccountManagerIds(
    db,
    hits.flatMap(({ enterpriseId }) => enterpriseId ?? []),
  )
  return hits.filter(({ kind, enterpriseId }) => kind === 'sku' || (enterpriseId !== null && managers.get(enterpriseId) === staffId))
}

export const createFinderHandlers = (keys: Keys): Handlers<typeof consoleFinderEndpoints> => ({
  find: async ({ keyword }, { db, caller }) => {
    const hits = await findRecordsByNumberOrName(db, keys, { keyword, staff: caller })
    return { hits: await leaveOutHitsOfOtherEnterprises(db, hits, caller) }
  },
})
