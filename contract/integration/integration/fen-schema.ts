import * as z from 'zod/mini'
import { Fen, Yuan } from '#contract/platform/core/money.ts'

interface Def {
  type: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
}

const anew = (schema: z.ZodMiniType): z.ZodMiniType => {
  if ((schema as unknown) === Yuan) return Fen
  const { type, shape, element, innerType } = schema._zod.def as unknown as Def
  if (type === 'object' && shape) return z.object(Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, anew(field)])))
  if (type === 'array' && element) return z.array(anew(element))
  if (type === 'nullable' && innerType) return z.nullable(anew(innerType))
  return schema
}

/**
 * Returns the same schema with every amount as an integer number of fen in the JSON, because the programs of others may have no decimal
 * type. In our code nothing changes: amounts are fen anyway.
 */
export const toSchemaWithAmountsInFen = <Schema extends z.ZodMiniType>(schema: Schema): Schema => anew(schema) as Schema
