import { beforeEach, describe, expect, test } from 'vitest'
import { noMailboxFaults } from '#sandbox/mailbox/smtp-server.ts'
import { GatewayOutcomeUnknownError, GatewayRefusalError } from '#server/adapters/gateway/public.ts'
import { ConfigError, type EnvVariables } from '#server/platform/core/env.ts'
import { readWechatAccountSettings } from '#server/platform/core/wechat-account-settings.ts'
import { startMailbox } from '#server/platform/testing/mailbox.ts'
import { createWechatAccount, WechatReceiverRefusedError } from './public.ts'

const mailbox = await startMailbox()
const settings = mailbox.wechatSettings
const openid = `o${'a'.repeat(27)}`
const now = new Date()
const later = (ms: number) => new Date(now.getTime() + ms)
let serial = 0
const message = (title: string) => ({
  id: `m${++serial}`,
  openid,
  url: 'https://mall.example/message_notice',
  title,
  kind: '采购审批',
  at: now,
})
const titles = () => mailbox.account.messages().map(({ values }) => values.thing1)
const failureOf = (act: Promise<unknown>): Promise<unknown> =>
  act.then(
    () => 'no failure',
    (error: unknown) => error,
  )

beforeEach(() => {
  Object.assign(mailbox.faults, noMailboxFaults)
  mailbox.account.follow({ openid, isFollowing: true })
})

test('a message has the keywords of the template, each in what WeChat takes, and one that is sent again arrives once', async () => {
  const account = createWechatAccount(settings)
  const long = message(`订单\n${'岩'.repeat(40)}`)
  for (const _ of [1, 2]) await account.send({ ...long, at: new Date('2026-11-18T06:05:00Z') }, now)
  await account.send(message('  '), now)
  expect(mailbox.account.messages()).toMatchObject([
    { values: { thing1: '商城消息', thing2: '采购审批' } },
    {
      openid,
      url: 'https://mall.example/message_notice',
      values: { thing1: `订单 ${'岩'.repeat(16)}…`, thing2: '采购审批', time3: '2026年11月18日 14:05' },
    },
  ])
  const short = createWechatAccount({ ...settings, fields: [{ what: 'title', keyword: 'thing1' }] })
  await short.send(message('只有标题'), now)
  expect(mailbox.account.messages()[0]?.values).toEqual({ thing1: '只有标题' })
})

describe('the token', () => {
  test('is fetched once, again shortly before its end, and by all servers the same one', async () => {
    const before = mailbox.account.countTokens()
    const counted = () => {
      const { asked, made } = mailbox.account.countTokens()
      return { asked: asked - before.asked, made: made - before.made }
    }
    const [one, two] = [createWechatAccount(settings), createWechatAccount(settings)]
    for (const account of [one, two, one]) await account.send(message('a'), now)
    const { made } = counted()
    expect(counted().asked).toBe(2)
    expect(made).toBeLessThanOrEqual(1)
    await one.send(message('b'), later((7_200 - 300 - 10) * 1_000))
    expect(counted().asked).toBe(2)
    await one.send(message('b'), later((7_200 - 300 + 10) * 1_000))
    expect(counted()).toEqual({ asked: 3, made })
  })

  test('that has ended is replaced once, and another server takes the next one without ending it', async () => {
    const [one, two] = [createWechatAccount(settings), createWechatAccount(settings)]
    for (const account of [one, two]) await account.send(message('a'), now)
    const before = mailbox.account.countTokens().made
    mailbox.faults.expired = 1
    await one.send(message('after the end'), now)
    await two.send(message('after the end, too'), now)
    await one.send(message('with the same'), now)
    expect(titles().slice(0, 3)).toEqual(['with the same', 'after the end, too', 'after the end'])
    expect(mailbox.account.countTokens().made - before).toBe(1)
    // It is not tried without end.
    mailbox.faults.expired = 2
    const failure = await failureOf(one.send(message('never'), now))
    expect(failure).toBeInstanceOf(GatewayRefusalError)
    expect(String(failure)).toContain('42001')
    expect(titles()).not.toContain('never')
  })

  test('of a wrong secret is refused, and no error repeats a secret, a token or a person', async () => {
    const wrong = createWechatAccount({ ...settings, secret: 'geheim' })
    const nobody = createWechatAccount({ ...settings, apiBase: 'http://127.0.0.1:9' })
    for (const [account, kind] of [
      [wrong, GatewayRefusalError],
      [nobody, GatewayOutcomeUnknownError],
    ] as const) {
      const failure = await failureOf(account.send(message('a'), now))
      expect(failure).toBeInstanceOf(kind)
      expect(String(failure)).not.toContain('geheim')
      expect(String(failure)).not.toContain(openid)
    }
  })
})

