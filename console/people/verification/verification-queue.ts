import { tabsFilter } from '#console/platform/components/list/filters.ts'
import type { CaseQueue } from '#console/platform/components/next-case/case-queue.ts'
import type { VerificationReviewRow } from '#contract/people/verification/api.ts'
import { verificationApi } from './verification-api.ts'
import { isClaimedByOther, verificationReviewStates, verificationStepChoices } from './verification-view.ts'

export const verificationFilters = {
  state: tabsFilter('状态', verificationReviewStates),
  step: tabsFilter('步骤', verificationStepChoices),
}

/** The submissions that wait for a reviewer. */
export const verificationQueue: CaseQueue<typeof verificationFilters, VerificationReviewRow> = {
  list: '/reviews',
  screen: '/review',
  fields: verificationFilters,
  rows: (input, options) => verificationApi.list(input, options),
  waits: { by: 'state', for: ['WAIT'] },
  queryKey: ['review', 'list'],
  id: ({ id }) => id,
  at: ({ enterpriseId, id }) => ({ enterpriseId, id }),
  isOthers: isClaimedByOther,
}
