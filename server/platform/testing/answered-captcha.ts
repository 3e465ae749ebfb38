import { type CaptchaPurpose, saveCaptcha } from '#server/people/identity/captchas.ts'
import type { Mall } from './mall.ts'

const TEXT = 'ACEF'

/** Creates a captcha and returns its id with the right answer. It is stored as the server stores every captcha. */
export async function createAnsweredCaptcha(
  { runInTransaction, moment, keys }: Mall,
  purpose: CaptchaPurpose,
): Promise<{ imageKey: string; imageCode: string }> {
  const key = moment().bytes(16).toString('base64url')
  await runInTransaction((tx) => saveCaptcha(tx, moment(), { keys, purpose, captcha: { key, text: TEXT, png: Buffer.alloc(0) } }))
  return { imageKey: key, imageCode: TEXT }
}
