/**
 * Owns how messages of other systems are read and written as XML.
 * Writes no table.
 * Never reads definitions or external entities, and never says what a message means.
 */
export { findXmlElement, InvalidXmlError, parseXml, readXmlText, type XmlElement } from './parse-xml.ts'
export { type WrittenXml, writeXmlElement } from './write-xml.ts'
