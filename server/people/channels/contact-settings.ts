// Reads and writes the table `contact_setting`. mail-codes.ts writes its columns of an address that is to be confirmed,
// wechat-binding.ts those of WeChat.
import type { ContactSettings, MemberContactSettings, QuietHours } from '#contract/people/channels/fields.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { openMailAddress, openWechatBinding, type WechatBinding } from './sealed-contacts.ts'

/** Whose settings they are. */
export type ContactOwner = { userId: string } | { staffId: string }

/** The id of a person, which is that of the row of his settings, too. */
export const idOfOwner = (owner: ContactOwner): string => ('userId' in owner ? owner.userId : owner.staffId)

/** The columns that name the owner of a new row. */
export const ownerColumns = (owner: ContactOwner) => ({
  id: idOfOwner(owner),
  user_id: 'userId' in owner ? owner.userId : null,
  staff_id: 'staffId' in owner ? owner.staffId : null,
})

interface QuietColumns {
  quiet_from: number | null
  quiet_until: number | null
}

const quietFrom = ({ quiet_from: fromHour, quiet_until: untilHour }: QuietColumns): QuietHours | null =>
  fromHour === null || untilHour === null ? null : { fromHour, untilHour }

/** What a person reads of his settings. */
export async function readContactSettings(db: Db, owner: ContactOwner): Promise<Omit<ContactSettings, 'mailOn'>> {
  const row = await db
    .selectFrom('contact_setting')
    .select(['mail_masked', 'quiet_from', 'quiet_until'])
    .where('id', '=', idOfOwner(owner))
    .executeTakeFirst()
  return { mail: row?.mail_masked ?? null, quiet: row ? quietFrom(row) : null }
}

/** What a buyer reads of his: the WeChat that he has bound, too. */
export async function readMemberContactSettings(db: Db, userId: string): Promise<Omit<MemberContactSettings, 'mailOn' | 'wechatOn'>> {
  const row = await db
    .selectFrom('contact_setting')
    .select(['mail_masked', 'quiet_from', 'quiet_until', 'wechat_bound_at', 'wechat_unfollowed_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return {
    mail: row?.mail_masked ?? null,
    quiet: row ? quietFrom(row) : null,
    wechat: row?.wechat_bound_at ? { boundAt: row.wechat_bound_at, isFollowing: row.wechat_unfollowed_at === null } : null,
  }
}

export async function saveQuietHours(tx: Tx, moment: Moment, owner: ContactOwner, quiet: QuietHours | null): Promise<void> {
  const set = { quiet_from: quiet?.fromHour ?? null, quiet_until: quiet?.untilHour ?? null, updated_at: moment.now }
  await tx
    .insertInto('contact_setting')
    .values({ ...ownerColumns(owner), ...set })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(set))
    .execute()
}

/** Removes the confirmed address and one that waits for its code. */
export async function removeMailAddress(tx: Tx, moment: Moment, owner: ContactOwner): Promise<void> {
  await tx
    .updateTable('contact_setting')
    .set({ mail_sealed: null, mail_masked: null, new_mail_sealed: null, code_hmac: null, code_until: null, updated_at: moment.now })
    .where('id', '=', idOfOwner(owner))
    .execute()
}

/** How a person is reached. */
export interface Contact {
  /** Decrypts the confirmed address; null: there is none. Throws if it cannot be decrypted, so that one person does not stop the others. */
  openMail(): string | null
  quiet: QuietHours | null
  /** Decrypts the bound WeChat, as `openMail`; null: there is none, or it does not follow the mall's account. */
  openWechat(): WechatBinding | null
}

/** Reads how some people are reached, in one statement. Who has chosen nothing has neither an address nor quiet hours. */
export async function readContacts(db: Db, keys: Keys, ids: readonly string[]): Promise<(id: string) => Contact> {
  const rows = await db
    .selectFrom('contact_setting')
    .select(['id', 'mail_sealed', 'quiet_from', 'quiet_until', 'wechat_sealed', 'wechat_bound_at', 'wechat_unfollowed_at'])
    .where('id', '=', anyOfIdsSql(ids))
    .execute()
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return (id) => {
    const row = rowsById.get(id)
    const sealed = row?.mail_sealed ?? null
    return {
      openMail: () => (sealed === null ? null : openMailAddress(keys, id, sealed)),
      quiet: row ? quietFrom(row) : null,
      openWechat: () => {
        const binding = row && openWechatBinding(keys, id, row)
        return binding?.isFollowing ? binding : null
      },
    }
  }
}

const DAY_MS = 86_400_000

/** Clears addresses whose code ran out a day ago, which may be a stranger's, and deletes how disabled staff were reached. */
export async function clearExpiredMailCodesAndContactsOfDisabledStaff(tx: Tx, { now }: Moment): Promise<void> {
  await tx
    .updateTable('contact_setting')
    .set({ new_mail_sealed: null, code_hmac: null, code_until: null })
    .where('code_until', '<', new Date(now.getTime() - DAY_MS))
    .execute()
  await tx
    .deleteFrom('contact_setting')
    .using('staff')
    .whereRef('staff.id', '=', 'contact_setting.staff_id')
    .where('staff.status', '=', 0)
    .execute()
}

/** Deletes the settings of a user who closes his account. */
export async function deleteContactSettingsOfUser(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('contact_setting').where('user_id', '=', userId).execute()
}
