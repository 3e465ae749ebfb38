import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createLocalSmsGatewayWithMallName } from '#server/external-services.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { createStoredSmsHandlers } from './console-routes.ts'

const mall = await openMall()

test('without an SMS provider support can read the unsent SMS, newest first, with the mobile masked', async () => {
  const sms = createLocalSmsGatewayWithMallName(mall.db, mall.keys)
  await sms.send(mall.moment(), { mobile: '13912345678', template: 'code', facts: { code: '482913', purpose: '注册' } })
  mall.clock.forward(1_000)
  await sms.send(mall.moment(), { mobile: '13787654321', template: 'code', facts: { code: '113355', purpose: '找回密码' } })
  const support = await mall.staff('support')
  expect((await support.api.staff.me({})).localTexts).toBe(true)
  expect(await support.api.consoleText.list({})).toMatchObject([
    { mobile: '137****4321', text: expect.stringContaining('113355') },
    { mobile: '139****5678', text: expect.stringContaining('482913') },
  ])
  for (const role of ['reviewer', 'finance', 'warehouse', 'catalogue'] as const)
    expect(await (await mall.staff(role)).post(contract.consoleText.list.path)).toMatchObject({ reason: 'STAFF_ONLY' })
  const { rows } = await mall.pool.query<{ text: string }>("select encode(sealed, 'escape') as text from sms_outbox")
  for (const { text } of rows) expect(text).not.toMatch(/482913|113355/)
})

test('with an SMS provider the list is empty', async () => {
  const { list } = createStoredSmsHandlers({ send: async () => {} })
  await expect(list({}, {} as never)).rejects.toMatchObject({ reason: 'NO_LOCAL_TEXTS' })
})
