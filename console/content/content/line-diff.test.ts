import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeLineDiff } from './line-diff.ts'

test('a changed line appears as removed and added, its neighbours as unchanged', () =>
  expect(computeLineDiff('一\n二\n三', '一\n贰\n三\n四')).toEqual([
    { kind: 'same', text: '一' },
    { kind: 'gone', text: '二' },
    { kind: 'new', text: '贰' },
    { kind: 'same', text: '三' },
    { kind: 'new', text: '四' },
  ]))

test('dropping added lines from any diff gives the old text, dropping removed lines the new one', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (from, to) => {
      const lines = computeLineDiff(from, to)
      const without = (kind: string) =>
        lines
          .filter((line) => line.kind !== kind)
          .map((line) => line.text)
          .join('\n')
      expect([without('new'), without('gone')]).toEqual([from, to])
      if (from === to) expect(lines.every(({ kind }) => kind === 'same')).toBe(true)
    }),
  )
})
