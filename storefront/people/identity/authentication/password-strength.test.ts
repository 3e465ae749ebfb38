import { expect, test } from 'vitest'
import { computePasswordStrength } from './password-strength.ts'

test.each([
  ['', 0],
  ['Ab1!x', 0],
  ['111111', 1],
  ['abcdefgh', 1],
  ['87654321', 1],
  ['password1', 1],
  ['Qwerty123', 1],
  ['YanFeng2026!', 1],
  ['000001', 1],
  ['13800000001', 1],
  ['aabbaabb', 1],
  ['granite7', 1],
  ['Granite7', 2],
  ['granite2047', 2],
  ['Granite2047', 2],
  ['Granite-2047', 3],
  ['correct horse Batt', 3],
])('the password %j has strength %d', (password, level) => expect(computePasswordStrength(password, '13800000001').level).toBe(level))

test('each strength has a label and a hint', () => {
  expect(computePasswordStrength('')).toEqual({ level: 0, word: '', advice: '6-20 位，建议字母、数字和符号混用' })
  expect(computePasswordStrength('Granite-2047')).toMatchObject({ word: '强' })
  expect(computePasswordStrength('654321')).toMatchObject({ word: '弱', advice: '容易被猜到，请换一个' })
})
