// Confirms a mail address with a code that is sent to it. Nothing else is sent to an address before.

import { MAIL_CODE_MINUTES } from '#contract/people/channels/fields.ts'
import { maskEmail } from '#contract/people/identity/masking.ts'
import { createRefusal, refuse } from '#contract/platform/core/refusals.ts'
import type { Tx } from '#server/platform/core/db.ts'
import { isDigestOf, type Keys, sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { generateSixDigitCode } from '#server/platform/core/one-time-codes.ts'
import type { CountedCheckResult } from '#server/platform/http/context.ts'
import { tryConsumeRateLimit } from '#server/platform/rate-limits/public.ts'
import { type ContactOwner, idOfOwner, ownerColumns } from './contact-settings.ts'
import { sendMailsAfterCommit } from './outgoing-mails.ts'
import { openMailAddress, sealMailAddress } from './sealed-contacts.ts'

const TRIES_MAX = 5
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** How many codes a person may ask for, and how many an address gets whoever asks: it may be a stranger's. In the order of their names. */
const limits = {
  address: { name: 'mail code address', max: 5, windowMs: DAY_MS },
  day: { name: 'mail code person day', max: 10, windowMs: DAY_MS },
  minute: { name: 'mail code person minute', max: 1, windowMs: MINUTE_MS },
} as const

const digested = (owner: ContactOwner, code: string): string => `${idOfOwner(owner)}:${code}`

/** Sends a code to an address, which replaces an earlier one that waits for its code. Refuses MAIL_CODE_TOO_OFTEN. */
export async function sendMailCode(
  tx: Tx,
  moment: Moment,
  { keys, owner, email, mallName }: { keys: Keys; owner: ContactOwner; email: string; mallName: string },
): Promise<void> {
  const address = email.toLowerCase()
  const [person, receiver] = [{ subject: sha256(idOfOwner(owner)) }, { subject: keys.hmac('email', address) }]
  for (const [limit, subject] of [
    [limits.address, receiver],
    [limits.day, person],
    [limits.minute, person],
  ] as const)
    if (!(await tryConsumeRateLimit(tx, moment, limit, subject))) refuse('MAIL_CODE_TOO_OFTEN')
  const code = generateSixDigitCode(moment)
  const id = idOfOwner(owner)
  const set = {
    new_mail_sealed: keys.seal(moment, `contact_setting|new_mail_sealed|${id}`, email),
    code_hmac: keys.hmac('mailCode', digested(owner, code)),
    code_until: new Date(moment.now.getTime() + MAIL_CODE_MINUTES * MINUTE_MS),
    code_tries: 0,
    updated_at: moment.now,
  }
  await tx
    .insertInto('contact_setting')
    .values({ ...ownerColumns(owner), ...set })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(set))
    .execute()
  const text = `验证码 ${code}，用于在${mallName}确认接收邮箱，${MAIL_CODE_MINUTES} 分钟内有效。\n\n如不是您本人操作，请忽略这封邮件，以后不会再收到。`
  const until = set.code_until.toISOString()
  await sendMailsAfterCommit(tx, moment, keys, [{ to: email, subject: `${mallName}：确认接收邮箱`, text, notBefore: null, until }])
}

interface TypedMailCode {
  keys: Keys
  owner: ContactOwner
  code: string
}

interface CodeColumns {
  code_hmac: Buffer | null
  code_until: Date | null
  code_tries: number
}

/** Compares a typed code with the locked row of its owner. */
function compareMailCode(
  moment: Moment,
  { keys, owner, code }: TypedMailCode,
  row: CodeColumns | undefined,
): 'right' | 'wrong' | 'expired' {
  const isLive = row?.code_hmac && row.code_until && row.code_until > moment.now && row.code_tries < TRIES_MAX
  if (!isLive) return 'expired'
  return isDigestOf(keys, 'mailCode', { value: digested(owner, code), digest: row.code_hmac as Buffer }) ? 'right' : 'wrong'
}

/** Compares a code and counts the try, also of a refused call. Five wrong ones invalidate it. */
export async function checkMailCode(tx: Tx, moment: Moment, { keys, owner, code }: TypedMailCode): Promise<CountedCheckResult> {
  const row = await tx
    .selectFrom('contact_setting')
    .select(['code_hmac', 'code_until', 'code_tries'])
    .where('id', '=', idOfOwner(owner))
    .forUpdate()
    .executeTakeFirst()
  const verdict = compareMailCode(moment, { keys, owner, code }, row)
  if (verdict === 'expired') return { refusal: createRefusal('MAIL_CODE_EXPIRED', { field: 'code' }), count: undefined }
  if (verdict === 'right') return { refusal: undefined, count: undefined }
  const count = async (counting: Tx) => {
    await counting
      .updateTable('contact_setting')
      .set((eb) => ({ code_tries: eb('code_tries', '+', 1) }))
      .where('id', '=', idOfOwner(owner))
      .execute()
  }
  return { refusal: createRefusal('MAIL_CODE_WRONG', { field: 'code' }), count }
}

/**
 * Makes the address whose code was right the confirmed one, and uses the code up; an address that was confirmed before is told. The code is
 * compared once more, because another address can have replaced the one of the check: then it refuses MAIL_CODE_EXPIRED. Returns the new
 * address, masked.
 */
export async function confirmMailAddress(tx: Tx, moment: Moment, { keys, owner, code }: TypedMailCode): Promise<string> {
  const id = idOfOwner(owner)
  const row = await tx
    .selectFrom('contact_setting')
    .select(['mail_sealed', 'new_mail_sealed', 'code_hmac', 'code_until', 'code_tries'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row?.new_mail_sealed || compareMailCode(moment, { keys, owner, code }, row) !== 'right')
    refuse('MAIL_CODE_EXPIRED', { field: 'code' })
  const mail = keys.open(`contact_setting|new_mail_sealed|${id}`, row.new_mail_sealed)
  const former = row.mail_sealed === null ? null : openMailAddress(keys, id, row.mail_sealed)
  const masked = maskEmail(mail)
  await tx
    .updateTable('contact_setting')
    .set({
      mail_sealed: sealMailAddress(keys, moment, { id, mail }),
      mail_masked: masked,
      new_mail_sealed: null,
      code_hmac: null,
      code_until: null,
      updated_at: moment.now,
    })
    .where('id', '=', id)
    .execute()
  if (former !== null && former.toLowerCase() !== mail.toLowerCase()) {
    const text = '您的提醒以后发到另一个邮箱，这个邮箱不再接收。\n\n如不是您本人操作，请立即登录修改密码，并检查接收邮箱。'
    await sendMailsAfterCommit(tx, moment, keys, [{ to: former, subject: '接收邮箱已更换', text, notBefore: null }])
  }
  return masked
}
