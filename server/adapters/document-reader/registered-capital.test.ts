import { expect, test } from 'vitest'
import { parseRegisteredCapital } from './registered-capital.ts'

test.each([
  ['500万元人民币', 500],
  ['人民币600000万元整', 600_000],
  ['1,234.5万元', 1_234.5],
  ['5000000元', 500],
  ['1.2亿元', 12_000],
  ['人民币叁仟万元整', 3_000],
  ['壹亿贰仟叁佰万圆整', 12_300],
  ['拾万元整', 10],
  ['壹佰零贰万元整', 102],
  ['贰佰亿元', 2_000_000],
  ['伍拾万零伍佰元', 50.05],
  ['500.000000万人民币', 500],
])('the capital %j is %d ten thousand yuan', (text, capital) => expect(parseRegisteredCapital(text)).toBe(capital))

test.each([
  '',
  '无',
  '100万美元',
  '1000 HKD',
  '0万元',
  '99999999999999万元',
  '万',
  '12.3.4万',
  '壹贰叁',
  '壹贰叁万元',
  '伍万叁元',
  '壹佰贰万元',
  '壹亿贰',
  '佰拾万',
  '壹亿贰亿',
])('%j is no capital in yuan', (text) => expect(parseRegisteredCapital(text)).toBeUndefined())
