import type { FastifyInstance } from 'fastify'
import { HTML_TYPE, plain, renderFaultPage, renderPage } from '#sandbox/page-html.ts'
import { findCurrentTask, findNextActor, refuseTask, type SigningSandbox, signTask } from './signing.ts'
import type { SandboxActor, SandboxTask } from './task-store.ts'

const NAME = '电子签章'

const statusTexts: Record<SandboxTask['signTaskStatus'], string> = {
  sign_progress: '签署中',
  task_finished: '各方已签署',
  task_terminated: '签署已终止',
  expired: '签署已过期',
  revoked: '已作废',
}

const actorTexts: Record<SandboxActor['signStatus'], string> = { wait_sign: '待签署', signed: '已签署', sign_rejected: '已拒签' }

/** The page of a task for one of its companies. `back`: where it came from. */
function renderTask(task: SandboxTask, actorId: string, back: string): string {
  const actors = task.actors.map(({ actorName, signStatus }) => `<p>${plain(actorName)}　${actorTexts[signStatus]}</p>`).join('')
  const facts = `<h1>${NAME}（演示）</h1><p>${plain(task.signTaskSubject)}</p>${actors}<p><a href="/file/${plain(task.fileId)}">查看文件</a></p>`
  const return_ = back === '' ? '' : `<p><a href="${plain(back)}">返回商城</a></p>`
  if (findNextActor(task)?.actorId !== actorId)
    return renderPage(NAME, `${facts}<p role="status">${statusTexts[task.signTaskStatus]}</p>${return_}`)
  const form = `<form method="post"><button class="yes" name="answer" value="sign">同意并签署</button><button name="answer" value="refuse">拒绝签署</button></form>`
  return renderPage(NAME, `${facts}${form}<small>演示证书签署的文件没有法律效力。</small>${return_}`)
}

/** Only addresses of web pages are led back to. */
const toBackUrl = (text: string | undefined): string => (text && /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : '')

/** The page on which a company signs or refuses, and the file as it is. */
export function mountSignPage(http: FastifyInstance, sandbox: SigningSandbox): void {
  interface Route {
    Params: { task: string; actor: string }
    Querystring: { back?: string }
  }
  const path = '/sign/:task/:actor'
  http.get<Route>(path, (request, out) => {
    const task = findCurrentTask(sandbox, request.params.task)
    const page = task ? renderTask(task, request.params.actor, toBackUrl(request.query.back)) : renderFaultPage(NAME, '没有这份签署')
    return out
      .code(task ? 200 : 404)
      .type(HTML_TYPE)
      .send(page)
  })
  http.post<Route>(path, (request, out) => {
    const { task: signTaskId, actor: actorId } = request.params
    try {
      if (new URLSearchParams(String(request.body)).get('answer') === 'sign') signTask(sandbox, signTaskId, actorId)
      else refuseTask(sandbox, { signTaskId, actorId, reason: '条款需要修改' })
    } catch {
      // It is not the company's turn: the page says what has become of the task.
    }
    return out.redirect(request.url, 303)
  })
  http.get<{ Params: { file: string } }>('/file/:file', (request, out) => {
    const bytes = sandbox.store.readFile(request.params.file)
    return bytes ? out.type('application/pdf').send(bytes) : out.code(404).type(HTML_TYPE).send(renderFaultPage(NAME, '没有这份文件'))
  })
}
