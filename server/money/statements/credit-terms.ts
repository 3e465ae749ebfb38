// The table `repayment_terms`: the terms of a company besides its limit.
import { sql } from 'kysely'
import { defaultOverdueTerms } from '#contract/money/statements/credit-terms.ts'
import type { BasisPoints } from '#contract/platform/core/money.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** One of the terms that staff can set for all companies (the setting `credit`), as SQL. */
export const platformCreditTermSql = (name: keyof typeof defaultOverdueTerms) =>
  sql<number>`coalesce((select (value ->> ${sql.lit(name)})::bigint from setting where name = 'credit'), ${sql.lit(defaultOverdueTerms[name])})`

/** The rate for companies without their own, in hundredths of a percent a day. */
export async function readPlatformDailyInterestRate(db: Db): Promise<BasisPoints> {
  const { rows } = await sql<{ rate: number }>`select ${platformCreditTermSql('dailyRateBp')}::int as rate`.execute(db)
  return rows[0]?.rate ?? defaultOverdueTerms.dailyRateBp
}

/** The rate of the company with the terms `t`, as SQL: its own, or the platform's. */
export const effectiveDailyInterestRateSql = sql<BasisPoints>`coalesce(t.daily_rate, ${platformCreditTermSql('dailyRateBp')})`

export interface InterestRateAndAutopay {
  /** In hundredths of a percent a day; null: the platform's. */
  dailyRate: BasisPoints | null
  autoRepay: boolean
}

export async function readInterestRateAndAutopay(db: Db, enterpriseId: string): Promise<InterestRateAndAutopay> {
  const row = await db
    .selectFrom('repayment_terms')
    .select(['daily_rate', 'auto_repay'])
    .where('enterprise_id', '=', enterpriseId)
    .executeTakeFirst()
  return { dailyRate: row?.daily_rate ?? null, autoRepay: row?.auto_repay ?? false }
}

/** Changes only the given terms. */
export async function updateInterestRateAndAutopay(
  tx: Tx,
  moment: Moment,
  enterpriseId: string,
  change: Partial<InterestRateAndAutopay>,
): Promise<void> {
  const changed = {
    ...(change.dailyRate === undefined ? {} : { daily_rate: change.dailyRate }),
    ...(change.autoRepay === undefined ? {} : { auto_repay: change.autoRepay }),
    changed_at: moment.now,
  }
  await tx
    .insertInto('repayment_terms')
    .values({ enterprise_id: enterpriseId, auto_repay: false, ...changed })
    .onConflict((conflict) => conflict.column('enterprise_id').doUpdateSet(changed))
    .execute()
}
