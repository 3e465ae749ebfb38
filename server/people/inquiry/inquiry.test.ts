import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { saveCaptcha } from '#server/people/identity/captchas.ts'
import { ONE_DAY_MS, ONE_HOUR_MS, openMall } from '#server/platform/testing/mall.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'

const mall = await openMall()
const [support, admin] = [await mall.staff('support'), await mall.staff('admin')]
const { inquiry, consoleInquiry } = contract
const asks = { name: '赵工', mobile: '13912345678', topic: 'goods', text: 'U84 有没有替代型号？' } as const

/** A captcha that a guest has read. */
async function captcha(purpose: 'inquiry' | 'login' = 'inquiry') {
  const key = mall.moment().bytes(16).toString('base64url')
  const shown = { key, text: 'ABCD', png: Buffer.alloc(0) }
  await mall.runInTransaction((tx) => saveCaptcha(tx, mall.moment(), { keys: mall.keys, purpose, captcha: shown }))
  return { imageKey: key, imageCode: 'abcd' }
}
const waiting = async () => (await support.api.consoleInquiry.list({ state: 'OPEN' })).dataList
const submit = (person: TestUser, given: object) => person.post(inquiry.submit.path, { ...asks, ...given })

describe('a member asks a question', () => {
  test('and the answer arrives as a message and is shown beside the question', async () => {
    const lin = await mall.buyer('林')
    await lin.api.inquiry.submit(asks)
    const queue = await support.api.consoleQueue.list({})
    expect(queue.find(({ kind }) => kind === 'inquiry')).toMatchObject({ count: 1, oldestAt: mall.clock.now })
    const [one] = await waiting()
    expect(one).toMatchObject({ enterpriseName: '林矿业有限公司', mobileMasked: '139****5678', text: asks.text, answer: null })

    mall.clock.forward(ONE_HOUR_MS)
    await support.api.consoleInquiry.answer({ id: one?.id ?? '', text: '可以用 U85，齿柄一致。' })
    expect((await lin.api.message.list({})).dataList).toMatchObject([
      { title: '客服回复了您关于“选型与报价”的留言', messageContent: '可以用 U85，齿柄一致。', target: { screen: '/service_contact' } },
    ])
    expect(await lin.api.inquiry.mine({})).toMatchObject([{ state: 'ANSWERED', answer: '可以用 U85，齿柄一致。', stateAt: mall.clock.now }])
    expect(await waiting()).toEqual([])
  })

  test('that nobody else sees, neither a colleague nor the same person for another enterprise', async () => {
    const lin = await mall.buyer('林')
    const colleague = await mall.subAccount(lin, ['lookOrder'])
    await lin.api.inquiry.submit(asks)
    expect(await colleague.api.inquiry.mine({})).toEqual([])
    expect((await mall.guest().post(inquiry.mine.path)).code).toBe(510)
  })

  test('at most ten times a day, also concurrently', async () => {
    const lin = await mall.buyer('林')
    const answers = await Promise.all(Array.from({ length: 12 }, () => submit(lin, {})))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(10)
    expect(answers.find(({ code }) => code !== 200)).toMatchObject({ code: 429, reason: 'INQUIRY_TOO_MANY' })
    mall.clock.forward(ONE_DAY_MS)
    await mall.renew()
    await lin.api.inquiry.submit(asks)
  })
})

describe('a guest asks a question', () => {
  test('with a captcha for that purpose, once', async () => {
    const guest = mall.guest()
    expect(await submit(guest, {})).toMatchObject({ reason: 'CAPTCHA_NEEDED', detail: { field: 'imageCode' } })
    expect(await submit(guest, { ...(await captcha()), imageCode: 'zzzz' })).toMatchObject({ reason: 'CAPTCHA_WRONG' })
    expect(await submit(guest, await captcha('login'))).toMatchObject({ reason: 'CAPTCHA_WRONG' })
    const good = await captcha()
    expect(await submit(guest, good)).toMatchObject({ code: 200, data: null })
    expect(await submit(guest, good)).toMatchObject({ reason: 'CAPTCHA_WRONG' })
  })

  test('at most five times an hour from one address', async () => {
    const guest = mall.guest()
    mall.clock.forward(ONE_DAY_MS)
    await mall.renew()
    for (let at = 0; at < 5; at++) expect((await submit(guest, await captcha())).code).toBe(200)
    expect(await submit(guest, await captcha())).toMatchObject({ reason: 'INQUIRY_TOO_MANY' })
    mall.clock.forward(ONE_HOUR_MS)
    expect((await submit(guest, await captcha())).code).toBe(200)
  })

  test('and can be called back: his number is stored encrypted, and opening it is logged by name', async () => {
    const [one] = (await waiting()).filter(({ enterpriseId }) => enterpriseId === null)
    const id = one?.id ?? ''
    expect(await support.api.consoleInquiry.mobile({ id })).toEqual({ mobile: asks.mobile })
    const { dataList } = await admin.api.consoleAudit.list({ objectId: id })
    expect(dataList).toMatchObject([{ actorName: 'support', actionName: '查看留言人手机号' }])
    const rows = await mall.db.selectFrom('inquiry').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(asks.mobile)
    const received = (await mall.db.selectFrom('message').select('id').where('enterprise_id', 'is not', null).execute()).length
    await support.api.consoleInquiry.answer({ id, text: '已电话答复' })
    expect(await mall.db.selectFrom('message').select('id').where('enterprise_id', 'is not', null).execute()).toHaveLength(received)
  })
})

test('an inquiry is answered or closed once, also with concurrent staff', async () => {
  const lin = await mall.buyer('林')
  await lin.api.inquiry.submit(asks)
  const { dataList } = await support.api.consoleInquiry.list({ state: 'OPEN', topic: 'goods', pageSize: 100 })
  const id = dataList.at(-1)?.id ?? ''
  const answers = await Promise.all([
    support.post(consoleInquiry.answer.path, { id, text: '一' }),
    admin.post(consoleInquiry.answer.path, { id, text: '二' }),
    support.post(consoleInquiry.close.path, { id, reason: '重复' }),
  ])
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409])
  expect((await lin.api.message.list({})).total).toBeLessThanOrEqual(1)
})

test.each<[string, object]>([
  ['mobile', { mobile: '12345' }],
  ['text', { text: '  ' }],
  ['text', { text: '字'.repeat(501) }],
  ['name', { name: '' }],
  ['topic', { topic: 'x' }],
])('the rule of %s is enforced: %o', async (field, given) => {
  const lin = await mall.buyer('林')
  expect(await submit(lin, given)).toMatchObject({ reason: 'INVALID_INPUT', detail: { field } })
})
