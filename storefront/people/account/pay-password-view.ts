import * as z from 'zod/mini'
import { LoginPassword, PaymentPassword, SmsCode } from '#contract/platform/core/fields.ts'

const withCode = <Code extends z.ZodMiniType<string, string>>(code: Code) =>
  z
    .object({ pwd: LoginPassword, code, payPwd: PaymentPassword, again: z.string() })
    .check(z.refine(({ payPwd, again }) => again === payPwd, { error: '两次输入的支付密码不一致', path: ['again'] }))
// What was typed into a field that has gone meanwhile blocks nothing.
const proven = withCode(z.string())
const unproven = withCode(SmsCode)

export type PayPasswordForm = z.output<typeof proven>

/** The schema of the form: with the code of an SMS, unless the mobile is proven. */
export const getPayPasswordFormSchema = (isProven: boolean): typeof proven => (isProven ? proven : unproven)

/** What is sent: no code while the mobile is proven. */
export const toPayPasswordInput = ({ pwd, code, payPwd }: PayPasswordForm, isProven: boolean) =>
  isProven ? { pwd, payPwd } : { pwd, code, payPwd }
