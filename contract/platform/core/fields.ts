import * as z from 'zod/mini'
import { markSecretField } from './secret.ts'

/**
 * Fields that many calls share, each with its limit and the Chinese message of its rule. The forms and the server use the same rules. For
 * rules of specification §5 the messages are exactly its own.
 */

/** A UUID that the application creates, in lower case: PostgreSQL writes it so, and code compares it with `===`. */
export const Id = z.uuid('编号格式不正确').check(z.toLowerCase())
export const IntegerId = z.int('编号格式不正确').check(z.positive('编号格式不正确'), z.maximum(2_147_483_647, '编号格式不正确'))

export const Mobile = z
  .string('请输入手机号')
  .check(z.minLength(1, '请输入手机号'), z.maxLength(11, '请输入正确的手机号'), z.regex(/^1[3-9]\d{9}$/, '请输入正确的手机号'))

export const LoginPassword = markSecretField(
  z.string('请输入密码').check(z.minLength(1, '请输入密码'), z.minLength(6, '密码长度为6-20位'), z.maxLength(20, '密码长度为6-20位')),
)

export const SmsCode = markSecretField(
  z.string('请输入验证码').check(z.minLength(1, '请输入验证码'), z.maxLength(6, '验证码为6位数字'), z.regex(/^\d{6}$/, '验证码为6位数字')),
)

/** With which WeChat names a visitor, once. */
export const WechatAuthorisationCode = markSecretField(z.string('请重新授权').check(z.regex(/^[\w-]{1,512}$/, '请重新授权')))

/** A ticket from one step for the next: 128 bits, valid once. */
export const OneTimeTicket = markSecretField(z.string('请重新验证').check(z.regex(/^[A-Za-z0-9_-]{22}$/, '请重新验证')))

export const CaptchaCode = markSecretField(
  z
    .string('请输入图形验证码')
    .check(z.minLength(1, '请输入图形验证码'), z.minLength(4, '图形验证码长度为4位'), z.maxLength(4, '图形验证码长度为4位')),
)

export const CaptchaKey = z.string('请刷新图形验证码').check(z.regex(/^[A-Za-z0-9_-]{22}$/, '请刷新图形验证码'))

export const PaymentPassword = markSecretField(
  z.string('密码为6位数字').check(z.maxLength(6, '密码为6位数字'), z.regex(/^\d{6}$/, '密码为6位数字')),
)
/** The refusals of a call that needs the payment password. */
export const paymentPasswordRefusals = ['PAY_PASSWORD_NOT_SET', 'PAY_PASSWORD_WRONG', 'PAY_PASSWORD_LOCKED', 'PAY_FROZEN'] as const

export const Email = z
  .string('请输入邮箱')
  .check(z.maxLength(100, '请输入正确的邮箱'), z.regex(/^[^\s@\p{Cc}\p{Cs}]{1,64}@[^\s@\p{Cc}\p{Cs}]{1,64}$/u, '请输入正确的邮箱'))

export const QUANTITY_MAX = 999_999
/** 购买数量: the quantity of a SKU. The SKU itself has a step and a minimum. */
export const Quantity = z
  .int('数量必须为整数')
  .check(z.minimum(1, '数量不能小于 1'), z.maximum(QUANTITY_MAX, `数量不能超过 ${QUANTITY_MAX}`))

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are removed
const CONTROL = /[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * Text that a person typed: at most `max` characters as people count them. Control and direction characters are removed, and the ends are
 * trimmed.
 */
export const Text = (max: number, tooLong = `最多${max}字`) =>
  z.string('请填写文字').check(
    z.maxLength(max * 8, tooLong),
    // The database does not accept a zero byte or half a surrogate pair.
    z.refine((text) => !text.includes('\u0000') && text.isWellFormed(), '包含不支持的字符'),
    z.overwrite((text) => text.replace(CONTROL, '').trim()),
    z.refine((text) => [...text].length <= max, tooLong),
  )

export const REMARK_LENGTH_MAX = 100
export const REMARK_RULE = `备注信息最多${REMARK_LENGTH_MAX}字`
/** The remark on an order and on a payment voucher (specification §5 prescribes the message). */
export const Remark = Text(REMARK_LENGTH_MAX, REMARK_RULE)

/** Text that must not be empty. */
export const RequiredText = (max: number, empty: string) => Text(max).check(z.minLength(1, empty))

/** The version of a row when its editor read it. He sends it back with the change, so that he cannot overwrite an unseen change. */
export const RowVersion = z.int('请刷新后再修改').check(z.minimum(0, '请刷新后再修改'), z.maximum(2_147_483_647, '请刷新后再修改'))

/** The version for a call that also creates rows. Default: 0, which an existing row with changes refuses. */
export const RowVersionIfAny = z._default(RowVersion, 0)

const PAGE_SIZE_MAX = 100
/**
 * The maximum number of rows that pages can reach. Beyond it a list needs a cursor or narrower filters, because reading a far page costs as
 * much as all rows before it.
 */
export const ROWS_REACHABLE_BY_PAGES_MAX = 10_000

/** The input of every paged list. */
export const pageInput = {
  pageNo: z._default(
    z.int('页码不正确').check(z.minimum(1, '页码不正确'), z.maximum(ROWS_REACHABLE_BY_PAGES_MAX, '页码过大，请缩小查询范围')),
    1,
  ),
  pageSize: z._default(
    z.int('每页条数不正确').check(z.minimum(1, '每页条数不正确'), z.maximum(PAGE_SIZE_MAX, `每页最多 ${PAGE_SIZE_MAX} 条`)),
    20,
  ),
}

/** The output of every paged list (specification §3). */
export const pageOutput = <Row extends z.ZodMiniType>(row: Row) => z.object({ dataList: z.array(row), total: z.int() })

/** An instant on the wire: ISO 8601 in UTC. */
export const Instant = z.codec(z.iso.datetime({ precision: 3 }), z.date(), {
  decode: (text) => new Date(text),
  encode: (at) => at.toISOString(),
})

/** What is wrong with a day. A refusal names the field in the place of 日期. */
export const dayFaults = { missing: '请选择日期', malformed: '日期格式不正确' } as const

/** A calendar day in Asia/Shanghai, 'YYYY-MM-DD'. Refuses impossible days such as 2026-02-30, and the year 0. */
export const Day = z.iso
  .date({ error: ({ input }) => (input === undefined || input === null || input === '' ? dayFaults.missing : dayFaults.malformed) })
  .check(z.refine((day) => !day.startsWith('0000'), dayFaults.malformed))

/** A calendar month, 'YYYY-MM', of this century. */
export const Month = z.string('月份格式不正确').check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, '月份格式不正确'))

export const EmptyInput = z.strictObject({})
/** The output of a call that returns nothing. */
export const NullOutput = z.null()

export const OrderNo = z.string('请输入订单号').check(z.regex(/^\d{18}$/, '订单号格式不正确'))
