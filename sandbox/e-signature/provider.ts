/**
 * The local provider of electronic signatures: a process on this machine that speaks the calls of 法大大's FASC OpenAPI
 * (server/adapters/e-signature/fasc.ts), and checks their signatures and tokens. Its companies sign on a page, with certificates of a test
 * authority, as PAdES B-B. With POST /faults it loses, doubles, delays and falsifies notices, is away, or loses its answers.
 */
import { randomBytes, randomInt } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { takeFault } from '#sandbox/faults.ts'
import { createNoticeSender, type NoticeFaults, type NoticeSender, noNoticeFaults } from '#sandbox/notices.ts'
import type { ProviderLocation } from '#sandbox/run.ts'
import { computeFascSignature, FASC_CONTENT_FIELD, FASC_SUCCESS_CODE, fascHeaderNames } from '#server/adapters/e-signature/public.ts'
import { createTestAuthority, toCertificatePem } from './certificates.ts'
import { readOrCreateESignatureCredentials } from './credentials.ts'
import { mountSignPage } from './sign-page.ts'
import { cancelTask, findCurrentTask, refuseTask, revokeTask, type SigningSandbox, saveTask, signTask } from './signing.ts'
import { openSandboxTaskStore, type SandboxTask } from './task-store.ts'

/** The simulated faults. `away`: every call is refused as by a server that is down. `mute`: how many answers about new tasks are lost. */
export interface SigningFaults extends NoticeFaults {
  away: boolean
  mute: number
}

const noSigningFaults: SigningFaults = Object.assign({ away: false, mute: 0 }, noNoticeFaults)

type Content = Record<string, unknown>
type Answer = { data: unknown } | { code: string; msg: string }
const refusal = (code: string, msg: string): Answer => ({ code, msg })

const AGE_MS = 300_000
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

interface NewActor {
  actor?: { actorId?: string; actorName?: string }
  signConfigInfo?: { orderNo?: number }
}

function createTask(sandbox: SigningSandbox, content: Content): Answer {
  const { store, now } = sandbox
  const [doc] = content.docs as { docFileId?: string }[]
  const fileId = doc?.docFileId ?? ''
  if (!store.readFile(fileId)) return refusal('211096', '文档 fileId 不存在')
  if (content.autoStart !== true) return refusal('211055', '签署任务没有提交')
  const signTaskId = `${now().getTime()}${randomInt(1e5, 1e6)}`
  const actors = (content.actors as NewActor[]).map(({ actor, signConfigInfo }, at) => ({
    actorId: actor?.actorId ?? '',
    actorName: actor?.actorName ?? '',
    orderNo: signConfigInfo?.orderNo ?? at + 1,
    signStatus: 'wait_sign' as const,
  }))
  const task: SandboxTask = {
    signTaskId,
    signTaskSubject: text(content.signTaskSubject),
    signTaskStatus: 'sign_progress',
    expiresTime: text(content.expiresTime),
    transReferenceId: text(content.transReferenceId),
    callbackUrl: text(content.callbackUrl),
    fileId,
    actors,
  }
  saveTask(sandbox, task, 'sign-task-start')
  return { data: { signTaskId } }
}

const toListedActor = ({ orderNo, ...actor }: SandboxTask['actors'][number]) => Object.assign({ signOrderNo: orderNo }, actor)

/** The calls by path. Those about a task get it. */
const calls: Record<string, (sandbox: SigningSandbox, content: Content) => Answer> = {
  '/file/get-upload-url': ({ base }) => {
    const id = randomBytes(12).toString('hex')
    return { data: { uploadUrl: `${base}/upload/${id}`, fddFileUrl: `${base}/stored/${id}` } }
  },
  '/file/process': ({ store }, content) => {
    const [file] = content.fddFileUrlList as { fddFileUrl?: string; fileName?: string }[]
    const fileId = text(file?.fddFileUrl).split('/').at(-1) ?? ''
    return store.readFile(fileId) ? { data: { fileIdList: [{ fileId, fileName: file?.fileName }] } } : refusal('211157', '文件处理失败')
  },
  '/sign-task/create': createTask,
  '/sign-task/owner/get-list': ({ store }, content) => {
    const { signTaskSubject } = content.listFilter as { signTaskSubject: string }
    return { data: { signTasks: store.all().filter((task) => task.signTaskSubject.includes(signTaskSubject)) } }
  },
}
const taskCalls: Record<string, (sandbox: SigningSandbox, task: SandboxTask, content: Content) => Answer> = {
  '/sign-task/get-detail': (_, { actors: _actors, ...task }) => ({ data: task }),
  '/sign-task/actor/list': (_, { actors }) => ({ data: actors.map(toListedActor) }),
  '/sign-task/actor/get-url': ({ base }, { signTaskId }, { actorId, redirectUrl }) => ({
    data: { actorSignTaskUrl: `${base}/sign/${signTaskId}/${text(actorId)}?back=${text(redirectUrl)}` },
  }),
  '/sign-task/cancel': (sandbox, { signTaskId }, { terminationNote }) =>
    cancelTask(sandbox, signTaskId, text(terminationNote)) ? { data: {} } : refusal('211126', '当前签署任务状态不允许撤销'),
  '/sign-task/owner/get-download-url': ({ base }, { fileId, signTaskStatus }) =>
    signTaskStatus === 'task_finished' ? { data: { downloadUrl: `${base}/file/${fileId}` } } : refusal('211061', '签署任务尚未完成'),
}

