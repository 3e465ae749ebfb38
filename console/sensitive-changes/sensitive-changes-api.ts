import { connect } from '../../contract/client.ts'
import { consoleSensitiveChange } from '../../contract/staff/sensitive-change-api.ts'
import { send } from '../session/session.ts'

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
