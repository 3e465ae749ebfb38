import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findXmlElement, InvalidXmlError, parseXml, readXmlText, type XmlElement } from './parse-xml.ts'
import { type WrittenXml, writeXmlElement } from './write-xml.ts'

const DOCTYPE = '<!DOCTYPE cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.014/cXML.dtd">'

const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,8}$/)
/** What XML allows in a text, of one character each. */
const isAllowed = (sign: string): boolean => (sign >= ' ' ? sign !== '\ufffe' && sign !== '\uffff' : '\t\n\r'.includes(sign))
const text = fc.string({ unit: 'binary', maxLength: 12 }).map((one) => [...one].filter(isAllowed).join(''))
interface Tree {
  name: string
  attributes: Record<string, string>
  children: Tree[]
  text: string
}
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.record({
    name,
    attributes: fc.dictionary(name, text, { maxKeys: 3, noNullPrototype: true }),
    children: fc.oneof({ maxDepth: 3, depthIdentifier: 'xml' }, fc.constant<Tree[]>([]), fc.array(tie('tree'), { maxLength: 3 })),
    text,
  }),
}))
const written = ({ name: own, attributes, children, text: inner }: Tree): WrittenXml =>
  writeXmlElement(own, attributes, inner, ...children.map(written))
const read = ({ name: own, attributes, children, text: inner }: XmlElement): Tree => ({
  name: own,
  attributes: Object.fromEntries(attributes),
  children: children.map(read),
  text: inner,
})

describe('a message', () => {
  test('that was written is read as it was', () => {
    fc.assert(
      fc.property(tree, (one) => {
        expect(read(parseXml(`<?xml version="1.0" encoding="UTF-8"?>\n${DOCTYPE}\n${written(one).xml}`))).toEqual(one)
      }),
    )
  })

  test('is read or refused, whatever it is, and a part of it never says more', () => {
    const noise = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.tuple(tree, fc.nat()).map(([one, at]) => written(one).xml.slice(0, at % 80)),
    )
    fc.assert(
      fc.property(noise, (one) => {
        try {
          parseXml(one)
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidXmlError)
        }
      }),
    )
  })

  test('has texts, CDATA, comments and the entities of XML', () => {
    const root = parseXml(
      `\ufeff<?xml version='1.0' encoding='utf-8'?><!-- a --><a b='1 &amp; "2"'><!-- - --><c>x &lt;&#20013;&#x4e2d;<![CDATA[ <&amp; ]]></c><c/></a>\n`,
    )
    expect(root.attributes.get('b')).toBe('1 & "2"')
    expect([readXmlText(root, 'c'), root.children.length, findXmlElement(root, 'c', 'd')]).toEqual(['x <中中 <&amp;', 2, undefined])
  })
})

describe('refused are', () => {
  const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')
  test.each([
    ['a bomb of entities', `<!DOCTYPE cXML [<!ENTITY l0 "lol">${laughs}]><cXML>&l9;</cXML>`],
    ['a file as an entity', '<!DOCTYPE cXML [<!ENTITY x SYSTEM "file:///etc/passwd">]><cXML>&x;</cXML>'],
    ['an address as an entity', '<!DOCTYPE cXML [<!ENTITY % x SYSTEM "http://127.0.0.1/x"> %x;]><cXML/>'],
    ['any definition in a DOCTYPE', '<!DOCTYPE cXML SYSTEM "a.dtd" [<!ATTLIST cXML a CDATA "1">]><cXML/>'],
    ['a public document type', '<!DOCTYPE cXML PUBLIC "-//x" "a.dtd"><cXML/>'],
    ['two document types', `${DOCTYPE}${DOCTYPE}<cXML/>`],
    ['an unknown entity', '<a>&nbsp;</a>'],
    ['a property of every object as an entity', '<a>&constructor;</a>'],
    ['a character without a number', '<a>&#;</a>'],
    ['a hexadecimal character without a number', '<a b="&#x;"/>'],
    ['a character with no digits', '<a>&#xZZ;</a>'],
    ['a character with more than digits', '<a>&#65zz;</a>'],
    ['a bare ampersand', '<a>a & b</a>'],
    ['a character that XML does not allow', '<a>&#0;</a>'],
    ['half a surrogate pair', '<a>&#xd800;</a>'],
    ['a zero byte', '<a>\u0000</a>'],
    ['an instruction', '<a><?php echo 1 ?></a>'],
    ['another encoding', '<?xml version="1.0" encoding="UTF-7"?><a/>'],
    ['an attribute twice', '<a b="1" b="2"/>'],
    ['an attribute without quotes', '<a b=1/>'],
    ['a bracket in an attribute', '<a b="<c/>"/>'],
    ['a wrong end', '<a><b></a></b>'],
    ['no end', '<a><b></b>'],
    ['a second root', '<a/><b/>'],
    ['a text after the end', '<a/>x'],
    ['too deep', '<a>'.repeat(25) + '</a>'.repeat(25)],
    ['too many elements', `<a>${'<b/>'.repeat(20_000)}</a>`],
    ['too many attributes', `<a ${Array.from({ length: 33 }, (_, at) => `b${at}=""`).join(' ')}/>`],
    ['nothing', ''],
  ])('%s', (_, message) => expect(() => parseXml(message)).toThrow(InvalidXmlError))

  test('long ones in little time', () => {
    for (const long of [
      '<a b="'.repeat(40_000),
      `<a>${'&amp;'.repeat(50_000)}`,
      `<a>${'<!--'.repeat(50_000)}`,
      ' '.repeat(250_000),
      '<a>'.repeat(80_000),
      `<!DOCTYPE a SYSTEM "${' '.repeat(250_000)}`,
    ])
      expect(() => parseXml(long)).toThrow(InvalidXmlError)
  })
})