interface Running {
  sandbox: SigningSandbox
  faults: SigningFaults
  tokens: Set<string>
}

const TOKEN_PATH = '/service/get-access-token'

/** Checks the signature, the time and the token of a call. Returns what is wrong, as the provider says it. */
function findCallError({ sandbox, tokens }: Running, { headers, url }: FastifyRequest, content: string): Answer | undefined {
  const { credentials, now } = sandbox
  const given = (name: keyof typeof fascHeaderNames) => String(headers[fascHeaderNames[name].toLowerCase()] ?? '')
  const names = ['appId', 'signType', 'timestamp', 'nonce', 'subVersion', 'accessToken', 'grantType'] as const
  const signed = Object.fromEntries(names.map((name) => [fascHeaderNames[name], given(name)]))
  const expected = computeFascSignature(Object.assign(signed, { [FASC_CONTENT_FIELD]: content }), credentials.appSecret)
  const age = Math.abs(now().getTime() - Number(given('timestamp')))
  if (given('appId') !== credentials.appId || !(age <= AGE_MS)) return refusal('100001', 'AppId 无效或请求已过期')
  if (given('sign') !== expected) return refusal('100012', '签名错误')
  return url.endsWith(TOKEN_PATH) || tokens.has(given('accessToken')) ? undefined : refusal('100002', 'accessToken 无效')
}

function answerCall(running: Running, path: string, content: Content): Answer {
  const { sandbox, tokens } = running
  if (path === TOKEN_PATH) {
    const accessToken = randomBytes(16).toString('hex')
    tokens.add(accessToken)
    return { data: { accessToken, expiresIn: '7200' } }
  }
  const call = calls[path]
  if (call) return call(sandbox, content)
  const task = findCurrentTask(sandbox, text(content.signTaskId))
  return task ? (taskCalls[path]?.(sandbox, task, content) ?? refusal('100006', '接口不存在')) : refusal('211054', '签署任务不存在')
}

function mountCalls(http: FastifyInstance, running: Running): void {
  const { faults, sandbox } = running
  http.post<{ Params: { '*': string } }>('/*', (request, out): FastifyReply => {
    if (faults.away) return out.code(503).send('away')
    const content = new URLSearchParams(String(request.body)).get(FASC_CONTENT_FIELD) ?? ''
    const path = `/${request.params['*']}`
    const answer = findCallError(running, request, content) ?? answerCall(running, path, JSON.parse(content || '{}') as Content)
    if (path === '/sign-task/create' && takeFault(faults, 'mute')) return out.code(504).send('no answer')
    return out.send('data' in answer ? Object.assign({ code: FASC_SUCCESS_CODE, msg: '请求成功' }, answer) : answer)
  })
  http.put<{ Params: { id: string } }>('/upload/:id', (request, out) => {
    if (faults.away) return out.code(503).send('away')
    sandbox.store.writeFile(request.params.id, request.body as Buffer)
    return out.send('')
  })
}

export interface RunningSigningSandbox {
  base: string
  faults: SigningFaults
  deliveries: NoticeSender['deliveries']
  /** The certificate of the test authority, as PEM. */
  authorityPem: string
  /** What a company does on the page of the provider. */
  sign(signTaskId: string, actorId: string): void
  refuse(signTaskId: string, actorId: string, reason: string): void
  /** What both companies do with what they have signed. */
  revoke(signTaskId: string): void
  all(): readonly SandboxTask[]
  close(): Promise<void>
}

/** Starts the provider on loopback. */
export async function openSigningSandbox({
  folder,
  port,
  now = () => new Date(),
  secondsScale = 1,
}: ProviderLocation & { now?: () => Date; secondsScale?: number }): Promise<RunningSigningSandbox> {
  const http = Fastify({ bodyLimit: 50_000_000, forceCloseConnections: true })
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  http.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
  const notices = createNoticeSender(secondsScale)
  const credentials = readOrCreateESignatureCredentials(folder)
  const authority = createTestAuthority(credentials.authorityKey, now())
  const store = openSandboxTaskStore(folder)
  const sandbox: SigningSandbox = { base: '', store, credentials, authority, notices, now }
  const faults = Object.assign(notices.faults, noSigningFaults)
  mountSignPage(http, sandbox)
  http.post('/faults', (request) => Object.assign(faults, noSigningFaults, JSON.parse(String(request.body || '{}'))))
  mountCalls(http, { sandbox, faults, tokens: new Set() })
  sandbox.base = await http.listen({ host: '127.0.0.1', port })
  return {
    base: sandbox.base,
    faults,
    deliveries: notices.deliveries,
    authorityPem: toCertificatePem(authority.certificate.der),
    sign: (signTaskId, actorId) => void signTask(sandbox, signTaskId, actorId),
    refuse: (signTaskId, actorId, reason) => void refuseTask(sandbox, { signTaskId, actorId, reason }),
    revoke: (signTaskId) => void revokeTask(sandbox, signTaskId),
    all: store.all,
    async close() {
      notices.stop()
      await http.close()
    },
  }
}
