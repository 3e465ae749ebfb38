import { PLATFORM_API_ROWS_PER_CALL_MAX, platformApiEndpoints, platformRowInputs } from '#contract/integration/integration/platform-api.ts'
import type { Endpoint } from '#contract/platform/core/endpoint.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { isPlatformKeyAccess, platformKeyScopeNames, platformKeyScopes } from '#contract/platform/core/permissions.ts'
import { toEnvelopeSchema, toJsonSchema } from '#server/platform/web/openapi.ts'
import { platformFieldDescriptions } from './platform-field-descriptions.ts'
import { addFieldDescriptionsToSchema, buildRefusalResponses, createExampleAnswer, type JsonSchemaNode } from './program-schema.ts'

const described = (schema: JsonSchemaNode): JsonSchemaNode => addFieldDescriptionsToSchema(schema, platformFieldDescriptions)

/** The body of a write, with the schema of its rows. */
function describeBody(name: keyof typeof platformRowInputs) {
  const row = described(toJsonSchema(platformRowInputs[name]) as JsonSchemaNode)
  const rows = {
    type: 'array',
    minItems: 1,
    maxItems: PLATFORM_API_ROWS_PER_CALL_MAX,
    items: row,
    description: platformFieldDescriptions.rows?.[0],
  }
  const { change, ...whole } = createExampleAnswer(row, platformFieldDescriptions) as Record<string, unknown>
  const example = { rows: [whole, ...(change === undefined ? [] : [{ code: whole.code, change }])] }
  return {
    required: true,
    content: { 'application/json': { schema: { type: 'object', required: ['rows'], properties: { rows } }, example } },
  }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: '本次提交的幂等标识，8 至 64 位字母、数字、- 或 _；同一标识和内容一周内得到同一应答',
  schema: { type: 'string' },
}

function pathItem(name: string, endpoint: Endpoint) {
  const data = described(toJsonSchema(endpoint.output) as JsonSchemaNode)
  const envelope = toEnvelopeSchema(endpoint)
  const scopes = isPlatformKeyAccess(endpoint.needs) ? endpoint.needs.platformKey : []
  const writes = endpoint.kind === 'write'
  const call = {
    operationId: name,
    summary: endpoint.summary,
    description:
      scopes.length > 0 ? `权限：${scopes.map((scope) => `${platformKeyScopes[scope].label}（${scope}）`).join('、')}` : '不需要权限',
    security: [{ key: scopes }],
    parameters: writes ? [IDEMPOTENCY_KEY] : [],
    ...(writes ? { requestBody: describeBody(name as keyof typeof platformRowInputs) } : {}),
    responses: {
      200: {
        description: '成功；逐行结果见 rows',
        content: {
          'application/json': {
            schema: { ...envelope, properties: { ...envelope.properties, data } },
            example: { code: 200, msg: 'success', success: true, data: createExampleAnswer(data, platformFieldDescriptions) },
          },
        },
      },
      ...buildRefusalResponses(endpoint),
    },
  }
  return { [writes ? 'post' : 'get']: call }
}

const INTRODUCTION = `
供平台自己的系统（如 ERP）维护商品、价格和库存。请求头携带 \`Authorization: Bearer yfp_…\`，密钥在运营后台“平台接口”创建：密钥以创建人的名义写入，只能写创建人负责的店铺。

写入用 POST，正文为 JSON，最大 1 MB，一次最多 ${PLATFORM_API_ROWS_PER_CALL_MAX} 行；请求头须带 \`Idempotency-Key\`，超时或断开后用同一标识重发，得到同一结果，不会写两次。

应答逐行给出结果：\`outcome\` 为 added、changed、unchanged 或 refused；refused 的行 \`reason\` 说明原因，\`field\` 是有误的字段。一行有误不影响其他行；同一商品的各行要么全部写入，要么都不写入。

金额都是整数，单位是分。改价幅度超过设置的比例或低于成本的行会被拒绝并列出新旧价格，核对后以 \`confirmed: true\` 重新提交（须用新的幂等标识）。

库存的 \`quantity\` 是在库数量，含订单已占用、尚未发出的；也可以用 \`change\` 填增减数。商品接口没有填写的字段保持原样；空的字段不会清空内容。

每个密钥每分钟最多 300 次，超过时返回 429，请按 Retry-After 的秒数等待。
`.trim()

/** The calls for the platform's own programs as OpenAPI 3.1. */
export const createPlatformApiDocument = (mall: string) => ({
  openapi: '3.1.0',
  info: { title: `${mall}平台接口`, version: '1.0.0', description: INTRODUCTION },
  components: {
    securitySchemes: {
      key: {
        type: 'http',
        scheme: 'bearer',
        description: platformKeyScopeNames.map((scope) => `${scope} ${platformKeyScopes[scope].label}`).join('；'),
      },
    },
  },
  paths: Object.fromEntries(
    Object.entries(platformApiEndpoints).map(([name, endpoint]) => [API_BASE + endpoint.path, pathItem(name, endpoint as Endpoint)]),
  ),
})
