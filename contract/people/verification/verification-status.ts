/**
 * 认证: three steps, each with a review. The numbers are those of specification §3; null is an enterprise that has not begun. The list
 * of names in the specification maps to them. It has no failure of the first step, which is AGENT_FAIL here.
 */
export const verificationStatuses = {
  0: { name: 'WAIT', label: '经办人认证审核中' },
  1: { name: 'AGENT_PASS', label: '经办人认证通过' },
  2: { name: 'AGENT_FAIL', label: '经办人认证未通过' },
  3: { name: 'ENTERPRISE_WAIT', label: '企业认证审核中' },
  4: { name: 'ENTERPRISE_PASS', label: '企业认证通过' },
  5: { name: 'ENTERPRISE_FAIL', label: '企业认证未通过' },
  6: { name: 'ENTERPRISE_SENIOR_WAIT', label: '高级认证审核中' },
  7: { name: 'ENTERPRISE_SENIOR_PASS', label: '高级认证通过' },
  8: { name: 'ENTERPRISE_SENIOR_FAIL', label: '高级认证未通过' },
} as const
export type VerificationStatus = keyof typeof verificationStatuses

export const verificationLevels = { 0: '未认证', 1: '经办人认证', 2: '企业认证', 3: '高级认证' } as const
export type VerificationLevel = keyof typeof verificationLevels

export const memberLevels = { 1: '普通会员', 2: '白银会员', 3: '黄金会员', 4: '铂金会员' } as const
export type MemberLevel = keyof typeof memberLevels

export const accountTypes = { 1: '主账号', 2: '子账号' } as const
