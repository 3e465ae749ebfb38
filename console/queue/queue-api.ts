import { connect } from '../../contract/client.ts'
import { consoleQueue } from '../../contract/staff/api.ts'
import { send } from '../session/session.ts'

const queueApi = connect(consoleQueue, send)

/** What waits, looked at again every half minute: it is the page that stays open all day. */
export const queueQuery = { queryKey: ['queue'] as const, queryFn: () => queueApi.list({}), refetchInterval: 30_000, staleTime: 0 }
