import type { consoleIntegration } from '../../contract/integration/console-api.ts'
import { refuse } from '../../contract/refusals.ts'
import { describeKeys, revokeByStaff } from '../api-keys/public.ts'
import type { Handlers } from '../http/context.ts'
import { findEnterprise } from '../organisation/public.ts'
import { describeHooks, disableByStaff, findHook, listDeliveries } from '../webhooks/public.ts'

export const consoleIntegrationHandlers: Handlers<typeof consoleIntegration> = {
  overview: async ({ enterpriseId }, { db, moment }) => {
    const enterprise = (await findEnterprise(db, enterpriseId)) ?? refuse('ENTERPRISE_NOT_FOUND')
    const apiKeys = await describeKeys(db, moment, enterpriseId)
    return { enterpriseName: enterprise.name, apiKeys, webhooks: await describeHooks(db, moment, enterpriseId) }
  },
  deliveries: async (given, { db }) => {
    if (!(await findHook(db, { enterpriseId: given.enterpriseId, id: given.webhookId }))) refuse('WEBHOOK_NOT_FOUND')
    return listDeliveries(db, given)
  },
  revokeKey: async (given, { caller: { staffId }, moment, write }) => {
    await write((tx) => revokeByStaff(tx, moment, { ...given, staffId }))
    return null
  },
  disableWebhook: async (given, { moment, write }) => {
    await write((tx) => disableByStaff(tx, moment, given))
    return null
  },
}
