import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { contract } from '#contract/api.ts'
import type { SmsAlertKind } from '#contract/people/messaging/alert-api.ts'
import { noMailboxFaults } from '#sandbox/mailbox/smtp-server.ts'
import { createWechatAccount } from '#server/adapters/wechat-account/public.ts'
import { sendAlerts, sendWechatMessageIfStillWanted } from '#server/operations/alerts/public.ts'
import { relayOutboxBatch } from '#server/operations/jobs/outbox-relay.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { createSmsCodeAndSendAfterCommit } from '#server/people/sms/public.ts'
import type { OutboxTopics } from '#server/platform/core/outbox.ts'
import { startMailbox } from '#server/platform/testing/mailbox.ts'
import { type Buyer, openMall, TEST_USER_PASSWORD } from '#server/platform/testing/mall.ts'
import { createEventTaker } from '#server/platform/testing/outbox-events.ts'
import { createSmsRequester } from '#server/platform/testing/sms-requester.ts'
import { markWechatFollowing, unsealMail } from './public.ts'

const mailbox = await startMailbox()
// Two in the afternoon in Asia/Shanghai.
const mall = await openMall()
const account = createWechatAccount(mailbox.wechatSettings)
const warn = vi.fn()
const context = { db: mall.db, keys: mall.keys, publicUrl: 'https://mall.example', wechatAccount: account, log: { warn } as never }
const { contact } = contract

const takeEvents = createEventTaker(mall)

/** What waits for WeChat after the alerts were looked through, twice as after a crash. */
async function waits(): Promise<OutboxTopics['wechat.send'][]> {
  for (const payload of await takeEvents('alert.made')) for (const _ of [1, 2]) await sendAlerts(context, mall.moment(), payload)
  return takeEvents('wechat.send')
}
/** The job of a message. Returns how many more the person has got. */
async function arrives(message: OutboxTopics['wechat.send'] | undefined, by = account): Promise<number> {
  const before = mailbox.account.messages().length
  await sendWechatMessageIfStillWanted({ ...context, wechatAccount: by }, mall.moment(), message ?? expect.fail('no message'))
  return mailbox.account.messages().length - before
}

const notify = ({ enterpriseId, userId }: Buyer, title: string, alert: SmsAlertKind = 'approval') =>
  mall.runInTransaction((tx) =>
    sendMessages(tx, mall.moment(), [
      { enterpriseId, userIds: [userId], kind: 'order', title, content: '陈工 应付 ¥100.00 尾号 1234', alert, target: undefined },
    ]),
  )

/** The WeChat of a new person, to which the mall's page leads. */
async function visits(buyer: Buyer) {
  const { url } = await buyer.api.contact.wechatPage({})
  const answer = await fetch(url, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '', back }
}

const newestVisitor = () => mailbox.account.visitors().at(-1)?.openid ?? expect.fail('nobody')
const follows = (openid: string, isFollowing: boolean) => mailbox.account.follow({ openid, isFollowing })

/** Binds a WeChat that follows the account, and chooses it for approvals. Returns its id. */
async function binds(buyer: Buyer): Promise<string> {
  const { code, state } = await visits(buyer)
  await buyer.api.contact.bindWechat({ code, state })
  const openid = newestVisitor()
  follows(openid, true)
  await buyer.api.contact.checkWechat({})
  await buyer.api.alert.choose({ alertKind: 'approval', bySms: false, byWechat: true })
  return openid
}

beforeEach(async () => {
  Object.assign(mailbox.faults, noMailboxFaults)
  Object.assign(mall.services, { wechatAccount: account, publicUrl: 'http://127.0.0.1:8080' })
  await waits()
})

