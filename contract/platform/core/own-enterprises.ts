import { consoleCallsByPermission } from './console-access.ts'
import type { ConsoleCallPath } from './console-access-rules.ts'

/** The value of a filter by account manager that means the person who asks (我的客户). */
export const OWN_ENTERPRISES_FILTER_VALUE = 'mine'

/**
 * What an account manager who sees his own companies alone may call: `open`: it is about no company; `list`: a list with a filter by account
 * manager, which is then himself; `company`: only if it names one of his companies.
 */
export type EnterpriseScope = 'open' | 'list' | 'company'

/** Permissions whose calls are about no company. A test reads the inputs and answers of all of them. */
const openPermissions: readonly (keyof typeof consoleCallsByPermission)[] = [
  ...(['staff', 'shopView read', 'brandView read', 'catalog', 'catalog read', 'goods', 'goods read', 'skuView read'] as const),
  ...(['warehouseChoice read', 'levelView read', 'enterpriseCare read', 'holiday read', 'announcement read'] as const),
  ...(['article read', 'article', 'banner read', 'banner', 'homeSection read', 'homeSection'] as const),
]
/** Calls of these permissions that name companies all the same. The finder leaves out the others itself. */
const named: readonly ConsoleCallPath[] = ['sensitive-change/list', 'stock/movements', 'export/movements', 'goods/preview']

const openCalls: ReadonlySet<ConsoleCallPath> = new Set<ConsoleCallPath>([
  // The names of the tags that he may give, and counts of his own companies that name none.
  ...(['order-tag/list', 'queue/shipments', 'queue/requests'] as const),
  ...openPermissions
    .flatMap((permission) => consoleCallsByPermission[permission] as readonly ConsoleCallPath[])
    .filter((path) => !named.includes(path)),
])

/** Every call whose input has a filter by account manager; a test compares them. */
const listCalls: ReadonlySet<ConsoleCallPath> = new Set([
  ...(['order/list', 'enterprise/list', 'receivable/list', 'customer-report/list', 'phone-call/list', 'follow-up/list'] as const),
  ...(['export/orders', 'export/order-lines', 'export/enterprises', 'export/phone-calls', 'export/follow-ups'] as const),
  ...(['receivable/export', 'export/customer-report'] as const),
  ...(['quotation/list', 'order-proposal/list', 'after-sale/list', 'after-sale/queues'] as const),
  ...(['export/quotations', 'export/quotation-lines', 'export/order-proposals', 'export/order-proposal-lines'] as const),
  'export/after-sales',
])

/** What a call of the console is for who sees his own companies alone. */
export const getEnterpriseScope = (path: ConsoleCallPath): EnterpriseScope =>
  openCalls.has(path) ? 'open' : listCalls.has(path) ? 'list' : 'company'
