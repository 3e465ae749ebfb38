import { connect } from '../../contract/client.ts'
import { exports } from '../../contract/documents/exports-api.ts'
import { send } from '../session/send.ts'

export const exportApi = connect(exports, send)
