// Reads and writes the table `staff_notice_choice`.
import type { StaffNoticeChoice } from '#contract/people/channels/console-api.ts'
import { type StaffNoticeKind, staffNoticeKinds } from '#contract/people/staff/notice-api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'

/** Only the digest has to be switched on. */
const DEFAULTS: Readonly<Record<StaffNoticeKind, boolean>> = { digest: false, stock: true, work: true, quotation: true, security: true }

/** Lists every kind of notice with the person's choice, or the default. */
export async function listStaffNoticeChoices(db: Db, staffId: string): Promise<StaffNoticeChoice[]> {
  const rows = await db
    .selectFrom('staff_notice_choice')
    .select(['kind', 'wanted', 'by_mail as byMail'])
    .where('staff_id', '=', staffId)
    .execute()
  return keysOf(staffNoticeKinds).map((kind) => {
    const { wanted, byMail } = rows.find((row) => row.kind === kind) ?? { wanted: DEFAULTS[kind], byMail: false }
    return { kind, wanted, byMail }
  })
}

/** Saves a choice. What is about rights and accounts stays wanted. */
export async function saveStaffNoticeChoice(
  tx: Tx,
  { staffId, kind, wanted, byMail }: StaffNoticeChoice & { staffId: string },
): Promise<void> {
  const set = { wanted: kind === 'security' || wanted, by_mail: byMail }
  await tx
    .insertInto('staff_notice_choice')
    .values({ staff_id: staffId, kind, ...set })
    .onConflict((conflict) => conflict.columns(['staff_id', 'kind']).doUpdateSet(set))
    .execute()
}

/** Lists who wants the daily digest. */
export async function listStaffIdsWantingDigest(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('staff_notice_choice')
    .select('staff_id')
    .where('kind', '=', 'digest')
    .where('wanted', '=', true)
    .orderBy('staff_id')
    .execute()
  return rows.map(({ staff_id }) => staff_id)
}

/** Which of some people want which kinds of notices by mail, in one statement. */
export async function readStaffMailChoices(db: Db, staffIds: readonly string[]): Promise<(staffId: string, kind: string) => boolean> {
  const rows = await db
    .selectFrom('staff_notice_choice')
    .select(['staff_id', 'kind'])
    .where('staff_id', '=', anyOfIdsSql(staffIds))
    .where('by_mail', '=', true)
    .where('wanted', '=', true)
    .execute()
  const chosen = new Set(rows.map(({ staff_id, kind }) => `${staff_id} ${kind}`))
  return (staffId, kind) => chosen.has(`${staffId} ${kind}`)
}
