import { refuse } from '#contract/platform/core/refusals.ts'
import {
  findXmlElement,
  InvalidXmlError,
  parseXml,
  readXmlText,
  type WrittenXml,
  writeXmlElement,
  type XmlElement,
} from '#server/integration/xml/public.ts'
import type { Moment } from '#server/platform/core/moment.ts'

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
  request: XmlElement
}

const VALUE_LENGTH_MAX = 255

function readCredential(header: XmlElement | undefined, who: string): CxmlCredential {
  const credential = findXmlElement(header, who, 'Credential')
  const [domain, identity] = [credential?.attributes.get('domain')?.trim() ?? '', readXmlText(credential, 'Identity')]
  if (domain === '' || identity === '') refuse('PUNCH_OUT_REQUEST', { msg: `缺少 ${who} 的 Credential` })
  return { domain: domain.slice(0, VALUE_LENGTH_MAX), identity: identity.slice(0, VALUE_LENGTH_MAX) }
}

/** Parses a message. Throws InvalidXmlError if it is not XML, and refuses PUNCH_OUT_REQUEST if it is no request of cXML. */
export function parseCxmlRequest(text: string): CxmlRequest {
  const root = parseXml(text)
  if (root.name !== 'cXML') throw new InvalidXmlError('not cXML')
  const header = findXmlElement(root, 'Header')
  const [request, ...others] = findXmlElement(root, 'Request')?.children ?? []
  const payloadId = root.attributes.get('payloadID')?.trim() ?? ''
  if (!request || others.length > 0 || payloadId === '') refuse('PUNCH_OUT_REQUEST', { msg: '缺少 payloadID 或 Request' })
  return {
    payloadId: payloadId.slice(0, VALUE_LENGTH_MAX),
    from: readCredential(header, 'From'),
    to: readCredential(header, 'To'),
    sender: readCredential(header, 'Sender'),
    secret: readXmlText(header, 'Sender', 'Credential', 'SharedSecret'),
    request,
  }
}

/** The id of a message of ours, the same however often it is sent. `host`: that of the mall's address. */
export const formatPayloadId = (id: string, host: string): string => `${id}@${host}`

/** Writes a whole message. `documentType`: confirmations of orders are defined in a type of their own. */
export function writeCxml(
  moment: Moment,
  { payloadId, documentType = 'cXML' }: { payloadId: string; documentType?: 'cXML' | 'Fulfill' },
  ...parts: readonly WrittenXml[]
): string {
  const attributes = { payloadID: payloadId, timestamp: moment.now.toISOString(), 'xml:lang': 'zh-CN' }
  const doctype = `<!DOCTYPE cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.024/${documentType}.dtd">`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${doctype}\n${writeXmlElement('cXML', attributes, ...parts).xml}`
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
export const writeCxmlStatus = (code: number, text: string): WrittenXml =>
  writeXmlElement('Status', { code: String(code), text: STATUS_TEXTS[code] ?? 'Error', 'xml:lang': 'zh-CN' }, text)

const USER_AGENT = 'yanfeng-mall'

const writeCredential = ({ domain, identity }: CxmlCredential, ...more: readonly WrittenXml[]): WrittenXml =>
  writeXmlElement('Credential', { domain }, writeXmlElement('Identity', {}, identity), ...more)

/** The header of a message of ours. `secret`: the element of the secret that the buyer's system knows us by, if it asks for one. */
export const writeCxmlHeader = (
  { seller, buyer }: { seller: CxmlCredential; buyer: CxmlCredential },
  ...secret: readonly WrittenXml[]
): WrittenXml =>
  writeXmlElement(
    'Header',
    {},
    writeXmlElement('From', {}, writeCredential(seller)),
    writeXmlElement('To', {}, writeCredential(buyer)),
    writeXmlElement('Sender', {}, writeCredential(seller, ...secret), writeXmlElement('UserAgent', {}, USER_AGENT)),
  )
