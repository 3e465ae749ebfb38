// What staff may set of the limits of companies in groups.
import { type Fen, formatMoney, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findCreditPosition } from '#server/money/credit/credit-accounts.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type CompanyGroup, findCompanyGroup, findCompanyGroupParentId } from './group-rows.ts'
import { listCompanyGroupMemberUses } from './member-uses.ts'

/** The share of a company in its group. `parentId` and `name` are the group's. */
interface CompanyGroupShare {
  parentId: string
  name: string
  shareFen: Fen
}

/** Finds the share of a company in a group, which is its base limit; null: it is in none. */
export async function findCompanyGroupShare(db: Db, enterpriseId: string): Promise<CompanyGroupShare | null> {
  const parentId = await findCompanyGroupParentId(db, enterpriseId)
  const group = parentId === undefined ? undefined : await findCompanyGroup(db, parentId)
  if (!group) return null
  const shareFen = (await findCreditPosition(db, enterpriseId))?.baseFen ?? ZERO_FEN
  return { parentId: group.parentId, name: group.name, shareFen }
}

/** Refuses LIMIT_IS_GROUP_SHARE to a base limit of a company whose limit is its share of a group. The caller has locked the company. */
export async function requireBaseLimitNotShared(db: Db, enterpriseId: string): Promise<void> {
  const share = await findCompanyGroupShare(db, enterpriseId)
  if (share) refuse('LIMIT_IS_GROUP_SHARE', { msg: `该企业属于集团「${share.name}」，固定额度就是它的份额，请在集团页面调整` })
}

/** Refuses COMPANY_GROUP_LIMIT_SHARED to a lower limit of a group than what its members take. The caller has locked the group. */
export async function requireGroupLimitCoversUse(tx: Tx, moment: Moment, group: CompanyGroup, limitFen: Fen): Promise<void> {
  if (limitFen >= group.limitFen) return
  const takenFen = sum((await listCompanyGroupMemberUses(tx, moment, group.parentId)).map((use) => use.takenFen))
  if (limitFen < takenFen)
    refuse('COMPANY_GROUP_LIMIT_SHARED', {
      msg: `成员已占用集团额度 ${formatMoney(takenFen)}（份额，以及超出份额的已用额度），集团额度不能低于此数`,
    })
}
