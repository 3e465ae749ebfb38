import { defineLifecycle, type StateOf, type VerbOf } from '#contract/platform/core/lifecycle.ts'

/** The numbers of the specification as the states of a table. `NONE` is an enterprise that has not begun. */
export const verificationLifecycle = defineLifecycle({
  initial: ['NONE'],
  states: {
    NONE: { label: '未认证' },
    WAIT: { label: '经办人认证审核中' },
    AGENT_PASS: { label: '经办人认证通过' },
    AGENT_FAIL: { label: '经办人认证未通过' },
    ENTERPRISE_WAIT: { label: '企业认证审核中' },
    ENTERPRISE_PASS: { label: '企业认证通过' },
    ENTERPRISE_FAIL: { label: '企业认证未通过' },
    ENTERPRISE_SENIOR_WAIT: { label: '高级认证审核中' },
    ENTERPRISE_SENIOR_PASS: { label: '高级认证通过', final: true },
    ENTERPRISE_SENIOR_FAIL: { label: '高级认证未通过' },
  },
  verbs: {
    submitAgent: { from: ['NONE', 'AGENT_FAIL'], to: 'WAIT', by: ['buyer'], label: '提交经办人认证' },
    approveAgent: { from: ['WAIT'], to: 'AGENT_PASS', by: ['reviewer'], label: '通过' },
    rejectAgent: { from: ['WAIT'], to: 'AGENT_FAIL', by: ['reviewer'], label: '驳回' },
    submitEnterprise: { from: ['AGENT_PASS', 'ENTERPRISE_FAIL'], to: 'ENTERPRISE_WAIT', by: ['buyer'], label: '提交企业认证' },
    approveEnterprise: { from: ['ENTERPRISE_WAIT'], to: 'ENTERPRISE_PASS', by: ['reviewer'], label: '通过' },
    /** Part of a submission that includes the senior step: its review follows. */
    approveOn: { from: ['ENTERPRISE_WAIT'], to: 'ENTERPRISE_SENIOR_WAIT', by: ['reviewer'], label: '通过' },
    rejectEnterprise: { from: ['ENTERPRISE_WAIT'], to: 'ENTERPRISE_FAIL', by: ['reviewer'], label: '驳回' },
    submitSenior: {
      from: ['ENTERPRISE_PASS', 'ENTERPRISE_SENIOR_FAIL'],
      to: 'ENTERPRISE_SENIOR_WAIT',
      by: ['buyer'],
      label: '提交高级认证',
    },
    approveSenior: { from: ['ENTERPRISE_SENIOR_WAIT'], to: 'ENTERPRISE_SENIOR_PASS', by: ['reviewer'], label: '通过' },
    /** For a company of an older system that has verified it: the result is taken over with a reason. */
    takeOverEnterprise: { from: ['NONE'], to: 'ENTERPRISE_PASS', by: ['reviewer'], label: '沿用企业认证' },
    takeOverSenior: { from: ['NONE'], to: 'ENTERPRISE_SENIOR_PASS', by: ['reviewer'], label: '沿用高级认证' },
    rejectSenior: { from: ['ENTERPRISE_SENIOR_WAIT'], to: 'ENTERPRISE_SENIOR_FAIL', by: ['reviewer'], label: '驳回' },
  },
})
export type VerificationState = StateOf<typeof verificationLifecycle>
export type VerificationVerb = VerbOf<typeof verificationLifecycle>
