/** The part of pg that turns parameters into what is sent. It has no types of its own. */
declare module 'pg/lib/utils.js' {
  const utils: { prepareValue(value: unknown): string | Buffer | null }
  export default utils
}
