import * as z from 'zod/mini'
import { Day, Id, Mobile, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { markSecretField } from '#contract/platform/core/secret.ts'
import { isIdNumber, isUnifiedCreditCode, toComparedText } from './checks.ts'

const IdNumber = z
  .string('请输入身份证号')
  .check(
    z.maxLength(40, '请输入正确的身份证号'),
    z.overwrite(toComparedText),
    z.minLength(1, '请输入身份证号'),
    z.refine(isIdNumber, '请输入正确的身份证号'),
  )

export const UnifiedCreditCode = z
  .string('请输入统一社会信用代码')
  .check(
    z.maxLength(40, '请输入正确的统一社会信用代码'),
    z.overwrite(toComparedText),
    z.minLength(1, '请输入统一社会信用代码'),
    z.refine(isUnifiedCreditCode, '请输入正确的统一社会信用代码'),
  )

const Photo = (missing: string) => z.uuid(missing)

export const companyNatures = ['国有企业', '民营企业', '合资企业', '外资企业', '个体工商户', '事业单位', '其他'] as const
export const industries = [
  '煤矿',
  '金属与非金属矿',
  '隧道与地铁',
  '公路养护与铣刨',
  '桩基与旋挖',
  '水利水电',
  '油料贸易',
  '设备租赁',
  '其他',
] as const

/** Step 1, the agent (specification §2). */
export const agentVerificationFields = {
  name: RequiredText(30, '请输入姓名'),
  idNo: IdNumber,
  mobile: Mobile,
  /** Left out by a person whose own mobile number it is, and who has registered with it within the hour. */
  code: z.optional(markSecretField(z.string('请输入验证码').check(z.regex(/^\d{6}$/, '验证码为6位数字')))),
  idPhoto: Photo('请上传身份证照片'),
  companyName: RequiredText(80, '请输入公司名称'),
  industry: z.enum(industries, '请选择所属行业'),
  companyNature: z.enum(companyNatures, '请选择公司性质'),
  entryDate: Day,
  /** 单独同意: the person agrees to the processing of his identity documents. The law requires a separate consent for it. */
  consent: z.literal(true, '请先阅读并勾选《证件信息处理同意书》'),
}

/** Step 2, the enterprise. The capital is in 10,000 yuan. */
export const enterpriseVerificationFields = {
  enterpriseName: RequiredText(80, '请输入企业名称'),
  creditCode: UnifiedCreditCode,
  registeredCapital: z
    .number('请输入注册资本')
    .check(z.gt(0, '注册资本必须大于 0'), z.maximum(100_000_000, '注册资本过大'), z.multipleOf(0.01, '注册资本最多两位小数')),
  foundDate: Day,
  licence: Photo('请上传营业执照'),
  registeredAddress: z.optional(Text(120)),
  legalName: RequiredText(30, '请输入法定代表人姓名'),
  legalIdNo: IdNumber,
  legalIdFront: Photo('请上传身份证人像面'),
  legalIdBack: Photo('请上传身份证国徽面'),
}

/** Step 3. Only the number of employees is required (specification §2). The income is in 10,000 yuan. */
export const SeniorVerificationInput = z.strictObject({
  companyBusiness: z.optional(Text(200)),
  companyArea: z.optional(Text(100)),
  preYearIncome: z.optional(
    z.number('上年收入格式不正确').check(z.minimum(0, '上年收入不能小于 0'), z.maximum(1_000_000_000, '上年收入过大')),
  ),
  employeeNum: z.int('请输入员工人数').check(z.minimum(1, '员工人数至少为 1'), z.maximum(1_000_000, '员工人数过大')),
  industry: z.optional(Text(30)),
  bankName: z.optional(Text(60)),
  bankCardNo: z.optional(z.string('账号格式不正确').check(z.maxLength(40, '账号格式不正确'), z.regex(/^[0-9 -]{0,40}$/, '账号只能是数字'))),
  financeContact: z.optional(Text(30)),
  financeContactMobile: z.optional(Mobile),
  legalChange: z.optional(Text(200)),
  cashFlowSheet: z.optional(Id),
  cashFlowSheetName: z.optional(Text(100)),
})

/** 赊销协议, accepted at step 3: the information is true and not stolen. */
export const creditAgreementAcceptedSchema = z.literal(true, '请阅读并勾选赊销协议')
