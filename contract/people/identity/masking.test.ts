import { expect, test } from 'vitest'
import { maskMobile } from './masking.ts'
import { formatDisplayName } from './shapes.ts'

test('a mobile shows its first three digits and its last four', () => {
  expect(maskMobile('13812345678')).toBe('138****5678')
})

test('of a mobile’s middle nothing can be read back', () => {
  const middles = ['0000', '1234', '9999'].map((middle) => maskMobile(`138${middle}5678`))
  expect(new Set(middles).size).toBe(1)
})

test('a person is called by the company, else the agent, else the own name, else the masked mobile', () => {
  const all = { enterpriseName: '华岳矿业', agentName: '林工', userName: '小林', mobile: '138****5678' }
  expect([
    formatDisplayName(all),
    formatDisplayName({ ...all, enterpriseName: null }),
    formatDisplayName({ ...all, enterpriseName: '', agentName: null }),
    formatDisplayName({ ...all, enterpriseName: null, agentName: null, userName: null }),
  ]).toEqual(['华岳矿业', '林工', '小林', '138****5678'])
})
