import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'

/** The texts that the robot has written into the group, the newest first. */
export interface SandboxGroup {
  texts(): string[]
}

const refusal = (errcode: number, errmsg: string) => ({ errcode, errmsg })

/**
 * Plays the robot of a group in 企业微信: it checks the key and the form of a message as that does. `isBusy`: answers once that there were too many
 * messages.
 */
export function mountGroupRobot(
  http: FastifyInstance,
  { folder, key, isBusy }: { folder: string; key: string; isBusy(): boolean },
): SandboxGroup {
  const file = path.join(folder, 'group.jsonl')
  http.post<{ Querystring: { key?: string } }>('/cgi-bin/webhook/send', async ({ query, body }) => {
    if (query.key !== key) return refusal(93_000, `invalid webhook url, hint: [key=${query.key}]`)
    if (isBusy()) return refusal(45_009, 'api freq out of limit')
    const { msgtype, text } = JSON.parse(String(body)) as { msgtype?: string; text?: { content?: string } }
    if (msgtype !== 'text' || !text?.content) return refusal(40_008, 'invalid message type')
    if (Buffer.byteLength(text.content) > 2_048) return refusal(40_058, 'text content size out of limit')
    appendFileSync(file, `${JSON.stringify(text.content)}\n`)
    return refusal(0, 'ok')
  })
  return {
    texts: () =>
      existsSync(file)
        ? readFileSync(file, 'utf8')
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line) as string)
            .reverse()
        : [],
  }
}
