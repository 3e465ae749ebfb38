import type { consoleCompanyGroupEndpoints } from '#contract/billing/company-groups/console-api.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { readMallAndBuyerParties } from '#server/billing/documents/public.ts'
import {
  countCreditLimitSetsAndProposals,
  countMembersAndSumTakenOfCompanyGroups,
  createCompanyGroup,
  dissolveCompanyGroup,
  findCompanyGroup,
  inviteCompanyToGroup,
  leaveCompanyGroup,
  listCompanyGroups,
  setCompanyGroupShare,
} from '#server/money/credit/public.ts'
import { type DeleteMemberBelongings, endGroupBuyersOfMember } from '#server/people/memberships/public.ts'
import { attachEnterpriseNamesToRows, listEnterpriseNamesById } from '#server/people/organisation/public.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { type Handlers, recordViewInAuditLog } from '#server/platform/http/context.ts'
import { readCompanyGroupStatement } from './group-statement.ts'
import { readCompanyGroupShares } from './group-view.ts'
import {
  notifyOfCompanyGroupInvitation,
  notifyOfCompanyGroupShare,
  notifyOfCreatedCompanyGroup,
  notifyOfDissolvedCompanyGroup,
  notifyOfRemovalFromCompanyGroup,
  notifyOfWithdrawnInvitation,
  notifyParentOfStaffAct,
} from './notify-companies.ts'
import { renderCompanyGroupStatement } from './statement-files.ts'

const createGroupStatementHandlers = (keys: Keys): Pick<Handlers<typeof consoleCompanyGroupEndpoints>, 'statement' | 'statementFile'> => ({
  statement: ({ enterpriseId, month }, { db }) => readCompanyGroupStatement(withoutTenantGuard(db, 'console'), enterpriseId, month),
  statementFile: async ({ enterpriseId, month, format }, context) => {
    const { db, moment } = context
    const statement = await readCompanyGroupStatement(withoutTenantGuard(db, 'console'), enterpriseId, month)
    const parties = await readMallAndBuyerParties(db, keys, enterpriseId)
    const file = await renderCompanyGroupStatement(statement, { parties, made: moment.now, format })
    const action = 'download group statement'
    await recordViewInAuditLog(context, { enterpriseId, action, objectKind: 'statement', objectId: month, facts: { format } })
    return file
  },
})

export const createConsoleCompanyGroupHandlers = (
  keys: Keys,
  deleteBelongings: DeleteMemberBelongings,
): Handlers<typeof consoleCompanyGroupEndpoints> => ({
  list: async ({ keyword, ...page }, { db, moment }) => {
    const { rows, total } = await listCompanyGroups(db, { keyword, ...toSlice(page) })
    const sums = await countMembersAndSumTakenOfCompanyGroups(
      db,
      moment,
      rows.map(({ parentId }) => parentId),
    )
    const dataList = rows.flatMap(({ parentId: enterpriseId, name, limitFen: limit, createdAt }) => {
      const own = sums.get(enterpriseId)
      return own ? [{ enterpriseId, name, limit, createdAt, members: own.members, taken: own.takenFen }] : []
    })
    return { dataList: await attachEnterpriseNamesToRows(db, dataList), total }
  },
  ...createGroupStatementHandlers(keys),
  detail: async ({ enterpriseId }, { db, moment }) => {
    const group = (await findCompanyGroup(db, enterpriseId)) ?? refuse('COMPANY_GROUP_NOT_FOUND')
    return {
      enterpriseId,
      enterpriseName: (await listEnterpriseNamesById(db, [enterpriseId])).get(enterpriseId) ?? null,
      name: group.name,
      createdAt: group.createdAt,
      ...(await readCompanyGroupShares(db, moment, group)),
      limitsVersion: await countCreditLimitSetsAndProposals(db, enterpriseId),
    }
  },
  create: async ({ enterpriseId: parentId, name }, { caller: { staffId }, moment, write }) => {
    await write(async (tx) => {
      const group = await createCompanyGroup(tx, moment, { parentId, name, staffId })
      await notifyOfCreatedCompanyGroup(tx, moment, group)
    })
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
      const { group, changed } = await setCompanyGroupShare(tx, moment, input)
      if (!changed) return
      await notifyOfCompanyGroupShare(tx, moment, memberId, { group, shareFen })
      if (memberId !== parentId)
        await notifyParentOfStaffAct(tx, moment, group, { memberId, done: `的份额已由商城调整为 ${formatMoney(shareFen)}` })
    })
    return null
  },
  remove: async ({ enterpriseId: parentId, memberId }, context) => {
    const { moment, write } = context
    await write(async (tx) => {
      await endGroupBuyersOfMember(tx, Object.assign({ deleteBelongings }, context), {
        parentId,
        memberId,
        cause: '商城已将该企业移出集团',
      })
      const { group, wasMember } = await leaveCompanyGroup(tx, moment, { parentId, memberId })
      if (!wasMember) return notifyOfWithdrawnInvitation(tx, moment, memberId, group)
      await notifyOfRemovalFromCompanyGroup(tx, moment, memberId, group)
      await notifyParentOfStaffAct(tx, moment, group, { memberId, done: '已由商城移出集团' })
    })
    return null
  },
  dissolve: async ({ enterpriseId: parentId }, { caller: { staffId }, moment, write }) => {
    await write(async (tx) => {
      const group = await dissolveCompanyGroup(tx, moment, { parentId, staffId })
      await notifyOfDissolvedCompanyGroup(tx, moment, group)
    })
    return null
  },
})
