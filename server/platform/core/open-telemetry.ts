// Tracing with OpenTelemetry. Only a server that traces imports this file: its packages cost 120 ms of a start.
import { context, type Span as OtelSpan, SpanKind as OtelSpanKind, type SpanOptions, SpanStatusCode, trace } from '@opentelemetry/api'
import { type ExportResult, ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, type SpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { type Moment, monotonicNowMs } from './moment.ts'
import { getErrorCodeOrClassName, type Span, type SpanAttributes, type TracedWorkKind, type Tracer, type TracingStatus } from './tracing.ts'
import { waitWithTimeout } from './within-time.ts'

/** How many spans wait for the collector, and how many are sent at once. */
const WAITING_MAX = 4_096
const BATCH = 512
const EVERY_MS = 2_000
/** How long the collector may take for a batch, with all tries. */
const SEND_MS = 5_000
/** How long a server that stops waits for the last ones. */
const CLOSE_MS = 3_000
/** What `share` is a part of. */
const ALL = 10_000

const KINDS: Readonly<Record<TracedWorkKind, OtelSpanKind>> = {
  call: OtelSpanKind.SERVER,
  job: OtelSpanKind.CONSUMER,
  database: OtelSpanKind.CLIENT,
  provider: OtelSpanKind.CLIENT,
}

export interface TracingOptions {
  /** The collector: OTLP as JSON over HTTP. */
  url: string
  /** How many of 10,000 calls and jobs are traced. */
  share: number
  /** The start of the server, from which spans get their times, and a source of random bytes. */
  moment: Moment
}

/** Passes spans on to the collector and counts what becomes of them. A collector that is away costs no more than the memory of those that wait. */
function createCountingProcessor(url: string, status: TracingStatus): SpanProcessor {
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: SEND_MS })
  let waiting = 0
  const counting: SpanExporter = {
    export(spans: ReadableSpan[], done: (result: ExportResult) => void) {
      waiting -= spans.length
      exporter.export(spans, (result) => {
        status[result.code === ExportResultCode.SUCCESS ? 'sent' : 'failed'] += spans.length
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
  const batches = new BatchSpanProcessor({
    exporter: counting,
    maxQueueSize: WAITING_MAX,
    maxExportBatchSize: BATCH,
    scheduledDelayMillis: EVERY_MS,
    exportTimeoutMillis: SEND_MS + 1_000,
  })
  return {
    onStart: (span, parent) => batches.onStart(span, parent),
    onEnd(span) {
      if (waiting >= WAITING_MAX) {
        status.dropped++
        return
      }
      waiting++
      batches.onEnd(span)
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  }
}

/**
 * Opens the tracing of a server. A call goes on with the trace of its caller unless he says that his is not recorded, but whether it is
 * traced at all is decided here: strangers cannot make a server trace more than its share.
 */
export function openTracing({ url, share, moment }: TracingOptions): Tracer {
  const status: TracingStatus = { sent: 0, failed: 0, dropped: 0 }
  const newHex = (bytes: number) => moment.bytes(bytes).toString('hex')
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'mall', 'service.instance.id': moment.newId() }),
    idGenerator: { generateTraceId: () => newHex(16), generateSpanId: () => newHex(8) },
    spanProcessors: [createCountingProcessor(url, status)],
  })
  const tracer = provider.getTracer('mall')
  const origin = moment.now.getTime() - monotonicNowMs()
  const wallNow = () => origin + monotonicNowMs()

  const wrap = (own: OtelSpan): Span => {
    const { traceId, spanId } = own.spanContext()
    return {
      traceId,
      traceparent: `00-${traceId}-${spanId}-01`,
      begin: (kind, name, facts = {}, beganMs = monotonicNowMs()) =>
        wrap(tracer.startSpan(name, toOptions(kind, facts, origin + beganMs), trace.setSpan(context.active(), own))),
      add: (facts) => void own.setAttributes(facts),
      end(error) {
        if (error !== undefined) own.setStatus({ code: SpanStatusCode.ERROR, message: getErrorCodeOrClassName(error) })
        own.end(wallNow())
      },
    }
  }
  const begin = (kind: TracedWorkKind, name: string, traceparent: string | undefined): Span => {
    const parent = traceparent === undefined ? null : parseTraceParent(traceparent)
    const active = context.active()
    return wrap(tracer.startSpan(name, toOptions(kind, {}, wallNow()), parent ? trace.setSpanContext(active, parent) : active))
  }
  const isChosen = () => moment.bytes(4).readUInt32BE() % ALL < share
  const isLeftOut = (traceparent: string | undefined) => {
    const parent = traceparent === undefined ? null : parseTraceParent(traceparent)
    return parent !== null && parent.traceFlags % 2 === 0
  }
  return {
    beginCall: (name, traceparent) => (isLeftOut(traceparent) || !isChosen() ? undefined : begin('call', name, traceparent)),
    beginJob: (name, traceparent) => (traceparent !== undefined || isChosen() ? begin('job', name, traceparent) : undefined),
    status: () => status,
    close: () =>
      waitWithTimeout(
        provider.shutdown().catch(() => {}),
        CLOSE_MS,
        () => {},
      ),
  }
}

const toOptions = (kind: TracedWorkKind, attributes: SpanAttributes, startTime: number): SpanOptions => ({
  kind: KINDS[kind],
  attributes,
  startTime,
})
