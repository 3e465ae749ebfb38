import pg from 'pg'
import { computeCaptchaDigest } from '#server/people/identity/captchas.ts'
import type { TestMall } from './test-mall.ts'

/** Four letters that captchas are drawn with. */
const LETTERS = '3467'

/**
 * Makes `LETTERS` the answer of a captcha, as only somebody with the database and the server's secret can, and returns them. Trying all
 * answers against the stored digest would take half a second of a core for each login. The login that follows is the real one; the program
 * has no way around the captcha. Undefined if the captcha has been used up.
 */
export async function replaceCaptchaAnswer(
  { ownerUrl, keys }: Pick<TestMall, 'ownerUrl' | 'keys'>,
  key: string,
): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const { rowCount } = await client.query('update captcha set answer_hmac = $2 where key = $1', [
    key,
    computeCaptchaDigest(keys, key, LETTERS),
  ])
  await client.end()
  return rowCount === 1 ? LETTERS : undefined
}
