import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleJournalEndpoints } from '#contract/billing/journal/console-api.ts'
import { consoleJournalMonthEndpoints } from '#contract/billing/journal/months-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const journalApi = createApiClient(consoleJournalEndpoints, sendConsoleRequest)
export const journalMonthApi = createApiClient(consoleJournalMonthEndpoints, sendConsoleRequest)
