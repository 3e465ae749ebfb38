/** Generates documents in docs/, and the access table of the console, from the tables of the contract. A test fails if one of them is out of date. Run: npm run docs */
import { writeFileSync } from 'node:fs'
import { contract } from '#contract/api.ts'
import { valueDayRequestLifecycle } from '#contract/billing/bank/value-day-lifecycle.ts'
import { buyerBankTransferLifecycle, voucherLifecycle } from '#contract/billing/bank/voucher-lifecycle.ts'
import {
  collectionPromiseLifecycle,
  collectionTaskLifecycle,
  orderStopRequestLifecycle,
} from '#contract/billing/collections/collection-lifecycle.ts'
import { reconciliationDifferenceLifecycle } from '#contract/billing/finance/difference-lifecycle.ts'
import { invoiceIssuanceLifecycle, invoiceLifecycle, redConfirmationLifecycle } from '#contract/billing/invoices/invoice-lifecycle.ts'
import { journalMonthLifecycle } from '#contract/billing/journal/journal-month-lifecycle.ts'
import { signingLifecycle } from '#contract/billing/signings/signing-lifecycle.ts'
import { goodsLifecycle } from '#contract/catalog/goods-editing/goods-lifecycle.ts'
import { purchaseOrderLifecycle } from '#contract/catalog/purchase-orders/purchase-order-lifecycle.ts'
import { shopLifecycle } from '#contract/catalog/shops/shop-lifecycle.ts'
import { stockCountLifecycle } from '#contract/catalog/stock-counts/stock-count-lifecycle.ts'
import { stockTransferLifecycle } from '#contract/catalog/stock-transfers/stock-transfer-lifecycle.ts'
import { supplierInvoiceLifecycle } from '#contract/catalog/supplier-invoices/supplier-invoice-lifecycle.ts'
import { badDebtLifecycle } from '#contract/money/bad-debts/bad-debt-lifecycle.ts'
import { creditLimitRequestLifecycle } from '#contract/money/credit/limit-request-lifecycle.ts'
import { transferKinds } from '#contract/money/ledger/transfer-kinds.ts'
import { paymentLifecycle, refundLifecycle } from '#contract/money/payments/payment-lifecycle.ts'
import { acceptanceBillLifecycle } from '#contract/money/statements/acceptance-lifecycle.ts'
import { disputeLifecycle } from '#contract/money/statements/dispute-lifecycle.ts'
import { statementLifecycle, waiverOrWriteOffRequestLifecycle } from '#contract/money/statements/statement-lifecycle.ts'
import { afterSaleLifecycle } from '#contract/orders/after-sales/after-sale-lifecycle.ts'
import { giftLifecycle } from '#contract/orders/levels/gift-lifecycle.ts'
import { orderProposalLifecycle } from '#contract/orders/order-proposals/order-proposal-lifecycle.ts'
import { orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import { quotationLifecycle } from '#contract/orders/quotations/quotation-lifecycle.ts'
import { waveLifecycle } from '#contract/orders/waves/wave-lifecycle.ts'
import { waybillLifecycle } from '#contract/orders/waybills/waybill-lifecycle.ts'
import { supportInquiryLifecycle } from '#contract/people/inquiry/inquiry-lifecycle.ts'
import { sensitiveChangeLifecycle } from '#contract/people/staff/sensitive-change-lifecycle.ts'
import { verificationLifecycle } from '#contract/people/verification/verification-lifecycle.ts'
import type { Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { listOutputFieldsWithWithholdMarks } from '#contract/platform/core/figure-fields.ts'
import { protectedFigures, type WithheldFieldMark } from '#contract/platform/core/figures.ts'
import { keysOf, type Lifecycle, renderLifecycleAsMermaid } from '#contract/platform/core/lifecycle.ts'
import {
  isMachineAccess,
  isPlatformKeyAccess,
  isStaffAccess,
  listRequiredPermissionCodes,
  listRequiredStaffRoles,
} from '#contract/platform/core/permissions.ts'
import { refusals } from '#contract/platform/core/refusals.ts'
import { moneyColumnsWithoutInvariant } from '#server/operations/invariants/free-columns.ts'
import { invariants } from '#server/operations/invariants/invariants.ts'
import { moneyTablesNotToTamperWith, moneyTablesToTamperWith } from '#server/operations/invariants/money-tables.ts'
import { retentionTerms } from '#server/operations/jobs/retention-terms.ts'
import type { EnvironmentSetting } from '#server/platform/core/environment-setting.ts'
import { environmentSettingGroups } from '#server/platform/core/environment-settings.ts'
import { DEFAULT_RETENTION_DAYS, retentionSettingNamesByKind } from '#server/platform/core/retention-days.ts'
import { acceptanceTamperings } from '#server/platform/testing/acceptance-tamperings.ts'
import { badDebtTamperings } from '#server/platform/testing/claim-tamperings.ts'
import { tamperingsOnlySealsDetect } from '#server/platform/testing/fitting-tamperings.ts'
import { moneyTamperings } from '#server/platform/testing/money-tamperings.ts'
import { readCallGroups } from './call-groups.ts'
import { drawConsoleAccess } from './draw-console-access.ts'
import { foundations, groups, type ModuleMap, modules, type Side } from './modules.mjs'
import { readProofRecords, renderProofDocument, renderReliabilityDocument } from './proof/proof-page.ts'
import { renderScreensPage } from './screenshots/groups.ts'
import { settingDescriptionsInChinese, settingTitlesInChinese } from './settings-zh.ts'
import { GENERATED_DOCUMENT_NOTICE } from './written-head.ts'

const lifecycles: Record<string, Lifecycle<string, string, string>> = {
  商品: goodsLifecycle,
  订单: orderLifecycle,
  询价单: quotationLifecycle,
  代客下单: orderProposalLifecycle,
  波次: waveLifecycle,
  电子面单: waybillLifecycle,
  采购单: purchaseOrderLifecycle,
  采购发票: supplierInvoiceLifecycle,
  调拨单: stockTransferLifecycle,
  盘点单: stockCountLifecycle,
  售后: afterSaleLifecycle,
  发票: invoiceLifecycle,
  开具: invoiceIssuanceLifecycle,
  红字信息确认单: redConfirmationLifecycle,
  认证: verificationLifecycle,
  账单: statementLifecycle,
  账单异议: disputeLifecycle,
  承兑汇票: acceptanceBillLifecycle,
  核销债权: badDebtLifecycle,
  支付: paymentLifecycle,
  退款: refundLifecycle,
  对账差异: reconciliationDifferenceLifecycle,
  付款凭证: voucherLifecycle,
  汇款: buyerBankTransferLifecycle,
  起息日申请: valueDayRequestLifecycle,
  结账: journalMonthLifecycle,
  电子签署: signingLifecycle,
  催收任务: collectionTaskLifecycle,
  承诺还款: collectionPromiseLifecycle,
  减免核销申请: waiverOrWriteOffRequestLifecycle,
  额度申请: creditLimitRequestLifecycle,
  停单申请: orderStopRequestLifecycle,
  留言: supportInquiryLifecycle,
  赠品: giftLifecycle,
  店铺: shopLifecycle,
  敏感变更: sensitiveChangeLifecycle,
}

const mermaid = (text: string) => `\`\`\`mermaid\n${text}\n\`\`\`\n`
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const drawLifecycles = () =>
  `# Lifecycles\n\n${Object.entries(lifecycles)
    .map(([name, lifecycle]) => `## ${name}\n\n${mermaid(renderLifecycleAsMermaid(lifecycle))}`)
    .join('\n')}`

const drawRefusals = () => {
  const rows = keysOf(refusals).map((name) => {
    const entry: { code: number; msg: string; status?: number } = refusals[name]
    return [`\`${name}\``, String(entry.code), String(entry.status ?? 200), entry.msg]
  })
  return `# Refusals\n\nAll refusals of the server: name (\`reason\`), class (\`code\`), HTTP status and message.\n\n${table(['reason', 'code', 'HTTP', 'msg'], rows)}\n`
}

