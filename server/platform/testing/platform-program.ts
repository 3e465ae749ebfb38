import { platformApiEndpoints } from '#contract/integration/integration/platform-api.ts'
import { API_BASE, type ResponseEnvelope } from '#contract/platform/core/envelope.ts'
import type { PlatformKeyScope } from '#contract/platform/core/permissions.ts'
import type { CountedPlatformApiRowResults } from '#contract/platform/core/row-result.ts'
import type { Mall } from './mall.ts'
import type { TestUser } from './test-user.ts'

type Row = Record<string, unknown>

/** Programs of the platform that write goods, prices and stock. */
export function createPlatformProgramClients({ app: { http } }: Mall) {
  let sent = 0
  const programAt = (token: string, remoteAddress = '127.0.0.1') => {
    const authorization = `Bearer ${token}`
    const sends = async (path: string, rows: unknown, idempotencyKey: string | null = `key-${process.pid}-${++sent}-rows`) => {
      const key = idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }
      const answer = await http.inject({
        method: 'POST',
        url: API_BASE + path,
        headers: { authorization, ...key },
        payload: { rows },
        remoteAddress,
      })
      const envelope = answer.json() as Omit<ResponseEnvelope, 'data'> & {
        data: CountedPlatformApiRowResults
        detail?: Record<string, unknown>
      }
      return { status: answer.statusCode, body: answer.body, ...envelope }
    }
    /** The result of each row: 'changed', or 'refused salePrice 原因'. */
    const outcomes = async (path: string, rows: Row[], idempotencyKey?: string): Promise<string[]> => {
      const { data, msg } = await sends(path, rows, idempotencyKey)
      return data ? data.rows.map(({ outcome, field, reason }) => `${outcome} ${field} ${reason}`.trim().replace(/ +/g, ' ')) : [msg]
    }
    const me = async () => {
      const answer = await http.inject({
        method: 'GET',
        url: API_BASE + platformApiEndpoints.me.path,
        headers: { authorization },
        remoteAddress,
      })
      return { status: answer.statusCode, ...(answer.json() as ResponseEnvelope) }
    }
    return {
      sends,
      me,
      goods: (rows: Row[], key?: string) => outcomes(platformApiEndpoints.goods.path, rows, key),
      prices: (rows: Row[], key?: string) => outcomes(platformApiEndpoints.prices.path, rows, key),
      stock: (rows: Row[], key?: string) => outcomes(platformApiEndpoints.stock.path, rows, key),
    }
  }
  return {
    at: programAt,
    /** Creates a key of a staff member and a program that uses it. */
    async key(
      staff: TestUser,
      pwd: string,
      {
        scopes = ['goods', 'prices'],
        ...more
      }: { scopes?: PlatformKeyScope[]; name?: string; addresses?: string[]; expiresOn?: string } = {},
    ) {
      const { id, token } = await staff.api.consolePlatformKey.add({ name: 'ERP', scopes, pwd, ...more })
      return { id, token, ...programAt(token) }
    },
  }
}
