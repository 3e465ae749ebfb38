import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consolePhoneCallEndpoints } from '#contract/people/account-managers/phone-call-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const phoneCallApi = createApiClient(consolePhoneCallEndpoints, sendConsoleRequest)

export const PHONE_CALL_QUERY_KEY = ['phone-call'] as const
/** What a recorded call changes: it can plan a follow-up. */
export const invalidatedByRecordedPhoneCall = [PHONE_CALL_QUERY_KEY, ['follow-up'], ['queue']] as const

/** A person of the company who can be chosen as the contact of a call. */
export interface PhoneCallContact {
  userId: string
  name: string | null
  accountType: 1 | 2
  mobile: string
  status: 0 | 1
}