const needsText = ({ needs }: Endpoint): string =>
  typeof needs === 'string'
    ? needs
    : isStaffAccess(needs)
      ? `staff with ${needs.staff}: ${listRequiredStaffRoles(needs).join(', ')}`
      : isPlatformKeyAccess(needs)
        ? `platform key: ${needs.platformKey.join(', ')}`
        : isMachineAccess(needs)
          ? `key: ${listRequiredPermissionCodes(needs).join(', ')}`
          : listRequiredPermissionCodes(needs).join(' or ')

const drawCalls = () => {
  const rows = Object.values<EndpointGroup>(contract).flatMap((api) =>
    Object.values(api).map((endpoint) => [
      `\`${API_BASE}${endpoint.path}\``,
      [...endpoint.methods].sort().join(' '),
      needsText(endpoint),
      endpoint.idempotent ? 'key' : endpoint.cached ? 'ETag' : '',
      endpoint.summary,
    ]),
  )
  return `# Calls\n\n${rows.length} calls. "key": a write of money or orders, which requires an Idempotency-Key header. "ETag": the answer is the same for every guest and is cached.\n\n${table(['path', 'methods', 'access', '', 'summary'], rows)}\n\n${drawCallGroups()}`
}

/** Where each group of calls is declared and answered. Some are answered by a module of another name, because it is the one that may use what the answer needs. */
const drawCallGroups = () => {
  const rows = readCallGroups().map(({ name, contract: file, handlers }) => [`\`${name}\``, file, handlers.join('<br>')])
  return `## Groups\n\nThe group of a call is its name in \`contract/storefront-api.ts\` or \`contract/console-api.ts\`. Some groups are answered by modules of other names, or by several: a module answers a call only if it may use everything that the answer needs.\n\n${table(['group', 'declared in', 'answered in'], rows)}\n`
}

