import { beforeEach, describe, expect, test, vi } from 'vitest'
import { contract } from '#contract/api.ts'
import { createSmtpMailService } from '#server/adapters/mail/public.ts'
import { createWecomRobot } from '#server/adapters/wecom-robot/public.ts'
import { forwardStaffNotices, sendAlerts, sendMailIfStillWanted } from '#server/operations/alerts/public.ts'
import { relayOutboxBatch } from '#server/operations/jobs/outbox-relay.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { sendPersonalStaffNotices } from '#server/people/staff-notices/public.ts'
import { startMailbox } from '#server/platform/testing/mailbox.ts'
import { type Buyer, openMall } from '#server/platform/testing/mall.ts'
import { createEventTaker } from '#server/platform/testing/outbox-events.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'
import { checkMailCode, confirmMailAddress } from './mail-codes.ts'
import { findEndOfQuietHours, unsealMail } from './public.ts'

const mailbox = await startMailbox()
// Two in the afternoon in Asia/Shanghai.
const mall = await openMall()
mall.services.mail = createSmtpMailService(mailbox.mailAccount, async () => '岩锋工品')
const robot = createWecomRobot(mailbox.robotAccount)
const context = { robot, db: mall.db, keys: mall.keys, publicUrl: 'https://mall.example', wechatAccount: undefined }
const HOUR_MS = 3_600_000
const [lin, finance] = [await mall.buyer('林'), await mall.staff('finance')]

const takeEvents = createEventTaker(mall)

/** Runs the jobs of what was told. Returns the mails that leave, with the time until which they wait. */
async function sendsMails() {
  for (const payload of await takeEvents('alert.made')) for (const _ of [1, 2]) await sendAlerts(context, mall.moment(), payload)
  for (const payload of await takeEvents('notice.made')) for (const _ of [1, 2]) await forwardStaffNotices(context, mall.moment(), payload)
  const mails = (await takeEvents('mail.send')).map(({ sealed, notBefore }) => ({ notBefore, ...unsealMail(mall.keys, sealed) }))
  for (const mail of mails) await mall.services.mail?.send(mail)
  return mails
}

const lastCode = () => /验证码 (\d{6})/.exec(mailbox.all()[0]?.text ?? '')?.[1] ?? expect.fail('no code')
const notify = ({ enterpriseId, userId }: Buyer, title: string) =>
  mall.runInTransaction((tx) =>
    sendMessages(tx, mall.moment(), [
      { enterpriseId, userIds: [userId], kind: 'system', title, content: '应还 ¥100.00', alert: 'due', target: undefined },
    ]),
  )

/** Confirms an address as a person does. */
async function confirms(person: Buyer | TestUser, group: 'contact' | 'consoleContact', email: string) {
  mall.clock.forward(60_000)
  expect(await person.post(contract[group].sendMailCode.path, { email })).toMatchObject({ code: 200 })
  await sendsMails()
  expect(await person.post(contract[group].confirmMail.path, { code: lastCode() })).toMatchObject({ code: 200 })
}

beforeEach(async () => void (await sendsMails()))

test.each([
  ['21:59', 22, 8, null],
  ['22:00', 22, 8, '2026-11-19T08:00'],
  ['00:10', 22, 8, '2026-11-18T08:00'],
  ['07:59', 22, 8, '2026-11-18T08:00'],
  ['08:00', 22, 8, null],
  ['12:30', 12, 14, '2026-11-18T14:00'],
  ['23:00', 22, 0, '2026-11-19T00:00'],
])('at %s the quiet hours from %i to %i end at %s', (time, fromHour, untilHour, end) =>
  expect(findEndOfQuietHours(new Date(`2026-11-18T${time}:00+08:00`), { fromHour, untilHour })).toEqual(end && new Date(`${end}:00+08:00`)),
)

