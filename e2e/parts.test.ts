import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
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
  const fs = { allow: ['.', realpathSync('node_modules')] }
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

test('the mall that is built is without that page', () => {
  const assets = path.join(DIST, 'storefront', 'assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(20)
  expect(scripts.filter((name) => /\/dev\/parts|页面部件/.test(readFileSync(path.join(assets, name), 'utf8')))).toEqual([])
})