const figureText = ({ figure, person }: WithheldFieldMark): string =>
  `${typeof figure === 'string' ? figure : 'by its row'}${person ? ', or manages it' : ''}`
const hidingText = { null: 'null', empty: 'an empty list', amounts: 'the text with ¥***' } as const

const drawFigures = () => {
  const kinds = keysOf(protectedFigures).map((name) => [
    `\`${name}\``,
    protectedFigures[name].label,
    protectedFigures[name].codes.join(' or '),
  ])
  const rows = Object.values<EndpointGroup>(contract).flatMap((api) =>
    Object.values(api).flatMap((endpoint) => {
      const marks = new Map(
        listOutputFieldsWithWithholdMarks(endpoint.output).flatMap(({ withheld }) =>
          withheld ? [[withheld.path, withheld.mark] as const] : [],
        ),
      )
      return [...marks].map(([path, mark]) => [`\`${API_BASE}${endpoint.path}\``, path || 'all', figureText(mark), hidingText[mark.hiding]])
    }),
  )
  return `# Figures\n\nAmounts that only some members of a company may see. One of the named permission codes is enough to see an amount; the main account sees all. If a call itself requires one of these codes, everybody who may make the call sees its amounts. In calls that more members may make, the fields below are withheld from members without the code, also in exports.\n\n${table(['figure', '名称', 'shown to'], kinds)}\n\n${table(['call', 'field', 'figure', 'without the code'], rows)}\n`
}

const groupOf = (module: string): string => module.split('/')[0] ?? ''
const nameOf = (module: string): string => module.split('/')[1] ?? ''

/** The groups of a side, and the groups that each uses. */
const drawGroups = (map: ModuleMap) => {
  const uses = Object.entries(map).flatMap(([module, used]) => used.map((one) => [groupOf(module), groupOf(one)] as const))
  const edges = new Set(uses.filter(([from, to]) => from !== to).map(([from, to]) => `  ${from} --> ${to}`))
  return mermaid(['flowchart BT', ...edges].join('\n'))
}

/** One group: its modules, their uses, and the other groups that they use. */
const drawGroup = (map: ModuleMap, group: string) => {
  const own = Object.entries(map).filter(([module]) => groupOf(module) === group)
  if (own.length === 0) return ''
  const lines = own.flatMap(([module, uses]) => {
    const inside = uses.filter((used) => groupOf(used) === group).map((used) => `  ${nameOf(module)} --> ${nameOf(used)}`)
    const others = new Set(uses.map(groupOf).filter((used) => used !== group))
    return [`  ${nameOf(module)}`, ...inside, ...[...others].map((used) => `  ${nameOf(module)} -.-> group-${used}[[${used}]]`)]
  })
  return `### ${group}\n\n${mermaid(['flowchart BT', ...lines].join('\n'))}`
}

