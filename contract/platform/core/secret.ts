import type * as z from 'zod/mini'

const secrets = new WeakSet<z.core.$ZodType>()
const ownTableTexts = new WeakSet<z.core.$ZodType>()

function isIn(marked: WeakSet<z.core.$ZodType>, shape: z.core.$ZodType): boolean {
  const { innerType } = shape._zod.def as { innerType?: z.core.$ZodType }
  return marked.has(shape) || (innerType !== undefined && isIn(marked, innerType))
}

/**
 * Marks a field that proves a person's identity: a password, a code, a token. The audit log never contains its value. Mark the finished
 * schema: a check that is added later creates another schema, which is not marked.
 */
export function markSecretField<Shape extends z.ZodMiniType>(shape: Shape): Shape {
  secrets.add(shape)
  return shape
}

/** Whether a field is marked, also where it is optional or nullable. */
export const isSecretField = (shape: z.core.$ZodType): boolean => isIn(secrets, shape)

/**
 * Marks a text about people that is deleted with its row when an account is closed. The audit log, which is kept always, has only its length.
 * Mark the finished schema.
 */
export function markTextOfOwnTable<Shape extends z.ZodMiniType>(shape: Shape): Shape {
  ownTableTexts.add(shape)
  return shape
}

/** Whether a text is marked as kept in its own table, also where it is optional or nullable. */
export const isTextOfOwnTable = (shape: z.core.$ZodType): boolean => isIn(ownTableTexts, shape)
