import type { companyGroupEndpoints } from '#contract/billing/company-groups/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { readMallAndBuyerParties } from '#server/billing/documents/public.ts'
import {
  declineCompanyGroup,
  findCompanyGroupParentId,
  joinCompanyGroup,
  leaveCompanyGroup,
  setCompanyGroupShare,
} from '#server/money/credit/public.ts'
import { findDisplayNamesInEnterpriseByUserId, requireRightPaymentPassword } from '#server/people/identity/public.ts'
import { type DeleteMemberBelongings, endGroupBuyersOfMember } from '#server/people/memberships/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type Member, toAuditActor } from '#server/platform/http/caller.ts'
import { type Handlers, type RequestOrigin, recordViewInAuditLog } from '#server/platform/http/context.ts'
import { readCompanyGroupStatement } from './group-statement.ts'
import { listCompanyGroupInvitations, readOwnCompanyGroup } from './group-view.ts'
import { findCompanyNameOrEmpty, notifyOfCompanyGroupShare, notifyParentOfMember } from './notify-companies.ts'
import { renderCompanyGroupStatement } from './statement-files.ts'

interface Around {
  moment: Moment
  origin: RequestOrigin
  caller: Member
}

async function note(tx: Tx, { moment, origin, caller }: Around, action: string, facts: Record<string, unknown>): Promise<void> {
  await recordAudit(tx, moment, { origin, actor: toAuditActor(caller), action, facts })
}

/** The purchases are read by operations/reports. */
export const createCompanyGroupHandlers = (
  keys: Keys,
  deleteBelongings: DeleteMemberBelongings,
): Handlers<Omit<typeof companyGroupEndpoints, 'purchases' | 'purchaseCategories' | 'purchasesFile'>> => ({
  own: async (_, { db, moment, caller: { enterpriseId } }) => ({
    group: await readOwnCompanyGroup(db, moment, enterpriseId),
    invitations: await listCompanyGroupInvitations(db, enterpriseId),
  }),
  statement: ({ month }, { db, caller: { enterpriseId } }) => readCompanyGroupStatement(db, enterpriseId, month),
  statementFile: async ({ month, format }, context) => {
    const { db, caller, moment } = context
    const { enterpriseId } = caller
    const statement = await readCompanyGroupStatement(db, enterpriseId, month)
    const parties = await readMallAndBuyerParties(db, keys, enterpriseId)
    const file = await renderCompanyGroupStatement(statement, { parties, made: moment.now, format })
    const action = 'download group statement'
    await recordViewInAuditLog(context, { enterpriseId, action, objectKind: 'statement', objectId: month, facts: { format } })
    return file
  },
  accept: async ({ parentId, payPwd }, context) => {
    const { caller, moment, write } = context
    await requireRightPaymentPassword({ keys, ...context }, payPwd)
    await write(async (tx) => {
      const company = await findCompanyNameOrEmpty(tx, caller.enterpriseId)
      const { shareFen } = await joinCompanyGroup(tx, moment, { parentId, memberId: caller.enterpriseId, companyName: company })
      await notifyParentOfMember(tx, moment, parentId, { company, what: 'joined' })
      await note(tx, context, 'join company group', { parentId, shareFen })
    })
    return null
  },
  decline: async ({ parentId }, context) => {
    const { caller, moment, write } = context
    await write(async (tx) => {
      await declineCompanyGroup(tx, moment, { parentId, memberId: caller.enterpriseId })
      const company = await findCompanyNameOrEmpty(tx, caller.enterpriseId)
      await notifyParentOfMember(tx, moment, parentId, { company, what: 'declined' })
      await note(tx, context, 'decline company group', { parentId })
    })
    return null
  },
  leave: async ({ payPwd }, context) => {
    const { caller, moment, write } = context
    await requireRightPaymentPassword({ keys, ...context }, payPwd)
    await write(async (tx) => {
      const memberId = caller.enterpriseId
      const parentId = (await findCompanyGroupParentId(tx, memberId)) ?? refuse('COMPANY_GROUP_NOT_FOUND')
      await endGroupBuyersOfMember(tx, Object.assign({ deleteBelongings }, context), { parentId, memberId, cause: '该企业已退出集团' })
      await leaveCompanyGroup(tx, moment, { parentId, memberId })
      await notifyParentOfMember(tx, moment, parentId, { company: await findCompanyNameOrEmpty(tx, memberId), what: 'left' })
      await note(tx, context, 'leave company group', { parentId })
    })
    return null
  },
  setShare: async ({ memberId, share: shareFen, payPwd, rowVersion }, context) => {
    const { caller, moment, write } = context
    await requireRightPaymentPassword({ keys, ...context }, payPwd)
    await write(async (tx) => {
      const { enterpriseId: parentId, userId } = caller
      const person = (await findDisplayNamesInEnterpriseByUserId(tx, parentId, [userId])).get(userId) ?? '主账号'
      const input = { parentId, memberId, shareFen, rowVersion, reason: `集团母公司 ${person} 调整份额`, staffId: null }
      const { group, changed } = await setCompanyGroupShare(tx, moment, input)
      if (!changed) return
      if (memberId !== parentId) await notifyOfCompanyGroupShare(tx, moment, memberId, { group, shareFen })
      await note(tx, context, 'set company group share', { memberId, shareFen })
    })
    return null
  },
})
