import { setTimeout as wait } from 'node:timers/promises'
import { contract } from '#contract/api.ts'
import { PUSH_STREAM_PATH } from '#contract/people/messaging/push.ts'
import { API_BASE, type ResponseEnvelope } from '#contract/platform/core/envelope.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { callOverNetwork } from '#server/platform/testing/child-program.ts'

/** What nobody has seen after this time is not seen at all. */
const SEEN_MS = 60_000
const LOOK_MS = 10
const MESSAGE_SIGNAL = 'data: {"kind":"message"}'

/** The open push stream of a screen. */
export interface PushLine {
  /** How often the screen was told to fetch its messages. */
  countHeard(): number
  hangUp(): void
}

/** Opens a push stream as a screen does. Throws if it is refused. */
export async function openPushLine(base: string, token: string): Promise<PushLine> {
  const hangingUp = new AbortController()
  const answer = await fetch(`${base}${API_BASE}${PUSH_STREAM_PATH}`, { headers: { authorization: token }, signal: hangingUp.signal })
  if (!answer.ok || !answer.body) throw new Error(`the push stream was refused: ${answer.status}`)
  let heard = ''
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  const listen = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) heard += part.value
  }
  void listen().catch(() => {})
  return { countHeard: () => heard.split(MESSAGE_SIGNAL).length - 1, hangUp: () => hangingUp.abort() }
}

/** Waits until a condition holds. Returns the milliseconds since `begun`; `Infinity`: it did not in a minute. */
export async function measureUntil(begun: number, holds: () => boolean | Promise<boolean>): Promise<number> {
  while (performance.now() - begun < SEEN_MS) {
    if (await holds()) return performance.now() - begun
    await wait(LOOK_MS)
  }
  return Number.POSITIVE_INFINITY
}

/** Makes a call of staff. Throws if it is refused. */
async function requireDone(base: string, token: string, { path, body }: { path: string; body: object }): Promise<void> {
  const { code, reason } = await callOverNetwork(base, path, { token, body })
  if (code !== 200) throw new Error(`${path} was refused: ${reason}`)
}

/** Staff announce something to everybody. Returns the milliseconds until the last of the screens was told, from the call on. */
export async function measurePush(base: string, staffToken: string, lines: readonly PushLine[]): Promise<number> {
  const before = lines.map((line) => line.countHeard())
  const body = { title: '停送货安排', text: '春节', dateFrom: toShanghaiDay(new Date()), dateTo: null, pinned: false }
  const begun = performance.now()
  await requireDone(base, staffToken, { path: contract.consoleAnnouncement.save.path, body })
  return measureUntil(begun, () => lines.every((line, at) => line.countHeard() > (before[at] ?? 0)))
}

/** A list of goods as a guest has it from one server, who still has the answer of before. */
async function look(base: string, etag?: string): Promise<{ status: number; etag: string; prices: readonly number[] }> {
  const answer = await fetch(`${base}${API_BASE}${contract.goods.list.path}`, { headers: etag ? { 'if-none-match': etag } : {} })
  const body = answer.status === 200 ? ((await answer.json()) as ResponseEnvelope) : undefined
  const { dataList = [] } = (body?.data ?? {}) as { dataList?: { salePrice: number }[] }
  return { status: answer.status, etag: answer.headers.get('etag') ?? '', prices: dataList.map(({ salePrice }) => salePrice) }
}

interface PriceChange {
  staffToken: string
  skuId: string
  rowVersion: number
  /** The lowest of its goods, so that lists show it. */
  price: number
}

/**
 * Changes a price at one address. Returns the milliseconds from the answer until a guest has seen it at the last of the servers, each of which
 * had answered from its cache before. Throws if one had not.
 */
export async function measurePriceChange(base: string, servers: readonly string[], change: PriceChange): Promise<number> {
  const { staffToken, skuId, rowVersion, price } = change
  const before = await Promise.all(servers.map((server) => look(server)))
  const again = await Promise.all(servers.map((server, at) => look(server, before[at]?.etag)))
  if (again.some(({ status }) => status !== 304)) throw new Error('a list that had not changed was sent again')
  const body = { skuId, salePrice: price, creditPrice: 99, rowVersion, confirmed: true }
  await requireDone(base, staffToken, { path: contract.consoleSku.setPrice.path, body })
  const begun = performance.now()
  const sees = async (server: string, at: number) => (await look(server, before[at]?.etag)).prices.includes(price)
  return Math.max(...(await Promise.all(servers.map((server, at) => measureUntil(begun, () => sees(server, at))))))
}

/** The token of a member of staff who has no second factor. */
export async function logInStaffAt(base: string, email: string, pwd: string): Promise<string> {
  const { data, reason } = await callOverNetwork(base, contract.staff.logIn.path, { body: { email, pwd } })
  if (!data) throw new Error(`${email} was refused: ${reason}`)
  return (data as { token: string }).token
}
