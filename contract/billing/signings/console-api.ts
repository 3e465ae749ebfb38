import * as z from 'zod/mini'
import { defineEndpoints, downloadEndpoint, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, NullOutput, pageInput, pageOutput } from '#contract/platform/core/fields.ts'
import { CancelReason, SigningKindSchema, SigningStateSchema, signingFields, signingRefusals, signingStartRefusals } from './api.ts'

export const ConsoleSigning = z.object({ ...signingFields, enterpriseId: Id, enterpriseName: z.nullable(z.string()) })
export type ConsoleSigning = z.output<typeof ConsoleSigning>

const readers = { staff: 'creditView' } as const
/** Who signs for the platform also raises limits: both bind it towards a company. */
const signers = { staff: 'creditEdit' } as const
/** `isNew`: nothing is started if the version is being signed, or was signed. */
const Started = z.object({ id: Id, isNew: z.boolean() })
const Ref = z.strictObject({ enterpriseId: Id, id: Id })

export const consoleSigningEndpoints = defineEndpoints('/console-api/api/signing', {
  list: readEndpoint({
    path: 'list',
    summary: '电子签署：各企业的购销合同、赊销协议、询证函，最新的在前',
    needs: readers,
    input: z.strictObject({
      ...pageInput,
      kind: z.optional(SigningKindSchema),
      state: z.optional(SigningStateSchema),
      enterpriseId: z.optional(Id),
    }),
    output: pageOutput(ConsoleSigning),
  }),
  startCredit: writeEndpoint({
    path: 'start-credit',
    summary: '发起一家企业最近一次同意的赊销协议的电子签署；同一版本已在签署或已签署时返回原来的',
    needs: signers,
    audits: 'enterprise',
    input: z.strictObject({ enterpriseId: Id }),
    output: Started,
    refusals: [...signingStartRefusals, 'ENTERPRISE_NOT_FOUND', 'CONTRACT_NOT_FOUND', 'ARTICLE_NOT_FOUND'],
  }),
  startLetter: writeEndpoint({
    path: 'start-letter',
    summary: '发起一家企业截至一日的往来询证函的电子签署：我方先签，企业再确认',
    needs: signers,
    audits: 'day',
    input: z.strictObject({ enterpriseId: Id, day: Day }),
    output: Started,
    refusals: [...signingStartRefusals, 'ENTERPRISE_NOT_FOUND', 'DAY_NOT_OVER'],
  }),
  link: writeEndpoint({
    path: 'link',
    summary: '取得我方去签署的页面地址；文件已变更的不能再签',
    needs: signers,
    audits: 'row',
    input: Ref,
    output: z.object({ url: z.string() }),
    refusals: [...signingRefusals, 'SIGNING_NOT_OUR_TURN', 'SIGNING_OUTDATED'],
  }),
  cancel: writeEndpoint({
    path: 'cancel',
    summary: '撤销一份还没有签完的电子签署',
    needs: signers,
    audits: 'row',
    input: z.strictObject({ enterpriseId: Id, id: Id, reason: CancelReason }),
    output: NullOutput,
    refusals: signingRefusals,
  }),
  download: downloadEndpoint({
    path: 'download',
    summary: '下载双方已签署的文件（PDF，带数字签名）',
    needs: readers,
    input: Ref,
    refusals: ['SIGNING_NOT_FOUND', 'SIGNED_FILE_NOT_READY'],
  }),
})
