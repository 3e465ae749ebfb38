import { createHash } from 'node:crypto'
import { cutText, READING_ANSWER_BYTES_MAX, toRegisterValues } from '#server/adapters/document-reader/public.ts'
import { callProvider, GatewayOutcomeUnknownError, GatewayRefusalError, parseProviderJson } from '#server/adapters/gateway/public.ts'
import type { CompanyRegisterAccount } from '#server/platform/core/reading-settings.ts'
import type { CompanyRegister } from './company-register.ts'

/** The register knows no such company. */
const NOT_FOUND = new Set(['201', '208', '213', '215'])
/** A fault or overload of the provider. All other codes are about the account or the request. */
const BUSY = new Set(['109', '110', '199', '205', '429', '500'])

/** The header `Token`: MD5 over key, time in seconds and secret, in capitals. */
export const computeQichachaToken = ({ key, secret }: Pick<CompanyRegisterAccount, 'key' | 'secret'>, timespan: string): string =>
  createHash('md5').update(`${key}${timespan}${secret}`, 'utf8').digest('hex').toUpperCase()

/** Qichacha's 企业工商照面 (API 410), one signed request a question. */
export const createQichachaRegister = (account: CompanyRegisterAccount): CompanyRegister => ({
  async find(keyword, at) {
    const timespan = String(Math.floor(at.getTime() / 1_000))
    const { status, headers, body } = await callProvider(
      `${account.base}/ECIV4/GetBasicDetailsByName?${new URLSearchParams({ key: account.key, keyword })}`,
      { method: 'GET', headers: { Token: computeQichachaToken(account, timespan), Timespan: timespan } },
      { answerBytesMax: READING_ANSWER_BYTES_MAX },
    )
    if (status !== 200) throw new GatewayOutcomeUnknownError(`HTTP ${status}`)
    if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) throw new GatewayOutcomeUnknownError('an answer that is not JSON')
    const { Status, Message, Result } = parseProviderJson(body)
    const [code, reason] = [cutText(Status, 10), cutText(Message, 200)]
    if (NOT_FOUND.has(code)) return { state: 'notFound' }
    if (!/^\d{3}$/.test(code) || BUSY.has(code)) throw new GatewayOutcomeUnknownError(`${code}: ${reason}`)
    if (code !== '200') throw new GatewayRefusalError(code, reason)
    if (typeof Result !== 'object' || Result === null) return { state: 'notFound' }
    const values = toRegisterValues(Result as Record<string, unknown>)
    // Without a name or a code it is not known which company it is.
    return values.enterpriseName === undefined && values.creditCode === undefined ? { state: 'notFound' } : { state: 'read', values }
  },
})
