import { connect } from '../../contract/client.ts'
import { consoleFiles } from '../../contract/files/api.ts'
import { consoleVerification } from '../../contract/verification/api.ts'
import { send } from '../session/session.ts'

export const verificationApi = connect(consoleVerification, send)
export const fileApi = connect(consoleFiles, send)

export interface CaseRef {
  enterpriseId: string
  id: string
}

/** Takes a case and opens it: written down each time, so it is not asked for again by itself. */
export const caseQuery = (ref: CaseRef) => ({
  queryKey: ['review', 'case', ref.id] as const,
  queryFn: () => verificationApi.claim(ref),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

/** What a decision moves: the queue, the list, the company. */
export const invalidatedByDecision = [['review', 'list'], ['queue'], ['enterprise']] as const
