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
export type Needs =
  | 'guest'
  | `guest or ${PermissionCode}`
  | 'login'
  | 'main'
  | PermissionCode
  | readonly PermissionCode[]
  | 'staff'
  | { readonly staff: readonly StaffRole[] }
  | MachineNeeds

export interface MachineNeeds {
  readonly machine: readonly PermissionCode[]
}

/** Whether a call is for programs. */
export const isForMachines = (needs: Needs): needs is MachineNeeds => typeof needs === 'object' && 'machine' in needs

/**
 * One value describes a call: the server binds it, the screens call it, and OpenAPI, the authorisation matrix and the
 * fuzz tests are generated from it.
 */
export interface Endpoint<
  In extends z.ZodMiniType = z.ZodMiniType,
  Out extends z.ZodMiniType = z.ZodMiniType,
  N extends Needs = Needs,
  Money extends boolean = boolean,
> {
  /** Below `/api`, to the letter of the specification where it names one. */
  path: string
  /**
   * Reads answer GET and POST and change nothing; writes answer POST alone. An upload is a write whose body is a form with one file; a
   * download is a read whose answer is the file itself, and no envelope.
   */
  kind: 'read' | 'write' | 'upload' | 'download'
  /** One line for people who read the API's description. */
  summary: string
  needs: N
  input: In
  output: Out
  /** Refusals of its own; the general ones (not logged in, bad input, …) go without saying. */
  refusals: readonly RefusalName[]
  /** A write of money: an `Idempotency-Key` header is demanded, and the same key and body give the same answer. */
  idempotent: Money
  /** A read that is the same for every guest: it carries an ETag and may be answered from memory. */
  cached: boolean
  /** Of an upload: how large its file may be, and what is said of a larger one. */
  fileLimit?: FileLimit
}

export interface FileLimit {
  bytesMax: number
  tooLarge: RefusalName
}

export type Api = Record<string, Endpoint>

interface Written<In extends z.ZodMiniType, Out extends z.ZodMiniType, N extends Needs> {
  path: string
  summary: string
  needs: N
  input: In
  output: Out
  refusals?: readonly RefusalName[]
}

/** A call that changes something. */
export const call = <In extends z.ZodMiniType, Out extends z.ZodMiniType, const N extends Needs>(
  written: Written<In, Out, N>,
): Endpoint<In, Out, N, false> => ({ ...written, kind: 'write', refusals: written.refusals ?? [], idempotent: false, cached: false })

/** A call that moves money or makes an order: it demands an idempotency key. */
export const moneyCall = <In extends z.ZodMiniType, Out extends z.ZodMiniType, const N extends Needs>(
  written: Written<In, Out, N>,
): Endpoint<In, Out, N, true> => ({ ...written, kind: 'write', refusals: written.refusals ?? [], idempotent: true, cached: false })

/** A call that only reads. `cached`: the same for every guest. */
export const read = <In extends z.ZodMiniType, Out extends z.ZodMiniType, const N extends Needs>({
  cached = false,
  ...written
}: Written<In, Out, N> & { cached?: boolean }): Endpoint<In, Out, N, false> => ({
  ...written,
  kind: 'read',
  refusals: written.refusals ?? [],
  idempotent: false,
  cached,
})

/** The part of an upload's form that is the file; all others are fields of its input. */
export const FILE_PART = 'file'

/** A write that brings a file along. */
export const upload = <In extends z.ZodMiniType, Out extends z.ZodMiniType, const N extends Needs>({
  fileLimit,
  ...written
}: Written<In, Out, N> & { fileLimit: FileLimit }): Endpoint<In, Out, N, false> & { kind: 'upload' } => ({
  ...call(written),
  kind: 'upload',
  fileLimit,
})

/** A file as it leaves: its own type, and a name for whoever keeps it. */
export interface Binary {
  type: string
  bytes: Uint8Array<ArrayBuffer>
  name: string
}
const BinaryShape = z.custom<Binary>()

/** A read that answers with a file. `cached`: the same for every guest, and kept by browsers for a while. */
export const download = <In extends z.ZodMiniType, const N extends Needs>(
  written: Omit<Written<In, typeof BinaryShape, N>, 'output'> & { cached?: boolean },
): Endpoint<In, typeof BinaryShape, N, false> => ({ ...read({ ...written, output: BinaryShape }), kind: 'download' })

/** Puts calls under the prefix that they share; each names its own last part, to the letter. */
export function endpoints<Calls extends Api>(prefix: string, calls: Calls): Calls {
  const placed = Object.entries(calls).map(([name, described]) => [name, { ...described, path: `${prefix}/${described.path}` }])
  return Object.fromEntries(placed) as Calls
}

/** What a handler is given and what it must return, as TypeScript sees them: decoded (Fen, Date), never wire shapes. */
export type InputOf<E extends Endpoint> = z.output<E['input']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>
