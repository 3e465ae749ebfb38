import { expect, test } from 'vitest'
import { sendMessages } from '#server/people/messaging/public.ts'
import { unsealSms } from '#server/people/sms/public.ts'
import type { OutboxTopics } from '#server/platform/core/outbox.ts'
import { type Buyer, openMall } from '#server/platform/testing/mall.ts'
import { sendAlerts } from './public.ts'

const mall = await openMall()

const notify = ({ enterpriseId, userId }: Buyer, alert: 'due' | 'approval' | 'order') =>
  mall.runInTransaction((tx) =>
    sendMessages(tx, mall.moment(), [{ enterpriseId, userIds: [userId], kind: 'system', title: `账单 ${alert}`, content: '¥100', alert }]),
  )
/** The job as the queue runs it, and once more as after a crash. */
async function works(): Promise<void> {
  const rows = await mall.db.selectFrom('outbox').select('payload').where('topic', '=', 'alert.made').execute()
  for (const { payload } of [...rows, ...rows])
    await sendAlerts(
      { db: mall.db, keys: mall.keys, publicUrl: '', wechatAccount: undefined },
      mall.moment(),
      payload as unknown as OutboxTopics['alert.made'],
    )
}
async function texts(buyer: Buyer): Promise<string[]> {
  const rows = await mall.db.selectFrom('outbox').select('payload').where('topic', '=', 'sms.send').orderBy('at').execute()
  return rows
    .map(({ payload }) => unsealSms(mall.keys, (payload as { sealed: string }).sealed))
    .filter(({ mobile, template }) => mobile === buyer.mobile && template === 'alert')
    .map(({ facts }) => facts.title ?? '')
}

test('by default only main accounts get an SMS, once and only for what is due; each member can choose otherwise', async () => {
  const lin = await mall.buyer('林')
  const sub = await mall.subAccount(lin, ['buyPay'])
  for (const buyer of [lin, sub]) for (const kind of ['due', 'order'] as const) await notify(buyer, kind)
  await works()
  expect([await texts(lin), await texts(sub)]).toEqual([['账单 due'], []])

  await lin.api.alert.choose({ alertKind: 'due', bySms: false })
  await lin.api.alert.choose({ alertKind: 'order', bySms: true })
  await sub.api.alert.choose({ alertKind: 'due', bySms: true })
  expect((await lin.api.alert.mine({})).filter(({ bySms }) => bySms).map(({ alertKind }) => alertKind)).toEqual([
    'approval',
    'order',
    'proposal',
  ])
  for (const buyer of [lin, sub]) for (const kind of ['due', 'order'] as const) await notify(buyer, kind)
  await works()
  // What was told before and not wanted then has not gone out either: it goes by what is wanted when it is sent.
  expect([await texts(lin), await texts(sub)]).toEqual([
    ['账单 due', '账单 order', '账单 order'],
    ['账单 due', '账单 due'],
  ])
})

test('a person gets at most twenty alerts a day', async () => {
  const lin = await mall.buyer('林')
  for (let at = 0; at < 23; at++) await notify(lin, 'approval')
  await works()
  expect(await texts(lin)).toHaveLength(20)
})

test('somebody whose address cannot be read stops nobody else, and mails have a limit of the day, too', async () => {
  const lin = await mall.buyer('林')
  const wu = await mall.subAccount(lin, ['buyPay'])
  const seal = (place: string, mail: string) => mall.keys.seal(mall.moment(), `contact_setting|mail_sealed|${place}`, mail)
  await mall.db
    .insertInto('contact_setting')
    .values(
      [
        { id: lin.userId, mail_sealed: seal(wu.userId, 'lin@example.com') },
        { id: wu.userId, mail_sealed: seal(wu.userId, 'wu@example.com') },
      ].map((row) => Object.assign(row, { user_id: row.id, mail_masked: 'x', updated_at: mall.clock.now })),
    )
    .execute()
  for (const buyer of [lin, wu]) await buyer.api.alert.choose({ alertKind: 'order', bySms: false, byMail: true })
  const alert = (at: number) => ({
    enterpriseId: lin.enterpriseId,
    alert: 'order' as const,
    title: `订单 ${at}`,
    to: [lin.userId, wu.userId].map((userId) => ({ userId, id: mall.moment().newId() })),
  })
  for (let at = 0; at < 52; at++)
    await expect(
      sendAlerts({ db: mall.db, keys: mall.keys, publicUrl: '', wechatAccount: undefined }, mall.moment(), alert(at)),
    ).rejects.toThrow('1 failed')
  const mails = await mall.db.selectFrom('outbox').select('payload').where('topic', '=', 'mail.send').execute()
  expect(mails).toHaveLength(50)
  // What did not leave is not recorded as sent.
  const sent = await mall.db.selectFrom('alert_sent').select('by_sms').where('enterprise_id', '=', lin.enterpriseId).execute()
  expect(sent).toEqual(Array(50).fill({ by_sms: false }))
})

test('a disabled membership gets no alerts', async () => {
  const lin = await mall.buyer('林')
  const sub = await mall.subAccount(lin, ['buyPay'])
  await sub.api.alert.choose({ alertKind: 'due', bySms: true })
  const [seat] = await lin.api.subUser.list({})
  await lin.api.subUser.modifyStatus({ id: seat?.id ?? '', status: 0 })
  await notify(sub, 'due')
  await works()
  expect(await texts(sub)).toEqual([])
})