test('a person who does not follow, or is unknown, is refused for good; a used-up limit is tried again, and a wrong template is a refusal', async () => {
  const account = createWechatAccount(settings)
  expect(await account.isFollowedBy(openid, now)).toBe(true)
  mailbox.account.follow({ openid, isFollowing: false })
  expect(await account.isFollowedBy(openid, now)).toBe(false)
  const unfollowed = await failureOf(account.send(message('a'), now))
  expect(unfollowed).toBeInstanceOf(WechatReceiverRefusedError)
  expect(unfollowed).toMatchObject({ code: '43004' })
  const stranger = await failureOf(account.send({ ...message('a'), openid: 'oStranger' }, now))
  expect(stranger).toBeInstanceOf(WechatReceiverRefusedError)
  expect(String(stranger)).not.toContain('oStranger')
  mailbox.account.follow({ openid, isFollowing: true })
  mailbox.faults.busy = 1
  expect(await failureOf(account.send(message('a'), now))).toBeInstanceOf(GatewayOutcomeUnknownError)
  const refused = await failureOf(createWechatAccount({ ...settings, templateId: 'x' }).send(message('a'), now))
  expect(refused).toMatchObject({ code: '40037' })
  expect(refused).not.toBeInstanceOf(WechatReceiverRefusedError)
})

describe('its settings', () => {
  const env: EnvVariables = {
    WECHAT_ACCOUNT_APPID: 'wx1',
    WECHAT_ACCOUNT_SECRET: 'geheim',
    WECHAT_ACCOUNT_TEMPLATE: 't',
    PUBLIC_URL: 'https://mall.example',
  }
  test('name the keywords of the template, and have defaults', () => {
    expect(readWechatAccountSettings({})).toBe(undefined)
    expect(readWechatAccountSettings(env)).toMatchObject({
      apiBase: 'https://api.weixin.qq.com',
      fields: [
        { what: 'title', keyword: 'thing1' },
        { what: 'kind', keyword: 'thing2' },
        { what: 'time', keyword: 'time3' },
      ],
    })
    expect(readWechatAccountSettings({ ...env, WECHAT_ACCOUNT_FIELDS: 'title=thing12, time=date2' })?.fields).toHaveLength(2)
  })
  test.each(['time=time3', 'title=thing1,kind=thing1', 'title=amount1', 'title=thing1,time=thing2', 'sum=thing1', ''.padEnd(3, ',')])(
    'refuse the keywords %s',
    (fields) => expect(() => readWechatAccountSettings({ ...env, WECHAT_ACCOUNT_FIELDS: fields })).toThrow('WECHAT_ACCOUNT_FIELDS'),
  )
  test('belong together, and need the address of the mall', () => {
    for (const name of ['WECHAT_ACCOUNT_SECRET', 'PUBLIC_URL'] as const) {
      expect(() => readWechatAccountSettings({ ...env, [name]: '' })).toThrow(ConfigError)
      expect(() => readWechatAccountSettings({ ...env, [name]: '' })).not.toThrow('geheim')
    }
  })
})