test('a person binds the WeChat in which he opens the mall, is told that he does not follow yet, and undoes it', async () => {
  const lin = await mall.buyer('林')
  expect(await lin.api.contact.mine({})).toEqual({ mailOn: false, mail: null, quiet: null, wechatOn: true, wechat: null })
  const choice = { alertKind: 'due', bySms: true, byWechat: true }
  expect(await lin.post(contract.alert.choose.path, choice)).toMatchObject({ reason: 'WECHAT_UNBOUND' })
  expect(await lin.post(contact.checkWechat.path, {})).toMatchObject({ reason: 'WECHAT_UNBOUND' })
  const { code, state, back } = await visits(lin)
  expect(back.hash).toBe('#/setting')
  await lin.api.contact.bindWechat({ code, state })
  const openid = newestVisitor()
  expect((await lin.api.contact.mine({})).wechat).toEqual({ boundAt: mall.clock.now, isFollowing: false })
  expect(await lin.api.contact.checkWechat({})).toEqual({ isFollowing: false })
  follows(openid, true)
  expect(await lin.api.contact.checkWechat({})).toEqual({ isFollowing: true })
  expect((await lin.api.contact.mine({})).wechat).toMatchObject({ isFollowing: true })
  // It is in clear text in no column of the database.
  const { rows } = await sql<{ text: string }>`select to_jsonb(contact_setting)::text as text from contact_setting`.execute(mall.db)
  expect(rows.map(({ text }) => text).join()).not.toContain(openid)
  const [{ sealed } = { sealed: null }] = await mall.db.selectFrom('contact_setting').select('wechat_sealed as sealed').execute()
  expect(sealed?.toString('latin1')).not.toContain(openid)
  await lin.api.alert.choose({ alertKind: 'due', bySms: true, byWechat: true })
  // A program that knows no WeChat changes nothing about it.
  await lin.api.alert.choose({ alertKind: 'due', bySms: true, byMail: false })
  expect((await lin.api.alert.mine({})).filter(({ byWechat }) => byWechat).map(({ alertKind }) => alertKind)).toEqual(['due'])
  await lin.api.contact.unbindWechat({})
  expect((await lin.api.contact.mine({})).wechat).toBe(null)
  expect(
    await mall.db.selectFrom('contact_setting').select(['wechat_sealed', 'wechat_bound_at', 'wechat_unfollowed_at']).execute(),
  ).toEqual([{ wechat_sealed: null, wechat_bound_at: null, wechat_unfollowed_at: null }])
})

test('nobody binds his WeChat to somebody else, a code counts once and its state ten minutes, and the mail address is told', async () => {
  const [lin, wu] = [await mall.buyer('林'), await mall.buyer('吴')]
  const thief = await visits(wu)
  const unknown = { reason: 'WECHAT_VISITOR_UNKNOWN' }
  // The thief sends the address with his own code to the person whose messages he wants.
  expect(await lin.post(contact.bindWechat.path, { code: thief.code, state: thief.state })).toMatchObject(unknown)
  const mine = await visits(lin)
  expect(await lin.post(contact.bindWechat.path, { code: 'forged', state: mine.state })).toMatchObject(unknown)
  expect(await lin.post(contact.bindWechat.path, { code: 'a&secret=', state: mine.state })).toMatchObject({ code: 400 })
  const moved = `ffffffff${mine.state.slice(8)}`
  expect(await lin.post(contact.bindWechat.path, { code: mine.code, state: moved })).toMatchObject(unknown)
  mall.clock.forward(10 * 60_000)
  expect(await lin.post(contact.bindWechat.path, { code: mine.code, state: mine.state })).toMatchObject(unknown)
  const fresh = await visits(lin)
  const seal = mall.keys.seal(mall.moment(), `contact_setting|mail_sealed|${lin.userId}`, 'lin@example.com')
  await mall.db
    .insertInto('contact_setting')
    .values({ id: lin.userId, user_id: lin.userId, mail_sealed: seal, mail_masked: 'l***@example.com', updated_at: mall.clock.now })
    .execute()
  await lin.api.contact.bindWechat({ code: fresh.code, state: fresh.state })
  expect(await lin.post(contact.bindWechat.path, { code: fresh.code, state: fresh.state })).toMatchObject(unknown)
  const [mail] = (await takeEvents('mail.send')).map(({ sealed }) => unsealMail(mall.keys, sealed))
  expect(mail).toMatchObject({ to: 'lin@example.com', subject: '已绑定微信' })
  // A mail alone could go to an address that whoever has the session has confirmed himself.
  expect((await mall.texts(lin.mobile)).filter(({ template }) => template === 'alert')).toHaveLength(1)
  // Without limit a person could use up what WeChat lets the account ask in a day.
  for (let tries = 0; tries < 25; tries++) await wu.post(contact.bindWechat.path, { code: 'forged', state: (await visits(wu)).state })
  expect(await wu.post(contact.bindWechat.path, { code: 'forged', state: (await visits(wu)).state })).toMatchObject({
    code: 429,
    reason: 'WECHAT_TOO_OFTEN',
  })
})

