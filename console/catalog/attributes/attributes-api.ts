import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleAttributeEndpoints, consoleAttributeSetEndpoints } from '#contract/catalog/attributes/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const attributeApi = createApiClient(consoleAttributeEndpoints, sendConsoleRequest)
export const attributeSetApi = createApiClient(consoleAttributeSetEndpoints, sendConsoleRequest)

/** Invalidates the queries that show attributes: their list, the sets with them, the categories with those. */
export const invalidatedByAttribute = [['attribute']] as const
