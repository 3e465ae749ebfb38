import { expect, test } from 'vitest'
import { parseChineseNumber } from './chinese-number.ts'

test.each<[string, number | undefined]>([
  ['一五零', 150],
  ['八十四', 84],
  ['十', 10],
  ['二十', 20],
  ['一百', 100],
  ['一百二', 120],
  ['一百零二', 102],
  ['三千五百', 3_500],
  ['两百', 200],
  ['三千五', 3_500],
  ['三千零五', 3_005],
  ['叁佰贰拾', 320],
  ['幺三五', 135],
  ['两万三', 23_000],
  ['一万零五百', 10_500],
  ['廿五', 25],
  ['一百卅', 130],
  ['貳拾', 20],
  ['一○五', 105],
  ['兩百', 200],
  ['十两', undefined],
  ['百十', undefined],
  ['万', undefined],
  ['', undefined],
])('%s is parsed as %o', (text, number) => expect(parseChineseNumber(text)).toBe(number))
