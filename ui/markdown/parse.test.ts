import { expect, test } from 'vitest'
import { parseInlines, parseMarkdown } from './parse.ts'

const plain = (text: string) => [{ text }]

test('paragraphs are separated by an empty line, lists start with their markers', () =>
  expect(parseMarkdown('含夹矸煤层用得最多。\r\n\r\n- 装齿：清净齿孔\n- 换齿：磨损即换\n\n1. 关泵\n2. 拆齿')).toEqual([
    { kind: 'paragraph', inlines: plain('含夹矸煤层用得最多。') },
    { kind: 'list', ordered: false, items: [plain('装齿：清净齿孔'), plain('换齿：磨损即换')] },
    { kind: 'list', ordered: true, items: [plain('关泵'), plain('拆齿')] },
  ]))

test('a list may directly follow a line of text', () =>
  expect(parseMarkdown('步骤：\n- 一').map(({ kind }) => kind)).toEqual(['paragraph', 'list']))

test('a line break inside a paragraph does not end it', () =>
  expect(parseMarkdown('上半句，\n下半句。')).toEqual([{ kind: 'paragraph', inlines: [...plain('上半句，'), ...plain('下半句。')] }]))

test('bold text is parsed, and an unclosed pair of asterisks stays text', () => {
  expect(parseInlines('砂岩选 **YG13C**，煤质干净选 **YG11C**')).toEqual([
    { text: '砂岩选 ' },
    { text: 'YG13C', strong: true },
    { text: '，煤质干净选 ' },
    { text: 'YG11C', strong: true },
  ])
  expect(parseInlines('2 ** 3')).toEqual(plain('2 ** 3'))
  expect(parseInlines('**未闭合')).toEqual(plain('**未闭合'))
})

test.each(['-35# 车用柴油', '0# 柴油', '#5 螺栓', '3.5 mm 焊条', '1.5倍'])('%s is parsed as neither list nor heading', (text) =>
  expect(parseMarkdown(text)).toEqual([{ kind: 'paragraph', inlines: plain(text) }]),
)

test.each(['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '[看](javascript:alert(1))', '&lt;b&gt;'])(
  'text that looks like HTML or an unsafe link stays text: %s',
  (text) => expect(parseMarkdown(text)).toEqual([{ kind: 'paragraph', inlines: plain(text) }]),
)

test('an empty text has no blocks', () => expect(parseMarkdown(' \n\n ')).toEqual([]))

test('a table has a head and rows, and its cells have inline formatting', () =>
  expect(parseMarkdown('| 方式 | 价格 |\n|---|:--|\n| 赊销 | **赊销价** |\n| 钱包 | 现金价 |')).toEqual([
    {
      kind: 'table',
      head: [plain('方式'), plain('价格')],
      rows: [
        [plain('赊销'), [{ text: '赊销价', strong: true }]],
        [plain('钱包'), plain('现金价')],
      ],
    },
  ]))

test('headings have two levels, a quote is a hint, code is verbatim', () => {
  expect(parseMarkdown('## 一\n### 二').map((block) => block.kind === 'heading' && block.level)).toEqual([3, 4])
  expect(parseMarkdown('> 提示一\n> 提示二')).toEqual([{ kind: 'quote', inlines: [...plain('提示一'), ...plain('提示二')] }])
  expect(parseInlines('输入 `U**47**` 即可')).toEqual([{ text: '输入 ' }, { text: 'U**47**', code: true }, { text: ' 即可' }])
})

test('links lead to own screens or to https addresses, also in bold', () => {
  const own = { target: '/article_detail_new?categoryId=4', kind: 'own' }
  expect(parseInlines('见[《赊销协议》](/article_detail_new?categoryId=4)。')).toEqual([
    { text: '见' },
    { text: '《赊销协议》', link: own },
    { text: '。' },
  ])
  expect(parseInlines('**[备案](https://beian.miit.gov.cn/)**')).toEqual([
    { text: '备案', strong: true, link: { target: 'https://beian.miit.gov.cn/', kind: 'web' } },
  ])
})

// M-XSS: only a path of the mall or https is a link, in whatever form it is written.
test.each([
  ...[
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'java\u0000script:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html;base64,PHNjcmlwdD4=',
  ],
  ...[
    'vbscript:x',
    'http://a.example',
    '//evil.example',
    '/\\\\evil.example',
    '\\\\evil',
    'https:evil',
    'https://a@evil.example',
    'https://',
    'blob:x',
  ],
  ...['/shop"onmouseover=x', '/shop#x', '/../api/x', '/shop?a=<b>', 'ftp://x', 'mailto:a@b', 'file:///etc/passwd', '#x', ''],
])('the link %j stays plain text', (target) => {
  const line = `看[这里](${target})`
  const inlines = parseInlines(line)
  expect(inlines.filter(({ link }) => link)).toEqual([])
  expect(inlines.map(({ text }) => text).join('')).toBe(line)
})
