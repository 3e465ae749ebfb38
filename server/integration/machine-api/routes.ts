import type { machineApiEndpoints } from '#contract/integration/integration/machine-api.ts'
import { apiKeyPermissionCodes } from '#contract/integration/integration/shapes.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { CarrierTracking } from '#server/adapters/carrier-tracking/public.ts'
import {
  describeInvoiceForBuyer,
  readInvoiceRowOutputs as describeInvoices,
  findInvoicesById,
  requireInvoice,
} from '#server/billing/invoices/public.ts'
import { readStatementLines, readStatementWithoutLines, toStatementOutput } from '#server/billing/receivables/public.ts'
import { findStatement, listStatements } from '#server/money/statements/public.ts'
import { listParcelsWithTrackingAndProof } from '#server/orders/fulfilment/public.ts'
import { findOrder, findOrdersById, readOrderDetailWithoutParcels, readOrderListRows } from '#server/orders/orders/public.ts'
import { findQuotationIdByNumber, findQuotationRowsById, readQuotationForBuyer } from '#server/orders/quotations/public.ts'
import { findEnterprise } from '#server/people/organisation/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listChangedObjects } from './changed-objects.ts'

/** An API key has no permission codes, so rows show no actions. */
const NO_CODES = { permCode: '' }

/** Maps rows by the object of their change. */
const by = <Row>(rows: readonly Row[], keys: readonly string[]): Map<string, Row> => new Map(rows.map((row, at) => [keys[at] ?? '', row]))

async function ordersOf(db: Db, enterpriseId: string, ids: readonly string[]) {
  const orders = await findOrdersById(db, enterpriseId, ids)
  return by(
    await readOrderListRows(db, orders, NO_CODES),
    orders.map(({ id }) => id),
  )
}

async function statementsOf(db: Db, enterpriseId: string, months: readonly string[]) {
  const { rows } = await listStatements(db, { enterpriseId, months, limit: months.length, offset: 0 })
  return by(
    rows.map(toStatementOutput),
    rows.map(({ month }) => month),
  )
}

async function invoicesOf(db: Db, enterpriseId: string, ids: readonly string[]) {
  const invoices = await describeInvoices(db, await findInvoicesById(db, enterpriseId, ids))
  return by(
    invoices,
    invoices.map(({ id }) => id),
  )
}

/** The state of a quotation also follows from the day. */
const quotationsOn = (moment: Moment) => async (db: Db, enterpriseId: string, ids: readonly string[]) => {
  const rows = await findQuotationRowsById(db, moment, { enterpriseId, ids })
  return by(
    rows,
    rows.map(({ id }) => id),
  )
}

/** Handlers of the machine API. They show the same views that members of the enterprise see, without calls that need a person. */
export const createMachineApiHandlers = (services: { express: CarrierTracking }): Handlers<typeof machineApiEndpoints> => ({
  me: async (_, { db, caller }) => ({
    enterpriseName: (await findEnterprise(db, caller.enterpriseId))?.name ?? null,
    keyName: caller.keyName,
    permCodes: apiKeyPermissionCodes.filter((code) => hasPermission(caller, code)),
  }),
  orders: (given, { db, caller: { enterpriseId } }) => listChangedObjects(db, { enterpriseId, kind: 'order', ...given }, ordersOf),
  order: async ({ orderNo }, { db, caller: { enterpriseId } }) => {
    const found = (await findOrder(db, enterpriseId, orderNo)) ?? refuse('ORDER_NOT_FOUND')
    return {
      ...(await readOrderDetailWithoutParcels(db, found)),
      parcels: await listParcelsWithTrackingAndProof(db, services.express, found),
    }
  },
  quotations: (given, { db, caller: { enterpriseId }, moment }) =>
    listChangedObjects(db, { enterpriseId, kind: 'quotation', ...given }, quotationsOn(moment)),
  quotation: async ({ quotationNo }, { db, caller: { enterpriseId }, moment }) => {
    const id = (await findQuotationIdByNumber(db, enterpriseId, quotationNo)) ?? refuse('QUOTATION_NOT_FOUND')
    return readQuotationForBuyer(db, moment, { id, viewer: { enterpriseId, ...NO_CODES } })
  },
  statements: (given, { db, caller: { enterpriseId } }) =>
    listChangedObjects(db, { enterpriseId, kind: 'statement', ...given }, statementsOf),
  statement: ({ month }, { db, caller: { enterpriseId } }) => readStatementWithoutLines(db, enterpriseId, month),
  statementLines: async ({ month, after, size }, { db, caller: { enterpriseId } }) => {
    if (!(await findStatement(db, enterpriseId, month))) refuse('STATEMENT_NOT_FOUND')
    const lines = await readStatementLines(db, { enterpriseId, month, after: after ?? null, limit: size + 1 })
    const dataList = lines.slice(0, size)
    return { dataList, nextAfter: dataList.at(-1)?.id ?? null, more: lines.length > size }
  },
  invoices: (given, { db, caller: { enterpriseId } }) => listChangedObjects(db, { enterpriseId, kind: 'invoice', ...given }, invoicesOf),
  invoice: async ({ id }, { db, caller: { enterpriseId } }) =>
    describeInvoiceForBuyer(db, await requireInvoice(db, { enterpriseId, id }), NO_CODES),
})
