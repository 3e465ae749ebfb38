import type * as z from 'zod/mini'

const secrets = new WeakSet<z.core.$ZodType>()

/**
 * Marks a field that proves a person's identity: a password, a code, a token. The audit log never contains its value. Mark the finished
 * schema: a check that is added later creates another schema, which is not marked.
 */
export function markSecretField<Shape extends z.ZodMiniType>(shape: Shape): Shape {
  secrets.add(shape)
  return shape
}

/** Whether a field is marked, also where it is optional or nullable. */
export function isSecretField(shape: z.core.$ZodType): boolean {
  const { innerType } = shape._zod.def as { innerType?: z.core.$ZodType }
  return secrets.has(shape) || (innerType !== undefined && isSecretField(innerType))
}
