import type { FilePurpose } from '#contract/people/files/api.ts'
import {
  maskBankAccountNumber,
  maskCompanyName,
  maskCreditCode,
  maskIdNumber,
  maskMobile,
  maskPersonName,
} from '#contract/people/identity/masking.ts'
import type { VerificationStep, verificationEndpoints } from '#contract/people/verification/api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** The data of each step that is stored encrypted. It leaves out fields that are only needed for the submission itself. */
export interface SubmissionPayloads {
  agent: Omit<InputOf<typeof verificationEndpoints.agentAuth>, 'code' | 'consent'>
  enterprise: InputOf<typeof verificationEndpoints.enterpriseAuthOnly>
  senior: InputOf<typeof verificationEndpoints.seniorAuthOnly>['userEnterpriseOtherInfo']
}

export interface FactField {
  label: string
  /** How the value is masked for its owner; without it, it is shown unchanged. */
  mask?: (text: string) => string
  unit?: string
  /** It is left out where it was not filled in. */
  optional?: true
}

/** Only where it begins: the province, the town and the district. */
const maskAddress = (address: string): string => `${[...address].slice(0, 6).join('')}****`

/** The fields of each step, in the order in which they are shown. */
export const factFields = {
  agent: {
    name: { label: '姓名', mask: maskPersonName },
    idNo: { label: '身份证号', mask: maskIdNumber },
    mobile: { label: '手机号', mask: maskMobile },
    companyName: { label: '公司名称', mask: maskCompanyName },
    industry: { label: '所属行业' },
    companyNature: { label: '公司性质' },
    entryDate: { label: '入职日期' },
  },
  enterprise: {
    enterpriseName: { label: '企业名称', mask: maskCompanyName },
    creditCode: { label: '统一社会信用代码', mask: maskCreditCode },
    registeredCapital: { label: '注册资本', unit: '万元' },
    registeredAddress: { label: '注册地址', mask: maskAddress, optional: true },
    foundDate: { label: '成立日期' },
    legalName: { label: '法定代表人', mask: maskPersonName },
    legalIdNo: { label: '法定代表人身份证号', mask: maskIdNumber },
  },
  senior: {
    companyBusiness: { label: '主营业务' },
    companyArea: { label: '经营区域' },
    preYearIncome: { label: '上年收入', unit: '万元' },
    employeeNum: { label: '员工人数', unit: '人' },
    industry: { label: '所属行业' },
    bankName: { label: '开户银行' },
    bankCardNo: { label: '银行账号', mask: maskBankAccountNumber },
    financeContact: { label: '财务联系人', mask: maskPersonName },
    financeContactMobile: { label: '财务联系人手机号', mask: maskMobile },
    legalChange: { label: '法定代表人变更' },
    cashFlowSheetName: { label: '银行流水名称' },
  },
} satisfies { [S in VerificationStep]: Partial<Record<keyof SubmissionPayloads[S], FactField>> }

/** A value as people read it, in clear or masked. */
export function formatFact({ mask, unit }: FactField, value: string | number, shown: 'clear' | 'masked'): string {
  const text = shown === 'masked' && mask ? mask(String(value)) : String(value)
  return unit ? `${text} ${unit}` : text
}

export interface LabelledPayloadField {
  label: string
  value: string
}

/** Lists the fields of a payload with labels: in clear text for a reviewer, masked for others. Empty fields are marked as such. */
export function toLabelledPayloadFields<S extends VerificationStep>(
  step: S,
  payload: SubmissionPayloads[S],
  shown: 'clear' | 'masked',
): LabelledPayloadField[] {
  const given = payload as Record<string, unknown>
  return Object.entries(factFields[step] as Record<string, FactField>).flatMap(([key, field]) => {
    const { label, optional } = field
    const text = String(given[key] ?? '')
    if (text === '') return optional ? [] : [{ label, value: '未填写' }]
    return [{ label, value: formatFact(field, text, shown) }]
  })
}

const pictureFields: { [S in VerificationStep]: Partial<Record<keyof SubmissionPayloads[S], { label: string; purpose: FilePurpose }>> } = {
  agent: { idPhoto: { label: '身份证照片', purpose: 'idPhoto' } },
  enterprise: {
    licence: { label: '营业执照', purpose: 'licence' },
    legalIdFront: { label: '法定代表人身份证人像面', purpose: 'idPhoto' },
    legalIdBack: { label: '法定代表人身份证国徽面', purpose: 'idPhoto' },
  },
  senior: { cashFlowSheet: { label: '银行流水', purpose: 'cashFlow' } },
}

/** The pictures of a submission, and the purpose that each must have been uploaded for. */
export function toPayloadPictures<S extends VerificationStep>(
  step: S,
  payload: SubmissionPayloads[S],
): { label: string; purpose: FilePurpose; fileId: string }[] {
  const given = payload as Record<string, unknown>
  return Object.entries(pictureFields[step] as Record<string, { label: string; purpose: FilePurpose }>).flatMap(([key, picture]) => {
    const fileId = given[key]
    return typeof fileId === 'string' ? [{ ...picture, fileId }] : []
  })
}

/** The payload is sealed for its own row, so that it cannot be opened after it was copied to another row. */
const placeOf = (id: string) => `verification_submission|sealed|${id}`

export const sealPayload = (
  keys: Keys,
  moment: Moment,
  { id, payload }: { id: string; payload: SubmissionPayloads[VerificationStep] },
): Buffer => keys.seal(moment, placeOf(id), JSON.stringify(payload))

/** Decrypts the payload of a submission. If a person sees it, the caller records that in the audit trail. */
export const unsealPayload = <S extends VerificationStep>(
  keys: Keys,
  { id, sealed }: { id: string; sealed: Buffer },
): SubmissionPayloads[S] => JSON.parse(keys.open(placeOf(id), sealed)) as SubmissionPayloads[S]
