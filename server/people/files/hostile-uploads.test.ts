import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { IMAGE_BYTES_MAX } from '#contract/people/files/api.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { expectNothingInFlight } from '#server/platform/testing/in-flight.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import {
  createFlatPng,
  createFormBody,
  createPhoto,
  createUploadBody,
  FORM_CONTENT_TYPE,
  toBlob,
} from '#server/platform/testing/uploads.ts'

const mall = await openMall()
const { http } = mall.app
const lin = await mall.buyer('林')
const wang = await mall.buyer('王')
const UPLOAD = API_BASE + contract.files.uploadImage.path
const address = new URL(await http.listen({ host: '127.0.0.1', port: 0 }))

const plain = await createPhoto()
const png = await sharp({ create: { width: 64, height: 48, channels: 4, background: '#0000' } })
  .png()
  .toBuffer()

const SCRIPT = '<script>alert(document.domain)</script>'
const PHP = '<?php system($_GET["c"]); ?>'
const svg = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><rect width="9" height="9"/></svg>`,
)
/** A comment right behind the first marker of a JPEG. */
const commented = (text: string): Buffer => {
  const size = Buffer.alloc(2)
  size.writeUInt16BE(text.length + 2)
  return Buffer.concat([plain.subarray(0, 2), Buffer.from([0xff, 0xfe]), size, Buffer.from(text), plain.subarray(2)])
}
const padded = (length: number): Buffer => Buffer.concat([plain, Buffer.alloc(length - plain.length)])
const movie = await sharp({ create: { width: 40, height: 40 * 60, channels: 3, background: '#a33', pageHeight: 40 } })
  .webp({ loop: 0 })
  .toBuffer()
const made = {
  gif: await sharp(plain).gif().toBuffer(),
  tiff: await sharp(plain).tiff().toBuffer(),
  avif: await sharp(plain).resize(32).avif({ effort: 0 }).toBuffer(),
  profiled: await sharp(plain).withIccProfile('p3').jpeg().toBuffer(),
  cmyk: await sharp(plain).toColourspace('cmyk').jpeg().toBuffer(),
  deep: await sharp(plain).toColourspace('rgb16').png().toBuffer(),
}
const bomb = createFlatPng(14_000, 14_000)

interface Row {
  name: string
  met: string
}
const table: Row[] = []
const stored = () => readdirSync(mall.filesFolder).sort()
const rows = async () => (await mall.db.selectFrom('file').select('id').where('enterprise_id', '=', lin.enterpriseId).execute()).length

async function send(payload: Buffer, headers: Record<string, string> = {}) {
  const answer = await http.inject({
    method: 'POST',
    url: UPLOAD,
    payload,
    headers: { authorization: lin.token ?? '', 'content-type': FORM_CONTENT_TYPE, ...headers },
  })
  return { status: answer.statusCode, connection: answer.headers.connection, body: answer.json() }
}

/** Whoever is refused has changed nothing and learned nothing of the inside. */
async function expectRefused(name: string, payload: Buffer, reason: string, headers: Record<string, string> = {}): Promise<void> {
  const [before, files] = [await rows(), stored()]
  const { status, body } = await send(payload, headers)
  table.push({ name, met: `${reason} (${body.code})` })
  expect({ reason: body.reason, success: body.success, data: body.data }).toEqual({ reason, success: false, data: null })
  expect([200, body.code]).toContain(status)
  expect(body.msg).toMatch(/\p{Script=Han}/u)
  expect(JSON.stringify(body)).not.toMatch(/node_modules|vips|busboy|Input |unsupported|FST_|multipart/)
  expect({ rows: await rows(), files: stored() }).toEqual({ rows: before, files })
}

// M1, M2, M3, M9
describe('a file that is no JPEG, PNG or WebP is refused by its bytes, whatever its name or type', () => {
  test.each<[string, Buffer | string]>([
    ['SVG with a script', svg],
    ['SVG behind an XML head', `<?xml version="1.0"?>${svg}`],
    ['HTML named .jpg', `<!doctype html>${SCRIPT}`],
    ['PHP named .jpg', PHP],
    ['JavaScript named .jpg', 'alert(1)'],
    ['PDF named .jpg', '%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'],
    ['XLSX (zip) named .jpg', Buffer.from('504b0304140000000800', 'hex')],
    ['Windows program named .jpg', 'MZ\x90\0\x03'],
    ['GIF', made.gif],
    ['GIF that is a script', 'GIF89a/*\0\0\0\0*/=1;alert(1)//'],
    ['TIFF', made.tiff],
    ['AVIF', made.avif],
    ['BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)])],
    ['gzip around a JPEG', gzipSync(plain)],
    ['64 MB of zeros packed with gzip', gzipSync(Buffer.alloc(1 << 26))],
    ['HTML behind the mark of a JPEG', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(`<html>${SCRIPT}`)])],
    ['SVG behind the mark of a PNG', Buffer.concat([png.subarray(0, 8), svg])],
    ['RIFF that is a sound', Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE'), Buffer.alloc(40)])],
    ['JPEG cut off', plain.subarray(0, plain.length / 2)],
    ['PNG cut off', png.subarray(0, png.length - 30)],
    ['WebP cut off', movie.subarray(0, movie.length / 2)],
    ['three bytes of a JPEG', plain.subarray(0, 3)],
    ['zero bytes', Buffer.alloc(0)],
    ['ten megabytes of noise', Buffer.alloc(IMAGE_BYTES_MAX, 'noise')],
  ])('%s', async (name, bytes) => {
    await expectRefused(name, createUploadBody(Buffer.from(bytes as string)), 'NOT_AN_IMAGE')
  })
})

// M4, M6
describe('a picture that is too large is refused before it is decoded', () => {
  test.each<[string, Buffer]>([
    ['pixel bomb of 14,000 × 14,000', bomb],
    ['40,000,001 pixels and some', createFlatPng(40_001, 1_000)],
    ['60,000 × 60,000, says its head', createFlatPng(60_000, 60_000, 1)],
    ['one byte beyond 10 MB', padded(IMAGE_BYTES_MAX + 1)],
    ['11 MB', padded(11 * 1024 * 1024)],
  ])('%s', async (name, bytes) => {
    await expectRefused(name, createUploadBody(bytes), 'IMAGE_TOO_LARGE')
  })
})

// M3, M8, M9, M5
describe('a valid picture is re-encoded, and everything embedded in it is removed', () => {
  test.each<[string, Buffer, string[]]>([
    ['JPEG with HTML behind it', Buffer.concat([plain, Buffer.from(SCRIPT)]), [SCRIPT]],
    ['JPEG with PHP in its comment', commented(PHP), [PHP]],
    ['JPEG with a zip behind it', Buffer.concat([plain, Buffer.from('504b0304', 'hex'), Buffer.from('evil.exe')]), ['evil.exe']],
    ['PNG with HTML behind it', Buffer.concat([png, Buffer.from(SCRIPT)]), [SCRIPT]],
    ['JPEG with GPS, device and description', plain, ['SPYPHONE', 'SECRET-DESCRIPTION', 'Exif']],
    ['JPEG with a colour profile', made.profiled, ['ICC_PROFILE']],
    ['JPEG in CMYK', made.cmyk, []],
    ['PNG of 16 bits', made.deep, []],
    ['PNG see-through', png, []],
    ['WebP with 60 frames', movie, ['ANIM']],
    ['65,535 × 1', createFlatPng(65_535, 1), []],
    ['40,000,000 pixels', createFlatPng(40_000, 1_000), []],
    ['exactly 10 MB', padded(IMAGE_BYTES_MAX), []],
  ])('%s', async (name, bytes, traces) => {
    for (const purpose of ['avatar', 'licence'] as const) {
      const { fileId } = await lin.api.files.uploadImage({ purpose, consent: true }, { file: toBlob(bytes) })
      const kept = Buffer.from((await lin.api.files.viewFile({ fileId })).bytes)
      const { format, pages = 1, space, depth } = await sharp(kept).metadata()
      expect({ format, pages, space, depth }).toEqual({
        format: purpose === 'avatar' ? 'webp' : 'jpeg',
        pages: 1,
        space: 'srgb',
        depth: 'uchar',
      })
      for (const trace of traces) expect({ trace, kept: kept.includes(trace) }).toEqual({ trace, kept: false })
    }
    table.push({ name, met: `drawn anew${traces.length > 0 ? ', traces gone' : ''}` })
  })
})

const file = { name: 'file', value: plain, filename: 'a.jpg', type: 'image/jpeg' }
const face = { name: 'purpose', value: 'avatar' }

// M6
describe('a malformed form', () => {
  test.each<[string, Buffer, string]>([
    ['no file', createFormBody([face]), 'INVALID_INPUT'],
    ['the file as text', createFormBody([face, { name: 'file', value: 'abc' }]), 'INVALID_INPUT'],
    ['two files', createFormBody([face, file, file]), 'INVALID_INPUT'],
    ['the file under another name', createFormBody([face, { ...file, name: 'image' }]), 'INVALID_INPUT'],
    ['no purpose', createFormBody([file]), 'INVALID_INPUT'],
    ['a purpose that is none', createFormBody([{ ...face, value: 'poster' }, file]), 'INVALID_INPUT'],
    ['the purpose “constructor”', createFormBody([{ ...face, value: 'constructor' }, file]), 'INVALID_INPUT'],
    ['the purpose twice', createFormBody([face, { ...face, value: 'licence' }, file]), 'INVALID_INPUT'],
    ['the purpose as JSON', createFormBody([{ ...face, value: '{"a":1}', type: 'application/json' }, file]), 'INVALID_INPUT'],
    ['a field that is not ours', createFormBody([face, { name: 'enterpriseId', value: 'x' }, file]), 'INVALID_INPUT'],
    ['consent that is not true', createFormBody([{ ...face, value: 'idPhoto' }, { name: 'consent', value: 'yes' }, file]), 'INVALID_INPUT'],
    ['a field named __proto__', createFormBody([face, { name: '__proto__', value: 'x' }, file]), 'MALFORMED'],
    ['a file named __proto__', createFormBody([face, { ...file, name: '__proto__' }]), 'MALFORMED'],
    ['a field named toString', createFormBody([face, { name: 'toString', value: 'x' }, file]), 'MALFORMED'],
    ['a field name of 10,000 letters', createFormBody([face, { name: 'x'.repeat(10_000), value: 'x' }, file]), 'TOO_LARGE'],
    ['a field of 20 kB', createFormBody([face, { name: 'x', value: 'x'.repeat(20_000) }, file]), 'TOO_LARGE'],
    [
      '1,000 parts',
      createFormBody([face, ...Array.from({ length: 1_000 }, (_, at) => ({ name: `f${at}`, value: '1' })), file]),
      'TOO_LARGE',
    ],
    ['a form that does not end', createFormBody([face, file], { closed: false }), 'MALFORMED'],
    ['an empty form', createFormBody([]), 'INVALID_INPUT'],
    ['no form at all', Buffer.from('hello'), 'MALFORMED'],
  ])('%s', async (name, body, reason) => expectRefused(name, body, reason))

  test.each<[string, Buffer, string, Record<string, string>]>([
    ['a form without a boundary', createFormBody([face, file]), 'MALFORMED', { 'content-type': 'multipart/form-data' }],
    ['a form packed with gzip', gzipSync(createFormBody([face, file])), 'MALFORMED', { 'content-encoding': 'gzip' }],
    ['plain bytes', plain, 'NOT_JSON', { 'content-type': 'image/jpeg' }],
    ['a form of another kind', Buffer.from('purpose=avatar'), 'NOT_JSON', { 'content-type': 'application/x-www-form-urlencoded' }],
    [
      'JSON that calls itself a file',
      Buffer.from('{"purpose":"avatar","file":{"_buf":"x"}}'),
      'INVALID_INPUT',
      { 'content-type': 'application/json' },
    ],
    [
      'a paper without consent',
      createFormBody([{ ...face, value: 'idPhoto' }, file]),
      'CONSENT_NEEDED',
      { authorization: wang.token ?? '' },
    ],
    ['nobody’s upload', createFormBody([face, file]), 'NOT_LOGGED_IN', { authorization: '' }],
  ])('%s', async (name, body, reason, headers) => expectRefused(name, body, reason, headers))
})

// M7
describe('the name of an uploaded file is ignored', () => {
  test.each([
    '../../etc/cron.d/x',
    '..%2f..%2fx.jpg',
    '..\\\\..\\\\x.jpg',
    '/etc/passwd',
    'a\0.jpg',
    'CON',
    '.htaccess',
    'x.php',
    'x'.repeat(5_000),
    '\u202egpj.exe',
    '<img src=x>.jpg',
    'a.jpg; filename=b.php',
  ])('%j', async (filename) => {
    const { body } = await send(createUploadBody(plain, { filename }))
    // A head of 5,000 letters may be refused; nothing else may come of a name.
    if (body.code !== 200) expect(body.reason).toBe('MALFORMED')
    table.push({ name: `file name ${JSON.stringify(filename.slice(0, 24))}`, met: body.code === 200 ? 'ignored' : body.reason })
    expect(stored().filter((name) => !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name))).toEqual([])
  })

  test('the content type in the form is ignored as well: a PNG sent as text/html is a picture', async () => {
    const { body } = await send(createUploadBody(png, { type: 'text/html', filename: 'x.html' }))
    expect(body.code).toBe(200)
    expect(await lin.api.files.viewFile({ fileId: body.data.fileId })).toMatchObject({ type: 'image/webp' })
  })
})

/** A request written by hand, so that it can lie and break off. Resolves with all that comes back until the line is cut. */
function speak(head: string[], write: (socket: Socket) => void): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect({ host: address.hostname, port: Number(address.port) }, () => {
      socket.write(
        [`POST ${UPLOAD} HTTP/1.1`, 'Host: x', `Authorization: ${lin.token}`, `Content-Type: ${FORM_CONTENT_TYPE}`, ...head, '', ''].join(
          '\r\n',
        ),
      )
      write(socket)
    })
    socket.on('data', (chunk) => (heard += chunk.toString()))
    socket.on('error', () => {})
    socket.on('close', () => resolve(heard))
  })
}

// M6: a line of its own each.
describe('on the connection', () => {
  let before: { rows: number; files: string[] }
  beforeAll(async () => {
    before = { rows: await rows(), files: stored() }
  })
  const expectNothing = async () => expect({ rows: await rows(), files: stored() }).toEqual(before)
  const open = createFormBody([face, { ...file, value: '' }], { closed: false })

  test('a sender who disconnects half way leaves nothing', async () => {
    await speak([`Content-Length: ${IMAGE_BYTES_MAX}`], (socket) => {
      socket.write(open)
      socket.write(plain.subarray(0, 200))
      setTimeout(() => socket.destroy(), 100)
    })
    expect((await send(createUploadBody(Buffer.from('x')))).body.reason).toBe('NOT_AN_IMAGE')
    await expectNothing()
    table.push({ name: 'upload broken off half way', met: 'nothing kept' })
  })

  test('a content length above the limit is refused before a byte is read', async () => {
    const heard = await speak([`Content-Length: ${1 << 30}`], () => {})
    expect(heard).toContain('"reason":"IMAGE_TOO_LARGE"')
    expect(heard.toLowerCase()).toContain('connection: close')
    await expectNothing()
    table.push({ name: 'Content-Length of 1 GB', met: 'IMAGE_TOO_LARGE (413), connection closed' })
  })

  test('an endless body is cut off', async () => {
    let sent = 0
    const heard = await speak(['Transfer-Encoding: chunked'], (socket) => {
      const chunk = Buffer.alloc(64 * 1024, 'x')
      const say = (bytes: Buffer) =>
        socket.write(Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]))
      say(open)
      const more = () => {
        if (socket.destroyed || sent > 200 * 1024 * 1024) return socket.destroy()
        sent += chunk.length
        return say(chunk) ? setImmediate(more) : socket.once('drain', more)
      }
      more()
    })
    expect(heard === '' || heard.includes('"reason":"IMAGE_TOO_LARGE"')).toBe(true)
    expect(sent).toBeLessThan(40 * 1024 * 1024)
    await expectNothing()
    table.push({ name: 'chunked body without end', met: `cut after ${Math.round(sent / 1024 / 1024)} MB` })
  })

  test('a content length below the real size does not bypass the limit', async () => {
    const body = createUploadBody(plain)
    const heard = await speak([`Content-Length: ${body.length - 40}`, 'Connection: close'], (socket) => socket.write(body))
    expect(heard).toMatch(/^HTTP\/1.1 400 /)
    await expectNothing()
    table.push({ name: 'Content-Length too short', met: '400, nothing kept' })
  })
})

// M5, S15
test('eight decompression bombs and thirty uploads at once neither exhaust the memory nor stop the mall', async () => {
  const before = process.memoryUsage().rss
  const bombs = await Promise.all(Array.from({ length: 8 }, () => send(createUploadBody(bomb))))
  expect(new Set(bombs.map(({ body }) => body.reason))).toEqual(new Set(['IMAGE_TOO_LARGE']))
  const big = await sharp({ create: { width: 6_000, height: 4_000, channels: 3, background: '#757' } })
    .jpeg()
    .toBuffer()
  const many = await Promise.all(Array.from({ length: 30 }, () => send(createUploadBody(big), { authorization: wang.token ?? '' })))
  const met = many.map(({ status, body }) => `${status} ${body.reason ?? 'OK'}`)
  expect(new Set(met)).toEqual(new Set(['200 OK', '429 TOO_MANY']))
  expect(met.filter((one) => one === '200 OK').length).toBeGreaterThanOrEqual(10)
  const grown = Math.round((process.memoryUsage().rss - before) / 1024 / 1024)
  expect(grown).toBeLessThan(300)
  const served = met.filter((one) => one === '200 OK').length
  table.push({ name: '8 bombs at once', met: 'IMAGE_TOO_LARGE, each' })
  table.push({ name: '30 pictures of 24 megapixels at once', met: `${served} kept, ${30 - served} TOO_MANY (429); memory +${grown} MB` })
  expect((await lin.post(contract.user.detail.path)).code).toBe(200)
})

test('afterwards no request occupies a place', () => expectNothingInFlight(mall))

test('the results of all hostile files are printed', () => {
  console.table(table)
  expect(table.length).toBeGreaterThan(80)
})
