import { CLOSED_ACCOUNT_NAME } from '#contract/people/identity/personal-data-api.ts'
import { anyOfIdsSql, type Tx } from '#server/platform/core/db.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** Replaces a person whose account is closed as the contact of calls. The calls stay with his company. */
export async function erasePersonFromPhoneCalls(
  tx: Tx,
  { userId, enterpriseIds }: { userId: string; enterpriseIds: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('phone_call')
    .set({ contact_user_id: null, contact_name: CLOSED_ACCOUNT_NAME })
    .where('enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .where('contact_user_id', '=', userId)
    .execute()
}

/**
 * Deletes what staff kept about companies that have closed: notes, calls and follow-ups name people, and nobody looks after these companies any
 * more. Who had them on which days stays, because the figures of past months count by it.
 */
export async function deleteAccountManagerDataOfEnterprises(tx: Tx, enterpriseIds: readonly string[]): Promise<void> {
  const all = withoutTenantGuard(tx, 'working in sets')
  const closed = anyOfIdsSql(enterpriseIds)
  await all.deleteFrom('phone_call').where('enterprise_id', '=', closed).execute()
  await all.deleteFrom('follow_up').where('enterprise_id', '=', closed).execute()
  await all.deleteFrom('enterprise_note').where('enterprise_id', '=', closed).execute()
  await all.deleteFrom('tagged_order').where('enterprise_id', '=', closed).execute()
  await all.deleteFrom('tagged_enterprise').where('enterprise_id', '=', closed).execute()
  await all.deleteFrom('account_manager').where('enterprise_id', '=', closed).execute()
}
