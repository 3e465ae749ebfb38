import type {
  KyselyPlugin,
  OperationNode,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely'
import type { Db, Tx } from './db.ts'

/** Tables whose rows belong to one enterprise. A test compares the list with the schema. */
export const tenantTables = [
  'account_manager',
  'account_manager_change',
  'enterprise_note',
  'tagged_enterprise',
  'tagged_order',
  'follow_up',
  'phone_call',
  'membership',
  'payment_password',
  'address',
  'cart_line',
  'ledger_account',
  'ledger_transfer',
  'ledger_seal',
  'credit_account',
  'credit_limit_change',
  'company_group',
  'company_group_member',
  'company_group_link',
  'credit_agreement',
  'trade',
  'order',
  'order_line',
  'order_event',
  'order_note',
  'payment',
  'payment_allocation',
  'refund',
  'revenue_line',
  'parcel',
  'parcel_line',
  'parcel_track',
  'parcel_receipt',
  'wave_order',
  'waybill',
  'order_proposal',
  'order_proposal_line',
  'quotation',
  'quotation_line',
  'quotation_drawing',
  'quotation_offer',
  'quotation_offer_line',
  'quotation_message',
  'quotation_order',
  'message',
  'announcement_read',
  'alert_choice',
  'alert_sent',
  'idempotency_key',
  'daily_call',
  'file',
  'verification_reading',
  'verification_submission',
  'enterprise_licence',
  'consent',
  'approval',
  'statement',
  'statement_line',
  'statement_entry',
  'statement_interest',
  'bad_debt',
  'bad_debt_entry',
  'provision_line',
  'repayment',
  'acceptance_bill',
  'acceptance_event',
  'acceptance_request',
  'repayment_terms',
  'finance_request',
  'limit_request',
  'due_notice',
  'collection_task',
  'collection_promise',
  'collection_letter',
  'collection_handover',
  'collection_entry',
  'order_stop_request',
  'after_sale',
  'after_sale_line',
  'after_sale_entry',
  'shopping_list',
  'shopping_list_line',
  'favourite',
  'material_code',
  'voucher',
  'voucher_picture',
  'bank_allocation',
  'project',
  'project_member',
  'equipment',
  'equipment_wear',
  'equipment_reading',
  'patrol',
  'patrol_finding',
  'stock_wait',
  'invoice_title',
  'invoice',
  'invoice_line',
  'invoice_issue',
  'invoice_red_confirmation',
  'invoice_red_line',
  'invoice_file',
  'invoice_entry',
  'price_list',
  'price_list_item',
  'price_change',
  'comment',
  'comment_reply',
  'purchase_contract',
  'signing',
  'coupon',
  'coupon_code_try',
  'paid_day',
  'level_status',
  'level_change',
  'benefit_claim',
  'level_gift',
  'api_key',
  'change_mark',
  'change_count',
  'change_waiting',
  'webhook',
  'webhook_delivery',
  'webhook_attempt',
  'punch_out_setup',
  'punch_out',
  'punch_out_order',
] as const

/** Why a query crosses enterprises: the console and its reports, public reads, and jobs that look for work. */
export type CrossEnterpriseReason = 'console' | 'finding work' | 'in public' | 'retention' | 'working in sets'

/** The same connection without the guard. Rows that are found this way must be written for one enterprise at a time. */
export function withoutTenantGuard<D extends Db | Tx>(db: D, _why: CrossEnterpriseReason): D {
  return db.withoutPlugins() as D
}

const TENANT: ReadonlySet<string> = new Set(tenantTables)
const RAW_TABLE = new RegExp(`(?:from|join|into|update)\\s+"?(${tenantTables.join('|')})"?(?:[^\\w-]|$)`, 'i')

type Node = OperationNode & Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'kind' in value

/**
 * Calls `visit` with each node that a node holds, until it returns something, and returns that. It runs for every node of every statement
 * of every test, so it makes no list of the values.
 */
function findInChildren<T>(node: Node, visit: (child: Node) => T | undefined): T | undefined {
  for (const key in node) {
    const value = node[key]
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) {
      const found = 'kind' in value ? visit(value as Node) : undefined
      if (found !== undefined) return found
      continue
    }
    for (const child of value) {
      const found = isNode(child) ? visit(child) : undefined
      if (found !== undefined) return found
    }
  }
  return undefined
}

/** Lists a node and all nodes below it, but not those inside another query. */
function listNodesOfQuery(node: Node, listed: Node[] = []): Node[] {
  listed.push(node)
  findInChildren(node, (child) => {
    if (child.kind.endsWith('QueryNode')) listed.push(child)
    else listNodesOfQuery(child, listed)
  })
  return listed
}

/** Returns the first fault of the queries in a node, itself included. */
function findFault(node: Node): string | undefined {
  const fault = node.kind.endsWith('QueryNode') || node.kind === 'RawNode' ? faultOf(node) : undefined
  return fault ?? findInChildren(node, findFault)
}

const nameOf = (node: Node): string | undefined => {
  const column = node.column as { name?: string } | undefined
  return node.kind === 'ColumnNode' ? ((node.column as { name: string }).name ?? undefined) : column?.name
}

const namesTenant = (node: unknown): boolean => {
  if (!isNode(node)) return false
  return listNodesOfQuery(node).some(
    (at) => nameOf(at) === 'enterprise_id' || (at.kind === 'RawNode' && (at.sqlFragments as string[]).join('').includes('enterprise_id')),
  )
}

/** The tenant tables in a FROM, JOIN, UPDATE or DELETE. */
function tablesIn(node: unknown): string[] {
  if (!isNode(node)) return []
  return listNodesOfQuery(node)
    .filter((at) => at.kind === 'SchemableIdentifierNode')
    .map((at) => (at.identifier as { name: string }).name)
    .filter((name) => TENANT.has(name))
}

function faultOf(query: Node): string | undefined {
  if (query.kind === 'RawNode') {
    const text = (query.sqlFragments as string[]).join('$')
    return RAW_TABLE.test(text) && !text.includes('enterprise_id') ? 'raw statement' : undefined
  }
  if (query.kind === 'InsertQueryNode') {
    const [table] = tablesIn(query.into)
    const columns = (query.columns as Node[] | undefined) ?? []
    return table && !columns.some((column) => nameOf(column) === 'enterprise_id') ? table : undefined
  }
  const from = [...tablesIn(query.from), ...(query.kind === 'UpdateQueryNode' ? tablesIn(query.table) : [])]
  if (from.length > 0 && !namesTenant(query.where)) return from[0]
  const joins = ((query.joins as Node[] | undefined) ?? []).filter((join) => tablesIn(join.table).length > 0)
  return joins.flatMap((join) => (namesTenant(join.on) ? [] : tablesIn(join.table)))[0]
}

/** Refuses every statement on a tenant table that does not name its enterprise. It is on in tests and in development. */
export class TenantGuard implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    const fault = findFault(node as unknown as Node)
    if (fault !== undefined) throw new Error(`a statement on ${fault} does not name its enterprise`)
    return node
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result
  }
}
