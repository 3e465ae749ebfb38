import { Id } from '#contract/platform/core/fields.ts'

/** Whether a text from an address is a valid id. */
export const isId = (text: string | undefined): text is string => Id.safeParse(text).success

/** Parses an id from an address; undefined if it is invalid. */
export const parseId = (text: string | undefined): string | undefined => (isId(text) ? text : undefined)
