import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, EmptyInput, Id, Instant, NullOutput, pageInput, pageOutput, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { withheldField, withheldListField } from '#contract/platform/core/figures.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan, YuanUpTo } from '#contract/platform/core/money.ts'
import { agentVerificationFields, creditAgreementAcceptedSchema, enterpriseVerificationFields, SeniorVerificationInput } from './fields.ts'
import { readingSources } from './readings.ts'

export const verificationSteps = { agent: '经办人认证', enterprise: '企业认证', senior: '高级认证' } as const
export type VerificationStep = keyof typeof verificationSteps
const StepField = z.enum(['agent', 'enterprise', 'senior'])

/** The reasons for a rejection. A reviewer can add his own words. */
export const verificationRejectReasons = {
  agent: ['身份证照片不清晰', '姓名与身份证不一致', '身份证号与照片不一致', '身份证已过期', '手机号与本人不符'],
  enterprise: [
    '营业执照已过期',
    '营业执照名称与申请企业不一致',
    '统一社会信用代码与营业执照不一致',
    '法定代表人信息不一致',
    '图片不清晰或不完整',
  ],
  senior: ['经营信息不完整', '银行账户信息有误', '经营规模与申请额度不符', '资料真实性存疑'],
} as const satisfies Record<VerificationStep, readonly string[]>

const Fact = z.object({ label: z.string(), value: z.string() })

/** What was read from a paper or found in the register, beside what was submitted. */
export const SubmissionReading = z.object({
  source: z.enum(keysOf(readingSources)),
  /** Whose paper it is. */
  label: z.string(),
  at: Instant,
  /** unreadable: the service saw no such paper, or found no such company. noAnswer: it did not answer. open: it had not answered yet. */
  outcome: z.enum(['read', 'unreadable', 'noAnswer', 'open']),
  /** Empty unless it is read. */
  rows: z.array(
    z.object({
      label: z.string(),
      read: z.string(),
      /** null: the form has no such field. */
      submitted: z.nullable(z.string()),
      /** none: the field of the form is empty. info: the form has no such field. abnormal: the register has a state other than being in business. */
      result: z.enum(['same', 'different', 'expired', 'abnormal', 'none', 'info']),
    }),
  ),
})
export type SubmissionReading = z.output<typeof SubmissionReading>

/** A submission as its own enterprise sees it: masked. */
export const VerificationSubmission = z.object({
  id: Id,
  step: StepField,
  state: z.enum(['WAIT', 'PASS', 'FAIL']),
  submittedAt: Instant,
  /** The working day by which the review is expected. */
  expectedDay: Day,
  reviewedAt: z.nullable(Instant),
  reasons: z.array(z.string()),
  opinion: z.nullable(z.string()),
  /** The submitted fields with their labels, masked. */
  facts: z.array(Fact),
})
export type VerificationSubmission = z.output<typeof VerificationSubmission>

/** The same shape for calls with which every member can ask for the progress. */
const SubmissionByRight = z.object({ ...VerificationSubmission.shape, facts: withheldListField('verification', Fact) })

const submitted = z.object({ authStatus: z.int(), expectedDay: Day })
const agentRefusals = ['VERIFICATION_STATE', 'SMS_CODE_WRONG', 'SMS_CODE_EXPIRED', 'FILE_NOT_FOUND', 'TOO_YOUNG', 'DAY_AHEAD'] as const
const enterpriseRefusals = ['VERIFICATION_STATE', 'FILE_NOT_FOUND', 'DAY_AHEAD', 'CREDIT_CODE_TAKEN'] as const

export const verificationEndpoints = defineEndpoints('/user-api/api/user/v1/approval/enterprise', {
  agentAuth: writeEndpoint({
    path: 'agent/auth',
    summary: '提交经办人认证',
    needs: 'applyLimit',
    memberLimit: 20,
    input: z.strictObject(agentVerificationFields),
    output: submitted,
    refusals: agentRefusals,
  }),
  agentQuery: readEndpoint({
    path: 'agent/query',
    summary: '认证的当前状态与最近一次提交（脱敏）',
    needs: 'login',
    input: EmptyInput,
    output: z.object({
      authLevel: z.int(),
      authStatus: z.nullable(z.int()),
      latest: z.array(SubmissionByRight),
      /** 固定额度 of the credit account; null while it is not open. */
      baseLimit: withheldField('credit', z.nullable(Yuan)),
    }),
  }),
  enterpriseAuthOnly: writeEndpoint({
    path: 'auth/only',
    summary: '提交企业认证',
    needs: 'applyLimit',
    memberLimit: 20,
    input: z.strictObject(enterpriseVerificationFields),
    output: submitted,
    refusals: enterpriseRefusals,
  }),
  enterpriseAuthApproveTrack: readEndpoint({
    path: 'auth/approve/track',
    summary: '认证历史：每次提交、审核时间与意见',
    needs: 'applyLimit',
    input: EmptyInput,
    output: z.array(VerificationSubmission),
  }),
  seniorAuth: writeEndpoint({
    path: 'senior/auth',
    summary: '一次提交企业认证和高级认证',
    needs: 'applyLimit',
    memberLimit: 20,
    input: z.strictObject({
      ...enterpriseVerificationFields,
      userEnterpriseOtherInfo: SeniorVerificationInput,
      agree: creditAgreementAcceptedSchema,
    }),
    output: submitted,
    refusals: [...enterpriseRefusals, 'ARTICLE_NOT_FOUND'],
  }),
  seniorAuthOnly: writeEndpoint({
    path: 'senior/auth/only',
    summary: '提交高级认证',
    needs: 'applyLimit',
    memberLimit: 20,
    input: z.strictObject({ userEnterpriseOtherInfo: SeniorVerificationInput, agree: creditAgreementAcceptedSchema }),
    output: submitted,
    refusals: ['VERIFICATION_STATE', 'FILE_NOT_FOUND', 'ARTICLE_NOT_FOUND'],
  }),
})

