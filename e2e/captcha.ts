import pg from 'pg'
import { CAPTCHA_LETTERS } from '#server/people/identity/captcha-picture/captcha-picture.ts'
import { computeCaptchaDigest } from '#server/people/identity/captchas.ts'
import type { TestMall } from './test-mall.ts'

/**
 * Reads a captcha as only somebody with the server's secret can: by trying all answers against the stored digest. The login that follows is
 * the real one; the program has no way around the captcha. Undefined if it has been used up.
 */
export async function readCaptcha({ appUrl, keys }: Pick<TestMall, 'appUrl' | 'keys'>, key: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: appUrl })
  await client.connect()
  const { rows } = await client.query<{ answer_hmac: Buffer }>('select answer_hmac from captcha where key = $1', [key])
  await client.end()
  const wanted = rows[0]?.answer_hmac
  if (!wanted) return undefined
  for (const a of CAPTCHA_LETTERS)
    for (const b of CAPTCHA_LETTERS)
      for (const c of CAPTCHA_LETTERS)
        for (const d of CAPTCHA_LETTERS) {
          if (computeCaptchaDigest(keys, key, a + b + c + d).equals(wanted)) return a + b + c + d
        }
  throw new Error('no answer fits')
}
