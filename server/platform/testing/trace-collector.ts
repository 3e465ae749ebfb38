import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** A span as a collector receives it, with its attributes as one object. */
export interface ReceivedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  /** OTLP: 2 server, 3 client, 5 consumer. */
  kind: number
  startMs: number
  endMs: number
  /** OTLP: 2 is an error. */
  status: { code?: number; message?: string }
  facts: Record<string, unknown>
}

type Facts = { key: string; value: Record<string, unknown> }[]
interface WireSpan extends Pick<ReceivedSpan, 'name' | 'traceId' | 'spanId' | 'parentSpanId' | 'kind' | 'status'> {
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Facts
}
interface WireBody {
  resourceSpans: { resource: { attributes: Facts }; scopeSpans: { spans: WireSpan[] }[] }[]
}

const NANO = 1e6
const toObject = (facts: Facts) => Object.fromEntries(facts.map(({ key, value }) => [key, Object.values(value)[0]]))

const toSpan = ({ startTimeUnixNano, endTimeUnixNano, attributes, ...own }: WireSpan): ReceivedSpan => ({
  ...own,
  startMs: Number(startTimeUnixNano) / NANO,
  endMs: Number(endTimeUnixNano) / NANO,
  facts: toObject(attributes),
})

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += part
  return text
}

/** Starts a collector of traces that takes OTLP as JSON over HTTP and keeps what it gets. */
export async function startTraceCollector() {
  const bodies: string[] = []
  const services = new Set<unknown>()
  const spans: ReceivedSpan[] = []
  const collector = createServer(async (request, response) => {
    const text = await readText(request)
    bodies.push(text)
    for (const { resource, scopeSpans } of (JSON.parse(text) as WireBody).resourceSpans) {
      services.add(toObject(resource.attributes)['service.name'])
      spans.push(...scopeSpans.flatMap((scope) => scope.spans.map(toSpan)))
    }
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    collector.closeAllConnections()
    collector.close()
  })
  return {
    url: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`,
    /** The bodies of all requests. */
    bodies,
    /** The names of the services that sent something. */
    services,
    spans,
  }
}
