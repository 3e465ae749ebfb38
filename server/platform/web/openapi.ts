import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { type Endpoint, type EndpointGroup, UPLOAD_FILE_FIELD } from '#contract/platform/core/endpoint.ts'
import { API_BASE, APP_VERSION } from '#contract/platform/core/envelope.ts'
import {
  isMachineAccess,
  isPlatformKeyAccess,
  isStaffAccess,
  listRequiredPermissionCodes,
  listRequiredStaffRoles,
} from '#contract/platform/core/permissions.ts'
import { refusals } from '#contract/platform/core/refusals.ts'
import { compressBody, computeEtag, type PrecompressedBody, sendCompressed } from '#server/platform/http/compression.ts'

/** The JSON Schema of the wire format of a zod schema. */
export const toJsonSchema = (schema: z.ZodMiniType) => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' }) as Record<
    string,
    unknown
  >
  return rest
}

const needsText = ({ needs }: Endpoint): string =>
  typeof needs === 'string'
    ? needs
    : isStaffAccess(needs)
      ? `staff with ${needs.staff}: ${listRequiredStaffRoles(needs).join(', ')}`
      : isPlatformKeyAccess(needs)
        ? `platform key: ${needs.platformKey.join(', ')}`
        : `${isMachineAccess(needs) ? 'key' : 'any of'}: ${listRequiredPermissionCodes(needs).join(', ')}`

/** The envelope around a call's output. */
export const toEnvelopeSchema = (endpoint: Endpoint) => ({
  type: 'object',
  required: ['code', 'msg', 'success', 'data'],
  properties: {
    code: { type: 'integer', description: '200 success; 510 not logged in; others are refusals' },
    msg: { type: 'string' },
    success: { type: 'boolean' },
    data: toJsonSchema(endpoint.output),
    reason: { type: 'string', enum: endpoint.refusals },
    detail: { type: 'object' },
  },
})

/** The response of a call: the envelope, or for a download the file. */
const answerOf = (endpoint: Endpoint) =>
  endpoint.kind === 'download'
    ? { description: 'The file; a refusal is an envelope', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
    : { description: 'The envelope', content: { 'application/json': { schema: toEnvelopeSchema(endpoint) } } }

type JsonSchema = ReturnType<typeof toJsonSchema>

/** The request body of a call with this input: JSON, or for an upload a form with one file. */
function bodyOf(endpoint: Endpoint, schema: JsonSchema) {
  if (endpoint.kind !== 'upload') return { required: true, content: { 'application/json': { schema } } }
  const { properties = {}, required = [] } = schema as { properties?: object; required?: string[] }
  const file = { type: 'string', format: 'binary', description: `At most ${endpoint.fileLimit?.bytesMax} bytes` }
  const form = { ...schema, properties: { ...properties, [UPLOAD_FILE_FIELD]: file }, required: [...required, UPLOAD_FILE_FIELD] }
  return { required: true, content: { 'multipart/form-data': { schema: form } } }
}

function operation(endpoint: Endpoint, group: string) {
  const refused = endpoint.refusals.map((name) => `${name} (${refusals[name].code}): ${refusals[name].msg}`)
  return {
    summary: endpoint.summary,
    tags: [group],
    description: [`Needs: ${needsText(endpoint)}.`, ...(refused.length > 0 ? ['Refusals:', ...refused] : [])].join('\n\n'),
    security: endpoint.needs === 'guest' ? [] : [{ token: [] }],
    responses: { 200: answerOf(endpoint) },
  }
}

const keyParameter = { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' } }

/** The fields of a read with this input as query parameters. */
export function toQueryParameters(schema: JsonSchema): { name: string; in: 'query'; required: boolean; schema: unknown }[] {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, unknown>; required?: string[] }
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }))
}

function pathItem(endpoint: Endpoint, group: string) {
  // Writing the schemas takes most of a server's start, so the methods of a call share them.
  const [common, schema] = [operation(endpoint, group), toJsonSchema(endpoint.input)]
  const inBody = {
    ...common,
    requestBody: bodyOf(endpoint, schema),
    ...(endpoint.idempotent ? { parameters: [keyParameter] } : {}),
  }
  const inQuery = { ...common, parameters: toQueryParameters(schema) }
  const asked = { GET: inQuery, DELETE: inQuery, POST: inBody, PUT: inBody } as const
  return Object.fromEntries(endpoint.methods.map((method) => [method.toLowerCase(), asked[method]]))
}

/** The contract as OpenAPI 3.1, for buyers' own systems and for human readers. */
export function createOpenApiDocument(groups: Record<string, EndpointGroup>, name: string): object {
  const paths = Object.entries(groups).flatMap(([group, api]) =>
    Object.values(api).map((endpoint) => [API_BASE + endpoint.path, pathItem(endpoint, group)] as const),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: name,
      version: APP_VERSION,
      description: 'Amounts are yuan with at most two decimals; instants are ISO 8601 in UTC; days are of Asia/Shanghai.',
    },
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    paths: Object.fromEntries(paths),
  }
}

/** The description changes only with a new version of the program, or with the name of the mall. */
const KEPT = 'public, max-age=300'

/** A document for all readers. It is written and compressed once. */
export interface CompressedJsonDocument {
  etag: string
  packed(): Promise<PrecompressedBody>
}

export function compressJsonDocument(document: object): CompressedJsonDocument {
  const plain = Buffer.from(JSON.stringify(document))
  let packed: Promise<PrecompressedBody> | undefined
  return { etag: computeEtag(plain), packed: () => (packed ??= compressBody(plain)) }
}

/** Serves a document, unless the client already has it. */
export function serveJsonDocument(app: FastifyInstance, path: string, find: () => Promise<CompressedJsonDocument>): void {
  app.get(path, { config: { lane: 'document' } }, async (request, reply) => {
    const { etag, packed } = await find()
    reply.headers({ ETag: etag, 'Cache-Control': KEPT })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return sendCompressed(request, reply.header('Content-Type', 'application/json; charset=utf-8'), await packed())
  })
}