describe('an address gets nothing before its owner has typed the code that was sent to it', () => {
  test('wrong codes are counted, a second one waits a minute, and only the address that was confirmed is shown, masked', async () => {
    const { sendMailCode, confirmMail } = contract.contact
    expect(await lin.api.contact.mine({})).toEqual({ mailOn: true, mail: null, quiet: null, wechatOn: false, wechat: null })
    expect(await lin.post(contract.alert.choose.path, { alertKind: 'due', bySms: false, byMail: true })).toMatchObject({
      reason: 'MAIL_UNCONFIRMED',
    })
    await lin.api.contact.sendMailCode({ email: 'lin@example.com' })
    expect(await lin.post(sendMailCode.path, { email: 'other@example.com' })).toMatchObject({ code: 429, reason: 'MAIL_CODE_TOO_OFTEN' })
    expect(await sendsMails()).toMatchObject([{ to: 'lin@example.com', subject: '岩锋工品：确认接收邮箱' }])
    const code = lastCode()
    const wrong = code === '000000' ? '000001' : '000000'
    // A stranger cannot use it.
    const wu = await mall.buyer('吴')
    expect(await wu.post(confirmMail.path, { code })).toMatchObject({ reason: 'MAIL_CODE_EXPIRED' })
    for (let tries = 0; tries < 4; tries++)
      expect(await lin.post(confirmMail.path, { code: wrong })).toMatchObject({
        code: 400,
        reason: 'MAIL_CODE_WRONG',
        detail: { field: 'code' },
      })
    await lin.api.contact.confirmMail({ code })
    expect(await lin.post(confirmMail.path, { code })).toMatchObject({ reason: 'MAIL_CODE_EXPIRED' })
    expect(await lin.api.contact.mine({})).toEqual({ mailOn: true, mail: 'l***@example.com', quiet: null, wechatOn: false, wechat: null })
    const stored = await mall.db.selectFrom('contact_setting').selectAll().execute()
    expect(JSON.stringify(stored.map((row) => ({ ...row, mail_sealed: row.mail_sealed?.toString('latin1') })))).not.toContain('lin@')
  })

  test('five wrong codes invalidate it, and so does half an hour', async () => {
    const wu = await mall.buyer('吴')
    const { confirmMail } = contract.contact
    await wu.api.contact.sendMailCode({ email: 'wu@example.com' })
    await sendsMails()
    const code = lastCode()
    const wrong = code === '000000' ? '000001' : '000000'
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => wu.post(confirmMail.path, { code: wrong })))
    expect(answers.map(({ reason }) => reason).sort()).toEqual(['MAIL_CODE_EXPIRED', ...Array(5).fill('MAIL_CODE_WRONG')])
    expect(await wu.post(confirmMail.path, { code })).toMatchObject({ code: 410, reason: 'MAIL_CODE_EXPIRED' })
    mall.clock.forward(60_000)
    await wu.api.contact.sendMailCode({ email: 'wu@example.com' })
    await sendsMails()
    mall.clock.forward(30 * 60_000)
    expect(await wu.post(confirmMail.path, { code: lastCode() })).toMatchObject({ reason: 'MAIL_CODE_EXPIRED' })
  })

  test('a code confirms the address that it was sent to, not one that replaced it meanwhile, and an odd address is none', async () => {
    const wu = await mall.buyer('吴')
    for (const email of ['a,b@example.com', '<x>@example.com', '"x"@example.com', 'x@example', 'x@example..com', 'x;y@example.com'])
      expect(await wu.post(contract.contact.sendMailCode.path, { email })).toMatchObject({ code: 400, msg: '请输入正确的邮箱' })
    const owner = { userId: wu.userId }
    await wu.api.contact.sendMailCode({ email: 'wu@example.com' })
    await sendsMails()
    const typed = { keys: mall.keys, owner, code: lastCode() }
    expect(await mall.runInTransaction((tx) => checkMailCode(tx, mall.moment(), typed))).toEqual({ refusal: undefined, count: undefined })
    mall.clock.forward(60_000)
    await wu.api.contact.sendMailCode({ email: 'stranger@example.com' })
    await expect(mall.runInTransaction((tx) => confirmMailAddress(tx, mall.moment(), typed))).rejects.toMatchObject({
      reason: 'MAIL_CODE_EXPIRED',
    })
    expect((await wu.api.contact.mine({})).mail).toBe(null)
  })

  test('a mall without a mail server says so', async () => {
    const { mail } = mall.services
    mall.services.mail = undefined
    expect((await lin.api.contact.mine({})).mailOn).toBe(false)
    expect(await lin.post(contract.contact.sendMailCode.path, { email: 'a@example.com' })).toMatchObject({ reason: 'MAIL_OFF' })
    mall.services.mail = mail
  })
})

