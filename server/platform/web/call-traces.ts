import type { FastifyInstance } from 'fastify'
import type { Tracer } from '#server/platform/core/tracing.ts'

/** Traces the calls that the tracer chooses. To be registered before what reads the caller. */
export function registerCallTraces(app: FastifyInstance, tracer: Tracer | undefined): void {
  app.decorateRequest('span', undefined)
  if (!tracer) return
  app.addHook('onRequest', async (request) => {
    const { traceparent } = request.headers
    const { endpoint } = request.routeOptions.config
    if (endpoint)
      request.span = tracer.beginCall(`${request.method} ${endpoint.path}`, typeof traceparent === 'string' ? traceparent : undefined)
  })
  app.addHook('onResponse', async ({ span, method, routeOptions, caller, refused }, reply) => {
    if (!span) return
    span.add({
      'http.request.method': method,
      'http.route': routeOptions.config.endpoint?.path ?? '',
      'http.response.status_code': reply.statusCode,
      'mall.caller': caller.kind,
    })
    if (refused !== undefined) span.add({ 'mall.refusal': refused })
    span.end(reply.statusCode >= 500 ? refused : undefined)
  })
}
