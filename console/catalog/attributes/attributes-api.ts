import { send } from '#console/platform/sessions/session.ts'
import { consoleAttributeEndpoints, consoleAttributeSetEndpoints } from '#contract/catalog/attributes/console-api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const attributeApi = connect(consoleAttributeEndpoints, send)
export const attributeSetApi = connect(consoleAttributeSetEndpoints, send)

/** Invalidates the queries that show attributes: their list, the sets with them, the categories with those. */
export const invalidatedByAttribute = [['attribute']] as const
