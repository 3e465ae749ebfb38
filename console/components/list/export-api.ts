import { connect } from '../../../contract/client.ts'
import { consoleExport } from '../../../contract/documents/console-exports-api.ts'
import { send } from '../../session/session.ts'

export const exportApi = connect(consoleExport, send)
