import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, EmptyInput, Id, Instant, pageInput, pageOutput, ROWS_REACHABLE_BY_PAGES_MAX, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'

export const auditActorKinds = {
  staff: { label: '运营' },
  member: { label: '企业用户' },
  guest: { label: '访客' },
  system: { label: '系统' },
  machine: { label: '接口密钥' },
} as const
const auditOutcomes = { ok: { label: '成功' }, refused: { label: '被拒绝' } } as const

/**
 * Actions that are logged under a name of their own. All others are logged under the path of their call. A test fails if one is missing
 * here.
 */
export const namedAuditActionLabels: Readonly<Record<string, string>> = {
  login: '登录',
  register: '注册',
  'log-out': '退出登录',
  'log out everywhere': '让其他设备退出登录',
  'switch enterprise': '切换企业',
  'change password': '修改登录密码',
  'reset password': '找回登录密码',
  'change payment password': '设置支付密码',
  'change mobile': '更换手机号',
  'download personal data': '下载个人数据',
  'close account': '注销账号',
  'accept credit agreement': '同意赊销协议',
  'tick credit agreement': '提交高级认证时同意赊销协议',
  'submit verification': '提交认证',
  'open verification case': '打开认证资料明文',
  'submit licence': '提交许可证',
  'move in company': '迁入企业',
  'open licence': '打开许可证证号明文',
  'view paper': '查看证件',
  'read paper': '识别证件图片',
  'find company': '查询工商登记',
  'view inquiry mobile': '查看留言人手机号',
  'add sub-account': '新增子账号',
  'modify sub-account': '修改子账号',
  'disable sub-account': '停用子账号',
  'enable sub-account': '启用子账号',
  'delete sub-account': '删除子账号',
  'propose group buyer': '委派集团采购员',
  'withdraw group buyer': '撤回集团采购员',
  'approve group buyer': '授权集团采购员',
  'end group buyer': '集团采购授权终止',
  'accept invitation': '接受子账号邀请',
  'view after-sale picture': '查看售后图片',
  'view signed receipt': '查看签收单',
  'download invoice': '下载发票',
  'download statement': '下载月账单',
  'download account statement': '下载往来对账单',
  'download confirmation letter': '下载往来询证函',
  'download count sheet': '下载盘点单',
  'download bills': '导出账单明细',
  'download wallet': '导出钱包明细',
  'download list': '导出列表',
  'download group purchases': '下载集团采购汇总',
  'download codes': '导出兑换码',
  'import file': '导入文件',
  'download contract': '下载购销合同',
  'download credit agreement': '下载赊销协议',
  'download signed document': '下载已签署文件',
  'end signing': '电子签署结束',
  'start signing': '发起电子签署',
  'go to sign': '前往电子签署',
  'cancel signing': '撤销电子签署',
  'download delivery note': '下载送货单',
  'download quotation': '下载报价单',
  'view drawing': '查看图纸',
  'download purchase order': '下载采购单',
  'download handover list': '打印交接单',
  'download waybill labels': '打印电子面单',
  'take waybill number': '取电子面单号',
  'download collection letter': '下载催收函件',
  'download mandate': '下载律师委托文件',
  'add api key': '创建接口密钥',
  'rotate api key': '更换接口密钥',
  'revoke api key': '停用接口密钥',
  'add webhook': '新增推送地址',
  'modify webhook': '修改推送地址',
  'rotate webhook secret': '更换推送签名密钥',
  'pause webhook': '暂停推送',
  'resume webhook': '恢复推送',
  'delete webhook': '删除推送地址',
  'punch-out login': '采购系统登录',
  'enter punch-out': '由采购系统进入商城',
  'punch-out order': '采购系统下单',
  'return punch-out': '购物车返回采购系统',
  'add punch-out': '开通采购系统对接',
  'modify punch-out': '修改采购系统对接',
  'rotate punch-out secret': '更换采购系统密码',
  'pause punch-out': '停用采购系统对接',
  'resume punch-out': '恢复采购系统对接',
  'staff login': '运营登录',
  'prove identity': '再次验证身份',
  'staff log-out': '运营退出',
  'begin second factor': '开始绑定动态口令',
  'seat administrator': '从服务器上设置管理员',
  'give up job': '放弃后台任务',
  'change settings': '修改设置',
  'ask sensitive change': '提出敏感变更',
  'apply sensitive change': '敏感变更生效',
  'stop sensitive change': '敏感变更未生效',
  'lower daily rate': '升级时下调日利率',
}

/** A line of the audit log. */
export const AuditRow = z.object({
  id: Id,
  at: Instant,
  actorKind: z.enum(keysOf(auditActorKinds)),
  actorId: z.nullable(Id),
  /** The name of a staff member, or the name or masked mobile of a buyer; null: unknown. */
  actorName: z.nullable(z.string()),
  /** The path of the call or the name of the action, as it was logged. */
  action: z.string(),
  /** The same in words for people. */
  actionName: z.string(),
  objectKind: z.nullable(z.string()),
  objectId: z.nullable(z.string()),
  outcome: z.enum(keysOf(auditOutcomes)),
  reason: z.nullable(z.string()),
  enterpriseId: z.nullable(Id),
  enterpriseName: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  requestId: z.string(),
  /** The details, masked if needed. */
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type AuditRow = z.output<typeof AuditRow>

export const consoleAuditEndpoints = defineEndpoints('/console-api/api/audit', {
  list: readEndpoint({
    path: 'list',
    mayLag: true,
    summary: '审计记录：谁、何时、对什么、做了什么；最新的在前',
    needs: { staff: 'audit' },
    input: z
      .strictObject({
        ...pageInput,
        actorKind: z.optional(z.enum(keysOf(auditActorKinds), '操作者类型不正确')),
        outcome: z.optional(z.enum(keysOf(auditOutcomes), '结果不正确')),
        actorId: z.optional(Id),
        enterpriseId: z.optional(Id),
        /** The complete path of a call or name of an action. */
        action: z.optional(Text(100)),
        /** The complete identifier: an order number, or the id of a person, a SKU or a case. */
        objectId: z.optional(Text(64)),
        dateFrom: z.optional(Day),
        dateTo: z.optional(Day),
      })
      .check(
        // Narrower filters find more, and an export has all lines. The check also works without pages, because an export has none.
        z.refine(({ pageNo, pageSize }) => !(pageNo * pageSize > ROWS_REACHABLE_BY_PAGES_MAX), {
          path: ['pageNo'],
          message: '页码过大，请缩小查询范围',
        }),
      ),
    output: pageOutput(AuditRow),
  }),
  actions: readEndpoint({
    path: 'actions',
    summary: '审计记录里的操作及其名称',
    needs: { staff: 'audit' },
    input: EmptyInput,
    output: z.array(z.object({ action: z.string(), actionName: z.string() })),
  }),
})
