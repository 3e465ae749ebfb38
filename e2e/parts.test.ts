import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Locator } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../bench/cluster.ts'
import { DIST } from '../tools/build.ts'
import { inspect } from './inspect.ts'
import { openStage, type Stage, sizes, visit } from './stage.ts'

let stage: Stage
let vite: ViteDevServer
let base: string
const cacheDir = mkdtempSync(path.join(tmpdir(), 'mall-parts-'))

beforeAll(async () => {
  stage = await openStage()
  const port = await freePort()
  const configFile = path.resolve('storefront/vite.config.ts')
  // Modules may lie behind a link, where Vite would not look for fonts.
  const fs = { allow: [path.resolve('.'), realpathSync('node_modules')] }
  const server = { host: '127.0.0.1', port, strictPort: true, hmr: false, fs, proxy: { '/api': stage.base } } as const
  vite = await createServer({ configFile, cacheDir, logLevel: 'error', server })
  await vite.listen()
  base = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await vite?.close()
  await stage?.close()
  rmSync(cacheDir, { recursive: true, force: true })
})

test.each(sizes)('every part of the screens in all its states, on a %s', async (size) => {
  const visited = await visit({ browser: stage.browser, base }, { size, path: '/dev/parts' })
  const { faults } = inspect(visited)
  const { page } = visited
  await page.getByRole('heading', { name: '页面部件' }).waitFor()
  const found = await faults('parts')
  for (const name of ['打开弹窗', '打开宽弹窗', '打开确认']) {
    await page.getByRole('button', { name, exact: true }).click()
    const window = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await window.waitFor()
    found.push(...(await faults(name)))
    await page.keyboard.press('Escape')
    await window.waitFor({ state: 'hidden' })
  }
  expect(found).toEqual([])
})

test('a quantity keeps to its rule, whatever is pressed or typed', async () => {
  const { page, complaints } = await visit({ browser: stage.browser, base }, { path: '/dev/parts' })
  // At least 20, in steps of 20.
  const field = page.getByRole('textbox', { name: 'U84 数量' })
  const [less, more] = ['减少', '增加'].map((way) => page.getByRole('button', { name: `${way}U84 数量` })) as [Locator, Locator]
  const shows = (value: number) => expect.poll(() => field.inputValue()).toBe(String(value))
  await field.waitFor()
  await more.click()
  await shows(80)
  for (const value of [60, 40, 20]) {
    await less.click()
    await shows(value)
  }
  expect(await less.isDisabled()).toBe(true)
  for (const [key, value] of [
    ['ArrowDown', 20],
    ['ArrowUp', 40],
    ['ArrowUp', 60],
    ['ArrowDown', 40],
  ] as const) {
    await field.press(key)
    await shows(value)
  }
  for (const [typed, leave, value] of [
    ['45', 'Enter', 60],
    ['', 'Tab', 60],
    ['0', 'Enter', 60],
    ['7', 'Tab', 20],
    ['１００ 支', 'Enter', 100],
    ['99999999', 'Tab', 999_980],
  ] as const) {
    await field.fill(typed)
    await field.press(leave)
    await shows(value)
  }
  // What is half typed gives way to a button.
  await field.fill('30')
  await less.click()
  await shows(20)
  expect(complaints).toEqual([])
})

test('a box is ticked by its words and by keys; half of several, one that is locked and one that was missed say so', async () => {
  const { page, complaints } = await visit({ browser: stage.browser, base }, { path: '/dev/parts' })
  const box = (name: string) => page.getByRole('checkbox', { name })
  await page.getByText('未选', { exact: true }).click()
  expect(await box('同意协议').isChecked()).toBe(true)
  await box('同意协议').press('Space')
  expect(await box('同意协议').isChecked()).toBe(false)
  expect(await page.evaluate(`document.querySelector('[aria-label="选择店铺"]').indeterminate`)).toBe(true)
  // Who holds its value has said nothing else: it stays as it is.
  await box('选择商品').click()
  expect(await box('选择商品').isChecked()).toBe(true)
  await page.getByText('不可选', { exact: true }).click({ force: true })
  expect([await box('已下架商品').isDisabled(), await box('已下架商品').isChecked()]).toEqual([true, false])
  expect(await box('必须同意').getAttribute('aria-invalid')).toBe('true')
  expect(complaints).toEqual([])
})

test('the mall that is built is without that page', () => {
  const assets = path.join(DIST, 'storefront', 'assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(20)
  expect(scripts.filter((name) => /\/dev\/parts|页面部件/.test(readFileSync(path.join(assets, name), 'utf8')))).toEqual([])
})
