// The tables `coupon_code` and `coupon_code_try`: codes that can be redeemed, and who tries how often.
import { sql } from 'kysely'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRows, fetchSlice } from '#server/platform/core/paging.ts'

/** 32 signs of which none looks like another: five bits each, so 12 of them are 60 bits that nobody guesses. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 12
const CHUNK = 1_000

const drawCode = (moment: Moment): string => [...moment.bytes(LENGTH)].map((byte) => SIGNS[byte % SIGNS.length]).join('')

/** Makes codes of a template that its caller has locked. */
export async function createCouponCodes(
  tx: Tx,
  moment: Moment,
  { templateId, count }: { templateId: string; count: number },
): Promise<void> {
  const rows = Array.from({ length: count }, () => ({ code: drawCode(moment), template_id: templateId, made_at: moment.now }))
  for (let at = 0; at < rows.length; at += CHUNK) {
    await tx
      .insertInto('coupon_code')
      .values(rows.slice(at, at + CHUNK))
      .execute()
  }
}

export async function countCouponCodes(db: Db, templateIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('coupon_code')
    .select(['template_id', db.fn.countAll<number>().as('count')])
    .where('template_id', '=', sql<string>`any(${[...templateIds]}::uuid[])`)
    .groupBy('template_id')
    .execute()
  return new Map(rows.map(({ template_id, count }) => [template_id, count]))
}

/** One code, and the company that has redeemed it. */
export interface CouponCodeRecord {
  code: string
  redeemedBy: string | null
  madeAt: Date
}

interface Wanted {
  templateId: string
  redeemed?: boolean | undefined
  limit: number
  offset?: number
}

const wantedCodes = (db: Db, { templateId, redeemed }: Pick<Wanted, 'templateId' | 'redeemed'>) => {
  const all = db.selectFrom('coupon_code').where('template_id', '=', templateId)
  return redeemed === undefined ? all : all.where('redeemed_by', redeemed ? 'is not' : 'is', null)
}

/** The codes of a template, as far as a bound. */
export async function listCouponCodes(db: Db, { limit, offset = 0, ...wanted }: Wanted): Promise<CouponCodeRecord[]> {
  const rows = await fetchSlice(wantedCodes(db, wanted).select(['code', 'redeemed_by', 'made_at']).orderBy('code'), { limit, offset })
  return rows.map(({ code, redeemed_by, made_at }) => ({ code, redeemedBy: redeemed_by, madeAt: made_at }))
}

/** How many of a template's codes there are that way. */
export async function countMatchingCouponCodes(db: Db, wanted: Pick<Wanted, 'templateId' | 'redeemed'>): Promise<number> {
  return await countRows(wantedCodes(db, wanted))
}

/** Spends a code for the coupon that `issue` makes of its template. Two at once: one waits and is told that it is spent. */
export async function consumeCouponCode(
  tx: Tx,
  { enterpriseId, code }: { enterpriseId: string; code: string },
  issue: (templateId: string) => Promise<string>,
): Promise<string> {
  const found = await tx.selectFrom('coupon_code').selectAll().where('code', '=', code).forUpdate().executeTakeFirst()
  if (!found) refuse('COUPON_CODE_UNKNOWN')
  if (found.redeemed_by !== null) refuse('COUPON_CODE_USED')
  const couponId = await issue(found.template_id)
  await tx.updateTable('coupon_code').set({ redeemed_by: enterpriseId, coupon_id: couponId }).where('code', '=', code).execute()
  return couponId
}

/** What a company may type within an hour, right or wrong. */
const TRIES_MAX = 20

/** Counts a try, in a transaction of its own: a refusal must not undo it. False: that was one too many within the hour. */
export async function recordCodeAttempt(tx: Tx, moment: Moment, enterpriseId: string): Promise<boolean> {
  const { tries } = await tx
    .insertInto('coupon_code_try')
    .values({ enterprise_id: enterpriseId, since: moment.now, tries: 1 })
    .onConflict((conflict) =>
      conflict.column('enterprise_id').doUpdateSet({
        tries: sql<number>`case when coupon_code_try.since <= ${addHours(moment.now, -1)} then 1 else coupon_code_try.tries + 1 end`,
        since: sql<Date>`case when coupon_code_try.since <= ${addHours(moment.now, -1)} then ${moment.now} else coupon_code_try.since end`,
      }),
    )
    .returning('tries')
    .executeTakeFirstOrThrow()
  return tries <= TRIES_MAX
}
