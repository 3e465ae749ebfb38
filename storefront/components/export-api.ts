import { type Client, connect } from '../../contract/client.ts'
import type { exports } from '../../contract/documents/exports-api.ts'
import { downloadEndpoint } from '../../contract/endpoint.ts'
import { EmptyInput } from '../../contract/fields.ts'
import { exportPath } from '../../contract/sheet/export-path.ts'
import { send } from '../session/send.ts'

/**
 * The calls that take lists along, each made when it is asked for: their inputs travel as they are, so that no page brings the contracts of all
 * other lists along.
 */
export const exportApi = new Proxy({} as Client<typeof exports>, {
  get: (_, name: string) =>
    connect({ [name]: downloadEndpoint({ path: exportPath(name), summary: name, needs: 'login', input: EmptyInput }) }, send)[name],
})
