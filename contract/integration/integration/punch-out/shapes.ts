import * as z from 'zod/mini'
import { WebhookUrl } from '#contract/integration/integration/shapes.ts'
import { BuyerReference } from '#contract/orders/orders/buyer-references.ts'
import { Id, Instant, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import type { MemberPermissionCode } from '#contract/platform/core/permissions.ts'
import { markSecretField } from '#contract/platform/core/secret.ts'

/** The protocols by which procurement systems (采购系统) open a shop and take the cart back. */
export const punchOutProtocols = {
  OCI: { label: 'OCI 4.0', hint: 'SAP SRM、SAP S/4HANA、Ariba Buying 等使用' },
  CXML: { label: 'cXML 1.2', hint: 'Ariba、Coupa、Jaggaer 等使用' },
} as const
export const PunchOutProtocol = z.enum(keysOf(punchOutProtocols), '请选择协议')
export type PunchOutProtocol = z.output<typeof PunchOutProtocol>

/** What a visit needs to fill a cart. The sub-account must have all of them. */
export const punchOutPermissionCodes = ['lookGoods', 'addCart', 'editCart'] as const satisfies readonly MemberPermissionCode[]

const PUNCH_OUT_RETURN_HOSTS_MAX = 10

/** A host that a cart may be sent to, in lower case: 'erp.example.com', or with a port 'erp.example.com:8443'. */
const ReturnHost = z
  .string('请填写返回地址的域名')
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(255, '域名最多 255 字'),
    z.regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[1-9][0-9]{0,4})?$/, '请填写域名，如 erp.example.com，不含 https:// 和路径'),
  )

/** The identity of a cXML credential, as the buyer's own system sends it. */
const Identity = Text(100)

const PUNCH_OUT_UNITS_MAX = 50

/** What a procurement system calls a unit of the mall: a code of UN/ECE Recommendation 20, or its own. */
const UnitCode = z.strictObject({
  unit: RequiredText(10, '请填写单位，如 件 EA'),
  code: z
    .string('请填写单位代码，如 件 EA')
    .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9]{1,3}$/, '单位代码为 1 到 3 位字母或数字，每行如 件 EA')),
})

/** What the owner of a company decides about its procurement system. */
export const punchOutSetupFields = {
  protocol: PunchOutProtocol,
  /** cXML only: the credentials of From and Sender. */
  fromDomain: Identity,
  fromIdentity: Identity,
  senderDomain: Identity,
  senderIdentity: Identity,
  /** The sub-account that its sessions and orders act as. */
  subAccountId: Id,
  returnHosts: z.array(ReturnHost).check(
    z.minLength(1, '请填写允许返回的域名'),
    z.maxLength(PUNCH_OUT_RETURN_HOSTS_MAX, `最多 ${PUNCH_OUT_RETURN_HOSTS_MAX} 个域名`),
    z.refine((hosts) => new Set(hosts).size === hosts.length, '域名重复'),
  ),
  /** Prices on credit go back, and orders are paid on credit; else the cash prices, and orders wait for payment. */
  onCredit: z.boolean('请选择价格'),
  /** Where orders are delivered; null: orders are refused. */
  addressId: z.nullable(Id),
  projectId: z.nullable(Id),
  costCentre: BuyerReference,
  /** The number that the buyer's system has for us, and its group of materials. Sent with every line; '': not sent. */
  vendorNumber: Text(10),
  materialGroup: Text(10),
  /** The codes of units that its system knows by others than the usual ones. */
  unitCodes: z._default(
    z.array(UnitCode).check(
      z.maxLength(PUNCH_OUT_UNITS_MAX, `最多 ${PUNCH_OUT_UNITS_MAX} 个单位`),
      z.refine((codes) => new Set(codes.map(({ unit }) => unit)).size === codes.length, '单位重复'),
    ),
    [],
  ),
}

/** Where a procurement system takes confirmations of orders, and the secret that it knows us by. */
export const confirmationEndpointFields = {
  url: WebhookUrl,
  /** ''; the one that is there stays. */
  secret: markSecretField(
    z.string('请填写密码').check(z.maxLength(100, '密码最多 100 个字符'), z.regex(/^[\x21-\x7e]*$/, '密码只能是英文字母、数字和符号')),
  ),
}

export const PunchOutSetup = z.object({
  ...punchOutSetupFields,
  /** null: it was deleted, so that nobody can enter. */
  subAccountId: z.nullable(Id),
  subAccountName: z.string(),
  active: z.boolean(),
  /** OCI: the user name. */
  userName: z.string(),
  createdAt: Instant,
  lastUsedAt: z.nullable(Instant),
  lastUsedIp: z.nullable(z.string()),
  /** Until then the former secret is accepted as well. */
  oldSecretUntil: z.nullable(Instant),
})
export type PunchOutSetup = z.output<typeof PunchOutSetup>

export const punchOutStates = {
  WAITING: { label: '待进入' },
  SHOPPING: { label: '选购中' },
  RETURNED: { label: '已返回' },
  OVER: { label: '未返回' },
} as const

/** One visit from the procurement system. */
export const PunchOutRow = z.object({
  id: Id,
  state: z.enum(keysOf(punchOutStates)),
  createdAt: Instant,
  returnedAt: z.nullable(Instant),
  lineCount: z.int(),
  returnHost: z.string(),
})
export type PunchOutRow = z.output<typeof PunchOutRow>

/** The code of the address that opens a visit, once: random bits and the company. */
export const PunchOutCode = markSecretField(z.string('请从采购系统重新进入').check(z.regex(/^[A-Za-z0-9_-]{64}$/, '请从采购系统重新进入')))
