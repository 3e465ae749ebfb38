import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { setupSteps } from '#contract/operations/setup/setup-steps.ts'
import { environmentSettingGroups } from '#server/platform/core/environment-settings.ts'
import packageJson from '../package.json' with { type: 'json' }
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

test('the opening page has the steps of the check-list in order, with their reasons', () => {
  const rows = [...read('docs/zh/开店.md').matchAll(/^\| (.+) \| (.+) \|$/gm)].slice(1).map(([, step, why]) => ({ step, why }))
  const steps = Object.values(setupSteps).map((step) => ({ step: `${step.label}${'needed' in step ? '（必须）' : ''}`, why: step.why }))
  expect(rows).toEqual(steps)
})

test('each group of settings has a Chinese title', () => {
  expect(Object.keys(settingTitlesInChinese)).toEqual(environmentSettingGroups.map(({ title }) => title))
})
