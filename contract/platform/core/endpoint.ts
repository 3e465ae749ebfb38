import * as z from 'zod/mini'
import type { PermissionCode, StaffRole } from './permissions.ts'
import type { RefusalName } from './refusals.ts'

/**
 * Who may make a call.
 * - `guest`: anybody. `guest or CODE`: guests, and members who hold the code.
 * - `login`: any member. A code, or a list of codes of which one suffices. `main`: the main account.
 * - `staff`: any person of the platform; `{ staff: [...] }`: one of these roles.
 * - `{ machine: [...] }`: a program with a key that holds one of these codes, if any are named; no person.
 */
export type AccessRule =
  | 'guest'
  | `guest or ${PermissionCode}`
  | 'login'
  | 'main'
  | PermissionCode
  | readonly PermissionCode[]
  | 'staff'
  | { readonly staff: readonly StaffRole[] }
  | MachineAccessRule

export interface MachineAccessRule {
  readonly machine: readonly PermissionCode[]
}

/** How a call may be asked for. GET and DELETE carry its fields in the query, POST and PUT in a JSON body (specification §7). */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Whether a call is for programs. */
export const isMachineAccess = (needs: AccessRule): needs is MachineAccessRule => typeof needs === 'object' && 'machine' in needs

/**
 * One value describes a call: the server binds it, the screens call it, and OpenAPI, the authorisation matrix and the
 * fuzz tests are generated from it.
 */
export interface Endpoint<
  In extends z.ZodMiniType = z.ZodMiniType,
  Out extends z.ZodMiniType = z.ZodMiniType,
  N extends AccessRule = AccessRule,
  Money extends boolean = boolean,
> {
  /** Below `/api`, to the letter of the specification where it names one. */
  path: string
  /**
   * Reads change nothing. An upload is a write whose body is a form with one file; a download is a read whose answer is the file itself, and no
   * envelope.
   */
  kind: 'read' | 'write' | 'upload' | 'download'
  /** By what it answers, POST always among them; our own clients use the first. Reads answer GET too, and nothing else does. */
  methods: readonly Method[]
  /** One line for people who read the API's description. */
  summary: string
  needs: N
  input: In
  output: Out
  /** Refusals of its own; the general ones (not logged in, bad input, …) go without saying. */
  refusals: readonly RefusalName[]
  /** A write of money, or of much at once: an `Idempotency-Key` header is demanded, and the same key, body and file give the same answer. */
  idempotent: Money
  /** A read that is the same for every guest: it carries an ETag and may be answered from memory. */
  cached: boolean
  /** A write that changes or ends sessions or accounts, the caller's own among them: calls of this kind by one person run one after the other. */
  locksCaller?: true
  /** The caller's session has ended with it: a browser then keeps nothing of ours. */
  endsSession?: true
  /**
   * Where its admission under load does not follow from what else is said of it. `door`: how people get in, which has places of its own; `pay`: it
   * pays for what was ordered, and is refused last.
   */
  admission?: 'door' | 'pay'
  /** The budget of a minute that it is counted in, where that is one of its own. */
  rateLimit?: 'captcha' | 'login'
  /** Of an upload: how large its file may be, and what is said of a larger one. */
  fileLimit?: FileLimit
}

export interface FileLimit {
  bytesMax: number
  tooLarge: RefusalName
}

export type Api = Record<string, Endpoint>

interface Written<In extends z.ZodMiniType, Out extends z.ZodMiniType, N extends AccessRule> {
  path: string
  summary: string
  needs: N
  input: In
  output: Out
  refusals?: readonly RefusalName[]
  locksCaller?: true
  endsSession?: true
  admission?: 'door' | 'pay'
  rateLimit?: 'captcha' | 'login'
}

const POST_ALONE = ['POST'] as const
const READ_METHODS: readonly Method[] = ['POST', 'GET']

/** A call that changes something. `methods`: where it answers PUT or DELETE as well, the one that our clients use first. */
export const writeEndpoint = <In extends z.ZodMiniType, Out extends z.ZodMiniType, const N extends AccessRule>({
  methods = POST_ALONE,
  ...written
}: Written<In, Out, N> & { methods?: readonly Exclude<Method, 'GET'>[] }): Endpoint<In, Out, N, false> => ({
  ...written,
  kind: 'write',
  methods,
  refusals: written.refusals ?? [],
  idempotent: false,
  cached: false,
})

/** A call that moves money or makes an order: it demands an idempotency key. */
export const moneyEndpoint = <In extends z.ZodMiniType, Out extends z.ZodMiniType, const N extends AccessRule>(
  written: Written<In, Out, N>,
): Endpoint<In, Out, N, true> => ({
  ...written,
  kind: 'write',
  methods: POST_ALONE,
  refusals: written.refusals ?? [],
  idempotent: true,
  cached: false,
})

/** A call that only reads. `cached`: the same for every guest. */
export const readEndpoint = <In extends z.ZodMiniType, Out extends z.ZodMiniType, const N extends AccessRule>({
  cached = false,
  ...written
}: Written<In, Out, N> & { cached?: boolean }): Endpoint<In, Out, N, false> => ({
  ...written,
  kind: 'read',
  methods: READ_METHODS,
  refusals: written.refusals ?? [],
  idempotent: false,
  cached,
})

/** The part of an upload's form that is the file; all others are fields of its input. */
export const FILE_PART = 'file'

/** A write that brings a file along. */
export const uploadEndpoint = <In extends z.ZodMiniType, Out extends z.ZodMiniType, const N extends AccessRule>({
  fileLimit,
  ...written
}: Written<In, Out, N> & { fileLimit: FileLimit }): Endpoint<In, Out, N, false> & { kind: 'upload' } => ({
  ...writeEndpoint(written),
  kind: 'upload',
  fileLimit,
})

/** An upload that does many things at once and may take long: it demands an idempotency key, so that an answer that was lost can be asked for again. */
export const importEndpoint = <In extends z.ZodMiniType, Out extends z.ZodMiniType, const N extends AccessRule>(
  written: Written<In, Out, N> & { fileLimit: FileLimit },
): Endpoint<In, Out, N, true> & { kind: 'upload' } => ({ ...uploadEndpoint(written), idempotent: true })

/** A file as it leaves: its own type, and a name for whoever keeps it. */
export interface Binary {
  type: string
  bytes: Uint8Array<ArrayBuffer>
  name: string
}
const BinaryShape = z.custom<Binary>()

/** A read that answers with a file. `cached`: the same for every guest, and kept by browsers for a while. */
export const downloadEndpoint = <In extends z.ZodMiniType, const N extends AccessRule>(
  written: Omit<Written<In, typeof BinaryShape, N>, 'output'> & { cached?: boolean },
): Endpoint<In, typeof BinaryShape, N, false> => ({ ...readEndpoint({ ...written, output: BinaryShape }), kind: 'download' })

/** Puts calls under the prefix that they share; each names its own last part, to the letter. */
export function endpoints<Calls extends Api>(prefix: string, calls: Calls): Calls {
  const placed = Object.entries(calls).map(([name, described]) => [name, { ...described, path: `${prefix}/${described.path}` }])
  return Object.fromEntries(placed) as Calls
}

/** What a handler is given and what it must return, as TypeScript sees them: decoded (Fen, Date), never wire shapes. */
export type InputOf<E extends Endpoint> = z.output<E['input']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>
