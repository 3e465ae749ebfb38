import { expect, test } from 'vitest'
import { maskMobile } from './masking.ts'
import { formatUserDisplayName } from './shapes.ts'

test('a masked mobile number shows its first three and last four digits', () => {
  expect(maskMobile('13812345678')).toBe('138****5678')
})

test('the middle digits of a masked mobile number cannot be recovered', () => {
  const middles = ['0000', '1234', '9999'].map((middle) => maskMobile(`138${middle}5678`))
  expect(new Set(middles).size).toBe(1)
})

test('a person is shown by company name, else agent name, else own name, else masked mobile number', () => {
  const all = { enterpriseName: '华岳矿业', agentName: '林工', userName: '小林', mobile: '138****5678' }
  expect([
    formatUserDisplayName(all),
    formatUserDisplayName({ ...all, enterpriseName: null }),
    formatUserDisplayName({ ...all, enterpriseName: '', agentName: null }),
    formatUserDisplayName({ ...all, enterpriseName: null, agentName: null, userName: null }),
  ]).toEqual(['华岳矿业', '林工', '小林', '138****5678'])
})
