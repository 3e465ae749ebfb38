// Reads and writes the table `benefit_claim`: which benefits enterprises have claimed.
import type { BenefitName } from '#contract/orders/levels/benefits.ts'
import type { MemberLevel } from '#contract/people/verification/verification-status.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

export interface BenefitClaim {
  id: string
  benefit: BenefitName
  period: string
  level: MemberLevel
  text: string
  at: Date
}

interface Row {
  id: string
  benefit: string
  period: string
  level: number
  text: string
  at: Date
}

const columns = ['id', 'benefit', 'period', 'level', 'text', 'at'] as const
const claimFrom = (row: Row): BenefitClaim => ({ ...row, benefit: row.benefit as BenefitName, level: row.level as MemberLevel })

/** Finds the claim of a benefit in a period; undefined: not claimed yet. */
export async function findBenefitClaim(
  db: Db,
  { enterpriseId, benefit, period }: { enterpriseId: string; benefit: BenefitName; period: string },
): Promise<BenefitClaim | undefined> {
  const row = await db
    .selectFrom('benefit_claim')
    .select(columns)
    .where('enterprise_id', '=', enterpriseId)
    .where('benefit', '=', benefit)
    .where('period', '=', period)
    .executeTakeFirst()
  return row && claimFrom(row)
}

/** Lists the claims of an enterprise, newest first. */
export async function listBenefitClaims(db: Db, enterpriseId: string, limit: number): Promise<BenefitClaim[]> {
  const rows = await db
    .selectFrom('benefit_claim')
    .select(columns)
    .where('enterprise_id', '=', enterpriseId)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(claimFrom)
}

export async function insertBenefitClaim(
  tx: Tx,
  moment: Moment,
  { enterpriseId, userId, ...claim }: Omit<BenefitClaim, 'at'> & { enterpriseId: string; userId: string },
): Promise<BenefitClaim> {
  await tx
    .insertInto('benefit_claim')
    .values({ enterprise_id: enterpriseId, user_id: userId, ...claim, at: moment.now })
    .execute()
  return { ...claim, at: moment.now }
}
