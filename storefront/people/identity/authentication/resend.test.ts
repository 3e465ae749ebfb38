import { expect, test } from 'vitest'
import { formatMaskedMobile, readSentSmsInfo, saveSentSmsInfo, secondsUntilResend } from './resend.ts'

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1_000)
const sent = { mobile: '138****0001', until: at(60).getTime() }

function store(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  } as unknown as Storage
}

test.each([
  [0, 60],
  [0.2, 60],
  [1, 59],
  [59.5, 1],
  [60, 0],
  [600, 0],
  // A clock that was set back must not lock anybody out.
  [-9_999, 60],
])('%d seconds after sending, %d are left to wait', (after, left) => expect(secondsUntilResend(sent, '13800000001', at(after))).toBe(left))

test('after a reload with an empty field the wait continues', () => expect(secondsUntilResend(sent, '', at(10))).toBe(50))
test('an incomplete number does not end the wait', () => expect(secondsUntilResend(sent, '1390', at(10))).toBe(50))
test('a code can be sent to another number at once', () => expect(secondsUntilResend(sent, '13900000001', at(10))).toBe(0))
test('the masked own number is recognised', () => expect(secondsUntilResend(sent, '138****0001', at(10))).toBe(50))
test('without a sent code there is no wait', () => expect(secondsUntilResend(undefined, '13800000001', at(0))).toBe(0))

test('the sent time survives a reload and is separate for each purpose', () => {
  const kept = store()
  saveSentSmsInfo(kept, 'register', sent)
  expect(readSentSmsInfo(kept, 'register')).toEqual(sent)
  expect(readSentSmsInfo(kept, 'reset')).toBeUndefined()
})

test('only the masked number is stored', () => {
  expect(formatMaskedMobile('13812345678')).toBe('138****5678')
  expect(formatMaskedMobile('1381234')).toBe('')
})

test.each(['{', 'null', '7', '{"mobile":1,"until":2}', '{"mobile":"x"}'])('an invalid stored value is ignored: %s', (junk) => {
  expect(readSentSmsInfo({ getItem: () => junk }, 'register')).toBeUndefined()
})
