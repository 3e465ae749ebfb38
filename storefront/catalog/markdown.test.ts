import { expect, test } from 'vitest'
import { parseInlines, parseMarkdown } from './markdown.ts'

const plain = (text: string) => [{ text, strong: false }]

test('paragraphs stand apart by an empty line, lists by their marks', () =>
  expect(parseMarkdown('含夹矸煤层用得最多。\r\n\r\n- 装齿：清净齿孔\n- 换齿：磨损即换\n\n1. 关泵\n2. 拆齿')).toEqual([
    { kind: 'paragraph', inlines: plain('含夹矸煤层用得最多。') },
    { kind: 'list', ordered: false, items: [plain('装齿：清净齿孔'), plain('换齿：磨损即换')] },
    { kind: 'list', ordered: true, items: [plain('关泵'), plain('拆齿')] },
  ]))

test('a list may follow its sentence at once', () =>
  expect(parseMarkdown('步骤：\n- 一').map(({ kind }) => kind)).toEqual(['paragraph', 'list']))

test('a line that breaks within a paragraph goes on', () =>
  expect(parseMarkdown('上半句，\n下半句。')).toEqual([{ kind: 'paragraph', inlines: [...plain('上半句，'), ...plain('下半句。')] }]))

test('bold is bold, and a pair that does not close is text', () => {
  expect(parseInlines('砂岩选 **YG13C**，煤质干净选 **YG11C**')).toEqual([
    { text: '砂岩选 ', strong: false },
    { text: 'YG13C', strong: true },
    { text: '，煤质干净选 ', strong: false },
    { text: 'YG11C', strong: true },
  ])
  expect(parseInlines('2 ** 3')).toEqual(plain('2 ** 3'))
  expect(parseInlines('**未闭合')).toEqual(plain('**未闭合'))
})

test.each(['-35# 车用柴油', '0# 柴油', '#5 螺栓', '3.5 mm 焊条', '1.5倍'])('%s is no list and no heading', (text) =>
  expect(parseMarkdown(text)).toEqual([{ kind: 'paragraph', inlines: plain(text) }]),
)

test.each(['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '[看](javascript:alert(1))', '&lt;b&gt;'])(
  'what looks like HTML or a link stays the text that it is: %s',
  (text) => expect(parseMarkdown(text)).toEqual([{ kind: 'paragraph', inlines: plain(text) }]),
)

test('nothing is nothing', () => expect(parseMarkdown(' \n\n ')).toEqual([]))
