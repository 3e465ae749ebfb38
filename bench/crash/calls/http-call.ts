import http from 'node:http'

/** What became of a request: its answer as bytes, or none. `cut`: the caller itself has dropped the connection after the request was sent. */
export type HttpResult = { answer: Buffer } | { lost: 'lost' | 'cut' }

export interface HttpPost {
  base: string
  path: string
  body: string
  headers: Record<string, string>
  /** Drop the connection so many milliseconds after the request was sent, unless the answer has begun before. */
  cutAfterMs?: number
}

const CALL_MS = 8_000
const agent = new http.Agent({ keepAlive: true, maxSockets: 512, maxFreeSockets: 512 })

/** Sends one request. It never throws. */
export const sendHttpPost = ({ base, path, body, headers, cutAfterMs }: HttpPost): Promise<HttpResult> =>
  new Promise((resolve) => {
    let began = false
    const lose = (lost: 'lost' | 'cut') => () => {
      resolve({ lost })
      request.destroy()
    }
    const request = http.request(
      `${base}/api${path}`,
      {
        method: 'POST',
        agent,
        headers: Object.assign({ 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }, headers),
        timeout: CALL_MS,
      },
      (response) => {
        began = true
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve(response.complete ? { answer: Buffer.concat(chunks) } : { lost: 'lost' }))
        response.on('error', lose('lost'))
        response.on('close', () => resolve({ lost: 'lost' }))
      },
    )
    request.on('timeout', lose('lost'))
    request.on('error', lose('lost'))
    if (cutAfterMs !== undefined) request.on('finish', () => setTimeout(() => began || lose('cut')(), cutAfterMs))
    request.end(body)
  })
