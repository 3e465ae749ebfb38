import { connect } from '../../contract/client.ts'
import { consoleLevel } from '../../contract/levels/console-api.ts'
import { send } from '../session/session.ts'

export const levelApi = connect(consoleLevel, send)
