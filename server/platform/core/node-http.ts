/**
 * Node's module for HTTP. An `import` of it would also load Node's client for `fetch`, which some of its exports need: 16 MB and 40 ms of
 * every start.
 */
export const nodeHttp = process.getBuiltinModule('node:http')
