import * as z from 'zod/mini'
import { PunchOutSetup } from '#contract/integration/integration/punch-out/shapes.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, NullOutput, pageInput, pageOutput, RequiredText } from '#contract/platform/core/fields.ts'
import { ApiKey, Webhook, WebhookDelivery } from './shapes.ts'

const Reason = RequiredText(100, '请填写原因')
const One = { enterpriseId: Id, id: Id }

export const consoleIntegrationEndpoints = defineEndpoints('/console-api/api/integration', {
  overview: readEndpoint({
    path: 'overview',
    summary: '一家企业的接口密钥和推送地址',
    needs: { staff: 'integration' },
    input: z.strictObject({ enterpriseId: Id }),
    output: z.object({
      enterpriseName: z.nullable(z.string()),
      apiKeys: z.array(ApiKey),
      webhooks: z.array(Webhook),
      punchOut: z.nullable(PunchOutSetup),
    }),
    refusals: ['ENTERPRISE_NOT_FOUND'],
  }),
  deliveries: readEndpoint({
    path: 'deliveries',
    summary: '一个推送地址的推送记录，最新的在前',
    needs: { staff: 'integration' },
    input: z.strictObject({ ...pageInput, enterpriseId: Id, webhookId: Id }),
    output: pageOutput(WebhookDelivery),
    refusals: ['WEBHOOK_NOT_FOUND'],
  }),
  revokeKey: writeEndpoint({
    path: 'revoke-key',
    summary: '停用企业的接口密钥，立即失效并通知主账号',
    needs: { staff: 'integration' },
    audits: 'row',
    input: z.strictObject({ ...One, reason: Reason }),
    output: NullOutput,
    refusals: ['API_KEY_NOT_FOUND'],
  }),
  disableWebhook: writeEndpoint({
    path: 'disable-webhook',
    summary: '停用企业的推送地址，并通知主账号',
    needs: { staff: 'integration' },
    audits: 'row',
    input: z.strictObject({ ...One, reason: Reason }),
    output: NullOutput,
    refusals: ['WEBHOOK_NOT_FOUND'],
  }),
})
