import * as z from 'zod/mini'
import { ReplacedKeyValidHours, Webhook } from '#contract/integration/integration/shapes.ts'
import { LoginResult } from '#contract/people/identity/shapes.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, NullOutput, PaymentPassword, paymentPasswordRefusals } from '#contract/platform/core/fields.ts'
import { markSecretField } from '#contract/platform/core/secret.ts'
import { confirmationEndpointFields, PunchOutCode, PunchOutRow, PunchOutSetup, punchOutSetupFields } from './shapes.ts'

export const punchOutSetupEndpoints = defineEndpoints('/user-api/api/integration/punch-out', {
  overview: readEndpoint({
    path: 'overview',
    summary: '采购系统对接：设置、订单确认的接收地址和最近的会话；null 为尚未开通或没有',
    needs: 'main',
    input: EmptyInput,
    output: z.object({ setup: z.nullable(PunchOutSetup), confirmation: z.nullable(Webhook), recent: z.array(PunchOutRow) }),
  }),
  save: writeEndpoint({
    path: 'save',
    summary: '开通或修改采购系统对接：须输入支付密码；开通时返回密码，只返回这一次',
    needs: 'main',
    memberLimit: 'one row of a company.',
    input: z.strictObject({ ...punchOutSetupFields, payPwd: PaymentPassword }),
    output: z.object({ userName: z.string(), secret: z.nullable(markSecretField(z.string())) }),
    refusals: [
      'PUNCH_OUT_SUB_ACCOUNT',
      'PUNCH_OUT_HOST',
      'PUNCH_OUT_IDENTITY',
      'ADDRESS_NOT_FOUND',
      'PROJECT_NOT_FOUND',
      ...paymentPasswordRefusals,
    ],
  }),
  rotateSecret: writeEndpoint({
    path: 'rotate-secret',
    summary: '更换采购系统的密码：旧密码在保留期内仍可使用',
    needs: 'main',
    memberLimit: 'changes one row of a company.',
    input: z.strictObject({ overlapHours: ReplacedKeyValidHours, payPwd: PaymentPassword }),
    output: z.object({ userName: z.string(), secret: markSecretField(z.string()) }),
    refusals: ['PUNCH_OUT_NOT_SET_UP', ...paymentPasswordRefusals],
  }),
  setActive: writeEndpoint({
    path: 'set-active',
    summary: '停用或恢复采购系统对接；停用后进行中的会话立即结束',
    needs: 'main',
    memberLimit: 'changes one row of a company.',
    input: z.strictObject({ active: z.boolean('请选择是否启用') }),
    output: NullOutput,
    refusals: ['PUNCH_OUT_NOT_SET_UP'],
  }),
  saveConfirmation: writeEndpoint({
    path: 'save-confirmation',
    summary: '设置订单确认（cXML ConfirmationRequest）的接收地址和密码：须输入支付密码',
    needs: 'main',
    memberLimit: 'one row of a company.',
    input: z.strictObject({ ...confirmationEndpointFields, payPwd: PaymentPassword }),
    output: NullOutput,
    refusals: ['PUNCH_OUT_NOT_SET_UP', 'PUNCH_OUT_NOT_CXML', 'WEBHOOK_URL', 'CONFIRMATION_SECRET', ...paymentPasswordRefusals],
  }),
  deleteConfirmation: writeEndpoint({
    path: 'delete-confirmation',
    summary: '删除订单确认的接收地址；待发送的不再发送',
    needs: 'main',
    memberLimit: 'one row of a company.',
    input: EmptyInput,
    output: NullOutput,
    refusals: ['WEBHOOK_NOT_FOUND'],
  }),
})

export const punchOutEntryEndpoints = defineEndpoints('/user-api/api/punch-out', {
  enter: writeEndpoint({
    path: 'enter',
    admission: 'login',
    rateLimit: 'login',
    summary: '从采购系统进入商城：一次有效',
    needs: 'guest',
    input: z.strictObject({ code: PunchOutCode }),
    output: z.object({ ...LoginResult.shape, startPath: z.string(), punchOutId: Id }),
    refusals: ['PUNCH_OUT_OVER', 'ACCOUNT_DISABLED'],
  }),
})
