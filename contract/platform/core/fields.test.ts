import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  CaptchaCode,
  CaptchaKey,
  Day,
  Email,
  LoginPassword,
  Mobile,
  Month,
  OrderNo,
  PaymentPassword,
  Quantity,
  RequiredText,
  Text,
} from './fields.ts'
import { formatSkuProps } from './sku-props.ts'

/** The message that refuses a value, or the parsed value. */
const read = (schema: z.ZodMiniType, value: unknown): unknown => {
  const { success, data, error } = z.safeDecode(schema, value as never)
  return success ? data : `✗ ${error.issues[0]?.message}`
}

describe('login fields, with the messages of the specification', () => {
  test.each([
    [Mobile, '', '✗ 请输入手机号'],
    [Mobile, undefined, '✗ 请输入手机号'],
    [LoginPassword, '', '✗ 请输入密码'],
    [LoginPassword, undefined, '✗ 请输入密码'],
    [LoginPassword, '12345', '✗ 密码长度为6-20位'],
    [LoginPassword, 'x'.repeat(21), '✗ 密码长度为6-20位'],
    [CaptchaCode, '', '✗ 请输入图形验证码'],
    [CaptchaCode, 'ABC', '✗ 图形验证码长度为4位'],
    [CaptchaCode, 'ABCDE', '✗ 图形验证码长度为4位'],
    [PaymentPassword, '12345', '✗ 密码为6位数字'],
    [PaymentPassword, '1234567', '✗ 密码为6位数字'],
    [PaymentPassword, '１２３４５６', '✗ 密码为6位数字'],
    [PaymentPassword, 123456, '✗ 密码为6位数字'],
    [PaymentPassword, '000000', '000000'],
  ])('case %#', (schema, value, result) => expect(read(schema, value)).toBe(result))

  // B7: a mobile number is never normalised.
  test.each([
    '12345678901',
    '1381234567',
    '138123456789',
    '１３８１２３４５６７８',
    '+8613812345678',
    '8613812345678',
    ' 13812345678',
    '13812345678\n',
    '138-1234-5678',
    '1381234567x',
    '1'.repeat(100_000),
  ])('case %#: not a mobile number', (text) => expect(read(Mobile, text)).toBe('✗ 请输入正确的手机号'))

  // B6: the length of a password is counted in characters as people count them. It is never cut, and any character is allowed.
  test.each(['      ', ' leading', '密码密码密码', '😀'.repeat(20), '\u0000'.repeat(6)])('case %#: a password', (pwd) => {
    expect(read(LoginPassword, pwd)).toBe(pwd)
  })
  test.each(['😀'.repeat(5), '😀'.repeat(21), 'x'.repeat(72), 'x'.repeat(73), 'x'.repeat(1_000_000)])('case %#: not a password', (pwd) => {
    expect(read(LoginPassword, pwd)).toBe('✗ 密码长度为6-20位')
  })

  // A9
  test.each(['../../x', '', 'x'.repeat(1_000_000), { $ne: 1 }, 'AAAAAAAAAAAAAAAAAAAAA', 'AAAAAAAAAAAAAAAAAAAAAA='])(
    'case %#: not the key of a picture',
    (key) => {
      expect(read(CaptchaKey, key)).toBe('✗ 请刷新图形验证码')
    },
  )

  test.each(['a@b@c', 'a b@c.cn', 'a\u0000b@c.cn', 'a@b\u0007.cn', '@', 'a@', `${'a'.repeat(99)}@b`])(
    'case %#: not an email address',
    (text) => {
      expect(read(Email, text)).toMatch(/^✗ 请输入正确的邮箱/)
    },
  )
})

describe('text that people type', () => {
  // H9
  test.each<[string, string, string]>([
    ['a script is text', '<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['line ends of Windows are line ends', '上午\r\n下午', '上午\n下午'],
    ['marks that turn the writing around are taken out', '订单\u202egpj.exe\u2066x', '订单gpj.exex'],
    ['control characters are taken out', 'a\u0007b\u001b[31mc\u009f', 'ab[31mc'],
    ['blanks around it go', '  送到工地  ', '送到工地'],
    ['a hundred faces are a hundred characters', '😀'.repeat(100), '😀'.repeat(100)],
  ])('%s', (_, typed, kept) => expect(read(Text(100), typed)).toBe(kept))

  test.each<[string, string, string]>([
    ['one character too many', '备'.repeat(101), '✗ 最多100字'],
    ['one face too many', '😀'.repeat(101), '✗ 最多100字'],
    ['very much', 'x'.repeat(200_000), '✗ 最多100字'],
    ['a zero byte', 'a\u0000b', '✗ 包含不支持的字符'],
    ['half a character', 'a\ud83d', '✗ 包含不支持的字符'],
    ['the other half', '\ude00a', '✗ 包含不支持的字符'],
  ])('%s is refused', (_, typed, result) => expect(read(Text(100), typed)).toBe(result))

  test('required text must contain more than white space', () => {
    expect([read(RequiredText(10, '请填写原因'), ' \t '), read(RequiredText(10, '请填写原因'), '补货')]).toEqual(['✗ 请填写原因', '补货'])
  })
})

describe('numbers, days and months', () => {
  // G1
  test.each([-1, 0, 0.5, '1', '1e3', 1e9, 2 ** 53, Number.NaN, null, [1], true, 1_000_000, undefined])('%s is no quantity', (value) => {
    expect(read(Quantity, value)).toMatch(/^✗ 数量/)
  })
  test.each([1, 999_999])('%s is a quantity', (value) => expect(read(Quantity, value)).toBe(value))

  // N3
  test.each(['2026-13', '2026-1', '2026-00', '*', '2026-02-30', '1999-12', '２０２６-01', ''])('"%s" is no month', (text) => {
    expect(read(Month, text)).toBe('✗ 月份格式不正确')
  })
  test.each(['', undefined, null])('%s is a day that is missing', (value) => expect(read(Day, value)).toBe('✗ 请选择日期'))
  test.each(['2026-02-30', '2026-02-29', '2026-13-01', '2026-1-1', '1900-02-29', '2026-11-18T00:00:00Z'])('"%s" is no day', (text) => {
    expect(read(Day, text)).toBe('✗ 日期格式不正确')
  })
  test.each(['2028-02-29', '2000-02-29'])('%s is one', (text) => expect(read(Day, text)).toBe(text))

  test.each(['007', '1e2', '2026111800000000x1', '１'.repeat(18), '1'.repeat(19), '-12345678901234567'])(
    '%s is not an order number',
    (text) => {
      expect(read(OrderNo, text)).toBe('✗ 订单号格式不正确')
    },
  )
})

test('the properties of a SKU are shown as their values, and anything but a map of texts as empty text', () => {
  expect(formatSkuProps('{"规格":"U84","刀头直径":"22mm"}')).toBe('U84 22mm')
  expect(['', 'null', '"x"', '7', '{', 'undefined'].map(formatSkuProps)).toEqual(['', '', '', '', '', ''])
})
