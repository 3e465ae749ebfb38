/** Writes what follows from the tables of the contract into docs/, to be read and reviewed. A test fails when it is stale. Run: npm run docs */
import { writeFileSync } from 'node:fs'
import { afterSaleLifecycle } from '../contract/after-sale/after-sale-lifecycle.ts'
import { contract } from '../contract/api.ts'
import { remittanceLifecycle, voucherLifecycle } from '../contract/bank/voucher-lifecycle.ts'
import type { Api, Endpoint } from '../contract/endpoint.ts'
import { API_BASE } from '../contract/envelope.ts'
import { listAnswerFields } from '../contract/figure-fields.ts'
import { type FigureMark, figures } from '../contract/figures.ts'
import { differenceLifecycle } from '../contract/finance/difference-lifecycle.ts'
import { inquiryLifecycle } from '../contract/inquiry/inquiry-lifecycle.ts'
import { invoiceLifecycle, issueLifecycle } from '../contract/invoices/invoice-lifecycle.ts'
import { transferKinds } from '../contract/ledger/transfer-kinds.ts'
import { giftLifecycle } from '../contract/levels/gift-lifecycle.ts'
import { keysOf, type Lifecycle, toMermaid } from '../contract/lifecycle.ts'
import { orderLifecycle } from '../contract/ordering/order-lifecycle.ts'
import { paymentLifecycle, refundLifecycle } from '../contract/payment/payment-lifecycle.ts'
import { refusals } from '../contract/refusals.ts'
import { sensitiveChangeLifecycle } from '../contract/staff/sensitive-change-lifecycle.ts'
import { acceptanceLifecycle } from '../contract/statements/acceptance-lifecycle.ts'
import { statementLifecycle } from '../contract/statements/statement-lifecycle.ts'
import { verificationLifecycle } from '../contract/verification/verification-lifecycle.ts'
import { type EnvironmentSetting, settingGroups } from '../server/platform/environment-settings.ts'
import { invariants } from '../server/reporting/invariants.ts'
import { serverModules } from './modules.mjs'
import { storefrontFeatures } from './storefront-modules.mjs'

const HEAD = '<!-- Written by tools/draw.ts. Do not edit; run npm run docs. -->\n\n'

const lifecycles: Record<string, Lifecycle<string, string, string>> = {
  订单: orderLifecycle,
  售后: afterSaleLifecycle,
  发票: invoiceLifecycle,
  开具: issueLifecycle,
  认证: verificationLifecycle,
  账单: statementLifecycle,
  承兑汇票: acceptanceLifecycle,
  支付: paymentLifecycle,
  退款: refundLifecycle,
  对账差异: differenceLifecycle,
  付款凭证: voucherLifecycle,
  汇款: remittanceLifecycle,
  留言: inquiryLifecycle,
  赠品: giftLifecycle,
  敏感变更: sensitiveChangeLifecycle,
}

const mermaid = (text: string) => `\`\`\`mermaid\n${text}\n\`\`\`\n`
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const drawLifecycles = () =>
  `# Lifecycles\n\n${Object.entries(lifecycles)
    .map(([name, lifecycle]) => `## ${name}\n\n${mermaid(toMermaid(lifecycle))}`)
    .join('\n')}`

const drawRefusals = () => {
  const rows = keysOf(refusals).map((name) => {
    const entry: { code: number; msg: string; status?: number } = refusals[name]
    return [`\`${name}\``, String(entry.code), String(entry.status ?? 200), entry.msg]
  })
  return `# Refusals\n\nEvery "no" of the mall: its name (\`reason\`), its class (\`code\`), its HTTP status, its sentence.\n\n${table(['reason', 'code', 'HTTP', 'msg'], rows)}\n`
}

const needsText = ({ needs }: Endpoint): string =>
  typeof needs === 'string'
    ? needs
    : 'staff' in needs
      ? `staff: ${needs.staff.join(', ')}`
      : 'machine' in needs
        ? `key: ${needs.machine.join(', ')}`
        : needs.join(' or ')

const drawCalls = () => {
  const rows = Object.values<Api>(contract).flatMap((api) =>
    Object.values(api).map((endpoint) => [
      `\`${API_BASE}${endpoint.path}\``,
      [...endpoint.methods].sort().join(' '),
      needsText(endpoint),
      endpoint.idempotent ? 'key' : endpoint.cached ? 'ETag' : '',
      endpoint.summary,
    ]),
  )
  return `# Calls\n\n${rows.length} calls. "key": a write of money or orders, which demands an Idempotency-Key. "ETag": the same for every guest.\n\n${table(['path', 'by', 'who may', '', 'what'], rows)}\n`
}

