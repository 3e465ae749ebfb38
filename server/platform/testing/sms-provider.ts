import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A substitute for the SMS provider: it answers as Alibaba Cloud does, and records its requests in order. */
export interface SmsProvider {
  base: string
  asked: URLSearchParams[]
  /** The codes that were sent to a mobile number, newest last. */
  codesOf(mobile: string): string[]
  close(): Promise<void>
}

/** Starts the substitute on loopback. It has approved one signature and refuses all others. */
export async function openSmsProvider(signature: string): Promise<SmsProvider> {
  const asked: URLSearchParams[] = []
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://provider').searchParams
    asked.push(query)
    const isKnown = query.get('SignName') === signature
    response.end(JSON.stringify(isKnown ? { Code: 'OK', SignStatus: 1 } : { Code: 'isv.SMS_SIGNATURE_ILLEGAL', Message: '签名不存在' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    codesOf: (mobile) =>
      asked
        .filter((query) => query.get('PhoneNumbers') === mobile)
        .flatMap((query) => (JSON.parse(query.get('TemplateParam') ?? '{}') as { code?: string }).code ?? []),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