const drawSide = (side: Side) => {
  const pictures = Object.keys(groups).map((group) => drawGroup(modules[side], group))
  return `## ${side}\n\nEvery module may use ${foundations[side].join(', ')}, which are not drawn.\n\n${drawGroups(modules[side])}\n${pictures.filter(Boolean).join('\n')}`
}

const drawModules = () => {
  const rows = Object.entries(groups).map(([name, says]) => [`\`${name}\``, says])
  const sides = (['server', 'contract', 'storefront', 'console'] as const).map(drawSide)
  return `# Modules\n\nEvery side has the same groups, bottom first. A module uses modules of its own group and of groups before it; on the server through their \`public.ts\`. An arrow points to what is used, a dashed one to a group.\n\n${table(['group', 'what it is'], rows)}\n\n${sides.join('\n')}`
}

const drawPostings = () => {
  const rows = keysOf(transferKinds).map((kind) => [
    `\`${kind}\``,
    transferKinds[kind].label,
    transferKinds[kind].from,
    transferKinds[kind].to,
  ])
  return `# Postings\n\nAll kinds of ledger transfers. A transfer lowers the balance of "from" and raises the balance of "to".\n\n${table(['kind', '名称', 'from', 'to'], rows)}\n\nOf \`chargeInterest\`, a day posts what its statement has cost so far, rounded half up once, less what is posted, and nothing if that is 0; \`rechargeInterest\`, \`reverseInterest\` and \`returnInterest\` post the difference that becomes known later, by the same formula. Days before the one of migration 810 were rounded one by one and stay so ([decision 670](decisions/0670-interest-is-one-sum-rounded-once.md)).\n`
}

/** The invariant that compares rows with their seals. */
const SEALS_ID = 'I-30'

const drawInvariants = () => {
  const rows = invariants.map(({ id, promise }) => [id, promise])
  const free = Object.entries(moneyColumnsWithoutInvariant).map(([column, why]) => [`\`${column}\``, why])
  const others = Object.entries(moneyTablesNotToTamperWith).map(([name, what]) => [`\`${name}\``, what])
  const tampered = Object.entries({ ...moneyTamperings, ...badDebtTamperings, ...acceptanceTamperings }).map(([harm, [, foundBy]]) => [
    harm,
    foundBy,
    foundBy === SEALS_ID ? 'no' : 'yes',
  ])
  const onlySeals = Object.keys(tamperingsOnlySealsDetect).map((harm) => [harm, SEALS_ID, 'no'])
  return [
    `# Invariants\n\n\`npm run audit\` proves these statements on any database of the mall. It only reads.\n\n${table(['id', 'promise'], rows)}\n`,
    `## Columns that no invariant watches\n\nA test changes every column of ${moneyTablesToTamperWith.length} tables of money, in a row of each kind that a played mall has, and sees which invariant fails, or which CHECK of the database refuses it: ${moneyTablesToTamperWith.map((name) => `\`${name}\``).join(', ')}. These can be changed in at least one kind of row without any failing.\n\n${table(['column', 'why'], free)}\n`,
    `These tables of the same modules are left out: no amount depends on them.\n\n${table(['table', 'what it holds'], others)}\n`,
    `## Tamperings\n\nA test does each of these to a played mall, with the constraints of the database switched off, and sees the invariant fail. What is found without ${SEALS_ID} would be found if no row were sealed.\n\n${table(['what is done', 'found by', 'found without the seals'], [...tampered, ...onlySeals])}\n`,
  ].join('\n')
}

const numberText = (value: number) => (value >= 1e6 ? `10^${Math.log10(value)}` : value.toLocaleString('en'))

const drawSetting = ([name, { what, initial, unset, bounds }]: [string, EnvironmentSetting]) => {
  const range = bounds ? bounds.map(numberText).join(' … ') : ''
  const fallback = initial === undefined ? (unset ?? '') : `\`${initial}\``
  return [`\`${name}\``, what, range, fallback]
}