const figureText = ({ figure, person }: FigureMark): string =>
  `${typeof figure === 'string' ? figure : 'by its row'}${person ? ', or manages it' : ''}`
const hidingText = { null: 'null', empty: 'an empty list', amounts: 'the text with ¥***' } as const

const drawFigures = () => {
  const kinds = keysOf(figures).map((name) => [`\`${name}\``, figures[name].label, figures[name].codes.join(' or ')])
  const rows = Object.values<Api>(contract).flatMap((api) =>
    Object.values(api).flatMap((endpoint) => {
      const marks = new Map(
        listAnswerFields(endpoint.output).flatMap(({ withheld }) => (withheld ? [[withheld.path, withheld.mark] as const] : [])),
      )
      return [...marks].map(([path, mark]) => [`\`${API_BASE}${endpoint.path}\``, path || 'all', figureText(mark), hidingText[mark.hiding]])
    }),
  )
  return `# Figures\n\nAmounts that only some of a company's people see, and the codes of which one shows each. The main account sees all. A call whose own need is one of these codes shows its amounts to whoever may make it; in calls that more people may make, these fields are withheld, in exports of them too.\n\n${table(['figure', '名称', 'shown to'], kinds)}\n\n${table(['call', 'field', 'figure', 'to others'], rows)}\n`
}

const drawMap = (title: string, modules: Record<string, readonly string[]>) =>
  `## ${title}\n\n${mermaid(['flowchart LR', ...Object.entries(modules).flatMap(([name, uses]) => (uses.length > 0 ? uses.map((used) => `  ${name} --> ${used}`) : [`  ${name}`]))].join('\n'))}`

const drawModules = () =>
  `# Modules\n\nWho may use whom, each through its \`public.ts\`. Foundations (platform, http; session, components, shell) are open to all and not drawn.\n\n${drawMap('server', serverModules)}\n${drawMap('storefront', storefrontFeatures)}`

const drawPostings = () => {
  const rows = keysOf(transferKinds).map((kind) => [
    `\`${kind}\``,
    transferKinds[kind].label,
    transferKinds[kind].from,
    transferKinds[kind].to,
  ])
  return `# Postings\n\nEvery way that money moves. A transfer lowers "from" and raises "to".\n\n${table(['kind', '名称', 'from', 'to'], rows)}\n`
}

const drawInvariants = () => {
  const rows = invariants.map(({ id, promise }) => [id, promise])
  return `# Invariants\n\nWhat \`npm run audit\` proves, read-only, on any database of the mall.\n\n${table(['id', 'promise'], rows)}\n`
}

const numberText = (value: number) => (value >= 1e6 ? `10^${Math.log10(value)}` : value.toLocaleString('en'))

const drawSetting = ([name, { what, initial, unset, bounds }]: [string, EnvironmentSetting]) => {
  const range = bounds ? bounds.map(numberText).join(' … ') : ''
  const fallback = initial === undefined ? (unset ?? '') : `\`${initial}\``
  return [`\`${name}\``, what, range, fallback]
}

const drawSettings = () => {
  const parts = settingGroups.map(({ title, about, settings }) => {
    const rows = table(['setting', 'what', 'range', 'default'], Object.entries(settings).map(drawSetting))
    return `## ${title}\n\n${about === '' ? '' : `${about}\n\n`}${rows}\n`
  })
  return `# Settings\n\nThe program reads its settings from the environment, once, at the start. A wrong one is refused with one line. Without any it is a demo with its own database on loopback. How to run it in production: [operations](operations.md#production).\n\n${parts.join('\n')}`
}

/** Every generated document by its path. */
export const drawings = (): Record<string, string> => ({
  'docs/lifecycles.md': HEAD + drawLifecycles(),
  'docs/refusals.md': HEAD + drawRefusals(),
  'docs/calls.md': HEAD + drawCalls(),
  'docs/figures.md': HEAD + drawFigures(),
  'docs/modules.md': HEAD + drawModules(),
  'docs/postings.md': HEAD + drawPostings(),
  'docs/invariants.md': HEAD + drawInvariants(),
  'docs/settings.md': HEAD + drawSettings(),
})

if (import.meta.main) for (const [file, text] of Object.entries(drawings())) writeFileSync(file, text)
