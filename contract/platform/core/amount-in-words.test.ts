import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmountInWords } from './amount-in-words.ts'
import { FEN_MAX, fen } from './money.ts'

test.each<[number, string]>([
  [0, '零元整'],
  [1, '壹分'],
  [10, '壹角整'],
  [15, '壹角伍分'],
  [100, '壹元整'],
  [105, '壹元零伍分'],
  [150, '壹元伍角整'],
  [1_000, '壹拾元整'],
  [1_005, '壹拾元零伍分'],
  [100_500, '壹仟零伍元整'],
  [101_000, '壹仟零壹拾元整'],
  [168_032, '壹仟陆佰捌拾元叁角贰分'],
  [123_456, '壹仟贰佰叁拾肆元伍角陆分'],
  [1_000_000, '壹万元整'],
  [1_000_100, '壹万零壹元整'],
  [1_010_000, '壹万零壹佰元整'],
  [10_700_053, '壹拾万柒仟元伍角叁分'],
  [20_050_000, '贰拾万零伍佰元整'],
  [100_000_000, '壹佰万元整'],
  [10_000_000_000, '壹亿元整'],
  [10_000_000_100, '壹亿零壹元整'],
  [10_001_000_000, '壹亿零壹万元整'],
  [10_000_100_000, '壹亿零壹仟元整'],
  [12_345_678_900, '壹亿贰仟叁佰肆拾伍万陆仟柒佰捌拾玖元整'],
  [100_000_000_005, '壹拾亿元零伍分'],
  [9_999_999_999_999, '玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分'],
  [100_000_000_000_000, '壹万亿元整'],
  [100_000_001_000_000, '壹万亿零壹万元整'],
  [100_010_000_000_000, '壹万零壹亿元整'],
  [FEN_MAX, '玖万玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分'],
  [-2_050, '负贰拾元伍角整'],
])('%d fen is written as %s', (amount, text) => expect(formatAmountInWords(fen(amount))).toBe(text))

const VALUES: Record<string, number> = { 拾: 10, 佰: 100, 仟: 1_000 }

/** Reads Chinese capitals back as a person does: digit by place, group by group. */
function read(text: string): number {
  const [whole = '', rest = ''] = text.includes('元') ? text.split('元') : ['', text]
  let [yuan, group, digit] = [0, 0, 0]
  for (const letter of whole) {
    if (letter === '亿' || letter === '万') {
      // The number before 亿 may itself contain 万: 壹万零壹亿.
      yuan = letter === '亿' ? (yuan + group + digit) * 100_000_000 : yuan + (group + digit) * 10_000
      ;[group, digit] = [0, 0]
    } else if (letter in VALUES) {
      group += digit * (VALUES[letter] ?? 1)
      digit = 0
    } else digit = '零壹贰叁肆伍陆柒捌玖'.indexOf(letter)
  }
  const part = (unit: string) => Math.max(0, '零壹贰叁肆伍陆柒捌玖'.indexOf(new RegExp(`(.)${unit}`).exec(rest)?.[1] ?? '零'))
  return (yuan + group + digit) * 100 + part('角') * 10 + part('分')
}

test('every amount in words parses back to the same amount, without two zeros in a row', () =>
  fc.assert(
    fc.property(
      fc.oneof(
        fc.nat(FEN_MAX),
        fc.nat(2_000_000),
        fc.nat(99_999).map((yuan) => yuan * 100_000),
      ),
      (amount) => {
        const text = formatAmountInWords(fen(amount))
        expect(read(text)).toBe(amount)
        expect(text).not.toMatch(/零零|零[万亿]/)
      },
    ),
  ))
