import { connect } from '../../contract/client.ts'
import { consoleStaff } from '../../contract/staff/staff-api.ts'
import { invalidatedBySensitiveChange } from '../sensitive-changes/sensitive-changes-api.ts'
import { send } from '../session/session.ts'

export const staffAccountApi = connect(consoleStaff, send)
/** What a change of an account moves: the list, and who one is oneself. */
export const invalidatedByStaff = [...invalidatedBySensitiveChange, ['staff']] as const
