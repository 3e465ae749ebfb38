import { QUANTITY_MAX } from '#contract/platform/core/fields.ts'
import { refuse } from '#contract/platform/core/refusals.ts'

/** The functions of OCI 4.0 besides the plain call of the catalogue. */
const FUNCTIONS = ['DETAIL', 'VALIDATE', 'BACKGROUND_SEARCH'] as const
type OciFunction = (typeof FUNCTIONS)[number]

/** What a procurement system sends when it calls the catalogue. */
export interface OciRequest {
  userName: string
  password: string
  hookUrl: string | undefined
  /** undefined: the whole catalogue. */
  function: OciFunction | undefined
  productId: string
  searchText: string
  /** VALIDATE: how many. */
  quantity: number
}

const FIELD_LENGTH_MAX = 2_000
/** Fields that decide something. Of the others, which SAP sends as well (~OkCode, ~TARGET, ~CALLER, OCI_VERSION), none changes the answer. */
const READ = ['USERNAME', 'PASSWORD', 'HOOK_URL', 'FUNCTION', 'PRODUCTID', 'SEARCHSTRING', 'QUANTITY'] as const
type Field = (typeof READ)[number]

/** SAP writes quantities with decimals: 5, 5.000. */
function parseQuantity(text: string): number {
  if (text === '') return 1
  const quantity = /^\d{1,11}(?:\.0{1,3})?$/.test(text) ? Number(text) : 0
  if (quantity < 1 || quantity > QUANTITY_MAX) refuse('PUNCH_OUT_REQUEST', { msg: `数量应为 1 到 ${QUANTITY_MAX} 的整数` })
  return quantity
}

/**
 * Reads the fields of a query or of a form. Names are read in any case, because buyers type them into a table of parameters. Refuses
 * PUNCH_OUT_REQUEST for a field that was sent twice or has a zero byte, and for an unknown function.
 */
export function parseOciRequest(query: URLSearchParams): OciRequest {
  const fields = new Map<Field, string>()
  for (const [sent, value] of query) {
    const name = READ.find((one) => one === sent.toUpperCase())
    if (name === undefined) continue
    if (fields.has(name)) refuse('PUNCH_OUT_REQUEST', { msg: `字段 ${name} 重复` })
    if (value.length > FIELD_LENGTH_MAX) refuse('PUNCH_OUT_REQUEST', { msg: `字段 ${name} 过长` })
    if (value.includes('\0')) refuse('PUNCH_OUT_REQUEST', { msg: `字段 ${name} 含有不支持的字符` })
    fields.set(name, value)
  }
  const asked = fields.get('FUNCTION')?.toUpperCase() ?? ''
  const known = FUNCTIONS.find((one) => one === asked)
  if (asked !== '' && known === undefined) refuse('PUNCH_OUT_REQUEST', { msg: '仅支持 DETAIL、VALIDATE 和 BACKGROUND_SEARCH 功能' })
  return {
    userName: fields.get('USERNAME') ?? '',
    password: fields.get('PASSWORD') ?? '',
    hookUrl: fields.get('HOOK_URL'),
    function: known,
    productId: (fields.get('PRODUCTID') ?? '').trim(),
    searchText: (fields.get('SEARCHSTRING') ?? '').trim().slice(0, 100),
    quantity: parseQuantity((fields.get('QUANTITY') ?? '').trim()),
  }
}