test('a new binding is told in every company of the person, and by SMS to whoever has no mail address, three times a day at most', async () => {
  const [lin, wu] = [await mall.buyer('林'), await mall.buyer('吴')]
  await wu.api.subUser.add({ mobile: lin.mobile, name: '林工', permCode: 'lookGoods', orderLimit: null, monthLimit: null })
  const titles = async () => (await mall.texts(lin.mobile)).filter(({ template }) => template === 'alert').map(({ facts }) => facts.title)
  const rowsIn = ({ enterpriseId }: Buyer) =>
    mall.db.selectFrom('message').select('title').where('enterprise_id', '=', enterpriseId).where('user_id', '=', lin.userId).execute()
  await binds(lin)
  expect(await titles()).toEqual(['已绑定微信'])
  const { dataList } = await lin.api.message.list({})
  expect(dataList).toMatchObject([
    { title: '已绑定微信', messageContent: expect.stringContaining('如不是您本人操作'), target: { screen: '/setting' } },
  ])
  // He has not accepted there yet, and reads nothing.
  expect(await rowsIn(wu)).toEqual([])
  for (let times = 0; times < 4; times++) await binds(lin)
  expect([await titles(), await rowsIn(lin)]).toMatchObject([{ length: 3 }, { length: 5 }])
})

test('after a change of the account nobody is known to it, and he binds his WeChat again', async () => {
  const lin = await mall.buyer('林')
  await binds(lin)
  const sealed = mall.keys.seal(mall.moment(), `contact_setting|wechat_sealed|${lin.userId}`, 'oFollowerOfTheFormerAccount')
  await mall.db.updateTable('contact_setting').set({ wechat_sealed: sealed }).where('id', '=', lin.userId).execute()
  await notify(lin, '采购待审批')
  const [message] = await waits()
  expect(await arrives(message)).toBe(0)
  expect((await lin.api.contact.mine({})).wechat).toMatchObject({ isFollowing: false })
  expect(await lin.post(contact.checkWechat.path, {})).toMatchObject({ reason: 'WECHAT_UNBOUND' })
  expect((await lin.api.contact.mine({})).wechat).toBe(null)
  await binds(lin)
  await notify(lin, '采购待审批')
  expect(await arrives((await waits())[0])).toBe(1)
})

test('a change of the password ends a binding that somebody else may have made', async () => {
  const lin = await mall.buyer('林')
  await binds(lin)
  await lin.api.userSecurity.changePwd({ oldPwd: TEST_USER_PASSWORD, newPwd: 'Own-Way-2026' })
  expect((await lin.api.contact.mine({})).wechat).toBe(null)
})

test('a WeChat that does not answer loses nothing, and a mall without an account says so', async () => {
  const lin = await mall.buyer('林')
  const openid = await binds(lin)
  const { code, state } = await visits(lin)
  mall.services.wechatAccount = createWechatAccount({ ...mailbox.wechatSettings, apiBase: 'http://127.0.0.1:9' })
  const unclear = { code: 503, reason: 'WECHAT_UNCLEAR' }
  expect(await lin.post(contact.bindWechat.path, { code, state })).toMatchObject(unclear)
  expect(await lin.post(contact.checkWechat.path, {})).toMatchObject(unclear)
  expect((await lin.api.contact.mine({})).wechat).toMatchObject({ isFollowing: true })
  mall.services.wechatAccount = undefined
  expect((await lin.api.contact.mine({})).wechatOn).toBe(false)
  for (const { path, body } of [
    { path: contact.wechatPage.path, body: {} },
    { path: contact.checkWechat.path, body: {} },
    { path: contact.bindWechat.path, body: { code, state } },
  ])
    expect(await lin.post(path, body)).toMatchObject({ reason: 'WECHAT_OFF' })
  await notify(lin, '采购待审批')
  const [message] = await waits()
  // It fails, and can be tried again once there is one.
  const failing = sendWechatMessageIfStillWanted({ ...context, wechatAccount: undefined }, mall.moment(), message ?? expect.fail())
  await expect(failing).rejects.toThrow('没有接入微信公众号')
  expect(await arrives(message)).toBe(1)
  expect(mailbox.account.messages()[0]?.openid).toBe(openid)
  await lin.api.contact.unbindWechat({})
})

test('who has chosen a kind gets its title in WeChat once, by whichever server, and nothing of what the message says', async () => {
  const lin = await mall.buyer('林')
  await notify(lin, '采购待审批')
  expect(await waits()).toEqual([])
  const openid = await binds(lin)
  await notify(lin, '还款提醒', 'due')
  expect(await waits()).toEqual([])
  await notify(lin, '采购待审批')
  const [message, ...others] = await waits()
  expect(others).toEqual([])
  expect(JSON.stringify(message)).not.toMatch(/¥|陈工|1234/)
  expect(JSON.stringify(message)).not.toContain(openid)
  // Two servers take it at once, and one of them once more after a crash.
  const other = createWechatAccount(mailbox.wechatSettings)
  mailbox.faults.expired = 1
  await Promise.all([arrives(message), arrives(message, other)])
  await arrives(message, other)
  const got = mailbox.account.messages().filter((one) => one.openid === openid)
  expect(got).toMatchObject([
    {
      url: 'https://mall.example/message_notice',
      values: { thing1: '采购待审批', thing2: '采购审批', time3: '2026年11月18日 14:10' },
    },
  ])
  // The queue runs it as it does mails.
  const jobs: { identifier: string; queueName?: string; maxAttempts?: number }[] = []
  const addJobs = async (given: typeof jobs) => void jobs.push(...given)
  await relayOutboxBatch(mall.db, mall.moment(), {
    addJobs: addJobs as never,
    listened: new Set(['wechat.send']),
    publicUrl: mall.services.publicUrl,
  })
  expect(jobs.find(({ identifier }) => identifier === 'wechat.send')).toMatchObject({ queueName: 'outgoing', maxAttempts: 12 })
})

