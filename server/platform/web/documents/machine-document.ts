import { PING_WEBHOOK_EVENT, webhookEvents } from '#contract/integration/integration/events.ts'
import { MACHINE_API_ROWS_PER_CALL_MAX, machineApiEndpoints } from '#contract/integration/integration/machine-api.ts'
import { apiKeyPermissionCodes } from '#contract/integration/integration/shapes.ts'
import type { Endpoint } from '#contract/platform/core/endpoint.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { isMachineAccess, listRequiredPermissionCodes, permissions } from '#contract/platform/core/permissions.ts'
import { toEnvelopeSchema, toJsonSchema, toQueryParameters } from '#server/platform/web/openapi.ts'
import { machineFieldDescriptions } from './machine-field-descriptions.ts'
import { addFieldDescriptionsToSchema, buildRefusalResponses, createExampleAnswer, type JsonSchemaNode } from './program-schema.ts'

const codesOf = ({ needs }: Endpoint) => (isMachineAccess(needs) ? listRequiredPermissionCodes(needs) : [])

function pathItem(name: string, endpoint: Endpoint) {
  const { data, envelope } = {
    data: addFieldDescriptionsToSchema(toJsonSchema(endpoint.output) as JsonSchemaNode, machineFieldDescriptions),
    envelope: toEnvelopeSchema(endpoint),
  }
  const codes = codesOf(endpoint)
  const needs = codes.length > 0 ? `权限：${codes.map((code) => `${permissions[code].label}（${code}）`).join('、')}` : '不需要权限'
  const example = { code: 200, msg: 'success', success: true, data: createExampleAnswer(data, machineFieldDescriptions) }
  const parameters = toQueryParameters(toJsonSchema(endpoint.input)).map(({ schema, ...one }) => ({
    ...one,
    schema,
    description: machineFieldDescriptions[one.name]?.[0] ?? '',
    example: machineFieldDescriptions[one.name]?.[1],
  }))
  return {
    get: {
      operationId: name,
      summary: endpoint.summary,
      description: needs,
      security: [{ key: codes }],
      parameters,
      responses: {
        200: {
          description: '成功',
          content: { 'application/json': { schema: { ...envelope, properties: { ...envelope.properties, data } }, example } },
        },
        ...buildRefusalResponses(endpoint),
      },
    },
  }
}

/** The data of an event, by group. */
const EVENT_DATA: Readonly<Record<string, object>> = {
  订单: { orderNo: '202611181234567890', state: 'SENT' },
  询价: { quotationNo: 'Q202611180A1B2C3D4E', state: 'QUOTED' },
  询价留言: { quotationNo: 'Q202611180A1B2C3D4E' },
  账单: { month: '2026-11', total: 385_000 },
  发票: { id: machineFieldDescriptions.id?.[1], invoiceNo: 'FP202611180A1B2C3D4E', amount: 385_000 },
  退款: { refundNo: 'TK202611180A1B2C3D4E', orderNo: '202611181234567890', amount: 38_500 },
}

function webhookItem(type: string, summary: string, data: object) {
  const example = { id: machineFieldDescriptions.id?.[1], type, createdAt: '2026-11-18T06:00:00.000Z', data }
  return {
    post: {
      summary,
      parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({ name, in: 'header', required: true })),
      requestBody: { content: { 'application/json': { example } } },
      responses: { '2XX': { description: '已收到；其他状态会按间隔重试' } },
    },
  }
}

const INTRODUCTION = `
请求头携带 \`Authorization: Bearer yf_…\`，密钥由主账号在“接口接入”创建。应答都是 JSON：\`code\` 为 200 表示成功，数据在 \`data\`；失败时 HTTP 状态与 \`code\` 相同，\`reason\` 是原因的名称，\`msg\` 是给人看的说明。

金额都是整数，单位是分。时间是 UTC 的 ISO 8601，日期和月份按北京时间。

拉取变化：第一次用 \`updatedSince\` 或不填，之后每次传回上次的 \`nextCursor\`；\`more\` 为 true 时立即继续。按变化的先后返回，每条是现在的样子；再次变化的会排到最后再出现，所以不漏，也不会重复没有变化的。请按编号覆盖保存。一次最多 ${MACHINE_API_ROWS_PER_CALL_MAX} 条。

每个密钥每分钟最多 300 次，超过时返回 429，请按 Retry-After 的秒数等待。
`.trim()

/** The machine API and its webhooks as OpenAPI 3.1, written for its readers. */
export const createMachineApiDocument = (mall: string) => ({
  openapi: '3.1.0',
  info: { title: `${mall}开放接口`, version: '1.0.0', description: INTRODUCTION },
  components: {
    securitySchemes: {
      key: {
        type: 'http',
        scheme: 'bearer',
        description: apiKeyPermissionCodes.map((code) => `${code} ${permissions[code].label}`).join('；'),
      },
    },
  },
  paths: Object.fromEntries(
    Object.entries(machineApiEndpoints).map(([name, endpoint]) => [API_BASE + endpoint.path, pathItem(name, endpoint as Endpoint)]),
  ),
  webhooks: Object.fromEntries([
    ...keysOf(webhookEvents).map((event) => {
      const { group, label } = webhookEvents[event]
      return [event, webhookItem(event, label, EVENT_DATA[group] ?? {})] as const
    }),
    [PING_WEBHOOK_EVENT.name, webhookItem(PING_WEBHOOK_EVENT.name, PING_WEBHOOK_EVENT.label, {})] as const,
  ]),
})