const drawSettings = () => {
  const parts = environmentSettingGroups.map(({ title, about, settings }) => {
    const rows = table(['setting', 'what', 'range', 'default'], Object.entries(settings).map(drawSetting))
    return `## ${title}\n\n${about === '' ? '' : `${about}\n\n`}${rows}\n`
  })
  return `# Settings\n\nThe program reads its settings from the environment, once, at the start. A wrong one is refused with one line. Without any it is a demo with its own database on loopback. How to run it in production: [operations](operations.md#production).\n\n${parts.join('\n')}`
}

/** The settings in Chinese, for operators. */
const drawSettingsInChinese = () => {
  const parts = environmentSettingGroups.map(({ title, settings }) => {
    const rows = Object.entries(settings).map(([name, setting]) => {
      const [shown = '', , range = ''] = drawSetting([name, setting])
      const initial = setting.initial === undefined ? '' : `\`${setting.initial}\``
      return [shown, settingDescriptionsInChinese[name as keyof typeof settingDescriptionsInChinese], range, initial]
    })
    return `## ${settingTitlesInChinese[title]}\n\n${table(['设置', '作用', '范围', '默认'], rows)}\n`
  })
  return `# 设置\n\n商城启动时从环境变量读一次设置；写错一项就不启动，并用一行说明原因。一项外部服务的账号要么全填，要么全不填，有默认值的可以不填。短信在生产环境必填。\n\n更换 \`SEAL_KEYS\`：新密钥加在最后，重启（多台服务器先加在最前面，全部重启一遍）；运行 \`npm run rotate-keys\`；去掉旧的，再重启。旧备份仍要旧密钥才能打开。更换 \`MALL_SECRET\`：见“备份与恢复”。\n\n${parts.join('\n')}`
}

const drawRetention = () => {
  const rows = retentionTerms.map(({ kept, kinds = [], tables }) => [
    `${kept} ${kinds.map((kind) => `\`${retentionSettingNamesByKind[kind]}\`: ${DEFAULT_RETENTION_DAYS[kind]} days`).join(', ')}`.trim(),
    tables.map((name) => `\`${name}\``).join(', '),
  ])
  return `# Retention\n\nThis page lists how long the rows of each table are kept. An hourly job deletes them; [settings](settings.md#days-that-data-is-kept) change the days.\n\n${table(['kept', 'tables'], rows)}\n`
}

/** All generated documents by path. */
export const generateDocumentTextsByPath = (): Record<string, string> => ({
  'docs/lifecycles.md': GENERATED_DOCUMENT_NOTICE + drawLifecycles(),
  'docs/refusals.md': GENERATED_DOCUMENT_NOTICE + drawRefusals(),
  'docs/calls.md': GENERATED_DOCUMENT_NOTICE + drawCalls(),
  'contract/platform/core/console-access.ts': drawConsoleAccess(),
  'docs/figures.md': GENERATED_DOCUMENT_NOTICE + drawFigures(),
  'docs/modules.md': GENERATED_DOCUMENT_NOTICE + drawModules(),
  'docs/postings.md': GENERATED_DOCUMENT_NOTICE + drawPostings(),
  'docs/invariants.md': GENERATED_DOCUMENT_NOTICE + drawInvariants(),
  'docs/retention.md': GENERATED_DOCUMENT_NOTICE + drawRetention(),
  'docs/screens.md': GENERATED_DOCUMENT_NOTICE + renderScreensPage(),
  'docs/settings.md': GENERATED_DOCUMENT_NOTICE + drawSettings(),
  'docs/reliability.md': GENERATED_DOCUMENT_NOTICE + renderReliabilityDocument(),
  'docs/proof.md': GENERATED_DOCUMENT_NOTICE + renderProofDocument(readProofRecords()),
  'docs/zh/设置.md': GENERATED_DOCUMENT_NOTICE + drawSettingsInChinese(),
})

if (import.meta.main) for (const [file, text] of Object.entries(generateDocumentTextsByPath())) writeFileSync(file, text)
