import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const BUCKETS_MS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 15_000]

/** Counts and times every answer by call and outcome, and the process itself. `taken`: how many places of each part are taken just now. */
export function measure(app: FastifyInstance, taken: () => Readonly<Record<string, number>>): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const answers = new Counter({
    name: 'mall_answers_total',
    help: 'Answers by call and HTTP status',
    labelNames: ['path', 'status'],
    registers: [registry],
  })
  const times = new Histogram({
    name: 'mall_answer_ms',
    help: 'Milliseconds to answer, by call',
    labelNames: ['path'],
    buckets: BUCKETS_MS,
    registers: [registry],
  })
  new Gauge({
    name: 'mall_in_flight',
    help: 'Requests that are being worked on',
    labelNames: ['part'],
    registers: [registry],
    collect() {
      for (const [part, count] of Object.entries(taken())) this.set({ part }, count)
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    const path = request.routeOptions.config.endpoint?.path ?? 'other'
    answers.inc({ path, status: reply.statusCode })
    times.observe({ path }, reply.elapsedTime)
  })
  return registry
}

/** Serves the figures on loopback alone: they are the operator's, not the public's. */
export async function serveMetrics(registry: Registry, port: number): Promise<Server> {
  const server = createServer(async (_, response) => {
    response.setHeader('Content-Type', registry.contentType)
    response.end(await registry.metrics())
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return server
}
