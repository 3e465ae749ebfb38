import type { consoleSalesTargetEndpoints } from '#contract/operations/sales-targets/api.ts'
import { fen } from '#contract/platform/core/money.ts'
import { toShanghaiDay, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { readSalesTotalsStatus } from '#server/operations/reports/public.ts'
import { awaitAllAndThrowFirstError, runOnOneConnection } from '#server/platform/core/db.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { readReachedSalesOfAccountManagers } from './reached.ts'
import { findSalesTarget, listSalesTargetsWithProgress, setSalesTarget } from './sales-targets.ts'

/** 业绩目标 */
export const consoleSalesTargetHandlers: Handlers<typeof consoleSalesTargetEndpoints> = {
  list: ({ pageNo, pageSize, month }, { db, caller: { staffId }, moment }) =>
    listSalesTargetsWithProgress(db, moment, { month, staffId, ...toSlice({ pageNo, pageSize }) }),
  mine: async (_, { db, caller: { staffId }, moment }) => {
    const [month, today] = [toShanghaiMonth(moment.now), toShanghaiDay(moment.now)]
    const target = await findSalesTarget(db, month, staffId)
    // Most of staff have none, and then nothing is added up.
    if (!target) return null
    const [{ reached, shopIds }, { asOf }] = await runOnOneConnection(db, (connection) =>
      awaitAllAndThrowFirstError(
        readReachedSalesOfAccountManagers(connection, { month, today, staffId, askedBy: staffId }),
        readSalesTotalsStatus(connection),
      ),
    )
    const { net, newCompanies } = reached.get(staffId) ?? { net: fen(0), newCompanies: 0 }
    return {
      staffId,
      month,
      salesTarget: target.sales,
      net,
      newCompaniesTarget: target.newCompanies,
      newCompanies,
      asOf,
      limitedToShops: shopIds !== null,
    }
  },
  set: async (given, { caller: { staffId }, moment, write }) => {
    await write((tx) => setSalesTarget(tx, moment, { ...given, setBy: staffId }))
    return null
  },
}
