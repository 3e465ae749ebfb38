import { afterEach, expect, test, vi } from 'vitest'
import { filesEndpoints, IMAGE_BYTES_MAX } from '#contract/people/files/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { createRequestSender } from './send.ts'

const lost = vi.fn()
const api = createApiClient(filesEndpoints, createRequestSender({ token: () => 'mt_x', notLoggedIn: lost }))
const FILE_ID = '00000000-0000-7000-8000-000000000001'
const sent: { url: string; init: RequestInit }[] = []

/** A server that gives the same answer to every request. */
function answering(answer: () => Response): void {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return answer()
  })
}

afterEach(() => {
  sent.length = 0
  vi.unstubAllGlobals()
})

test('an upload is sent as a multipart form without an explicit content type', async () => {
  const data = { fileId: FILE_ID, type: 'image/jpeg', width: 320, height: 320, bytes: 9 }
  answering(() => Response.json({ code: 200, msg: 'success', success: true, data }))
  const file = new Blob(['x'], { type: 'image/png' })
  expect(await api.uploadImage({ purpose: 'idPhoto', consent: true }, { file })).toEqual(data)
  const [{ url, init } = { url: '', init: {} }] = sent
  expect(url).toBe('/api/system-api/api/upload/image')
  expect(init.headers).toEqual({ AppVersion: expect.any(String), Authorization: 'mt_x' })
  const form = init.body as FormData
  expect([...form.keys()]).toEqual(['purpose', 'consent', 'file'])
  expect([form.get('purpose'), form.get('consent')]).toEqual(['idPhoto', 'true'])
  expect((form.get('file') as File).type).toBe('image/png')
})

test('a file that is too large is not sent', async () => {
  answering(() => Response.error())
  const file = new Blob([new Uint8Array(IMAGE_BYTES_MAX + 1)])
  await expect(api.uploadImage({ purpose: 'avatar' }, { file })).rejects.toMatchObject({ reason: 'IMAGE_TOO_LARGE' })
  expect(sent).toEqual([])
})

test('a download returns its bytes, type and name', async () => {
  const headers = { 'Content-Type': 'image/jpeg', 'Content-Disposition': `inline; filename="${FILE_ID}.jpg"` }
  answering(() => new Response(new Uint8Array([1, 2, 3]), { headers }))
  expect(await api.viewFile({ fileId: FILE_ID })).toEqual({ type: 'image/jpeg', bytes: new Uint8Array([1, 2, 3]), name: `${FILE_ID}.jpg` })
  expect(sent[0]?.init).toMatchObject({ method: 'POST', body: JSON.stringify({ fileId: FILE_ID }), headers: { Authorization: 'mt_x' } })
})

test('a refused download gives the refusal, an invalid answer a transport error', async () => {
  answering(() => Response.json({ code: 404, msg: '图片不存在', success: false, data: null, reason: 'FILE_NOT_FOUND' }))
  await expect(api.viewFile({ fileId: FILE_ID })).rejects.toMatchObject({ reason: 'FILE_NOT_FOUND' })
  answering(() => Response.json({ code: 510, msg: '请先登录', success: false, data: null, reason: 'NOT_LOGGED_IN' }))
  await expect(api.viewFile({ fileId: FILE_ID })).rejects.toThrow('授权处理中')
  expect(lost).toHaveBeenCalledOnce()
  answering(() => new Response('<html>bad gateway', { status: 502, headers: { 'Content-Type': 'text/html' } }))
  await expect(api.viewFile({ fileId: FILE_ID })).rejects.toThrow('服务暂时不可用，请稍后再试')
})
