// Reads and writes the table `captcha`.

import type { captchaPurposes } from '#contract/people/identity/purposes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Tx } from '#server/platform/core/db.ts'
import { isDigestOf, type Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type CaptchaPictureAndFontSize, generateCaptchaText, renderCaptcha } from './captcha-picture/captcha-picture.ts'

export type CaptchaPurpose = (typeof captchaPurposes)[number]

const LIFE_MS = 2 * 60_000
const KEY_BYTES = 16

const clamp = (value: number | undefined, [low, usual, high]: readonly [number, number, number]): number =>
  value === undefined ? usual : Math.round(Math.min(high, Math.max(low, value)))

/** Clamps the requested size of a captcha. The sizes of the login page are within the limits (specification §9). */
export const clampCaptchaSize = (size: {
  longValue?: number | undefined
  widthValue?: number | undefined
  fontSize?: number | undefined
}): CaptchaPictureAndFontSize => ({
  width: clamp(size.longValue, [96, 256, 256]),
  height: clamp(size.widthValue, [36, 96, 96]),
  fontSize: clamp(size.fontSize, [16, 48, 48]),
})

const answerTo = (key: string, text: string) => `${key}:${text.toUpperCase()}`

/** The stored digest of an answer. It depends on the key of the captcha and ignores case. */
export const computeCaptchaDigest = (keys: Keys, key: string, text: string) => keys.hmac('captcha', answerTo(key, text))

export interface NewCaptcha {
  key: string
  text: string
  png: Buffer
}

/** Creates a captcha with its key and answer. It is not stored yet, because rendering takes time and no transaction should wait for it. */
export async function createCaptcha(moment: Moment, size: CaptchaPictureAndFontSize): Promise<NewCaptcha> {
  const text = generateCaptchaText(moment)
  return { key: moment.bytes(KEY_BYTES).toString('base64url'), text, png: await renderCaptcha(moment, text, size) }
}

/** Stores the digest of an answer with its key and purpose for two minutes. */
export async function saveCaptcha(
  tx: Tx,
  moment: Moment,
  { keys, purpose, captcha }: { keys: Keys; purpose: CaptchaPurpose; captcha: NewCaptcha },
): Promise<void> {
  const { key, text } = captcha
  await tx
    .insertInto('captcha')
    .values({ key, purpose, answer_hmac: computeCaptchaDigest(keys, key, text), expires_at: new Date(moment.now.getTime() + LIFE_MS) })
    .execute()
}

/** The result of an answer. A key is used up by any answer. */
export type CaptchaResult = 'right' | 'wrong' | 'expired'

/** Deletes a captcha by its key and returns whether the answer was right. Of two concurrent calls only one finds the key. */
export async function verifyAndConsumeCaptcha(
  tx: Tx,
  moment: Moment,
  input: { keys: Keys; purpose: CaptchaPurpose; imageKey: string; imageCode: string },
): Promise<CaptchaResult> {
  const row = await tx
    .deleteFrom('captcha')
    .where('key', '=', input.imageKey)
    .returning(['purpose', 'answer_hmac', 'expires_at'])
    .executeTakeFirst()
  if (!row || row.purpose !== input.purpose) return 'wrong'
  if (row.expires_at <= moment.now) return 'expired'
  return isDigestOf(input.keys, 'captcha', { value: answerTo(input.imageKey, input.imageCode), digest: row.answer_hmac })
    ? 'right'
    : 'wrong'
}

export function requireRightCaptchaResult(result: CaptchaResult): void {
  if (result === 'wrong') refuse('CAPTCHA_WRONG')
  if (result === 'expired') refuse('CAPTCHA_EXPIRED')
}

/** Deletes captchas that nobody has answered. */
export async function deleteExpiredCaptchas(tx: Tx, moment: Moment): Promise<void> {
  await tx.deleteFrom('captcha').where('expires_at', '<', moment.now).execute()
}
