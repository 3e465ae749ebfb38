import { send } from '#console/platform/sessions/session.ts'
import { consoleLevelEndpoints } from '#contract/orders/levels/console-api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const levelApi = connect(consoleLevelEndpoints, send)
