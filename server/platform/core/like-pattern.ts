import { type RawBuilder, sql } from 'kysely'

const formatLikeEndsWithPattern = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}`

/** Builds a LIKE pattern that finds the text anywhere. Special characters are escaped. */
export const formatLikeContainsPattern = (text: string): string => `${formatLikeEndsWithPattern(text)}%`

/**
 * Whether a text contains a keyword, ignoring case. With an index of `text_parts` of that text, it reads only rows that may contain the
 * keyword.
 */
export const containsSql = (text: RawBuilder<unknown>, keyword: string): RawBuilder<boolean> =>
  sql<boolean>`(text_parts(${text}) @> text_parts(${keyword}) and ${text} ilike ${formatLikeContainsPattern(keyword)})`

/** The last character: no text that begins with another one sorts after it. */
const LAST = '\u{10FFFF}'

/**
 * Whether a text begins with another one, as a range that a plain index finds, whether or not the plan knows the value. It respects case.
 */
export const beginsWithSql = (text: RawBuilder<unknown>, beginning: string): RawBuilder<boolean> =>
  sql<boolean>`(${text} >= ${beginning} and ${text} < ${beginning + LAST} and starts_with(${text}, ${beginning}))`
