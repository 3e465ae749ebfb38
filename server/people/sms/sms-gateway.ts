import { maskMobile } from '#contract/people/identity/masking.ts'
import type { TextName } from '#contract/people/messaging/message-texts/texts.ts'
import { createMessageTextRenderer } from '#server/content/message-texts/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { formatCanonicalQuery, signAliyun } from './aliyun-signature.ts'

/** The message texts that are sent by SMS. A provider has an approved template for each. */
const smsTexts = { code: 'smsCode', known: 'smsKnown', alert: 'smsAlert', invitation: 'smsInvitation' } as const satisfies Record<
  string,
  TextName
>
export type SmsTemplate = keyof typeof smsTexts
type Facts = Readonly<Record<string, string>>

export interface SmsMessage {
  mobile: string
  template: SmsTemplate
  facts: Facts
}

/** Sends an SMS. Throws if the provider has not accepted it, so that the job tries again. */
export interface SmsGateway {
  send(moment: Moment, sms: SmsMessage): Promise<void>
  /** The SMS that were not sent but stored, newest first: without a provider, staff read them in the console. */
  listStored?(): Promise<StoredSms[]>
}

/** An SMS that was stored and not sent. The mobile number is masked; the text is complete. */
export interface StoredSms {
  id: string
  mobile: string
  text: string
  at: Date
}

/** Reads the name of the mall. */
export type MallName = () => Promise<string>

async function textOf(db: Db, mallName: MallName, { template, facts }: SmsMessage): Promise<string> {
  const text = smsTexts[template]
  return (await createMessageTextRenderer(db, [text]))({ text, facts: { ...facts, mall: await mallName() } }).content
}

/** The gateway of an installation without a provider: stores the SMS, encrypted, so that staff can read them. */
export const createLocalSmsGateway = (db: Db, keys: Keys, mallName: MallName): SmsGateway => ({
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

export interface AliyunAccount {
  keyId: string
  keySecret: string
  signName: string
  /** The provider's template code for each text. */
  templates: Record<SmsTemplate, string>
}

const HOST = 'dysmsapi.aliyuncs.com'
const TIMEOUT_MS = 8_000

/** Alibaba Cloud's SMS service (Dysmsapi 2017-05-25, SendSms). */
export const createAliyunSmsGateway = (account: AliyunAccount, base = `https://${HOST}`): SmsGateway => ({
  send: async (moment, { mobile, template, facts }) => {
    const query = {
      PhoneNumbers: mobile,
      SignName: account.signName,
      TemplateCode: account.templates[template],
      TemplateParam: JSON.stringify(facts),
    }
    const date = `${moment.now.toISOString().slice(0, 19)}Z`
    const request = { host: HOST, action: 'SendSms', version: '2017-05-25', date, nonce: moment.bytes(16).toString('hex'), query }
    const answer = await fetch(`${base}/?${formatCanonicalQuery(query)}`, {
      method: 'POST',
      headers: signAliyun(request, account),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { Code: code, Message: message } = (await answer.json()) as { Code?: string; Message?: string }
    if (code !== 'OK') throw new Error(`the SMS provider answered ${code ?? answer.status}: ${message ?? ''}`)
  },
})
