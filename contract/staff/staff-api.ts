import * as z from 'zod/mini'
import { call, endpoints, read } from '../endpoint.ts'
import { Done, Email, Id, Instant, LoginPassword, Nothing, page, pageInput, RequiredText, Text } from '../fields.ts'
import { staffRoleNames } from '../permissions.ts'

/** Somebody of the platform, as he is told about himself. */
export const StaffDetail = z.object({
  staffId: Id,
  email: z.string(),
  name: z.string(),
  roles: z.array(z.enum(staffRoleNames)),
  /** A second factor is bound and asked for at every log-in. */
  secondFactor: z.boolean(),
  /** Texts are kept in a local outbox, which may be read: there is no provider who sends them. */
  localTexts: z.boolean(),
})
export type StaffDetail = z.output<typeof StaffDetail>

/** Six digits of a time-based one-time password (RFC 6238). */
export const TotpCode = z.string('请输入动态口令').check(z.maxLength(6, '动态口令为6位数字'), z.regex(/^\d{6}$/, '动态口令为6位数字'))

const credentials = { email: Email, pwd: LoginPassword }

export const staff = endpoints('/console-api/api/staff', {
  logIn: call({
    path: 'log-in',
    summary: '运营登录：先给邮箱和密码；还缺新密码或动态口令时拒绝并说明，补上再交一次',
    needs: 'guest',
    input: z.strictObject({
      ...credentials,
      /** What an initial password is replaced by. Not looked at otherwise. */
      newPwd: z.optional(LoginPassword),
      code: z.optional(TotpCode),
    }),
    output: z.object({ token: z.string(), staff: StaffDetail }),
    refusals: [
      ...(['STAFF_LOGIN_FAILED', 'LOGIN_LOCKED', 'NEW_PASSWORD_NEEDED', 'INITIAL_PASSWORD_EXPIRED', 'PASSWORD_TOO_COMMON'] as const),
      ...(['TOTP_NEEDED', 'TOTP_NOT_BOUND', 'TOTP_WRONG'] as const),
    ],
  }),
  bindTotp: call({
    path: 'log-in/bind-totp',
    summary: '绑定动态口令：得到密钥，用登录或确认时的第一个口令生效；已绑定的须由管理员重置',
    needs: 'guest',
    input: z.strictObject(credentials),
    output: z.object({ url: z.string(), secret: z.string() }),
    refusals: ['STAFF_LOGIN_FAILED', 'LOGIN_LOCKED', 'INITIAL_PASSWORD_EXPIRED', 'TOTP_BOUND'],
  }),
  logOut: call({ path: 'log-out', summary: '退出', needs: 'staff', input: Nothing, output: Done }),
  me: read({ path: 'me', summary: '当前运营人员', needs: 'staff', input: Nothing, output: StaffDetail }),
  changePwd: call({
    path: 'change-pwd',
    summary: '修改自己的登录密码，其他设备退出登录',
    needs: 'staff',
    input: z.strictObject({ oldPwd: LoginPassword, newPwd: LoginPassword }),
    output: Done,
    refusals: ['OLD_PASSWORD_WRONG', 'LOGIN_LOCKED', 'PASSWORD_TOO_COMMON'],
  }),
  confirmTotp: call({
    path: 'confirm-totp',
    summary: '已登录时用第一个口令确认绑定',
    needs: 'staff',
    input: z.strictObject({ code: TotpCode }),
    output: Done,
    refusals: ['TOTP_WRONG', 'TOTP_NOT_BOUND', 'TOTP_BOUND'],
  }),
})

/** An account of the platform's own people. */
export const StaffRow = z.object({
  staffId: Id,
  email: z.string(),
  name: z.string(),
  roles: z.array(z.enum(staffRoleNames)),
  status: z.literal([0, 1]),
  secondFactor: z.boolean(),
  /** Until when the initial password opens the door; null: the person has set his own. */
  initialUntil: z.nullable(Instant),
  /** Devices that are logged in, and when the latest was seen. */
  sessions: z.int(),
  lastSeenAt: z.nullable(Instant),
  createdAt: Instant,
})
export type StaffRow = z.output<typeof StaffRow>

const Roles = z.array(z.enum(staffRoleNames, '角色不正确'), '请选择角色').check(
  z.minLength(1, '请至少选择一个角色'),
  z.maxLength(staffRoleNames.length, '角色不正确'),
  z.refine((roles) => new Set(roles).size === roles.length, '角色不正确'),
)
const fields = { name: RequiredText(30, '请输入姓名'), roles: Roles }

const admin = { staff: ['admin'] } as const
const One = z.strictObject({ staffId: Id })
/** Told once and kept nowhere in clear. */
const Initial = z.object({ staffId: Id, initialPwd: z.string(), initialUntil: Instant })

export const consoleStaff = endpoints('/console-api/api/staff-account', {
  list: read({
    path: 'list',
    summary: '员工账号',
    needs: admin,
    input: z.strictObject({ ...pageInput, keyword: z.optional(Text(50)), status: z.optional(z.literal([0, 1], '状态不正确')) }),
    output: page(StaffRow),
  }),
  add: call({
    path: 'add',
    summary: '新增员工：得到初始密码，只显示一次，首次登录须修改',
    needs: admin,
    input: z.strictObject({ email: Email, ...fields }),
    output: Initial,
    refusals: ['STAFF_EXISTS'],
  }),
  modify: call({
    path: 'modify',
    summary: '修改员工姓名和角色：立即生效；不能改自己的角色',
    needs: admin,
    input: z.strictObject({ staffId: Id, ...fields }),
    output: Done,
    refusals: ['STAFF_NOT_FOUND', 'OWN_ACCOUNT'],
  }),
  setStatus: call({
    path: 'set-status',
    summary: '停用或启用员工：停用立即退出所有设备；不能停用自己',
    needs: admin,
    input: z.strictObject({ staffId: Id, status: z.literal([0, 1], '状态不正确') }),
    output: Done,
    refusals: ['STAFF_NOT_FOUND', 'OWN_ACCOUNT'],
  }),
  resetPwd: call({
    path: 'reset-pwd',
    summary: '重设员工的初始密码：立即退出所有设备',
    needs: admin,
    input: One,
    output: Initial,
    refusals: ['STAFF_NOT_FOUND', 'OWN_ACCOUNT'],
  }),
  resetTotp: call({
    path: 'reset-totp',
    summary: '重置员工的动态口令：下次登录重新绑定；立即退出所有设备',
    needs: admin,
    input: One,
    output: Done,
    refusals: ['STAFF_NOT_FOUND', 'OWN_ACCOUNT'],
  }),
  endSessions: call({
    path: 'end-sessions',
    summary: '让一名员工退出所有设备；对自己时保留当前设备',
    needs: admin,
    input: One,
    output: z.object({ count: z.int() }),
    refusals: ['STAFF_NOT_FOUND'],
  }),
})