/** A case in the review queue. */
export const VerificationReviewRow = z.object({
  id: Id,
  enterpriseId: Id,
  step: StepField,
  state: z.enum(['WAIT', 'PASS', 'FAIL']),
  /** Masked until the case is opened. */
  company: z.string(),
  submittedAt: Instant,
  expectedDay: Day,
  claimedBy: z.nullable(z.string()),
  claimedUntil: z.nullable(Instant),
  /** One person has approved it, and it waits for the second. */
  secondNeeded: z.boolean(),
})
export type VerificationReviewRow = z.output<typeof VerificationReviewRow>

export const VerificationReviewCase = z.object({
  ...VerificationReviewRow.shape,
  mine: z.boolean(),
  /** The submitted fields in plain text. Opening them is logged. */
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  pictures: z.array(z.object({ label: z.string(), fileId: Id })),
  /** The automatic checks and their results. */
  checks: z.array(z.object({ name: z.string(), passed: z.boolean(), note: z.string() })),
  proposedLimit: z.nullable(YuanUpTo(99_999_999.99)),
  /** The group of the company and its share, which is its limit, so that an approval names none; null: it is in none. */
  group: z.nullable(z.object({ name: z.string(), share: Yuan })),
  /** The papers and register entries that the form was filled in with, in plain text. */
  readings: z.array(SubmissionReading),
  /** Earlier submissions and this one, masked. */
  history: z.array(z.object({ ...VerificationSubmission.shape, readings: z.array(SubmissionReading) })),
})
export type VerificationReviewCase = z.output<typeof VerificationReviewCase>

const One = z.strictObject({ enterpriseId: Id, id: Id })
const caseRefusals = ['CASE_NOT_FOUND', 'CASE_TAKEN', 'VERIFICATION_STATE'] as const
const decisionRefusals = [...caseRefusals, 'CASE_NOT_CLAIMED'] as const

export const consoleVerificationEndpoints = defineEndpoints('/console-api/api/verification', {
  list: readEndpoint({
    path: 'list',
    summary: '认证审核队列',
    needs: { staff: 'verification' },
    input: z.strictObject({ ...pageInput, state: z.optional(z.enum(['WAIT', 'PASS', 'FAIL'])), step: z.optional(StepField) }),
    output: pageOutput(VerificationReviewRow),
  }),
  view: readEndpoint({
    path: 'view',
    summary: '查看案件；逐次记录',
    needs: { staff: 'verification' },
    input: One,
    output: VerificationReviewCase,
    refusals: ['CASE_NOT_FOUND'],
  }),
  claim: writeEndpoint({
    path: 'claim',
    summary: '领取一个案件，30 分钟内他人不能处理；打开明文数据并记录',
    needs: { staff: 'verification' },
    audits: 'row',
    input: One,
    output: VerificationReviewCase,
    refusals: caseRefusals,
  }),
  release: writeEndpoint({
    path: 'release',
    summary: '放回队列',
    needs: { staff: 'verification' },
    audits: 'row',
    input: One,
    output: NullOutput,
    refusals: caseRefusals,
  }),
  approve: writeEndpoint({
    path: 'approve',
    summary: '通过；企业和高级认证给出固定额度，超过 100 万需第二人',
    needs: { staff: 'verification' },
    audits: 'row',
    input: z.strictObject({ ...One.shape, baseLimit: z.optional(YuanUpTo(99_999_999.99)) }),
    /** false: one person has approved it, and it waits for the second. */
    output: z.object({ done: z.boolean() }),
    refusals: [...decisionRefusals, 'LIMIT_MISSING', 'SECOND_PERSON_NEEDED', 'SECOND_PERSON_TIED', 'CREDIT_CODE_TAKEN'],
  }),
  reject: writeEndpoint({
    path: 'reject',
    summary: '驳回，选择原因',
    needs: { staff: 'verification' },
    audits: 'row',
    input: z.strictObject({
      ...One.shape,
      reasons: z.array(RequiredText(40, '请选择原因')).check(z.minLength(1, '请选择原因'), z.maxLength(10, '原因过多')),
      opinion: z._default(Text(200), ''),
    }),
    output: NullOutput,
    refusals: decisionRefusals,
  }),
})
