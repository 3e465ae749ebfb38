import type { Plugin } from 'vite'
import { parseAst } from 'vite'

/** The fields of a call that only the server reads. */
const SERVER_FIELDS = ['refusals', 'memberLimit', 'audits', 'locksCaller', 'rateLimit', 'admission']
/** The fields that each application leaves out. The storefront names actions that wait for the login by their summary; the console does not. */
const OMITTED_FIELDS = { storefront: SERVER_FIELDS, console: [...SERVER_FIELDS, 'summary'] } as const
type AppName = keyof typeof OMITTED_FIELDS

interface Node {
  type: string
  start: number
  end: number
  key?: { name?: string }
  callee?: { name?: string }
  arguments?: readonly Node[]
  properties?: readonly Node[]
}

/** The nodes of a tree, the outermost first. */
function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(nodesIn)
  return 'type' in value ? [value as Node, ...inner] : inner
}

/** The argument of a call of `writeEndpoint` and similar functions. */
const descriptionOf = ({ type, callee, arguments: [first] = [] }: Node): Node | undefined =>
  type === 'CallExpression' && callee?.name?.endsWith('Endpoint') && first?.type === 'ObjectExpression' ? first : undefined

/** The code of a contract file without the fields of its calls that an application does not read. */
export function removeServerOnlyContractFields(code: string, app: AppName): string {
  const omitted = new Set<string | undefined>(OMITTED_FIELDS[app])
  const described = nodesIn(parseAst(code)).flatMap((node) => descriptionOf(node) ?? [])
  return described.reduceRight((text, { start, end, properties = [] }) => {
    const kept = properties.filter(({ key }) => !omitted.has(key?.name))
    return `${text.slice(0, start)}{ ${kept.map((field) => code.slice(field.start, field.end)).join(', ')} }${text.slice(end)}`
  }, code)
}

/** Removes from the built screens of an application the parts of the contract that it does not read. */
export const createServerFieldsRemovalPlugin = (app: AppName): Plugin => ({
  name: 'server-fields',
  transform: {
    filter: { id: /[\\/]contract[\\/].*\.ts$/ },
    handler: (code) => ({ code: removeServerOnlyContractFields(code, app), map: null }),
  },
})
