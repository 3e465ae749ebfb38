import type { consoleCompanyGroupEndpoints } from '#contract/billing/company-groups/console-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import {
  countCreditLimitSetsAndProposals,
  createCompanyGroup,
  dissolveCompanyGroup,
  findCompanyGroup,
  inviteCompanyToGroup,
  leaveCompanyGroup,
  listCompanyGroups,
  setCompanyGroupShare,
  sumCompanyGroupShares,
} from '#server/money/credit/public.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { findCompanyNames, readCompanyGroupShares } from './group-view.ts'
import { notifyOfCompanyGroupInvitation, notifyOfCompanyGroupShare, notifyOfRemovalFromCompanyGroup } from './notify-companies.ts'

export const consoleCompanyGroupHandlers: Handlers<typeof consoleCompanyGroupEndpoints> = {
  list: async (input, { db }) => {
    const { rows, total } = await listCompanyGroups(db, toSlice(input))
    const shares = await sumCompanyGroupShares(
      db,
      rows.map(({ parentId }) => parentId),
    )
    const dataList = rows.flatMap(({ parentId: enterpriseId, name, limitFen: limit, createdAt }) => {
      const own = shares.get(enterpriseId)
      return own ? [{ enterpriseId, name, limit, createdAt, members: own.members, shared: own.sharedFen }] : []
    })
    return { dataList: await attachEnterpriseNamesToRows(db, dataList), total }
  },
  detail: async ({ enterpriseId }, { db, moment }) => {
    const group = (await findCompanyGroup(db, enterpriseId)) ?? refuse('COMPANY_GROUP_NOT_FOUND')
    return {
      enterpriseId,
      enterpriseName: (await findCompanyNames(db, [enterpriseId])).get(enterpriseId) ?? null,
      name: group.name,
      createdAt: group.createdAt,
      ...(await readCompanyGroupShares(db, moment, group)),
      limitsVersion: await countCreditLimitSetsAndProposals(db, enterpriseId),
    }
  },
  create: async ({ enterpriseId: parentId, name }, { moment, write }) => {
    await write((tx) => createCompanyGroup(tx, moment, { parentId, name }))
    return null
  },
  invite: async ({ enterpriseId: parentId, memberId }, { moment, write }) => {
    await write(async (tx) => {
      const group = await inviteCompanyToGroup(tx, moment, { parentId, memberId })
      await notifyOfCompanyGroupInvitation(tx, moment, memberId, group)
    })
    return null
  },
  setShare: async ({ enterpriseId: parentId, memberId, share: shareFen, reason, rowVersion }, { caller, moment, write }) => {
    await write(async (tx) => {
      const input = { parentId, memberId, shareFen, reason, rowVersion, staffId: caller.staffId }
      const group = await setCompanyGroupShare(tx, moment, input)
      await notifyOfCompanyGroupShare(tx, moment, memberId, { group, shareFen })
    })
    return null
  },
  remove: async ({ enterpriseId: parentId, memberId }, { moment, write }) => {
    await write(async (tx) => {
      const { group, wasMember } = await leaveCompanyGroup(tx, moment, { parentId, memberId })
      if (wasMember) await notifyOfRemovalFromCompanyGroup(tx, moment, memberId, group)
    })
    return null
  },
  dissolve: async ({ enterpriseId: parentId }, { moment, write }) => {
    await write((tx) => dissolveCompanyGroup(tx, moment, parentId))
    return null
  },
}
