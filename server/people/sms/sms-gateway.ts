import { maskMobile } from '#contract/people/identity/masking.ts'
import type { MessageTextName } from '#contract/people/messaging/message-texts/texts.ts'
import { createMessageTextRenderer } from '#server/content/message-texts/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { traceProviderCall } from '#server/platform/core/tracing.ts'
import { createSignedAliyunHeaders, formatCanonicalQuery } from './aliyun-signature.ts'

/** The message texts that are sent by SMS. A provider has an approved template for each. */
const smsTexts = { code: 'smsCode', known: 'smsKnown', alert: 'smsAlert', invitation: 'smsInvitation' } as const satisfies Record<
  string,
  MessageTextName
>
export type SmsTemplateName = keyof typeof smsTexts
type Facts = Readonly<Record<string, string>>

export interface SmsMessage {
  mobile: string
  template: SmsTemplateName
  facts: Facts
}

/** Sends an SMS. Throws if the provider has not accepted it, so that the job tries again. */
export interface SmsGateway {
  send(moment: Moment, sms: SmsMessage): Promise<void>
  /** The SMS that were not sent but stored, newest first: without a provider, staff read them in the console. */
  listStored?(): Promise<StoredSms[]>
  /** Asks the provider whether the account and its signature are valid. Returns the signature. Throws the provider's error. */
  check?(moment: Moment): Promise<string>
}

/** An SMS that was stored and not sent. The mobile number is masked; the text is complete. */
export interface StoredSms {
  id: string
  mobile: string
  text: string
  at: Date
}

/** Reads a name of the mall: texts use the full name, the provider's signature the short one. */
export type ReadMallName = () => Promise<string>

async function textOf(db: Db, mallName: ReadMallName, { template, facts }: SmsMessage): Promise<string> {
  const text = smsTexts[template]
  return (await createMessageTextRenderer(db, [text]))({ text, facts: { ...facts, mall: await mallName() } }).content
}

/** The gateway of an installation without a provider: stores the SMS, encrypted, so that staff can read them. */
export const createStoreOnlySmsGateway = (db: Db, keys: Keys, mallName: ReadMallName): SmsGateway => ({
  send: async (moment, sms) => {
    const id = moment.newId()
    const row = {
      id,
      mobile_masked: maskMobile(sms.mobile),
      sealed: keys.seal(moment, `sms_outbox|sealed|${id}`, await textOf(db, mallName, sms)),
      at: moment.now,
    }
    await runInTransaction(db, (tx) => tx.insertInto('sms_outbox').values(row).execute())
  },
  listStored: () => readKept(db, keys),
})

const KEPT_SHOWN = 50

async function readKept(db: Db, keys: Keys): Promise<StoredSms[]> {
  const rows = await db.selectFrom('sms_outbox').selectAll().orderBy('at', 'desc').limit(KEPT_SHOWN).execute()
  return rows.map(({ id, mobile_masked, sealed, at }) => ({
    id,
    mobile: mobile_masked,
    text: keys.open(`sms_outbox|sealed|${id}`, sealed),
    at,
  }))
}

export interface AliyunSmsAccount {
  keyId: string
  keySecret: string
  /** The signature that the provider has approved; undefined: the short name of the mall. */
  signName: string | undefined
  /** The address of the provider, whose host is signed. */
  base: string
  /** The provider's template code for each text. */
  templates: Record<SmsTemplateName, string>
}

const TIMEOUT_MS = 8_000

type Answer = { Code?: string; Message?: string; SignStatus?: number }

/** Sends one signed call to the provider. Throws unless it answers OK. */
async function callAliyun(moment: Moment, account: AliyunSmsAccount, { action, query }: { action: string; query: Facts }): Promise<Answer> {
  const date = `${moment.now.toISOString().slice(0, 19)}Z`
  const request = { host: new URL(account.base).host, action, version: '2017-05-25', date, nonce: moment.bytes(16).toString('hex'), query }
  const signed = { method: 'POST', headers: createSignedAliyunHeaders(request, account) }
  const response = await traceProviderCall(account.base, signed, (headers) =>
    fetch(`${account.base}/?${formatCanonicalQuery(query)}`, { ...signed, headers, signal: AbortSignal.timeout(TIMEOUT_MS) }),
  )
  const answer = (await response.json()) as Answer
  if (answer.Code !== 'OK') throw new Error(`短信服务商回答 ${answer.Code ?? response.status}：${answer.Message ?? ''}`)
  return answer
}

/** The state of a signature that may be used. */
const SIGN_PASSED = 1

/** Alibaba Cloud's SMS service (Dysmsapi 2017-05-25: SendSms, QuerySmsSign). */
export function createAliyunSmsGateway(account: AliyunSmsAccount, shortName: ReadMallName): SmsGateway {
  const signature = async () => account.signName ?? (await shortName())
  return {
    send: async (moment, { mobile, template, facts }) => {
      const query = {
        PhoneNumbers: mobile,
        SignName: await signature(),
        TemplateCode: account.templates[template],
        TemplateParam: JSON.stringify(facts),
      }
      await callAliyun(moment, account, { action: 'SendSms', query })
    },
    check: async (moment) => {
      const SignName = await signature()
      const { SignStatus: status } = await callAliyun(moment, account, { action: 'QuerySmsSign', query: { SignName } })
      if (status !== SIGN_PASSED) throw new Error(`短信签名「${SignName}」还没有通过审核`)
      return SignName
    },
  }
}
