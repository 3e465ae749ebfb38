import { Refusal } from '#contract/platform/core/refusal.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { authenticatePunchOut, type PunchOutLogin } from '#server/integration/punch-out/setup/authenticate.ts'
import { findPunchOutSetupsByIdentities, type PunchOutSetupRecord } from '#server/integration/punch-out/setup/setup-store.ts'
import { InvalidXmlError, type WrittenXml, writeXmlElement } from '#server/integration/xml/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { answerOrderRequest } from './answer-order-request.ts'
import { answerPunchOutSetupRequest } from './answer-setup-request.ts'
import { type CxmlRequest, formatPayloadId, parseCxmlRequest, writeCxml, writeCxmlStatus } from './cxml-envelope.ts'

/** A request that was not answered as asked: the status code of cXML, and why in words. */
interface CxmlFault {
  code: number
  why: string
  /** For the log, which has no texts of the message. */
  reason: string
}

export interface CxmlCall extends Pick<PunchOutLogin, 'origin' | 'address' | 'failuresMax'> {
  db: Db
  keys: Keys
  moment: Moment
  body: string
  publicUrl: string
  allowsLoopback: boolean
}

/** Refusals have codes like those of HTTP, and so has cXML; what it does not have is a conflict with what is there now. */
const CXML_CODES: readonly number[] = [400, 401, 403, 409, 450]
function toFault(error: unknown): CxmlFault {
  if (error instanceof InvalidXmlError)
    return { code: 406, why: '报文不是可读取的 XML，或含有不允许的内容（DTD、实体等）', reason: 'INVALID_XML' }
  if (!(error instanceof Refusal)) throw error
  return { code: CXML_CODES.includes(error.code) ? error.code : error.code === 429 ? 403 : 409, why: error.message, reason: error.reason }
}

/** The setup whose secret the sender knows. From and Sender decide together which one it is. */
async function authenticate(
  { db, moment, origin, address, failuresMax }: CxmlCall,
  { from, sender, secret }: CxmlRequest,
): Promise<PunchOutSetupRecord> {
  const identities = {
    fromDomain: from.domain,
    fromIdentity: from.identity,
    senderDomain: sender.domain,
    senderIdentity: sender.identity,
  }
  const findSetups = (digest?: Buffer) => findPunchOutSetupsByIdentities(db, identities, digest)
  const name = JSON.stringify(Object.values(identities))
  return authenticatePunchOut(db, moment, { name, secret, findSetups, origin, address, failuresMax })
}

async function answer(call: CxmlCall): Promise<WrittenXml[]> {
  const message = parseCxmlRequest(call.body)
  const setup = await authenticate(call, message)
  const { db, keys, moment, origin, publicUrl, allowsLoopback } = call
  if (message.request.name === 'OrderRequest')
    return [writeCxmlStatus(200, await answerOrderRequest(db, moment, { keys, setup, message, origin }))]
  if (message.request.name !== 'PunchOutSetupRequest')
    refuse('PUNCH_OUT_NOT_OFFERED', { msg: `不支持 ${message.request.name.slice(0, 40)}` })
  const response = await answerPunchOutSetupRequest(db, moment, { setup, message, publicUrl, allowsLoopback })
  return [writeCxmlStatus(200, 'OK'), response]
}

/** Answers a message of a cXML system. Whatever is wrong with it, the answer is a cXML response with a status. */
export async function answerCxmlRequest(call: CxmlCall): Promise<{ message: string; fault: CxmlFault | undefined }> {
  let fault: CxmlFault | undefined
  const parts = await answer(call).catch((error: unknown) => {
    fault = toFault(error)
    return [writeCxmlStatus(fault.code, fault.why)]
  })
  const payloadId = formatPayloadId(call.moment.newId(), new URL(call.publicUrl).host)
  return { message: writeCxml(call.moment, { payloadId }, writeXmlElement('Response', {}, ...parts)), fault }
}
