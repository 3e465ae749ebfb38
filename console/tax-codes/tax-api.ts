import { consoleTaxCode } from '../../contract/catalog/tax-api.ts'
import { connect } from '../../contract/client.ts'
import { send } from '../session/session.ts'

export const taxApi = connect(consoleTaxCode, send)

/** What a code moves: categories and goods, and the invoices that waited for it. */
export const invalidatedByTaxCode = [['taxCode'], ['sku'], ['invoice'], ['queue']] as const
