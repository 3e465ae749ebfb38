import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, RequiredText } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { ReadValues, readableDocuments } from './readings.ts'

/** How many pictures a person can have read in a day, and how many companies he can look up. Answers that were remembered do not count. */
export const PICTURES_READ_PER_DAY_MAX = 20
export const COMPANIES_FOUND_PER_DAY_MAX = 20
/** The same for all persons together, because each question costs money. */
export const PICTURES_READ_PER_DAY_OF_ALL_MAX = 2_000
export const COMPANIES_FOUND_PER_DAY_OF_ALL_MAX = 2_000

/** Apart from the other calls of the verification: without these the form is filled in by hand. */
export const verificationReadingEndpoints = defineEndpoints('/user-api/api/user/v1/approval/reading', {
  options: readEndpoint({
    path: 'options',
    summary: '认证表单可以预填什么：图片识别、工商查询，以及一小时内已验证的本人手机号',
    needs: 'applyLimit',
    input: EmptyInput,
    output: z.object({
      /** Whether pictures of papers are read. */
      pictures: z.boolean(),
      /** Whether companies are looked up in the register. */
      register: z.boolean(),
      /** The own mobile number of a person who has registered with it within the hour: it needs no new code. */
      verifiedMobile: z.nullable(z.string()),
    }),
  }),
  readPicture: writeEndpoint({
    path: 'read-picture',
    summary: '识别本人上传的证件图片，只限当前可提交的认证步骤；同一张图片只识别一次，逐次记录',
    needs: 'applyLimit',
    memberLimit: '20 pictures of a person in a day, and 2,000 of all persons.',
    input: z.strictObject({ fileId: Id, kind: z.enum(keysOf(readableDocuments), '证件类型不正确') }),
    /** unreadable: the service saw no such paper. noAnswer: it did not answer, or refused. */
    output: z.object({ outcome: z.enum(['read', 'unreadable', 'noAnswer']), values: ReadValues }),
    refusals: ['READING_OFF', 'READING_LIMIT', 'READING_RUNNING', 'FILE_NOT_FOUND', 'VERIFICATION_STATE'],
  }),
  findCompany: writeEndpoint({
    path: 'find-company',
    summary: '可提交企业认证时，按企业名称或统一社会信用代码查询工商登记；一天内同一查询只问一次',
    needs: 'applyLimit',
    memberLimit: '20 look-ups of a person in a day, and 2,000 of all persons.',
    input: z.strictObject({ keyword: RequiredText(80, '请输入企业名称或统一社会信用代码') }),
    output: z.object({ outcome: z.enum(['read', 'notFound', 'noAnswer']), values: ReadValues }),
    refusals: ['READING_OFF', 'READING_LIMIT', 'READING_RUNNING', 'VERIFICATION_STATE'],
  }),
})
