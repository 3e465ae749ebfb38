import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, LoginPassword, NullOutput, SmsCode } from '#contract/platform/core/fields.ts'
import { wrongSmsCodeRefusals } from './credential-refusals.ts'

/** The text that replaces a person's name after he has closed his account. */
export const CLOSED_ACCOUNT_NAME = '已注销用户'

/** The data that stays after an account is closed, how long, and why. */
export const DataKeptAfterAccountClosing = z.object({ what: z.string(), term: z.string(), reason: z.string() })
export type DataKeptAfterAccountClosing = z.output<typeof DataKeptAfterAccountClosing>

/** The facts that a person needs before he closes his account. */
export const AccountClosingPreview = z.object({
  /** Why it cannot be closed yet, as sentences; empty: it can be closed. */
  obstacles: z.array(z.string()),
  /** The names of the enterprises that close with it, because it is their main account; null: without a name. */
  enterprises: z.array(z.nullable(z.string())),
  erased: z.array(z.string()),
  kept: z.array(DataKeptAfterAccountClosing),
})
export type AccountClosingPreview = z.output<typeof AccountClosingPreview>

const passwordProof = ['OLD_PASSWORD_WRONG', 'LOGIN_LOCKED', 'LOGIN_ADDRESS_LOCKED'] as const

export const personalDataEndpoints = defineEndpoints('/user-api/api/user/personal-data', {
  // This is a write, because every answer is recorded, and so that the password is never part of an address.
  download: writeEndpoint({
    path: 'download',
    summary: '下载我的个人数据：需要登录密码；返回 JSON 文件的名称与内容',
    needs: 'login',
    memberLimit: 20,
    input: z.strictObject({ pwd: LoginPassword }),
    output: z.object({ name: z.string(), content: z.string() }),
    refusals: passwordProof,
  }),
  closing: readEndpoint({
    path: 'closing',
    summary: '注销账号之前：还有什么未了结，注销后删除什么、依法保留什么、保留多久',
    needs: 'login',
    input: EmptyInput,
    output: AccountClosingPreview,
  }),
  close: writeEndpoint({
    path: 'close',
    locksCaller: true,
    endsSession: true,
    summary: '注销账号：需要登录密码和短信验证码；所有设备立即退出，手机号可以重新注册',
    needs: 'login',
    memberLimit: 'an account is closed once.',
    input: z.strictObject({ pwd: LoginPassword, code: SmsCode, agree: z.literal(true, '请确认已知悉注销的后果') }),
    output: NullOutput,
    refusals: [...passwordProof, ...wrongSmsCodeRefusals, 'ACCOUNT_NOT_SETTLED'],
  }),
})