test('a buyer gets the title by mail once he has chosen the kind, never the amount, and in his quiet hours when they end', async () => {
  await notify(lin, '还款提醒')
  expect(await sendsMails()).toEqual([])
  await lin.api.alert.choose({ alertKind: 'due', bySms: true, byMail: true })
  // A program of before that knows no mails changes nothing about them.
  await lin.api.alert.choose({ alertKind: 'due', bySms: false })
  await notify(lin, '账单已逾期')
  const [mail, ...others] = await sendsMails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: 'lin@example.com', subject: '账单已逾期', notBefore: undefined })
  expect(mail?.text).toContain('https://mall.example/message_notice')
  expect(mail?.text).not.toContain('¥')

  await lin.api.contact.saveQuietHours({ quiet: { fromHour: 12, untilHour: 18 } })
  await lin.api.alert.choose({ alertKind: 'due', bySms: true })
  await takeEvents('sms.send')
  await notify(lin, '还款提醒')
  const end = '2026-11-18T10:00:00.000Z'
  expect(await sendsMails()).toMatchObject([{ subject: '还款提醒', notBefore: end }])
  expect(await takeEvents('sms.send')).toMatchObject([{ notBefore: end }])
  // The queue gets both with that time.
  const jobs: { identifier: string; runAt?: unknown; queueName?: string; maxAttempts?: number }[] = []
  const addJobs = async (given: typeof jobs) => void jobs.push(...given)
  await relayOutboxBatch(mall.db, mall.moment(), {
    addJobs: addJobs as never,
    listened: new Set(['mail.send', 'sms.send']),
    publicUrl: mall.services.publicUrl,
  })
  const lastJob = (identifier: string) => jobs.findLast((job) => job.identifier === identifier)
  // A mail server that hangs holds up no payment and no code of a log-in.
  expect(lastJob('mail.send')).toMatchObject({ runAt: new Date(end), queueName: 'outgoing', maxAttempts: 12 })
  expect(lastJob('sms.send')).toMatchObject({ runAt: new Date(end), maxAttempts: 8 })
  expect(lastJob('sms.send')).not.toHaveProperty('queueName')
  // Codes of a log-in wait for nothing.
  await lin.api.contact.saveQuietHours({ quiet: null })
  await lin.api.contact.removeMail({})
  await notify(lin, '还款提醒')
  expect(await sendsMails()).toEqual([])
})

test('staff get the kinds that they have chosen, what is about accounts also in quiet hours, and only a notice of their own with its content', async () => {
  const { id: staffId } = await mall.db.selectFrom('staff').select('id').where('name', '=', 'finance').executeTakeFirstOrThrow()
  const tells = (kind: 'stock' | 'work' | 'quotation' | 'security', time = 'first') =>
    mall.runInTransaction((tx) =>
      sendPersonalStaffNotices(tx, mall.moment(), [
        { staffId, kind, title: `标题 ${kind}`, content: `内容 ${kind}`, screen: '/orders?state=x', once: `${kind} ${time}` },
      ]),
    )
  const { choose } = contract.consoleContact
  expect(await finance.post(choose.path, { kind: 'stock', wanted: true, byMail: true })).toMatchObject({ reason: 'MAIL_UNCONFIRMED' })
  await confirms(finance, 'consoleContact', 'fin@example.com')
  // Whoever has the session of somebody else cannot do that unseen.
  expect((await finance.api.consoleNotice.list({})).dataList[0]).toMatchObject({
    title: '通知邮箱已更换',
    content: expect.stringContaining('f***@example.com'),
    screen: '/me',
  })
  await sendsMails()
  await finance.api.consoleContact.choose({ kind: 'stock', wanted: true, byMail: true })
  // What is about rights and accounts cannot be switched off.
  await finance.api.consoleContact.choose({ kind: 'security', wanted: false, byMail: true })
  await finance.api.consoleContact.saveQuietHours({ quiet: { fromHour: 12, untilHour: 18 } })
  // Nobody else's quiet hours or address.
  expect((await lin.api.contact.mine({})).quiet).toBe(null)
  for (const kind of ['stock', 'work', 'security'] as const) for (const _ of [1, 2]) await tells(kind)
  const mails = await sendsMails()
  expect(mails).toMatchObject([
    { to: 'fin@example.com', subject: '标题 stock', notBefore: '2026-11-18T10:00:00.000Z' },
    { subject: '标题 security', notBefore: undefined },
  ])
  expect(mails.map(({ text }) => [text.includes('内容'), text.includes('https://mall.example/console/orders?state=x')])).toEqual([
    [true, true],
    [false, true],
  ])
  // The group reads once that there is something, and nothing of accounts.
  expect((await takeEvents('robot.send')).map(({ text }) => text)).toEqual([
    '有规格低于库存预警：https://mall.example/console/skus?lowStock=1',
    '有新的工作提醒：https://mall.example/console/notices',
  ])
  const { contact, choices } = await finance.api.consoleContact.mine({})
  expect(contact).toEqual({ mailOn: true, mail: 'f***@example.com', quiet: { fromHour: 12, untilHour: 18 } })
  expect(choices).toEqual([
    { kind: 'digest', wanted: false, byMail: false },
    { kind: 'stock', wanted: true, byMail: true },
    { kind: 'work', wanted: true, byMail: false },
    { kind: 'quotation', wanted: true, byMail: false },
    { kind: 'security', wanted: true, byMail: true },
  ])
  // A kind that is switched off is kept as read, and no mail goes; the group still reads that there is something.
  for (const kind of ['stock', 'work', 'quotation'] as const) await finance.api.consoleContact.choose({ kind, wanted: false, byMail: true })
  const unread = async () => (await finance.api.consoleNotice.unread({})).count
  const before = await unread()
  for (const kind of ['stock', 'work', 'quotation'] as const) await tells(kind, 'again')
  expect([await unread(), await sendsMails()]).toEqual([before, []])
  expect((await takeEvents('robot.send')).map(({ text }) => text.split('：')[0])).toEqual([
    '有规格低于库存预警',
    '有新的工作提醒',
    '有买家询价或回复',
  ])
  const kept = (await finance.api.consoleNotice.list({ noticeKind: 'quotation' })).dataList
  expect(kept).toMatchObject([{ title: '标题 quotation', readAt: mall.clock.now }])
  await tells('security', 'again')
  expect([await unread(), (await sendsMails()).length]).toEqual([before + 1, 1])
  mall.clock.forward(HOUR_MS)
})

