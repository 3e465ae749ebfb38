import * as z from 'zod/mini'
import type { AuditObject } from './audit-objects.ts'
import type { DailyMemberCallLimitOrReason } from './member-limits.ts'
import { type AccessRule, addAuditorToAccessRule } from './permissions.ts'
import type { RefusalName } from './refusals.ts'

/** GET and DELETE have the fields in the query, POST and PUT in a JSON body (specification §7). */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * The description of a call. The server binds it, the screens call it, and OpenAPI, the authorisation matrix and the fuzz tests are
 * generated from it.
 */
export interface Endpoint<
  In extends z.ZodMiniType = z.ZodMiniType,
  Out extends z.ZodMiniType = z.ZodMiniType,
  N extends AccessRule = AccessRule,
  Money extends boolean = boolean,
> {
  /** Below `/api`. Where the specification names a path, exactly that one. */
  path: string
  /**
   * A read changes nothing. An upload is a write whose body is a form with one file. A download is a read whose answer is the file itself,
   * without an envelope.
   */
  kind: 'read' | 'write' | 'upload' | 'download'
  /** The methods that it answers. POST is always one of them. The project's own clients use the first. Only reads answer GET. */
  methods: readonly HttpMethod[]
  /** One line for readers of the API description. */
  summary: string
  /** Who may make the call. */
  needs: N
  input: In
  output: Out
  /** The call's own refusals. The general ones (not logged in, bad input, …) are not listed. */
  refusals: readonly RefusalName[]
  /**
   * A payment call or a batch of changes. It requires an `Idempotency-Key` header, and the same key, body and file give the same answer.
   */
  idempotent: Money
  /** A read that is the same for every guest. It has an ETag and may be answered from the cache. */
  cached: boolean
  /** A read whose answer may be some seconds old, and that nobody bases a decision on: it may come from a replica of the database. */
  mayLag?: true
  /** A write that changes or ends sessions or accounts, possibly the caller's own. Such calls of one person run one after another. */
  locksCaller?: true
  /** Open to a punch-out (采购系统会话), which may make no other calls but those that are for guests too. */
  duringPunchOut?: true
  /** The caller's session ends with this call: a browser then keeps none of our data. */
  endsSession?: true
  /**
   * The admission part, if it does not follow from the other fields. `login`: log-ins, which have their own slots; `pay`: payments of
   * orders, which are refused last.
   */
  admission?: 'login' | 'pay'
  /** The rate budget that it is counted in, if it has its own. */
  rateLimit?: 'captcha' | 'login'
  /** How many rows a company's people can create with it. Every write of members must say it. */
  memberLimit?: DailyMemberCallLimitOrReason
  /** The subject of an action of staff, by the field that identifies it; left out: none. */
  audits?: AuditObject
  /** Why a download of staff leaves no entry in the audit trail; left out: it leaves one. */
  unrecorded?: string
  /** For an upload: the maximum size of its file, and the refusal for a larger one. */
  fileLimit?: UploadFileLimit
}

export interface UploadFileLimit {
  bytesMax: number
  tooLarge: RefusalName
}

export type EndpointGroup = Record<string, Endpoint>

/** The fields that a call's author writes; the functions below add the others. */
interface Written<In extends z.ZodMiniType, Out extends z.ZodMiniType, N extends AccessRule>
  extends Pick<Endpoint<In, Out, N>, 'path' | 'summary' | 'needs' | 'input' | 'output'>,
    Partial<
      Pick<Endpoint, 'refusals' | 'locksCaller' | 'duringPunchOut' | 'endsSession' | 'admission' | 'rateLimit' | 'memberLimit' | 'audits'>
    > {}

const POST_ALONE = ['POST'] as const
const READ_METHODS: readonly HttpMethod[] = ['POST', 'GET']

/** Defines a call that changes something. `methods`: if it also answers PUT or DELETE, first the method that the project's clients use. */
export const writeEndpoint = <In extends z.ZodMiniType, Out extends z.ZodMiniType, const N extends AccessRule>({
  methods = POST_ALONE,
  ...written
}: Written<In, Out, N> & { methods?: readonly Exclude<HttpMethod, 'GET'>[] }): Endpoint<In, Out, N, false> => ({
  ...written,
  kind: 'write',
  methods,
  refusals: written.refusals ?? [],
  idempotent: false,
  cached: false,
})

/** Defines a call that moves money or creates an order. It requires an idempotency key. */
export const idempotentWriteEndpoint = <In extends z.ZodMiniType, Out extends z.ZodMiniType, const N extends AccessRule>(
  written: Written<In, Out, N>,
): Endpoint<In, Out, N, true> => ({
  ...written,
  kind: 'write',
  methods: POST_ALONE,
  refusals: written.refusals ?? [],
  idempotent: true,
  cached: false,
})

/** Defines a call that only reads; of a call of staff the auditor may read as well. `cached`: the same for every guest. `mayLag`: see `Endpoint`. */
export const readEndpoint = <In extends z.ZodMiniType, Out extends z.ZodMiniType, const N extends AccessRule>({
  cached = false,
  ...written
}: Written<In, Out, N> & { cached?: boolean; mayLag?: true }): Endpoint<In, Out, N, false> => ({
  ...written,
  needs: addAuditorToAccessRule(written.needs),
  kind: 'read',
  methods: READ_METHODS,
  refusals: written.refusals ?? [],
  idempotent: false,
  cached,
})

/** The form field of an upload's file. All other fields belong to its input. */
export const UPLOAD_FILE_FIELD = 'file'

/** Defines a write with a file. */
export const uploadEndpoint = <In extends z.ZodMiniType, Out extends z.ZodMiniType, const N extends AccessRule>({
  fileLimit,
  ...written
}: Written<In, Out, N> & { fileLimit: UploadFileLimit }): Endpoint<In, Out, N, false> & { kind: 'upload' } => ({
  ...writeEndpoint(written),
  kind: 'upload',
  fileLimit,
})

/**
 * Defines an upload that does many things at once and may take long. It requires an idempotency key, so that a lost answer can be requested
 * again.
 */
export const idempotentUploadEndpoint = <In extends z.ZodMiniType, Out extends z.ZodMiniType, const N extends AccessRule>(
  written: Written<In, Out, N> & { fileLimit: UploadFileLimit },
): Endpoint<In, Out, N, true> & { kind: 'upload' } => ({ ...uploadEndpoint(written), idempotent: true })

/** A file that is sent: its type, and the name under which it is saved. */
export interface BinaryFile {
  type: string
  bytes: Uint8Array<ArrayBuffer>
  name: string
}
const BinaryShape = z.custom<BinaryFile>()

/** Defines a read that answers with a file. `cached`: the same for every guest, and cached by browsers for a while. */
export const downloadEndpoint = <In extends z.ZodMiniType, const N extends AccessRule>(
  written: Omit<Written<In, typeof BinaryShape, N>, 'output'> & { cached?: boolean; mayLag?: true; unrecorded?: string },
): Endpoint<In, typeof BinaryShape, N, false> => ({ ...readEndpoint({ ...written, output: BinaryShape }), kind: 'download' })

/** Puts calls under a common prefix. Each has its own last part of the path. */
export function defineEndpoints<Calls extends EndpointGroup>(prefix: string, calls: Calls): Calls {
  const placed = Object.entries(calls).map(([name, described]) => [name, { ...described, path: `${prefix}/${described.path}` }])
  return Object.fromEntries(placed) as Calls
}

/** What a handler receives and returns: decoded values (Fen, Date), never wire formats. */
export type InputOf<E extends Endpoint> = z.output<E['input']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>
