import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createExternalServices } from '#server/external-services.ts'
import { hashPassword } from '#server/people/identity/public.ts'
import { insertStaff } from '#server/people/staff/public.ts'
import { openDatabase, runInTransaction } from '#server/platform/core/db.ts'
import { createKeys } from '#server/platform/core/keys.ts'
import { createErrorLog } from '#server/platform/core/log.ts'
import { createMoment, systemClock } from '#server/platform/core/moment.ts'
import { unlimitedServerLimits } from '#server/platform/core/server-limits.ts'
import { copyDatabase } from '#server/platform/testing/copy-database.ts'
import { closeContexts, shareBrowser } from './browser.ts'
import { MIGRATED_DATABASE } from './global-setup.ts'
import { createScreenInspector } from './inspect.ts'
import { openPage, screenSizes, selectJourneyScreenSizes } from './test-mall.ts'

const PASSWORD = 'Own-Way-2026'
const emailOn = (size: string) => `first-${size}@staff.test`

let base: string
let browser: Browser
let close: () => Promise<void>

/** A mall without the demo settings: staff cannot log in without a second factor. */
beforeAll(async () => {
  const { appUrl, drop } = await copyDatabase(MIGRATED_DATABASE)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'mall-factor-'))
  const database = openDatabase({ url: appUrl, poolSize: 4 })
  const { db } = database
  const keys = createKeys(randomBytes(32))
  const { http } = await buildApp({
    db,
    keys,
    services: createExternalServices({ dataDir }, db, keys),
    log: createErrorLog(),
    limits: unlimitedServerLimits,
    clock: systemClock,
    trustProxy: [],
    secure: false,
    strict: true,
    requireTotp: true,
  })
  const passwordHash = await hashPassword(keys, PASSWORD)
  for (const size of screenSizes) {
    const person = { email: emailOn(size), name: '新同事', roles: ['support'], passwordHash } as const
    await runInTransaction(db, (tx) => insertStaff(tx, createMoment(systemClock()), person))
  }
  await http.listen({ host: '127.0.0.1', port: 0 })
  base = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
  browser = await shareBrowser()
  close = async () => {
    await closeContexts(browser)
    await http.close()
    await database.close()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
afterAll(() => close?.())

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

async function logsIn(page: Page, email: string): Promise<void> {
  await heading(page, '登录运营后台').waitFor()
  await page.getByLabel('邮箱').fill(email)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
}

test.each(selectJourneyScreenSizes('console'))(
  'the first login binds an authenticator and shows ten recovery codes that print alone, on a %s',
  async (size) => {
    const visited = await openPage({ browser, base }, { size, app: 'console' })
    const { page, go, token, problems } = visited
    const { settle, faults } = createScreenInspector(visited)
    const looksAt = async (what: string) => {
      // The element under the pointer has another colour.
      await page.mouse.move(0, 0)
      await settle()
      if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/${size}-${what}.png`, fullPage: true })
      expect(await faults(what)).toEqual([])
    }
    await logsIn(page, emailOn(size))
    await heading(page, '绑定动态口令').waitFor()
    const secret = Secret.fromBase32(((await page.locator('.bind-secret').textContent()) ?? '').replaceAll(' ', ''))
    await page.getByRole('textbox', { name: '动态口令' }).fill(TOTP.generate({ secret }))
    await page.getByRole('button', { name: '绑定并登录' }).click()

    await heading(page, '保存恢复码').waitFor()
    const codes = await page.getByRole('region', { name: '恢复码' }).getByRole('listitem').allTextContents()
    expect(codes).toHaveLength(10)
    expect(await token(), 'nobody is inside before the codes were seen').toBe('')
    await looksAt('codes')
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByText(codes[0] ?? '').isVisible()).toBe(true)
    expect(await page.getByText(emailOn(size)).isVisible()).toBe(true)
    for (const hidden of ['运营后台', '我已保存，进入后台', '只显示这一次，请现在保存'])
      expect({ hidden, seen: await page.getByText(hidden, { exact: true }).isVisible() }).toEqual({ hidden, seen: false })
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('button', { name: '我已保存，进入后台' }).click()
    await heading(page, '待办').waitFor()

    await go('/me')
    await page.getByText('剩 10 个', { exact: true }).waitFor()
    await looksAt('own account')
    await page.getByRole('button', { name: '重新生成' }).click()
    await page.getByLabel('登录密码', { exact: true }).fill(PASSWORD)
    // The code of this half minute was used to bind. The next code is valid already.
    await page.getByRole('textbox', { name: '动态口令' }).fill(TOTP.generate({ secret, timestamp: Date.now() + 30_000 }))
    await page.getByRole('button', { name: '生成新的恢复码' }).click()
    const anew = page.getByRole('region', { name: '恢复码' }).getByRole('listitem')
    await anew.first().waitFor()
    expect(await anew.allTextContents()).not.toContain(codes[0])
    await looksAt('anew')
    await page.getByRole('button', { name: '我已保存' }).click()

    await page.getByRole('button', { name: '退出' }).click()
    await logsIn(page, emailOn(size))
    await page.getByRole('button', { name: '手机不在身边，使用恢复码' }).click()
    await heading(page, '输入恢复码').waitFor()
    await looksAt('recovery')
    await page.getByRole('textbox', { name: '恢复码' }).fill(codes[0] ?? '')
    await page.getByRole('textbox', { name: '恢复码' }).press('Enter')
    await page.getByRole('alert').getByText('恢复码错误或已使用').waitFor()
    expect(problems).toEqual([])
  },
)
