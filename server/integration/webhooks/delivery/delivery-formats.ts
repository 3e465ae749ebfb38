import type { WebhookFormat } from '#contract/integration/integration/shapes.ts'
import { createWebhookSignatureHeaders } from '#server/integration/webhooks/signature.ts'
import type { WebhookResponse } from '#server/integration/webhooks/webhook-sender.ts'
import { findXmlElement, InvalidXmlError, parseXml, writeXmlElement } from '#server/integration/xml/public.ts'

interface Sent {
  headers: Record<string, string>
  body: string
}

/** How a delivery is sent, and how its answer is understood. */
interface DeliveryFormat {
  prepare: (secrets: readonly string[], delivery: { id: string; at: Date; body: string }) => Sent
  /** The answer with the reason why it is none that we wanted. */
  evaluate: (response: WebhookResponse) => WebhookResponse
}

/** Where the secret goes in a message of cXML. Kept messages do not have it. */
const writeSecret = (secret: string): string => writeXmlElement('SharedSecret', {}, secret).xml

/** The code of the Status in an answer of cXML, which has its own beside that of HTTP; undefined: there is none. */
function readCxmlStatus(answer: string): number | undefined {
  try {
    const code = findXmlElement(parseXml(answer), 'Response', 'Status')?.attributes.get('code') ?? ''
    return /^\d{3}$/.test(code) ? Number(code) : undefined
  } catch (error) {
    if (error instanceof InvalidXmlError) return undefined
    throw error
  }
}

export const isSuccessfulStatus = (status: number): boolean => status >= 200 && status < 300

function evaluateCxmlAnswer(response: WebhookResponse): WebhookResponse {
  if (response.status === null || !isSuccessfulStatus(response.status)) return response
  const code = readCxmlStatus(response.answer)
  if (code === undefined) return { ...response, fault: '应答不是 cXML 的 Response' }
  return isSuccessfulStatus(code) ? response : { ...response, fault: `cXML 状态 ${code}` }
}

export const deliveryFormats: Record<WebhookFormat, DeliveryFormat> = {
  JSON: {
    prepare: (secrets, { id, at, body }) => ({
      headers: { 'content-type': 'application/json; charset=utf-8', ...createWebhookSignatureHeaders(secrets, { id, at, body }) },
      body,
    }),
    evaluate: (response) => response,
  },
  CXML: {
    prepare: ([secret = ''], { body }) => ({
      headers: { 'content-type': 'text/xml; charset=utf-8' },
      body: body.replace(writeSecret(''), () => writeSecret(secret)),
    }),
    evaluate: evaluateCxmlAnswer,
  },
}