test('a mail that has waited goes only if its reader still has the address, is not disabled and sleeps no more, and no code goes late', async () => {
  const wu = await mall.buyer('吴')
  const { id: staffId } = await mall.db.selectFrom('staff').select('id').where('name', '=', 'finance').executeTakeFirstOrThrow()
  const warn = vi.fn()
  /** How many mails arrive when the queue comes to one that waits. */
  const arrives = async (sealed: string) => {
    const before = mailbox.all().length
    await sendMailIfStillWanted({ ...context, mail: mall.services.mail, log: { warn } as never }, mall.moment(), sealed)
    return mailbox.all().length - before
  }
  const waiting = async () => {
    for (const payload of await takeEvents('alert.made')) await sendAlerts(context, mall.moment(), payload)
    for (const payload of await takeEvents('notice.made')) await forwardStaffNotices(context, mall.moment(), payload)
    return (await takeEvents('mail.send')).at(-1)?.sealed ?? expect.fail('no mail')
  }
  await confirms(wu, 'contact', 'wu1@example.com')
  await confirms(wu, 'contact', 'wu2@example.com')
  // The address of before is former, and not the new one's name.
  const [former] = await sendsMails()
  expect(former).toMatchObject({ to: 'wu1@example.com', subject: '接收邮箱已更换' })
  expect(former?.text).not.toContain('wu2')
  await wu.api.alert.choose({ alertKind: 'due', bySms: false, byMail: true })
  await notify(wu, '还款提醒')
  const alert = await waiting()
  await wu.api.contact.saveQuietHours({ quiet: { fromHour: 12, untilHour: 20 } })
  expect(await arrives(alert)).toBe(0)
  expect(await takeEvents('mail.send')).toEqual([{ sealed: alert, notBefore: '2026-11-18T12:00:00.000Z' }])
  await wu.api.contact.saveQuietHours({ quiet: null })
  // A receiver that is unknown ends it, and the log does not name him; a wrong account of the mall is tried again.
  mailbox.faults.refuse = 1
  expect(await arrives(alert)).toBe(0)
  expect(warn).toHaveBeenCalledOnce()
  expect(String(warn.mock.calls[0]?.[0].err)).not.toContain('wu2')
  mailbox.faults.locked = true
  await expect(arrives(alert)).rejects.toThrow('邮件服务')
  mailbox.faults.locked = false
  expect(await arrives(alert)).toBe(1)
  await wu.api.contact.removeMail({})
  expect(await arrives(alert)).toBe(0)

  mall.clock.forward(60_000)
  await wu.api.contact.sendMailCode({ email: 'wu3@example.com' })
  const code = await waiting()
  expect(await arrives(code)).toBe(1)
  mall.clock.forward(30 * 60_000)
  expect(await arrives(code)).toBe(0)

  await mall.runInTransaction((tx) =>
    sendPersonalStaffNotices(tx, mall.moment(), [
      { staffId, kind: 'security', title: '标题', content: '内容', screen: '/', once: undefined },
    ]),
  )
  const notice = await waiting()
  expect(await arrives(notice)).toBe(1)
  await mall.db.updateTable('staff').set({ status: 0 }).where('id', '=', staffId).execute()
  expect(await arrives(notice)).toBe(0)
})
