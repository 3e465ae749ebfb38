import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  areOwnAccountsDistinct,
  formatOwnAccountLabels,
  getTellingAccountTails,
  OwnAccountShortName,
  toOwnAccountShortName,
} from './own-accounts.ts'

/** Few digits, so that many numbers end alike, and some are the end of another. */
const numbers = fc.uniqueArray(fc.stringMatching(/^[01]{8,14}$/), { minLength: 1, maxLength: 12 })

test('the tail of a number ends it, has four digits or more, belongs to no other number, and is not longer than that needs', () => {
  fc.assert(
    fc.property(numbers, (given) => {
      const tails = getTellingAccountTails(given)
      expect([...tails.keys()]).toEqual(given)
      for (const [number, tail] of tails) {
        expect(number.endsWith(tail)).toBe(true)
        expect(tail.length).toBeGreaterThanOrEqual(4)
        const others = given.filter((other) => other !== number)
        // A number that ends another one is shown whole; the other one is shown with more digits than it has.
        expect(others.filter((other) => other.endsWith(tail) && tail !== number)).toEqual([])
        if (tail.length > 4) expect(others.some((other) => other.endsWith(tail.slice(1)))).toBe(true)
      }
      expect(new Set(tails.values()).size).toBe(given.length)
    }),
  )
})

test('labels of accounts with equal tails show as many digits as tell them apart, whatever their names are', () => {
  const label = (accounts: [string, string][]) =>
    [...formatOwnAccountLabels(accounts.map(([accountNo, shortName]) => ({ accountNo, shortName }))).values()].join(' ')
  expect(label([['4000020200001234', '工行基本户']])).toBe('工行基本户（尾号 1234）')
  const three: [string, string][] = [
    ['4000020200001234', '基本户'],
    ['755912345671234', '基本户'],
    ['6222020200005678', '一般户'],
  ]
  expect(label(three)).toBe('基本户（尾号 01234） 基本户（尾号 71234） 一般户（尾号 5678）')
})

test('an account that nobody has named is called by its bank, and by a number if another one is', () => {
  expect(toOwnAccountShortName('招商银行深圳分行', [])).toBe('招商银行深圳分行')
  expect(toOwnAccountShortName('招商银行深圳分行', ['招商银行深圳分行', '招商银行深圳分行 2'])).toBe('招商银行深圳分行 3')
  const long = '中国农业发展银行广东省深圳市宝安区西乡支行营业部'
  expect(OwnAccountShortName.safeParse(toOwnAccountShortName(long, [toOwnAccountShortName(long, [])])).success).toBe(true)
})

test('two accounts have neither a number nor a short name in common', () => {
  const one = { accountNo: '4000020200001234', shortName: '基本户' }
  expect(areOwnAccountsDistinct([one, { accountNo: '4000020200001235', shortName: '一般户' }])).toBe(true)
  expect(areOwnAccountsDistinct([one, { ...one, shortName: '一般户' }])).toBe(false)
  expect(areOwnAccountsDistinct([one, { ...one, accountNo: '4000020200001235' }])).toBe(false)
  expect(areOwnAccountsDistinct([{ accountNo: '4000020200001234' }, { accountNo: '4000020200001235' }])).toBe(true)
})
