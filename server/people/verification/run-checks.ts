import { computeAge, isIdNumber, isUnifiedCreditCode, parseBirthdayOfIdNumber } from '#contract/people/verification/checks.ts'
import type { SubmissionPayloads } from './submission-payload.ts'

/** The result of a check for the reviewer. A failed check blocks nothing: the reviewer decides. */
export interface VerificationCheckResult {
  name: string
  passed: boolean
  note: string
}

export const ADULT_AGE = 18

const idNumber = (target: string, idNo: string): VerificationCheckResult => ({
  name: `${target}身份证号校验（GB 11643）`,
  passed: isIdNumber(idNo),
  note: isIdNumber(idNo) ? '校验码正确' : '校验码不正确',
})

function adult(target: string, idNo: string, today: string): VerificationCheckResult {
  const age = computeAge(parseBirthdayOfIdNumber(idNo) ?? today, today)
  return { name: `${target}年满 ${ADULT_AGE} 周岁`, passed: age >= ADULT_AGE, note: `${age} 周岁` }
}

export const runAgentStepChecks = ({ idNo, idPhoto }: SubmissionPayloads['agent'], today: string): VerificationCheckResult[] => [
  idNumber('经办人', idNo),
  adult('经办人', idNo, today),
  { name: '手机号', passed: true, note: '已通过短信验证码验证' },
  { name: '身份证照片', passed: idPhoto !== '', note: '已上传，请核对姓名与号码' },
]

/** 机构类别: the second character of a credit code (GB 32100), and the matching types of organisation. */
const kinds: Record<string, readonly string[]> = {
  '91': ['国有企业', '民营企业', '合资企业', '外资企业', '其他'],
  '92': ['个体工商户'],
  '12': ['事业单位'],
}

function sameKind(creditCode: string, nature: string): VerificationCheckResult {
  const fitting = kinds[creditCode.slice(0, 2)]
  const name = '信用代码的机构类别与公司性质'
  if (!fitting) return { name, passed: false, note: `代码以 ${creditCode.slice(0, 2)} 开头，请核对机构类别` }
  const passed = fitting.includes(nature)
  return { name, passed, note: passed ? `与“${nature}”相符` : `与“${nature}”不符` }
}

/** Removes spaces and unifies the two kinds of brackets in names. */
export const plainName = (name: string) => name.normalize('NFKC').replace(/\s/g, '')

function sameCompany(enterpriseName: string, companyName: string): VerificationCheckResult {
  const passed = plainName(enterpriseName) === plainName(companyName)
  return { name: '企业名称与经办人所填公司', passed, note: passed ? '一致' : `经办人填写的是“${companyName}”` }
}

/** Checks the enterprise step, and compares it with the agent step, if there is one. */
export const runEnterpriseStepChecks = (
  { creditCode, legalIdNo, enterpriseName }: SubmissionPayloads['enterprise'],
  { today, agent }: { today: string; agent: SubmissionPayloads['agent'] | undefined },
): VerificationCheckResult[] => [
  {
    name: '统一社会信用代码校验（GB 32100）',
    passed: isUnifiedCreditCode(creditCode),
    note: isUnifiedCreditCode(creditCode) ? '校验码正确' : '校验码不正确',
  },
  idNumber('法定代表人', legalIdNo),
  adult('法定代表人', legalIdNo, today),
  ...(agent ? [sameCompany(enterpriseName, agent.companyName), sameKind(creditCode, agent.companyNature)] : []),
]

export function runSeniorStepChecks(payload: SubmissionPayloads['senior']): VerificationCheckResult[] {
  const { bankName, bankCardNo, financeContact, financeContactMobile, preYearIncome, cashFlowSheet } = payload
  const bank = Boolean(bankName && bankCardNo)
  const contact = Boolean(financeContact && financeContactMobile)
  return [
    { name: '银行账户信息', passed: bank, note: bank ? '已填写开户银行和账号' : '开户银行或账号未填写' },
    { name: '财务联系人', passed: contact, note: contact ? '已填写姓名和手机号' : '姓名或手机号未填写' },
    { name: '上年收入', passed: preYearIncome !== undefined, note: preYearIncome === undefined ? '未填写' : `${preYearIncome} 万元` },
    { name: '银行流水', passed: cashFlowSheet !== undefined, note: cashFlowSheet === undefined ? '未上传' : '已上传' },
  ]
}

/** Checks where else the numbers of a case were used. It runs each time a case is opened, because others may have been added. */
export function toDuplicateNumberCheckResult(name: string, elsewhere: readonly string[]): VerificationCheckResult {
  const SHOWN = 3
  const passed = elsewhere.length === 0
  const names = elsewhere.slice(0, SHOWN).join('、')
  return { name, passed, note: passed ? '没有重复' : `另有 ${elsewhere.length} 家企业：${names}${elsewhere.length > SHOWN ? ' 等' : ''}` }
}
