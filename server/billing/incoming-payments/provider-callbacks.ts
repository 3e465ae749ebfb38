import type { FastifyInstance, FastifyReply } from 'fastify'
import { type OnlinePaymentChannel, onlinePaymentChannels } from '#contract/money/payments/api.ts'
import { type GatewayNotification, InvalidGatewayNotificationError, type PaymentGateway } from '#server/adapters/gateway/public.ts'
import {
  findPayment,
  findPaymentRefByOutTradeNo,
  parseOutTradeOrRefundNumber,
  recordGatewayNotice,
  scheduleProviderQueryNow,
  scheduleRefundJobNow,
} from '#server/money/payments/public.ts'
import { isDatabaseUnavailable } from '#server/platform/core/database-errors.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { type Clock, createMoment, type Moment } from '#server/platform/core/moment.ts'
import { createNoticeAlarm } from '#server/platform/core/notice-alarm.ts'
import { waitWithTimeout } from '#server/platform/core/within-time.ts'
import { type ProviderContext, toIncomingPaymentIfChargePaid } from './query-provider.ts'
import { settleIncomingPayment } from './settle-incoming-payment.ts'

const BODY_BYTES_MAX = 64 * 1024
/** Providers expect an answer within five seconds; otherwise they send the notice again. */
const ANSWER_MS = 4_500

/**
 * Handles the notice of a payment. A notice with another amount settles nothing, even with a valid signature: it is stored, and the answer
 * to a query counts.
 */
async function applyTradeNotice(
  tx: Tx,
  moment: Moment,
  channel: OnlinePaymentChannel,
  report: Extract<GatewayNotification, { kind: 'trade' }>['report'],
): Promise<string> {
  const ref = await findPaymentRefByOutTradeNo(tx, channel, report.outTradeNo)
  const payment = ref && (await findPayment(tx, ref))
  if (!payment) return 'unknown'
  if (report.state !== 'SUCCESS') return report.state
  const paid = toIncomingPaymentIfChargePaid(payment, report, moment.now)
  if (paid && paid.amountFen === payment.amountFen) return settleIncomingPayment(tx, moment, paid)
  await scheduleProviderQueryNow(tx, moment, payment)
  return 'mismatch'
}

/** The notice of a refund only wakes the refund job, which queries the provider. */
async function applyRefundNotice(tx: Tx, moment: Moment, outRefundNo: string): Promise<string> {
  const id = parseOutTradeOrRefundNumber(outRefundNo)
  return id !== undefined && (await scheduleRefundJobNow(tx, moment, id)) ? 'asking' : 'unknown'
}

/** Records a valid notice and applies it in one transaction. A repeated notice changes nothing. */
async function take(db: Db, moment: Moment, channel: OnlinePaymentChannel, notice: GatewayNotification): Promise<string> {
  return runInTransaction(db, async (tx) => {
    const result =
      notice.kind === 'trade'
        ? await applyTradeNotice(tx, moment, channel, notice.report)
        : await applyRefundNotice(tx, moment, notice.report.outRefundNo)
    const outNo = notice.kind === 'trade' ? notice.report.outTradeNo : notice.report.outRefundNo
    const { noticeId, report } = notice
    await recordGatewayNotice(tx, moment, {
      channel,
      noticeId,
      outNo,
      reportedState: report.state,
      amountFen: report.amountFen,
      verdict: result,
    })
    return result
  })
}

/** Results that raise an alarm. */
const ALARMING = ['unknown', 'mismatch']

interface Door {
  db: Db
  clock: Clock
  services: Pick<ProviderContext, 'gateways'>
}

const send = (reply: FastifyReply, { status, type, body }: ReturnType<PaymentGateway['noticeResponse']>) =>
  reply.code(status).type(type).send(body)

class Late extends Error {}

/** The work goes on, so a repeated notice finds it done. */
const refuseLate = (): never => {
  throw new Late()
}

/** POST /api/pay-api/notice/{channel}: receives the notices of providers. It reads raw bodies, because the signature covers the bytes. */
export async function registerProviderCallbacks(http: FastifyInstance, services: Door): Promise<void> {
  const sound = createNoticeAlarm(services)
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const raw = ['application/json', 'application/x-www-form-urlencoded']
    scope.addContentTypeParser(raw, { parseAs: 'string', bodyLimit: BODY_BYTES_MAX }, (_, body, done) => done(null, body))
    scope.post<{ Params: { channel: string } }>(
      '/api/pay-api/notice/:channel',
      { bodyLimit: BODY_BYTES_MAX, config: { lane: 'notice' } },
      async (request, reply) => {
        const channel = (Object.keys(onlinePaymentChannels) as OnlinePaymentChannel[]).find((one) => one === request.params.channel)
        const gateway = channel && services.services.gateways.get(channel)
        if (!channel || !gateway) return reply.callNotFound()
        const moment = createMoment(services.clock())
        const action = `notice/${channel}`
        try {
          const headers = request.headers as Record<string, string | undefined>
          const notice = gateway.parseNotification({ headers, body: typeof request.body === 'string' ? request.body : '' }, moment.now)
          const result = await waitWithTimeout(take(services.db, moment, channel, notice), ANSWER_MS, refuseLate)
          if (ALARMING.includes(result)) await sound(request, action, result)
          return send(reply, gateway.noticeResponse(true))
        } catch (error) {
          if (error instanceof InvalidGatewayNotificationError) {
            await sound(request, action, error.message)
            return send(reply, gateway.noticeResponse(false))
          }
          // If the database is unavailable or busy, the provider sends the notice again, so it is not an error.
          const away = isDatabaseUnavailable(error)
          request.log[away || error instanceof Late ? 'warn' : 'error']({ err: error }, 'notice')
          return send(reply, { ...gateway.noticeResponse(false), status: away ? 503 : 500 })
        }
      },
    )
  })
}
