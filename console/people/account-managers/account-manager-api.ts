import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleAccountManagerEndpoints } from '#contract/people/account-managers/api.ts'
import { consoleFollowUpEndpoints } from '#contract/people/account-managers/follow-up-api.ts'
import { consoleEnterpriseNoteEndpoints, consoleEnterpriseTagEndpoints } from '#contract/people/account-managers/notes-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const accountManagerApi = createApiClient(consoleAccountManagerEndpoints, sendConsoleRequest)
export const enterpriseNoteApi = createApiClient(consoleEnterpriseNoteEndpoints, sendConsoleRequest)
export const enterpriseTagApi = createApiClient(consoleEnterpriseTagEndpoints, sendConsoleRequest)
export const followUpApi = createApiClient(consoleFollowUpEndpoints, sendConsoleRequest)

/** What another account manager of a company changes. */
export const invalidatedByAccountManagerAssignment = [['enterprise'], ['account-manager'], ['follow-up'], ['queue']] as const
/** What a change of the tags changes. */
export const invalidatedByTags = [['enterprise'], ['enterprise-tag'], ['order-tag'], ['order']] as const
/** What a follow-up changes. */
export const invalidatedByFollowUp = [['follow-up'], ['queue']] as const

export const accountManagerChoicesQuery = {
  queryKey: ['account-manager', 'choices'] as const,
  queryFn: () => accountManagerApi.choices({}),
}
export const accountManagerOverviewQuery = {
  queryKey: ['account-manager', 'overview'] as const,
  queryFn: () => accountManagerApi.overview({}),
}
export const enterpriseTagsQuery = { queryKey: ['enterprise-tag', 'list'] as const, queryFn: () => enterpriseTagApi.list({}) }
