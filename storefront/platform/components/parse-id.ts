import { Id } from '#contract/platform/core/fields.ts'

/** Whether what an address names can be the id of anything at all. */
export const isId = (text: string | undefined): text is string => Id.safeParse(text).success

/** An id of the address; undefined for anything else that stands in its place. */
export const parseId = (text: string | undefined): string | undefined => (isId(text) ? text : undefined)
