import { refuse } from '#contract/platform/core/refusals.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type CxmlElement, findCxmlElement, InvalidXmlError, parseXml, readCxmlText } from './parse-xml.ts'
import { type WrittenCxml, writeXmlElement } from './write-xml.ts'

export interface CxmlCredential {
  domain: string
  identity: string
}

/** What every request of cXML has: who sends it with which secret, and one request. */
export interface CxmlRequest {
  payloadId: string
  from: CxmlCredential
  to: CxmlCredential
  sender: CxmlCredential
  secret: string
  /** PunchOutSetupRequest, OrderRequest. */
  request: CxmlElement
}

const VALUE_LENGTH_MAX = 255

function readCredential(header: CxmlElement | undefined, who: string): CxmlCredential {
  const credential = findCxmlElement(header, who, 'Credential')
  const [domain, identity] = [credential?.attributes.get('domain')?.trim() ?? '', readCxmlText(credential, 'Identity')]
  if (domain === '' || identity === '') refuse('PUNCH_OUT_REQUEST', { msg: `缺少 ${who} 的 Credential` })
  return { domain: domain.slice(0, VALUE_LENGTH_MAX), identity: identity.slice(0, VALUE_LENGTH_MAX) }
}

/** Parses a message. Throws InvalidXmlError if it is not XML, and refuses PUNCH_OUT_REQUEST if it is no request of cXML. */
export function parseCxmlRequest(text: string): CxmlRequest {
  const root = parseXml(text)
  if (root.name !== 'cXML') throw new InvalidXmlError('not cXML')
  const header = findCxmlElement(root, 'Header')
  const [request, ...others] = findCxmlElement(root, 'Request')?.children ?? []
  const payloadId = root.attributes.get('payloadID')?.trim() ?? ''
  if (!request || others.length > 0 || payloadId === '') refuse('PUNCH_OUT_REQUEST', { msg: '缺少 payloadID 或 Request' })
  return {
    payloadId: payloadId.slice(0, VALUE_LENGTH_MAX),
    from: readCredential(header, 'From'),
    to: readCredential(header, 'To'),
    sender: readCredential(header, 'Sender'),
    secret: readCxmlText(header, 'Sender', 'Credential', 'SharedSecret'),
    request,
  }
}

const DOCTYPE = '<!DOCTYPE cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.024/cXML.dtd">'

/** Writes a whole message. */
export function writeCxml(moment: Moment, host: string, ...parts: readonly WrittenCxml[]): string {
  const attributes = { payloadID: `${moment.newId()}@${host}`, timestamp: moment.now.toISOString(), 'xml:lang': 'zh-CN' }
  return `<?xml version="1.0" encoding="UTF-8"?>\n${DOCTYPE}\n${writeXmlElement('cXML', attributes, ...parts).xml}`
}

/** The names of the status codes of cXML. */
const STATUS_TEXTS: Readonly<Record<number, string>> = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  406: 'Not Acceptable',
  409: 'Conflict',
  450: 'Not Implemented',
  500: 'Internal Server Error',
}

/** The Status of a response, with a text for people. */
export const writeCxmlStatus = (code: number, text: string): WrittenCxml =>
  writeXmlElement('Status', { code: String(code), text: STATUS_TEXTS[code] ?? 'Error', 'xml:lang': 'zh-CN' }, text)

/** The element of a credential: From, To, Sender. */
export const writeCredential = (who: string, { domain, identity }: CxmlCredential, ...more: readonly WrittenCxml[]): WrittenCxml =>
  writeXmlElement(who, {}, writeXmlElement('Credential', { domain }, writeXmlElement('Identity', {}, identity)), ...more)
