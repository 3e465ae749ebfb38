import { createIdempotencyKey } from '#bench/cluster.ts'
import { consoleGoodsEndpoints } from '#contract/catalog/goods-editing/console-api.ts'
import { consoleGoodsImportEndpoints } from '#contract/catalog/goods-import/console-api.ts'
import { consoleMovingInEndpoints } from '#contract/operations/moving-in/api.ts'
import { currentStaffEndpoints } from '#contract/people/staff/staff-api.ts'
import {
  createApiClient,
  type EnvelopeWithHttpStatus,
  getClientHttpMethod,
  type RequestSender,
  toHttpRequest,
} from '#contract/platform/core/client.ts'
import { APP_VERSION } from '#contract/platform/core/envelope.ts'

/** Typed calls of a staff member to a server in another process. */
export async function logInBenchStaff(base: string, { email, pwd }: { email: string; pwd: string }) {
  let token: string | undefined
  const send: RequestSender = async (endpoint, wire, options) => {
    const { method, url, body, headers } = toHttpRequest(endpoint, getClientHttpMethod(endpoint), wire, options)
    const own = {
      ...headers,
      appversion: APP_VERSION,
      ...(token === undefined ? {} : { authorization: token }),
      ...(endpoint.idempotent ? { 'idempotency-key': createIdempotencyKey() } : {}),
    }
    const answer = await fetch(base + url, { method, headers: own, ...(body === undefined ? {} : { body }) })
    return { ...((await answer.json()) as Omit<EnvelopeWithHttpStatus, 'status'>), status: answer.status }
  }
  const entered = await createApiClient(currentStaffEndpoints, send).logIn({ email, pwd })
  token = entered.token
  return {
    token,
    goods: createApiClient(consoleGoodsEndpoints, send),
    goodsImport: createApiClient(consoleGoodsImportEndpoints, send),
    movingIn: createApiClient(consoleMovingInEndpoints, send),
  }
}

export type BenchStaff = Awaited<ReturnType<typeof logInBenchStaff>>
