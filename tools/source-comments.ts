/** A block comment, or consecutive lines of line comments. A comment behind code is not found, because it is short. */
const COMMENT = /^[ \t]*(?:\{ ?)?\/\*[\s\S]*?\*\/|^(?:[ \t]*\/\/[^\n]*\n)+/gm
const MARKS = /^[ \t]*(?:\{ ?)?(?:\/\*+|\*+\/?|\/\/)|\*\/$/gm
const SENTENCE_END = /[.!?。！？]["'”’)`」）]*(?:\s|$)/

/** Counts the sentences of a comment. Lines of a list without full stops belong to one sentence. */
export const countSentences = (comment: string): number =>
  comment
    .replace(MARKS, ' ')
    .replace(/\b(?:e\.g|i\.e|etc|cf|vs)\.(?= [a-z])/g, '')
    .split(SENTENCE_END)
    .filter((part) => /[\p{L}\p{N}]/u.test(part)).length

/** Finds the comments of a source. */
export const findComments = (source: string): { line: number; text: string }[] =>
  [...source.matchAll(COMMENT)].map(({ 0: text, index }) => ({ line: source.slice(0, index).split('\n').length, text }))
