// Reads and writes the tables `coupon_code` and `coupon_code_try`: codes, and how often enterprises try to redeem one.
import { sql } from 'kysely'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRows, fetchSlice } from '#server/platform/core/paging.ts'

/** 32 characters that cannot be confused with each other. Each has five bits, so a code of 12 has 60 bits, too many to guess. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 12
const CHUNK = 1_000

const drawCode = (moment: Moment): string => [...moment.bytes(LENGTH)].map((byte) => SIGNS[byte % SIGNS.length]).join('')

/** Creates codes for a template. The caller has locked the template. */
export async function insertCouponCodes(
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

export async function countCouponCodesByTemplate(db: Db, templateIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('coupon_code')
    .select(['template_id', db.fn.countAll<number>().as('count')])
    .where('template_id', '=', sql<string>`any(${[...templateIds]}::uuid[])`)
    .groupBy('template_id')
    .execute()
  return new Map(rows.map(({ template_id, count }) => [template_id, count]))
}

/** A code with the enterprise that has redeemed it. */
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

const requestedCodes = (db: Db, { templateId, redeemed }: Pick<Wanted, 'templateId' | 'redeemed'>) => {
  const all = db.selectFrom('coupon_code').where('template_id', '=', templateId)
  return redeemed === undefined ? all : all.where('redeemed_by', redeemed ? 'is not' : 'is', null)
}

/** Lists the codes of a template, with a limit. */
export async function listCouponCodes(db: Db, { limit, offset = 0, ...filter }: Wanted): Promise<CouponCodeRecord[]> {
  const rows = await fetchSlice(requestedCodes(db, filter).select(['code', 'redeemed_by', 'made_at']).orderBy('code'), { limit, offset })
  return rows.map(({ code, redeemed_by, made_at }) => ({ code, redeemedBy: redeemed_by, madeAt: made_at }))
}

/** Counts the codes of a template that match the filter. */
export async function countMatchingCouponCodes(db: Db, filter: Pick<Wanted, 'templateId' | 'redeemed'>): Promise<number> {
  return await countRows(requestedCodes(db, filter))
}

/** Marks a code as used for the coupon that `issue` creates. Of two concurrent calls one waits and is then refused. */
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

/** How many codes an enterprise may enter within an hour, valid or not. */
const TRIES_MAX = 20

/**
 * Counts a try in a transaction of its own, because a refusal rolls back the other one. Returns false if the limit of the hour is exceeded.
 */
export async function recordCouponCodeAttempt(tx: Tx, moment: Moment, enterpriseId: string): Promise<boolean> {
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
