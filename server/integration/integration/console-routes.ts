import type { consoleIntegrationEndpoints } from '#contract/integration/integration/console-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { readPunchOutSetup } from '#server/integration/punch-out/public.ts'
import {
  disableWebhookByStaff,
  findWebhook,
  listWebhookDeliveries,
  readWebhooksWithRecentResults,
} from '#server/integration/webhooks/public.ts'
import { readApiKeysOfEnterprise, revokeApiKeyByStaff } from '#server/people/api-keys/public.ts'
import { findEnterprise } from '#server/people/organisation/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'

export const consoleIntegrationHandlers: Handlers<typeof consoleIntegrationEndpoints> = {
  overview: async ({ enterpriseId }, { db, moment }) => {
    const enterprise = (await findEnterprise(db, enterpriseId)) ?? refuse('ENTERPRISE_NOT_FOUND')
    const apiKeys = await readApiKeysOfEnterprise(db, moment, enterpriseId)
    const webhooks = await readWebhooksWithRecentResults(db, moment, enterpriseId)
    return { enterpriseName: enterprise.name, apiKeys, webhooks, punchOut: await readPunchOutSetup(db, enterpriseId) }
  },
  deliveries: async (given, { db }) => {
    if (!(await findWebhook(db, { enterpriseId: given.enterpriseId, id: given.webhookId }))) refuse('WEBHOOK_NOT_FOUND')
    return listWebhookDeliveries(db, given)
  },
  revokeKey: async (given, { caller: { staffId }, moment, write }) => {
    await write((tx) => revokeApiKeyByStaff(tx, moment, { ...given, staffId }))
    return null
  },
  disableWebhook: async (given, { moment, write }) => {
    await write((tx) => disableWebhookByStaff(tx, moment, given))
    return null
  },
}
