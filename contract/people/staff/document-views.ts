import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, pageInput, pageOutput } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { AuditRow } from './audit-api.ts'

/**
 * Papers and data in clear that staff look at, and the actions under which the audit trail has each look. A test compares them with the
 * actions that there are.
 */
export const auditedDocumentViews = {
  identity: {
    label: '认证资料与证件',
    actions: ['open verification case', '/console-api/api/file/view'],
  },
  licence: { label: '许可证', actions: ['open licence', '/console-api/api/licence/view-of-shop'] },
  payment: { label: '汇款凭证、承兑汇票与异议图片', actions: ['/console-api/api/file/view-payment'] },
  invoice: { label: '发票', actions: ['download invoice'] },
  statement: { label: '对账单与询证函', actions: ['download statement', 'download account statement', 'download confirmation letter'] },
  contract: { label: '合同、协议与已签文件', actions: ['download contract', 'download credit agreement', 'download signed document'] },
  deliveryNote: { label: '送货单与签收单', actions: ['download delivery note', 'view signed receipt'] },
  afterSale: { label: '售后图片', actions: ['view after-sale picture'] },
  drawing: { label: '询价图纸', actions: ['view drawing'] },
  collection: { label: '催收函件与委托文件', actions: ['download collection letter', 'download mandate'] },
  mobile: { label: '留言人手机号', actions: ['view inquiry mobile'] },
} as const satisfies Record<string, { label: string; actions: readonly string[] }>

// Apart from the other calls of the audit trail, which the first load of the console needs.
export const consoleDocumentViewEndpoints = defineEndpoints('/console-api/api/paper-look', {
  list: readEndpoint({
    path: 'list',
    mayLag: true,
    summary: '查阅记录：哪位员工何时看了哪家企业的证件、凭证或明文；最新的在前',
    needs: { staff: 'audit' },
    input: z.strictObject({
      ...pageInput,
      paper: z.optional(z.enum(keysOf(auditedDocumentViews), '资料类型不正确')),
      actorId: z.optional(Id),
      enterpriseId: z.optional(Id),
      dateFrom: z.optional(Day),
      dateTo: z.optional(Day),
    }),
    output: pageOutput(AuditRow),
  }),
})
