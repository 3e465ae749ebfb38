import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import {
  createMessageTextWithValues,
  findMessageTextContentError,
  messageTextTemplates,
  renderMessageText,
  renderMessageTextWithSampleValues,
} from '#contract/people/messaging/message-texts/texts.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { createLocalSmsGatewayWithMallName } from '#server/external-services.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { sendMessages } from './messages.ts'

const mall = await openMall()
const support = await mall.staff('support')
const { consoleMessageText: desk } = support.api
const { save, reset } = contract.consoleMessageText
const PAID = '{商品} 已付款，马上备货'

const now = async (name: keyof typeof messageTextTemplates) =>
  (await desk.list({})).find(({ textName }) => textName === name) ?? expect.fail(`${name} is not listed`)
const writes = async (textName: keyof typeof messageTextTemplates, words: { title: string; content: string }) =>
  desk.save({ textName, ...words, no: (await now(textName)).no })

test.each(keysOf(messageTextTemplates))('%s is rendered as written with all its values', (name) => {
  expect(findMessageTextContentError(name, messageTextTemplates[name])).toBeUndefined()
  const { title, content } = renderMessageTextWithSampleValues(name, messageTextTemplates[name])
  expect(title + content).not.toMatch(/[{}]/)
})

describe('message texts written by staff', () => {
  test('are used from then on; earlier messages stay as they were', async () => {
    const lin = await mall.buyer('林')
    const tells = () =>
      mall.runInTransaction((tx) =>
        sendMessages(tx, mall.moment(), [
          {
            enterpriseId: lin.enterpriseId,
            userIds: [lin.userId],
            kind: 'system',
            says: createMessageTextWithValues('orderPaid', { goods: '截齿' }),
          },
        ]),
      )
    const received = async () => (await lin.api.message.list({})).dataList.map(({ title, messageContent }) => `${title}：${messageContent}`)
    await tells()
    await writes('orderPaid', { title: '付款成功', content: PAID })
    expect(await now('orderPaid')).toMatchObject({ title: '付款成功', content: PAID, no: 1, builtIn: false, by: 'support' })
    mall.clock.forward(1_000)
    await tells()
    expect(await received()).toEqual(['付款成功：截齿 已付款，马上备货', '订单已支付：截齿已支付，正在备货'])
    await desk.reset({ textName: 'orderPaid', no: 1 })
    mall.clock.forward(1_000)
    await tells()
    expect((await received())[0]).toBe('订单已支付：截齿已支付，正在备货')
    const versions = await desk.versions({ textName: 'orderPaid' })
    expect(versions.map(({ no, title, builtIn }) => [no, title, builtIn])).toEqual([
      [2, '订单已支付', true],
      [1, '付款成功', false],
    ])
    const { dataList } = await (await mall.staff('admin')).api.consoleAudit.list({ objectId: 'orderPaid' })
    expect(dataList.map(({ action, objectKind }) => [action, objectKind])).toEqual([
      [reset.path, 'text'],
      [save.path, 'text'],
    ])
  })

  test('are used for SMS, and an SMS reminder uses their title', async () => {
    const gateway = createLocalSmsGatewayWithMallName(mall.db, mall.keys)
    const sends = async (template: 'code' | 'alert', facts: Record<string, string>) => {
      mall.clock.forward(1_000)
      await gateway.send(mall.moment(), { mobile: '13800000001', template, facts })
      return (await gateway.listStored?.())?.[0]?.text
    }
    const code = { code: '384016', purpose: '登录' }
    expect(await sends('code', code)).toBe('验证码 384016，用于登录，5 分钟内有效。请勿告诉他人。')
    await writes('smsCode', { title: '', content: '【岩锋工品】{用途}验证码：{验证码}' })
    expect(await sends('code', code)).toBe('【岩锋工品】登录验证码：384016')
    expect(await sends('alert', { title: '账单已逾期' })).toBe('岩锋工品提醒：账单已逾期。请登录查看，可在“我的设置”中关闭短信提醒。')
  })

  test('saved by several people at once are saved once; the others get a conflict', async () => {
    const answers = await Promise.all(
      ['甲', '乙', '丙'].map((word) => support.post(save.path, { textName: 'orderSent', title: word, content: `{商品} ${word}`, no: 0 })),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409])
    expect(answers.find(({ code }) => code === 409)).toMatchObject({ reason: 'ROW_CHANGED' })
    expect(await support.post(reset.path, { textName: 'orderSent', no: 0 })).toMatchObject({ code: 409 })
    // Nor is a version written that leaves one out.
    expect(await support.post(reset.path, { textName: 'orderSent', no: 7 })).toMatchObject({ code: 409 })
    expect((await now('orderSent')).no).toBe(1)
  })
})

test.each([
  ['orderPaid', '订单已支付', '{订单号} 已支付，{商品}', '没有占位符 {订单号}，可以使用 {商品}'],
  ['commentShown', '已恢复', '{商品} 已恢复', '没有占位符 {商品}，这条文字不使用占位符'],
  ['orderPaid', '订单已支付', '已支付', '缺少必要的占位符 {商品}'],
  ['dueLate', '账单已逾期', '{月份} 账单逾期', '缺少必要的占位符 {金额}、{天数}、{到期日}'],
  ['smsCode', '', '验证码请勿告诉他人，用于{用途}', '缺少必要的占位符 {验证码}'],
  ['orderPaid', '订单已支付', '{商品 已支付', '花括号 { } 没有成对，占位符要写成 {名称}'],
  ['orderRejected', '被驳回：{说明}', '{商品} {说明}', '标题里不能使用占位符 {说明}，请写在内容里'],
  ['orderPaid', '', '{商品}', '请填写标题'],
  ['orderPaid', '订单已支付', ' ', '请填写内容'],
  ['smsCode', '标题', '{验证码}{用途}', '短信没有标题'],
] as const)('%s with title %s and content %s is refused: %s', async (textName, title, content, msg) => {
  const { no } = await now(textName)
  expect(await support.post(save.path, { textName, title, content, no })).toMatchObject({ code: 422, reason: 'MESSAGE_TEXT_FAULTY', msg })
  expect((await now(textName)).no).toBe(no)
})

test('placeholders inside a value are not replaced again', () => {
  const values = createMessageTextWithValues('afterSaleRejected', { number: '{原因}', reason: '{售后单号}' })
  expect(renderMessageText(messageTextTemplates.afterSaleRejected, values).content).toBe('{原因} 被驳回：{售后单号}')
})
