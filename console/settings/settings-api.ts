import { connect } from '../../contract/client.ts'
import { consoleSetting } from '../../contract/content/console-api.ts'
import { send } from '../session/session.ts'

export const settingApi = connect(consoleSetting, send)
export const invalidatedBySetting = [['setting']] as const
