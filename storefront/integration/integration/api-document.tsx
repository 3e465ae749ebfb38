import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { formatWebhookEvent } from '#contract/integration/integration/events.ts'
import { MACHINE_API_DOCUMENT_PATH } from '#contract/integration/integration/paths.ts'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import {
  type ApiOperation,
  formatCurlExample,
  type MachineApiDocument,
  parseParagraphSegments,
  type SchemaField,
  toApiResponseView,
} from './api-document-view.ts'
import { CodeBlock } from './code-block.tsx'
import { apiDocumentQuery } from './integration-api.ts'

/** 接口文档: the calls and events for programs, rendered from the OpenAPI document, which can be downloaded. */
export function ApiDocumentView() {
  const document = useQuery(apiDocumentQuery)
  return (
    <QueryContent from={document} skeleton={<Skeleton className="h-120" />}>
      {(found) => <Document document={found} />}
    </QueryContent>
  )
}

function Document({ document: { info, paths, webhooks } }: { document: MachineApiDocument }) {
  return (
    <div className="flex flex-col gap-3 md:gap-4">
      <section aria-labelledby="doc-use" className="panel p-4 md:p-5">
        <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
          <h2 id="doc-use" className="text-md md:text-lg">
            怎样调用
          </h2>
          <a
            href={MACHINE_API_DOCUMENT_PATH}
            download="yanfeng-openapi.json"
            className="inline-flex h-8 items-center gap-1.5 rounded-control border border-line bg-white px-3 text-sm hover:border-jade hover:text-jade"
          >
            <Download className="size-4" aria-hidden />
            下载 OpenAPI 文档
          </a>
        </div>
        <Prose text={info.description} />
      </section>
      <section aria-labelledby="doc-calls" className="panel">
        <h2 id="doc-calls" className="px-4 pt-4 pb-2 text-md md:px-5 md:text-lg">
          接口
        </h2>
        <div className="divide-y divide-line-soft">
          {Object.entries(paths).map(([path, { get }]) => (
            <Call key={path} path={path} operation={get} />
          ))}
        </div>
      </section>
      <Hooks webhooks={webhooks} />
    </div>
  )
}

const Prose = ({ text }: { text: string }) => (
  <div className="flex flex-col gap-2 text-sm leading-6">
    {parseParagraphSegments(text).map((pieces) => (
      <p key={pieces.map((piece) => piece.text).join('')}>
        {pieces.map(({ code, text: piece }) =>
          code ? (
            <code key={piece} className="rounded-[3px] bg-line-soft px-1 font-mono text-xs break-all">
              {piece}
            </code>
          ) : (
            piece
          ),
        )}
      </p>
    ))}
  </div>
)

const HEAD = 'mt-4 mb-1 text-sm font-semibold'

function Call({ path, operation }: { path: string; operation: ApiOperation }) {
  const { summary, description, parameters } = operation
  const { fields, example, refusals } = toApiResponseView(operation)
  return (
    <details className="group px-4 md:px-5">
      <summary className="grid cursor-pointer list-none gap-x-4 gap-y-0.5 py-3 hover:text-jade md:grid-cols-[300px_minmax(0,1fr)]">
        <span className="num text-sm font-semibold break-all">
          <span className="mr-2 rounded-[3px] bg-steel-tint px-1 text-xs text-steel">GET</span>
          {path}
        </span>
        <span>{summary}</span>
      </summary>
      <div className="pb-5">
        <p className="text-sm text-mute">{description}</p>
        {parameters.length > 0 && (
          <>
            <h3 className={HEAD}>参数</h3>
            <Fields
              lines={parameters.map(({ name, required, description: words }) => ({
                path: name,
                name,
                depth: 0,
                type: required ? '必填' : '选填',
                words,
              }))}
            />
          </>
        )}
        <h3 className={HEAD}>调用示例</h3>
        <CodeBlock text={formatCurlExample(window.location.origin, path, operation)} what={`${path} 的调用示例`} />
        <h3 className={HEAD}>应答 data 的字段</h3>
        <Fields lines={fields} />
        <h3 className={HEAD}>应答示例</h3>
        <CodeBlock text={example} what={`${path} 的应答示例`} />
        <h3 className={HEAD}>可能的失败</h3>
        <ul className="grid gap-1 text-sm">
          {refusals.map(({ status, reason, msg }) => (
            <li key={reason} className="grid gap-x-3 md:grid-cols-[40px_180px_minmax(0,1fr)]">
              <span className="num text-mute">{status}</span>
              <span className="num break-all">{reason}</span>
              <span>{msg}</span>
            </li>
          ))}
        </ul>
      </div>
    </details>
  )
}

const INDENTS = ['', 'pl-4', 'pl-8', 'pl-12']

const Fields = ({ lines }: { lines: readonly SchemaField[] }) => (
  <table className="w-full text-sm">
    <thead className="sr-only">
      <tr>
        <th scope="col">字段</th>
        <th scope="col">类型</th>
        <th scope="col">说明</th>
      </tr>
    </thead>
    <tbody className="divide-y divide-line-soft border-y border-line-soft">
      {lines.map(({ path, name, depth, type, words }) => (
        <tr key={path}>
          <th scope="row" className={`num py-1 pr-3 text-left font-medium break-all ${INDENTS[Math.min(depth, INDENTS.length - 1)]}`}>
            {name}
          </th>
          <td className="py-1 pr-3 text-mute">{type}</td>
          <td className="w-1/2 py-1">{words}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const VERIFYING = `
每条推送是一个 POST，正文为 JSON。请求头 \`webhook-id\` 是推送编号（重试和补发时不变，请据此去重），\`webhook-timestamp\` 是签名时间（秒），\`webhook-signature\` 是以空格分开的签名，每个形如 \`v1,…\`。

验签：取签名密钥 \`whsec_\` 之后的部分按 base64 解码，以它对 \`编号.时间.正文原文\` 计算 HMAC-SHA256，再按 base64 编码，与任一签名相同即为真；时间相差超过 5 分钟的请拒绝。更换密钥期间新旧两个签名同时存在。规范见 standardwebhooks.com，多数语言有现成的库。

8 秒内返回 2xx 即为收到，其余状态、重定向和超时都算失败，按 30 秒、2 分、10 分、30 分、1 小时、2 小时、4 小时、8 小时、8 小时的间隔重试，之后搁置，可在推送记录里补发。连续 3 天没有成功的地址会停止推送并通知主账号。

推送不保证先后，正文只说发生了什么；请以编号和订单号等为准，再用接口取最新的样子。暂停期间的事件不会补推，用接口拉取即可补齐。
`.trim()

function Hooks({ webhooks }: Pick<MachineApiDocument, 'webhooks'>) {
  const example = webhooks['order.sent']?.post.requestBody.content['application/json']?.example
  return (
    <section aria-labelledby="doc-hooks" className="panel p-4 md:p-5">
      <h2 id="doc-hooks" className="mb-2 text-md md:text-lg">
        消息推送
      </h2>
      <Prose text={VERIFYING} />
      <h3 className={HEAD}>事件</h3>
      <ul className="grid gap-1 text-sm md:grid-cols-2">
        {Object.keys(webhooks).map((event) => (
          <li key={event}>
            <span className="num mr-3 inline-block w-36 font-medium">{event}</span>
            {formatWebhookEvent(event)}
          </li>
        ))}
      </ul>
      <h3 className={HEAD}>正文示例</h3>
      <CodeBlock text={JSON.stringify(example, null, 2)} what="推送正文示例" />
    </section>
  )
}
