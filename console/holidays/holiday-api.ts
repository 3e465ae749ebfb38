import { connect } from '../../contract/client.ts'
import { consoleHoliday } from '../../contract/content/console-api.ts'
import { send } from '../session/session.ts'

export const holidayApi = connect(consoleHoliday, send)
