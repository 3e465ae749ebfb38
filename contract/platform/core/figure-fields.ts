import type * as z from 'zod/mini'
import { type FigureMark, figureMarkOf } from './figures.ts'
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

/** What withholds a field: its own mark, or that of what is around it, and where that stands. */
interface Withheld {
  path: string
  mark: FigureMark
}

/** A field of an answer, by its path in it. */
export interface AnswerField {
  path: string
  withheld: Withheld | undefined
  isAmount: boolean
}

/** Every field of an answer, with what withholds it. */
export function listAnswerFields(shape: z.core.$ZodType, path = '', around?: Withheld): AnswerField[] {
  const mark = figureMarkOf(shape)
  const withheld = mark ? { path, mark } : around
  const { shape: fields, element, innerType, options, items, rest, out } = shape._zod.def as unknown as Def
  if (fields)
    return Object.entries(fields).flatMap(([name, field]) => listAnswerFields(field, path === '' ? name : `${path}.${name}`, withheld))
  const inner = [element, innerType, rest, ...(options ?? []), ...(items ?? [])].filter((one) => one != null)
  if (inner.length > 0) return inner.flatMap((one) => listAnswerFields(one, path, withheld))
  return [{ path, withheld, isAmount: (out as unknown) === Fen }]
}
