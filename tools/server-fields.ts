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

/** Adds the nodes of a tree that describe a call to `found`, in the order of the source. */
function collectDescriptions(value: unknown, found: Node[]): void {
  if (typeof value !== 'object' || value === null) return
  const described = 'type' in value && descriptionOf(value as Node)
  if (described) found.push(described)
  for (const inner of Object.values(value)) collectDescriptions(inner, found)
}

/** The argument of a call of `writeEndpoint` and similar functions. */
const descriptionOf = ({ type, callee, arguments: [first] = [] }: Node): Node | undefined =>
  type === 'CallExpression' && callee?.name?.endsWith('Endpoint') && first?.type === 'ObjectExpression' ? first : undefined

/** The code of a contract file without the fields of its calls that an application does not read. */
export function removeServerOnlyContractFields(code: string, app: AppName): string {
  const omitted = new Set<string | undefined>(OMITTED_FIELDS[app])
  const described: Node[] = []
  collectDescriptions(parseAst(code), described)
  return described.reduceRight((text, { start, end, properties = [] }) => {
    const kept = properties.filter(({ key }) => !omitted.has(key?.name))
    return `${text.slice(0, start)}{ ${kept.map((field) => code.slice(field.start, field.end)).join(', ')} }${text.slice(end)}`
  }, code)
}

/** Removes from the built screens of an application the parts of the contract that it does not read. */
export const createServerFieldsRemovalPlugin = (app: AppName): Plugin => ({
  name: 'server-fields',
  transform: {
    // Parsing is most of its work, and every other file of the contract describes no call.
    filter: { id: /[\\/]contract[\\/].*\.ts$/, code: /Endpoint\(/ },
    handler: (code) => ({ code: removeServerOnlyContractFields(code, app), map: null }),
  },
})
