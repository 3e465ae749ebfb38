import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { settingGroupTitles } from '#contract/operations/settings/setting-fields.ts'
import { setupStepStates } from '#contract/operations/setup/api.ts'
import { setupSteps } from '#contract/operations/setup/setup-steps.ts'
import { environmentSettingGroups } from '#server/platform/core/environment-settings.ts'
import packageJson from '../package.json' with { type: 'json' }
import { importScreenRoutes } from './routes.ts'
import { settingTitlesInChinese } from './settings-zh.ts'

const ROOT = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const pages = ['README.zh-CN.md', ...globSync('docs/zh/**/*.md', { cwd: ROOT })]

describe.each(pages)('%s', (page) => {
  const text = read(page)

  test('links only to existing files', () => {
    const targets = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target)
    expect(targets.filter((target) => !existsSync(path.join(ROOT, path.dirname(page), target)))).toEqual([])
  })

  test('names only existing commands', () => {
    const named = [...text.matchAll(/npm run ([a-z:-]+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !(name in packageJson.scripts))).toEqual([])
  })
})

const opening = read('docs/zh/开店.md')

test('the opening page has the steps of the check-list in order, with the screen that each leads to, and their reasons', async () => {
  const rows = [...opening.matchAll(/^\| (.+) \| (.+) \| (.+) \|$/gm)].slice(1).map(([, step, where, why]) => ({ step, where, why }))
  const titles = new Map((await importScreenRoutes('console')).map(({ path: screen, title }) => [screen, title]))
  const steps = Object.values(setupSteps).map((step) => {
    const title = step.screen === null ? '服务器的设置' : titles.get(step.screen)
    const where = 'setting' in step ? `${title} › ${settingGroupTitles[step.setting]}` : title
    return { step: `${step.label}${'needed' in step ? '（必须）' : ''}`, where, why: step.why }
  })
  expect(rows).toEqual(steps)
})

test('the opening page explains every state of a step', () => {
  const explained = [...opening.matchAll(/^\| (\S+) \| [^|]+ \|$/gm)].slice(1).map(([, state]) => state)
  expect(explained.sort()).toEqual(
    Object.values(setupStepStates)
      .map(({ label }) => label)
      .sort(),
  )
})

test('each group of settings has a Chinese title', () => {
  expect(Object.keys(settingTitlesInChinese)).toEqual(environmentSettingGroups.map(({ title }) => title))
})
