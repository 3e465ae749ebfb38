import type { ReadableDocument } from '#contract/people/verification/readings.ts'
import {
  callProvider,
  GatewayOutcomeUnknownError,
  GatewayRefusalError,
  type ProviderCallOptions,
  parseProviderJson,
} from '#server/adapters/gateway/public.ts'
import type { DocumentReaderAccount } from '#server/platform/core/reading-settings.ts'
import { cutText, READING_ANSWER_BYTES_MAX, toReadValues } from './answer-values.ts'
import { DOCUMENT_PICTURE_BYTES_MAX, type DocumentReader, type DocumentReading } from './document-reader.ts'
import { computeTc3Authorization, TC3_CONTENT_TYPE } from './tc3-signature.ts'

const VERSION = '2018-11-19'
const SERVICE = 'ocr'

/** The action for a paper, and what it needs besides the picture. */
const actions: Record<ReadableDocument, { name: string; fields: object }> = {
  licence: { name: 'BizLicenseOCR', fields: {} },
  idFront: { name: 'IDCardOCR', fields: { CardSide: 'FRONT' } },
  idBack: { name: 'IDCardOCR', fields: { CardSide: 'BACK' } },
}

/** Codes that say something of the picture, which stays as it is. All others are about the account, the request or the service. */
const UNREADABLE = new Set([
  'FailedOperation.CardSideError',
  'FailedOperation.EmptyImageError',
  'FailedOperation.IdCardInfoIllegal',
  'FailedOperation.IdCardTooSmall',
  'FailedOperation.ImageBlur',
  'FailedOperation.ImageDecodeFailed',
  'FailedOperation.ImageNoIdCard',
  'FailedOperation.ImageNoText',
  'FailedOperation.ImageSizeTooLarge',
  'FailedOperation.MultiCardError',
  'FailedOperation.NoBizLicense',
  'FailedOperation.OcrFailed',
  'InvalidParameter.EngineImageDecodeFailed',
  'LimitExceeded.TooLargeFileError',
])
/** Codes of a service that has no time or a fault: the same request may be answered later. */
const BUSY = /^(?:InternalError|RequestLimitExceeded|FailedOperation\.(?:EngineRecognizeTimeout|UnKnowError|UnKnownError|RecognizeFailed))/

const REASON_MAX = 200
/** The warning of `BizLicenseOCR` that a picture is no licence (非营业执照). Its values are then nothing to go by. */
const NO_LICENCE_WARNING = -20_001

type Answer = Record<string, unknown>
const isObject = (value: unknown): value is Answer => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads the error of an answer: a picture that cannot be read, or a throw. */
function toUnreadable({ Code, Message }: Answer): DocumentReading {
  const [code, reason] = [cutText(Code, 80), cutText(Message, REASON_MAX)]
  if (UNREADABLE.has(code)) return { state: 'unreadable', reason: `${code}: ${reason}` }
  if (code === '' || BUSY.test(code)) throw new GatewayOutcomeUnknownError(`${code}: ${reason}`)
  throw new GatewayRefusalError(code, reason)
}

/** Reads the values of an answer, unless it says that the picture is no such paper. */
function toReading(kind: ReadableDocument, answer: Answer): DocumentReading {
  const warnings: unknown = answer.RecognizeWarnCode
  if (kind === 'licence' && Array.isArray(warnings) && warnings.includes(NO_LICENCE_WARNING))
    return { state: 'unreadable', reason: `warning ${NO_LICENCE_WARNING}` }
  const values = toReadValues(kind, answer)
  return Object.keys(values).length === 0 ? { state: 'unreadable', reason: 'no value of this paper' } : { state: 'read', values }
}

/** Tencent Cloud's 文字识别 (API 3.0): `BizLicenseOCR` and `IDCardOCR`, one signed request a picture. Throws a `RangeError` for a larger picture. */
export const createTencentDocumentReader = (
  account: DocumentReaderAccount,
  bounds: Pick<ProviderCallOptions, 'timeoutMs'> = {},
): DocumentReader => ({
  async read(kind, jpeg, at) {
    if (jpeg.length > DOCUMENT_PICTURE_BYTES_MAX) throw new RangeError('a picture that is too large to be read')
    const { name: action, fields } = actions[kind]
    const body = JSON.stringify(Object.assign({ ImageBase64: Buffer.from(jpeg).toString('base64') }, fields))
    const { host } = new URL(account.base)
    const signed = {
      'content-type': TC3_CONTENT_TYPE,
      authorization: computeTc3Authorization(account, { host, service: SERVICE, action, body, at }),
      'x-tc-action': action,
      'x-tc-version': VERSION,
      'x-tc-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'x-tc-region': account.region,
    }
    const request = { method: 'POST', headers: signed, body } as const
    const response = await callProvider(account.base, request, Object.assign({ answerBytesMax: READING_ANSWER_BYTES_MAX }, bounds))
    const { status, headers, body: text } = response
    if (status !== 200) throw new GatewayOutcomeUnknownError(`HTTP ${status}`)
    if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) throw new GatewayOutcomeUnknownError('an answer that is not JSON')
    const { Response: answer } = parseProviderJson(text)
    if (!isObject(answer)) throw new GatewayOutcomeUnknownError('an answer without a response')
    if (isObject(answer.Error)) return toUnreadable(answer.Error)
    return toReading(kind, answer)
  },
})
