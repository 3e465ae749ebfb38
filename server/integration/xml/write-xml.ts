const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML does not allow
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const escapeForXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/[&<>"\t\n\r]/g, (sign) => ENTITIES[sign] ?? sign)

/** An element as it is written. */
export interface WrittenXml {
  readonly xml: string
}

/** Writes an element with its attributes and what is in it: texts, which are escaped, and elements. */
export function writeXmlElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (WrittenXml | string)[]
): WrittenXml {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeForXml(value)}"`)
  const inner = children.map((child) => (typeof child === 'string' ? escapeForXml(child) : child.xml))
  return { xml: `<${name}${written.join('')}>${inner.join('')}</${name}>` }
}
