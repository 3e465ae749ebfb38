import type * as z from 'zod/mini'
import { getWithheldFieldMark, type WithheldFieldMark } from './figures.ts'
import { Fen } from './money.ts'

interface Def {
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  innerType?: z.core.$ZodType
  options?: readonly z.core.$ZodType[]
  items?: readonly z.core.$ZodType[]
  rest?: z.core.$ZodType | null
  out?: z.core.$ZodType
}

/** The mark that withholds a field, on the field or on an object around it, with the position of the mark. */
interface Withheld {
  path: string
  mark: WithheldFieldMark
}

/** A field of an output, with its path. */
export interface OutputField {
  path: string
  withheld: Withheld | undefined
  isAmount: boolean
}

/** Lists every field of an output with the mark that withholds it. */
export function listOutputFieldsWithWithholdMarks(shape: z.core.$ZodType, path = '', around?: Withheld): OutputField[] {
  const mark = getWithheldFieldMark(shape)
  const withheld = mark ? { path, mark } : around
  const { shape: fields, element, innerType, options, items, rest, out } = shape._zod.def as unknown as Def
  if (fields)
    return Object.entries(fields).flatMap(([name, field]) =>
      listOutputFieldsWithWithholdMarks(field, path === '' ? name : `${path}.${name}`, withheld),
    )
  const inner = [element, innerType, rest, ...(options ?? []), ...(items ?? [])].filter((one) => one != null)
  if (inner.length > 0) return inner.flatMap((one) => listOutputFieldsWithWithholdMarks(one, path, withheld))
  return [{ path, withheld, isAmount: (out as unknown) === Fen }]
}
