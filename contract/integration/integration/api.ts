import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, NullOutput, PaymentPassword, pageInput, pageOutput } from '#contract/platform/core/fields.ts'
import {
  ApiKey,
  apiKeyFields,
  CreatedApiKey,
  CreatedWebhookSecret,
  ReplacedKeyValidHours,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryState,
  webhookFields,
} from './shapes.ts'

const One = z.strictObject({ id: Id })
const passwordRefusals = ['PAY_PASSWORD_NOT_SET', 'PAY_PASSWORD_WRONG', 'PAY_PASSWORD_LOCKED', 'PAY_FROZEN'] as const

export const apiKeyEndpoints = defineEndpoints('/user-api/api/integration/api-key', {
  list: readEndpoint({ path: 'list', summary: '接口密钥，最新的在前', needs: 'main', input: EmptyInput, output: z.array(ApiKey) }),
  add: writeEndpoint({
    path: 'add',
    summary: '创建接口密钥：须输入支付密码；密钥只返回这一次',
    needs: 'main',
    memberLimit: 50,
    input: z.strictObject({ ...apiKeyFields, payPwd: PaymentPassword }),
    output: CreatedApiKey,
    refusals: ['API_KEYS_FULL', 'API_KEY_DAY', ...passwordRefusals],
  }),
  rotate: writeEndpoint({
    path: 'rotate',
    summary: '更换接口密钥：新密钥立即可用，旧密钥保留一段时间后失效',
    needs: 'main',
    memberLimit: 50,
    input: z.strictObject({ id: Id, overlapHours: ReplacedKeyValidHours, payPwd: PaymentPassword }),
    output: CreatedApiKey,
    refusals: ['API_KEY_NOT_FOUND', 'API_KEY_OVER', 'API_KEYS_FULL', ...passwordRefusals],
  }),
  revoke: writeEndpoint({
    path: 'revoke',
    summary: '停用接口密钥，立即失效',
    needs: 'main',
    memberLimit: 'of what was made, 100 a day.',
    input: One,
    output: NullOutput,
    refusals: ['API_KEY_NOT_FOUND'],
  }),
})

export const webhookEndpoints = defineEndpoints('/user-api/api/integration/webhook', {
  list: readEndpoint({ path: 'list', summary: '推送地址', needs: 'main', input: EmptyInput, output: z.array(Webhook) }),
  add: writeEndpoint({
    path: 'add',
    summary: '新增推送地址：须输入支付密码；签名密钥只返回这一次',
    needs: 'main',
    memberLimit: 50,
    input: z.strictObject({ ...webhookFields, payPwd: PaymentPassword }),
    output: CreatedWebhookSecret,
    refusals: ['WEBHOOKS_FULL', 'WEBHOOK_URL', ...passwordRefusals],
  }),
  modify: writeEndpoint({
    path: 'modify',
    summary: '修改推送地址和事件：须输入支付密码',
    needs: 'main',
    memberLimit: 200,
    input: z.strictObject({ id: Id, ...webhookFields, payPwd: PaymentPassword }),
    output: NullOutput,
    refusals: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_URL', ...passwordRefusals],
  }),
  rotateSecret: writeEndpoint({
    path: 'rotate-secret',
    summary: '更换推送签名密钥：旧密钥在保留期内同时签名',
    needs: 'main',
    memberLimit: 50,
    input: z.strictObject({ id: Id, overlapHours: ReplacedKeyValidHours, payPwd: PaymentPassword }),
    output: CreatedWebhookSecret,
    refusals: ['WEBHOOK_NOT_FOUND', ...passwordRefusals],
  }),
  setActive: writeEndpoint({
    path: 'set-active',
    summary: '暂停或恢复推送',
    needs: 'main',
    memberLimit: 200,
    input: z.strictObject({ id: Id, active: z.boolean('请选择是否推送') }),
    output: NullOutput,
    refusals: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_BY_STAFF'],
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '删除推送地址，不再推送',
    needs: 'main',
    memberLimit: 'of what was made, 50 a day.',
    input: One,
    output: NullOutput,
    refusals: ['WEBHOOK_NOT_FOUND'],
  }),
  ping: writeEndpoint({
    path: 'ping',
    summary: '测试推送：向地址发送一条测试消息，结果见推送记录',
    needs: 'main',
    memberLimit: 500,
    input: One,
    output: z.object({ id: Id }),
    refusals: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_NOT_ACTIVE', 'WEBHOOK_TOO_OFTEN'],
  }),
  deliveries: readEndpoint({
    path: 'deliveries',
    summary: '推送记录，最新的在前；保留 30 天',
    needs: 'main',
    input: z.strictObject({ ...pageInput, webhookId: Id, state: z.optional(WebhookDeliveryState) }),
    output: pageOutput(WebhookDelivery),
    refusals: ['WEBHOOK_NOT_FOUND'],
  }),
  delivery: readEndpoint({
    path: 'delivery',
    summary: '一条推送记录：内容和每次推送的应答',
    needs: 'main',
    input: One,
    output: WebhookDeliveryDetail,
    refusals: ['DELIVERY_NOT_FOUND'],
  }),
  redeliver: writeEndpoint({
    path: 'redeliver',
    summary: '补发一条推送，编号不变',
    needs: 'main',
    memberLimit: 2000,
    input: One,
    output: NullOutput,
    refusals: ['DELIVERY_NOT_FOUND', 'WEBHOOK_NOT_FOUND', 'WEBHOOK_NOT_ACTIVE', 'WEBHOOK_TOO_OFTEN'],
  }),
})
