import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeys } from './keys.ts'
import { createMoment } from './moment.ts'

const secret = randomBytes(32)
const moment = createMoment(new Date('2026-11-18T06:00:00Z'))
const [k1, k2] = ['k1', 'k2'].map((id) => ({ id, key: randomBytes(32) })) as [{ id: string; key: Buffer }, { id: string; key: Buffer }]
const PLACE = 'app_user|mobile_sealed|1'

test('a sealed value can be opened at its place only', () => {
  for (const keys of [createKeys(secret), createKeys(secret, [k1]), createKeys(secret, [k1, k2])]) {
    const sealed = keys.seal(moment, PLACE, '13800000001')
    expect(keys.open(PLACE, sealed)).toBe('13800000001')
    expect(() => keys.open('app_user|mobile_sealed|2', sealed)).toThrow()
    expect(sealed.includes('13800000001')).toBe(false)
    expect(keys.seal(moment, PLACE, '13800000001')).not.toEqual(sealed)
    expect(sealed.subarray(0, keys.newestSeal.length)).toEqual(keys.newestSeal)
  }
})

test('a value with any changed bit cannot be opened', () => {
  for (const keys of [createKeys(secret), createKeys(secret, [k1, k2])]) {
    const sealed = keys.seal(moment, PLACE, '13800000001')
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const bent = Buffer.from(sealed)
      bent[bit >> 3] = (bent[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(() => keys.open(PLACE, bent), `bit ${bit}`).toThrow()
    }
    for (const length of [0, 1, 2, 10, sealed.length - 1]) expect(() => keys.open(PLACE, sealed.subarray(0, length))).toThrow()
  }
})

test('the newest key seals; older keys and the key of the secret still open, removed keys do not', () => {
  const [bySecret, byFirst] = [createKeys(secret).seal(moment, PLACE, 'a'), createKeys(secret, [k1]).seal(moment, PLACE, 'b')]
  const both = createKeys(secret, [k1, k2])
  expect([both.open(PLACE, bySecret), both.open(PLACE, byFirst)]).toEqual(['a', 'b'])
  const bySecond = both.seal(moment, PLACE, 'c')
  expect(createKeys(secret, [k2]).open(PLACE, bySecond)).toBe('c')
  expect(() => createKeys(secret, [k1]).open(PLACE, bySecond)).toThrow('sealed with the key k2, which this server does not have')
  expect(() => createKeys(secret, [{ id: 'k2', key: k1.key }]).open(PLACE, bySecond)).toThrow()
  expect(() => createKeys(randomBytes(32)).open(PLACE, bySecret)).toThrow()
})