test('in quiet hours it waits for their end, also if they were set meanwhile, and goes only to the WeChat that is bound by then', async () => {
  const lin = await mall.buyer('林')
  const first = await binds(lin)
  await lin.api.contact.saveQuietHours({ quiet: { fromHour: 12, untilHour: 18 } })
  await notify(lin, '采购待审批')
  const [message] = await waits()
  expect(message?.notBefore).toBe('2026-11-18T10:00:00.000Z')
  await lin.api.contact.saveQuietHours({ quiet: { fromHour: 12, untilHour: 20 } })
  expect(await arrives(message)).toBe(0)
  const [later] = await takeEvents('wechat.send')
  expect(later).toEqual({ ...message, notBefore: '2026-11-18T12:00:00.000Z' })
  await lin.api.contact.saveQuietHours({ quiet: null })
  const former = { userId: lin.userId, boundAt: mall.clock.now, isFollowing: false }
  mall.clock.forward(1_000)
  const second = await binds(lin)
  // What WeChat has said of the former binding does not concern the new one.
  await mall.runInTransaction((tx) => markWechatFollowing(tx, mall.moment(), former))
  expect(second).not.toBe(first)
  expect(await arrives(later)).toBe(1)
  expect(mailbox.account.messages()[0]).toMatchObject({ openid: second, values: { time3: '2026年11月18日 14:10' } })
  await lin.api.contact.unbindWechat({})
  expect(await arrives(later)).toBe(0)
})

test('who has stopped following gets no more tries, sees it, and gets messages again once he follows', async () => {
  const lin = await mall.buyer('林')
  const openid = await binds(lin)
  follows(openid, false)
  await notify(lin, '采购待审批')
  const [message] = await waits()
  expect(await arrives(message)).toBe(0)
  expect(String(warn.mock.lastCall?.[0].err)).toContain('43004')
  expect(String(warn.mock.lastCall?.[0].err)).not.toContain(openid)
  expect((await lin.api.contact.mine({})).wechat).toMatchObject({ isFollowing: false })
  await notify(lin, '采购待审批')
  expect(await waits()).toEqual([])
  follows(openid, true)
  expect(await arrives(message)).toBe(0)
  await lin.api.contact.checkWechat({})
  await notify(lin, '采购待审批')
  const [next] = await waits()
  mailbox.faults.busy = 1
  await expect(arrives(next)).rejects.toThrow('45009')
  expect((await lin.api.contact.mine({})).wechat).toMatchObject({ isFollowing: true })
  expect(await arrives(next)).toBe(1)
})

test('a person gets fifty alerts a day by WeChat and by everything else together', async () => {
  const lin = await mall.buyer('林')
  await binds(lin)
  for (let at = 0; at < 52; at++) await notify(lin, `采购 ${at}`)
  expect(await waits()).toHaveLength(50)
})

test('an account that is closed leaves nothing of its WeChat, and what waits goes nowhere', async () => {
  const lin = await mall.buyer('林')
  await binds(lin)
  await notify(lin, '采购待审批')
  const [message] = await waits()
  mall.clock.forward(61_000)
  await mall.runInTransaction((tx) =>
    createSmsCodeAndSendAfterCommit(tx, mall.moment(), {
      keys: mall.keys,
      mobile: lin.mobile,
      purpose: 'closeAccount',
      ...createSmsRequester(),
    }),
  )
  const code = (await mall.texts(lin.mobile)).at(-1)?.facts.code
  expect(await lin.post(contract.personalData.close.path, { pwd: TEST_USER_PASSWORD, code, agree: true })).toMatchObject({ code: 200 })
  expect(await mall.db.selectFrom('contact_setting').select('id').where('id', '=', lin.userId).execute()).toEqual([])
  expect(await arrives(message)).toBe(0)
})
