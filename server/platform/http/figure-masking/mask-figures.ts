import type * as z from 'zod/mini'
import type { Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import {
  canMemberOrProgramSeeFigure,
  getWithheldFieldMark,
  maskAmountsInText,
  type WithheldFieldMark,
} from '#contract/platform/core/figures.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Handler } from '#server/platform/http/context.ts'

/** Returns a value as the caller may see it. `rows` are the objects around it, the innermost first. */
type Show = (value: unknown, rows: readonly unknown[], caller: Caller) => unknown

/** Schema types that contain no other schemas. */
const LEAVES = new Set(['string', 'number', 'int', 'boolean', 'literal', 'enum', 'null', 'custom', 'date', 'unknown', 'any'])

interface Def {
  type: string
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  innerType?: z.core.$ZodType
  valueType?: z.core.$ZodType
  options?: readonly z.core.$ZodType[]
  items?: readonly z.core.$ZodType[]
  rest?: z.core.$ZodType | null
  /** Both sides of a codec. */
  in?: z.core.$ZodType
  out?: z.core.$ZodType
}

const hide = { null: () => null, empty: () => [], amounts: (value: unknown) => maskAmountsInText(String(value)) } as const

function isShown({ figure, person }: WithheldFieldMark, [row, context]: readonly unknown[], caller: Caller): boolean {
  const kind = typeof figure === 'function' ? figure(row as never, context as never) : figure
  if (kind === null || caller.kind === 'staff') return true
  if (caller.kind === 'guest') return false
  return canMemberOrProgramSeeFigure(caller, kind) || (caller.kind === 'member' && person?.(row as never) === caller.userId)
}

function showFields(shape: Record<string, z.core.$ZodType>): Show | undefined {
  const fields = Object.entries(shape).flatMap(([name, field]) => {
    const show = showIn(field)
    return show ? [[name, show] as const] : []
  })
  if (fields.length === 0) return undefined
  return (value, rows, caller) => {
    const row = value as Record<string, unknown>
    const shown = fields.map(([name, show]) => [name, show(row[name], [row, ...rows], caller)] as const)
    return { ...row, ...Object.fromEntries(shown) }
  }
}

/** Builds the masking for what is inside a schema. Throws if a mark is where it would have no effect. */
function showBelow(shape: z.core.$ZodType): Show | undefined {
  const { type, shape: fields, element, innerType, valueType, options, items, rest, in: wire, out } = shape._zod.def as unknown as Def
  if (fields) return showFields(fields)
  const item = element && showIn(element)
  if (item) return (value, rows, caller) => (value as unknown[]).map((one) => item(one, rows, caller))
  const inner = innerType && showIn(innerType)
  if (inner) return (value, rows, caller) => (value === null || value === undefined ? value : inner(value, rows, caller))
  const others = [...(options ?? []), ...(items ?? []), ...[valueType, rest, wire, out].filter((other) => !!other)]
  if (others.some(showIn)) throw new Error(`figures are not withheld inside a ${type}`)
  if (!element && !innerType && others.length === 0 && !LEAVES.has(type)) throw new Error(`whether a ${type} holds figures is not known`)
  return undefined
}

/** Builds the masking for a schema; undefined if every permitted caller sees all of it. */
function showIn(shape: z.core.$ZodType): Show | undefined {
  const mark = getWithheldFieldMark(shape)
  const below = showBelow(shape)
  if (!mark) return below
  return (value, rows, caller) => {
    if (!isShown(mark, rows, caller)) return value === null || value === undefined ? value : hide[mark.hiding](value)
    return below && value !== null && value !== undefined ? below(value, rows, caller) : value
  }
}

/** Wraps a handler so that its answers contain no figure that the caller may not see. The marks in the call's output schema decide. */
export function maskFiguresOfHandler(endpoint: Endpoint, handle: Handler<Endpoint>): Handler<Endpoint> {
  const show = showIn(endpoint.output)
  if (!show) return handle
  // The answer that is stored with an idempotency key is sent again unmasked.
  if (endpoint.idempotent) throw new Error(`${endpoint.path} keeps its answers: a figure in them cannot be withheld`)
  return async (input, context) => show(await handle(input, context), [], context.caller) as never
}

/** The same for groups of calls, by name, because exports use the results of the lists. */
export function maskFiguresOfHandlerGroups<Calls extends object>(groups: Readonly<Record<string, EndpointGroup>>, calls: Calls): Calls {
  const shown = Object.entries(calls as Record<string, Record<string, Handler<Endpoint>>>).map(([group, handlers]) => {
    const own = Object.entries(handlers).map(([name, handle]) => {
      const endpoint = groups[group]?.[name]
      return [name, endpoint ? maskFiguresOfHandler(endpoint, handle) : handle]
    })
    return [group, Object.fromEntries(own)]
  })
  return Object.fromEntries(shown) as Calls
}
