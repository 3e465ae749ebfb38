import { send } from '#console/platform/sessions/session.ts'
import { consoleSensitiveChange } from '#contract/people/staff/sensitive-change-api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const sensitiveChangeApi = connect(consoleSensitiveChange, send)
/** What a change that is asked for, approved or stopped moves: the lists of changes, and whatever it changes. */
export const invalidatedBySensitiveChange = [
  ['sensitive-change'],
  ['queue'],
  ['notice'],
  ['setting'],
  ['staff-account'],
  ['level'],
  ['finance'],
] as const
